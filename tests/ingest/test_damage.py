"""Damaged input of each kind ends in a counted skip or a clear error, and in bounded memory."""

from __future__ import annotations

import bz2
import gzip
import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from weigh.errors import SourceProblem
from weigh.ingest.documents import Options

from . import samples
from .samples import clean

MEGABYTE = 1024 * 1024


def members(count: int = 6) -> list[bytes]:
    return [gzip.compress(record) for record in samples.wet_records(count)]


def test_damaged_gzip_member_costs_only_itself(tmp_path: Path) -> None:
    parts = members(6)
    broken = bytearray(parts[3])
    broken[30] ^= 0xFF
    broken[40] ^= 0xFF
    path = tmp_path / "a.wet.gz"
    path.write_bytes(b"".join([*parts[:3], bytes(broken), *parts[4:]]))
    documents, report = clean(path)
    assert [item.url for item in documents] == [f"https://site{i}.example/a" for i in (0, 1, 3, 4, 5)]
    assert report.repaired["damaged gzip member"] == 1


@pytest.mark.parametrize("where", [1, 3, 5])
def test_truncated_gzip_member_in_the_middle_costs_only_itself(tmp_path: Path, where: int) -> None:
    parts = members(6)
    parts[where] = parts[where][: len(parts[where]) // 2]
    path = tmp_path / "a.wet.gz"
    path.write_bytes(b"".join(parts))
    documents, report = clean(path)
    assert len(documents) == 5
    assert report.repaired.total() + report.documents_out.total() >= 1


def test_truncated_gzip_file_gives_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "a.wet.gz"
    path.write_bytes(b"".join(members(6))[:-40])
    documents, report = clean(path)
    assert len(documents) == 5
    assert report.repaired == {"truncated gzip member": 1}


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_members_that_unpack_to_much_more_than_they_are_come_out_whole(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    filler = b'{"text": ""}\n' * 30_000
    path = tmp_path / "a.jsonl.packed"
    path.write_bytes(b"".join(pack(filler + samples.jsonl(1, f"Part {i} is this one.")) for i in range(5)))
    documents, report = clean(path)
    assert len(documents) == 5
    assert report.documents_out == {"no text": 150_000}
    assert report.repaired == {}


def test_damaged_bzip2_stream_costs_only_itself(tmp_path: Path) -> None:
    streams = [bz2.compress(samples.jsonl(2, f"Part {i} has its own words here.")) for i in range(3)]
    broken = bytearray(streams[1])
    broken[60] ^= 0xFF
    path = tmp_path / "a.jsonl.bz2"
    path.write_bytes(streams[0] + bytes(broken) + streams[2])
    documents, report = clean(path)
    assert len(documents) == 4
    assert report.repaired == {"damaged bzip2 member": 1}


@pytest.mark.parametrize("length", [100_000, 3, -3, "abc", "", 10**15, 10**30])
def test_record_with_a_wrong_length_costs_only_itself(tmp_path: Path, length: object) -> None:
    records = samples.wet_records(6)
    records[3] = samples.warc_record("conversion", samples.TEXT.encode(), 2, length=length)
    path = tmp_path / "a.wet"
    path.write_bytes(b"".join(records))
    documents, report = clean(path)
    assert [item.url for item in documents] == [f"https://site{i}.example/a" for i in (0, 1, 3, 4, 5)]
    assert report.documents_out.total() == 1


def test_rubbish_between_records_costs_no_record(tmp_path: Path) -> None:
    records = samples.wet_records(4)
    records.insert(2, b"rubbish\r\n" * 30)
    path = tmp_path / "a.wet"
    path.write_bytes(b"".join(records))
    documents, report = clean(path)
    assert len(documents) == 4
    assert report.documents_out == {"broken record": 1}


def test_broken_page_of_a_dump_costs_only_itself(tmp_path: Path) -> None:
    pages = [(str(i), f"Title {i}", f"Article {i} is about the thing. {samples.TEXT}") for i in range(4)]
    data = samples.wikipedia(pages)
    broken = data.replace(b"<title>Title 1</title>", b"<title>Title 1<title>").replace(
        b"</page>\n  <page>\n    <title>Title 3", b"  <page>\n    <title>Title 3"
    )
    path = tmp_path / "dump.xml"
    path.write_bytes(broken)
    documents, report = clean(path)
    assert [item.title for item in documents] == ["Title 0", "Title 3"]
    assert report.documents_out == {"broken XML": 1, "broken record": 1}


def test_entities_of_an_own_document_type_never_grow(tmp_path: Path) -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "%s"><!ENTITY b "%s">]>' % (b"lol " * 100, b"&a;" * 1000)
    text = f"It is this. {samples.TEXT}"
    data = samples.wikipedia([("1", "One", text), ("2", "Two", text)])
    path = tmp_path / "dump.xml"
    path.write_bytes(bomb + data.replace(b"It is this.", b"&b; it is this.", 1))
    documents, report = clean(path)
    assert [item.title for item in documents] == ["Two"]
    assert report.documents_out == {"broken XML": 1}


def test_broken_row_of_posts_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "Posts.xml"
    path.write_bytes(samples.posts().replace(b'CreationDate="2015-06-07', b"CreationDate=2015-06-07", 1))
    documents, report = clean(path)
    assert [item.id for item in documents] == ["posts:2"]
    assert report.documents_out["broken XML"] == 1


@pytest.mark.parametrize("keep", [10, 300, -9, -60])
def test_truncated_parquet_is_a_clear_error(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(samples.parquet()[:keep])
    with pytest.raises(SourceProblem, match="no readable Parquet"):
        clean(path)


def test_damaged_page_of_parquet_is_counted(tmp_path: Path) -> None:
    data = bytearray(samples.parquet(200))
    for at in range(200, 900, 3):
        data[at] ^= 0x5A
    path = tmp_path / "a.parquet"
    path.write_bytes(bytes(data))
    documents, report = clean(path)
    assert report.documents_out.total() > 0
    assert len(documents) < 200


@pytest.mark.parametrize("kind", ["jsonl", "csv", "text", "markdown", "html"])
def test_invalid_utf8_is_repaired_and_counted(tmp_path: Path, kind: str) -> None:
    data = samples.ALL[kind]().replace(b"Java", b"Ja\xffva", 1)
    path = tmp_path / f"a.{'md' if kind == 'markdown' else 'dat'}"
    path.write_bytes(data)
    documents, report = clean(path)
    assert documents
    assert report.repaired.total() == 1


def test_utf16_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(samples.TEXT.encode("utf-16"))
    assert clean(path)[0][0].sentences == samples.SENTENCES


def test_page_nested_too_deep_is_left_out_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(b"<html><body>" + b"<div>" * 300_000 + samples.TEXT.encode())
    documents, report = clean(path)
    assert documents == []
    assert report.documents_out["tags nested too deep"] == 1


def test_long_title_and_odd_date_are_stored_without_loose_spaces(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [
        {"text": samples.TEXT, "title": "a title of words " * 50, "date": "2020-01-01\n", "collection": "c " * 90},
        {
            "text": samples.TEXT,
            "id": "x" * 5000,
            "url": "https://a.example/ b\n" * 300,
            "title": "\ud800",
            "date": "\x00",
        },
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for item in clean(path)[0]:
        for text in (item.id, item.url, item.title, item.date, item.collection):
            assert text is None or (text == text.strip() and "\n" not in text and len(text) <= 2000)
            (text or "").encode()


def test_address_with_half_a_character_in_its_host_is_no_obstacle(tmp_path: Path) -> None:
    """Found by fuzzing: the host is counted by before the address is cleaned."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"url": "https://\\ud800.example/", "text": "' + samples.TEXT + '"}\n')
    [item] = clean(path)[0]
    assert item.url == "https://.example/"
    assert item.sentences == samples.SENTENCES


# --- bounded memory: huge records, read by a process that may not grow ------------------------------------------

_READ = """
import json, resource, sys
from weigh.errors import SourceProblem
from weigh.ingest.documents import Options, Report
from weigh.ingest.files import clean_file
report, problem, count = Report(), None, 0
for _ in clean_file({warm!r}, Options(), Report()): pass
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    for _ in clean_file({path!r}, Options(kind={kind!r}, max_record=8 << 20), report): count += 1
except SourceProblem as error:
    problem = str(error)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(json.dumps({{"documents": count, "grown": grown / 1024, "problem": problem, "report": report.to_dict()}}))
"""


def huge(before: bytes, fill: bytes, after: bytes, megabytes: int = 48) -> bytes:
    """So much of `fill` between two pieces of text, as gzip of many members."""
    middle = gzip.compress(fill * (MEGABYTE // len(fill)), 1)
    return gzip.compress(before) + middle * megabytes + gzip.compress(after)


HUGE = {
    "bomb of a gigabyte of zeros": (None, lambda: huge(b"", b"\x00", b"", 1024)),
    "line of a gigabyte": ("jsonl", lambda: huge(samples.jsonl(1), b"\x00", b"\n" + samples.jsonl(2), 1024)),
    "line of JSONL": (None, lambda: huge(samples.jsonl(1) + b'{"text": "', b"long ", b'"}\n' + samples.jsonl(2))),
    "row of CSV": ("csv", lambda: huge(samples.csv() + b'7,x,"', b"long ", b'"\n1,a,b\n')),
    "line of text": ("text", lambda: huge(samples.TEXT.encode(), b"\x00", b"\n")),
    "page of HTML": (None, lambda: huge(samples.HTML, b"<p>x", b"")),
    "record of WET": (None, lambda: huge(
        samples.wet_records(1)[1] + samples.warc_record("conversion", b"", 1, length=48 * MEGABYTE)[:-4],
        b"text", b"\r\n\r\n" + samples.wet_records(1)[1])),
    "page of a dump": (None, lambda: huge(samples.wikipedia()[:-13] + b"<page><text>", b"long ", b"</text></page>")),
    "row of posts": (None, lambda: huge(samples.posts()[:-9] + b'<row Body="', b"long ", b'" />\n</posts>')),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(HUGE))
def test_huge_record_is_passed_over_in_bounded_memory(tmp_path: Path, case: str) -> None:
    kind, make = HUGE[case]
    path, warm = tmp_path / "huge.gz", tmp_path / "warm.wet"
    path.write_bytes(make())
    warm.write_bytes(b"".join(samples.wet_records(3)))
    code = _READ.format(path=str(path), warm=str(warm), kind=kind)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    result = json.loads(done.stdout)
    assert result["grown"] < 80, result
    assert result["problem"] or result["report"]["documents_out"] or result["report"]["sentences_out"], result


def test_http_body_that_unpacks_to_200_megabytes_is_left_out(tmp_path: Path) -> None:
    packer = zlib.compressobj(1, wbits=31)
    body = b"".join([*(packer.compress(bytes(MEGABYTE)) for _ in range(200)), packer.flush()])
    media = "application/http; msgtype=response"
    record = samples.warc_record("response", samples.http(body, "Content-Encoding: gzip\r\n"), media=media)
    path = tmp_path / "a.warc"
    path.write_bytes(record)
    documents, report = clean(path, Options(max_record=4 * MEGABYTE))
    assert documents == []
    assert report.documents_out == {"record too long": 1}
