"""Bytes in: opening, decompressing and cutting into records, all in bounded memory and never fatal on damage.

Damaged or truncated gzip and bzip2 members are left out and counted, and reading goes on with the next member;
a record longer than the limit is passed over without ever being held.
"""

from __future__ import annotations

import bz2
import codecs
import io
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO

from weigh.ingest.documents import Report

CHUNK = 256 * 1024
_PIECE = 16 * 1024  # small, since what follows a member's end is copied
HEAD = 64 * 1024
_GZIP = b"\x1f\x8b\x08"
_BZIP2 = b"BZh"


class _Chunks(io.RawIOBase):
    """A readable stream made from an iterator of chunks."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = memoryview(chunk)
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def buffered(chunks: Iterator[bytes]) -> io.BufferedReader:
    return io.BufferedReader(_Chunks(chunks), buffer_size=CHUNK)


def readable(source: BinaryIO, report: Report) -> tuple[bytes, io.BufferedReader]:
    """The content of a file and its beginning: decompressed where it is gzip or bzip2, as UTF-8 where it is UTF-16."""
    chunks = iter(lambda: source.read(CHUNK), b"")
    first = next(chunks, b"")
    if first.startswith(_GZIP):
        chunks = _decompressed(chain([first], chunks), report, _GZIP, lambda: zlib.decompressobj(wbits=31), "gzip")
    elif first.startswith(_BZIP2) and first[3:4].isdigit():
        chunks = _decompressed(chain([first], chunks), report, _BZIP2, bz2.BZ2Decompressor, "bzip2")
    else:
        chunks = chain([first], chunks)
    rest = _counted(_unicode(chunks), report)
    head = bytearray()
    while len(head) < HEAD and (chunk := next(rest, None)) is not None:
        head += chunk
    return bytes(head[:HEAD]), buffered(chain([bytes(head)], rest))


def _counted(chunks: Iterator[bytes], report: Report) -> Iterator[bytes]:
    for chunk in chunks:
        report.bytes_read += len(chunk)
        yield chunk


def _unicode(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The chunks without byte-order mark; UTF-16 as UTF-8."""
    first = b""
    while len(first) < 3 and (chunk := next(chunks, None)) is not None:
        first += chunk
    if first[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        decode = codecs.getincrementaldecoder("utf-16")(errors="replace").decode
        for chunk in chain([first], chunks):
            yield decode(chunk).encode("utf-8", "replace")
        return
    yield first.removeprefix(codecs.BOM_UTF8)
    yield from chunks


def _decompressed(
    source: Iterator[bytes], report: Report, magic: bytes, new: Callable[[], Any], what: str
) -> Iterator[bytes]:
    """All members that can be read, one after the other; after a damaged one, reading resumes at the next magic."""
    data, at = b"", 0
    while True:
        start = data.find(magic, at)
        if start < 0:  # zero padding, or the remains of a damaged member; the magic may straddle two chunks
            more = next(source, b"")
            if not more:
                return
            data, at = data[max(at, len(data) - len(magic) + 1) :] + more, 0
            continue
        member, at = new(), start
        retry = start + len(magic)  # where to look for the next member should this one be damaged
        try:
            while not member.eof:
                piece = b""
                if getattr(member, "needs_input", True):  # bzip2 may still hold output, and then wants nothing
                    if at == len(data):
                        data, at, retry = next(source, b""), 0, 0
                    piece = data[at : at + _PIECE]
                chunk = member.decompress(piece, CHUNK)
                # At a member's end zlib gives the rest of the piece twice, as unused data and as unconsumed tail.
                left = member.unused_data if member.eof else getattr(member, "unconsumed_tail", b"")
                at += len(piece) - len(left)
                if chunk:
                    yield chunk
                elif not data and not member.eof:
                    report.repaired[f"truncated {what} member"] += 1
                    return
        except (zlib.error, OSError, ValueError):
            report.repaired[f"damaged {what} member"] += 1
            at = retry


def lines(stream: BinaryIO, limit: int, report: Report) -> Iterator[bytes]:
    """The lines of a stream; one longer than the limit is left out and counted."""
    while line := stream.readline(limit + 1):
        if len(line) > limit and not line.endswith(b"\n"):
            report.documents_out["record too long"] += 1
            while (rest := stream.readline(CHUNK)) and not rest.endswith(b"\n"):
                pass
            continue
        yield line


def blocks(stream: BinaryIO, size: int) -> Iterator[bytes]:
    """The stream in pieces of about `size` bytes, cut at an empty line, else at a line break, else anywhere."""
    pending = b""
    while True:
        data = stream.read(size - len(pending) if len(pending) < size else size)
        pending += data
        if not data:
            if pending:
                yield pending
            return
        if len(pending) < size:
            continue
        cut = max(pending.rfind(b"\n\n"), pending.rfind(b"\n\r\n"))
        if cut < size // 2:
            cut = max(cut, pending.rfind(b"\n"))
        if cut <= 0:
            cut = len(pending) - 1
        yield pending[: cut + 1]
        pending = pending[cut + 1 :]


def framed(stream: BinaryIO, start: bytes, end: bytes, limit: int, report: Report) -> Iterator[bytes]:
    """Everything from each `start` to the next `end`, both included; a frame longer than the limit is left out,
    and one that a new `start` breaks into is left out as broken."""
    pending = b""
    at_end = False
    while True:
        begin = pending.find(start)
        if begin < 0:
            pending = pending[-len(start) + 1 :] if len(start) > 1 else b""
        else:
            pending = pending[begin:]
            searched = 0
            while (close := pending.find(end, searched)) < 0:
                if len(pending) > limit:
                    break
                searched = max(0, len(pending) - len(end))
                more = stream.read(CHUNK)
                if not more:
                    at_end = True
                    break
                pending += more
            if close >= 0:
                frame = pending[: close + len(end)]
                pending = pending[close + len(end) :]
                nested = frame.rfind(start)
                if nested > 0:
                    report.documents_out["broken record"] += 1
                    frame = frame[nested:]
                if len(frame) > limit:
                    report.documents_out["record too long"] += 1
                else:
                    yield frame
                continue
            if at_end:
                report.documents_out["broken record"] += 1
                return
            report.documents_out["record too long"] += 1
            pending = pending[len(start) :]  # look for the next beginning
            continue
        more = stream.read(CHUNK)
        if not more:
            return
        pending += more
