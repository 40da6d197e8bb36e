"""Files from http(s), only where the user names the address: resumed by range, retried with back-off, checked.

`Remote` is a stream that survives broken connections; `download` keeps a file, and goes on with one begun earlier.
"""

from __future__ import annotations

import hashlib
import io
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, cast

from weigh.errors import BadInput, SourceProblem
from weigh.ingest.streams import CHUNK

TRIES = 6
TIMEOUT = 30.0
_TEMPORARY = frozenset((408, 425, 429, 500, 502, 503, 504))
_AGENT = "weigh (text ingestion)"


def is_url(text: str) -> bool:
    return text.startswith(("http://", "https://"))


class Remote(io.RawIOBase):
    """The bytes behind a URL from `start` on. A lost connection is taken up again where it broke."""

    def __init__(
        self, url: str, *, start: int = 0, tag: str | None = None, pause: float = 0.5, timeout: float = TIMEOUT
    ) -> None:
        if not is_url(url):
            raise BadInput(f"{url[:200]!r} is no web address. It must begin with http:// or https://.")
        self._url = url
        self._pause = pause
        self._timeout = timeout
        self._response: HTTPResponse | None = None
        self.position = start
        self.tag = tag
        """What the server says identifies the content; a changed one while resuming is an error."""
        self.size: int | None = None
        self._failures = 0
        self._connect()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while True:
            try:
                if self._response is None:
                    self._connect()
                data = cast(HTTPResponse, self._response).read1(min(len(buffer), CHUNK))
                if data or self.size is None or self.position >= self.size:
                    buffer[: len(data)] = data
                    self.position += len(data)
                    if data:
                        self._failures = 0
                    return len(data)
                raise ConnectionError(f"connection ended after {self.position} of {self.size} bytes")
            except (OSError, HTTPException) as error:
                self._lost(error)

    def close(self) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None
        super().close()

    def _lost(self, error: Exception) -> None:
        """Wait and let the caller try again, or give up."""
        if self._response is not None:
            self._response.close()
            self._response = None
        self._failures += 1
        if self._failures >= TRIES:
            raise SourceProblem(
                f"{self._url} could not be read after {TRIES} tries; the last one ended with: {error}. "
                "Run the same command again later: it goes on where it stopped."
            ) from None
        time.sleep(self._pause * 2 ** (self._failures - 1) * (1 + random.random() / 4))

    def _connect(self) -> None:
        while True:
            headers = {"User-Agent": _AGENT, "Accept-Encoding": "identity"}
            if self.position:
                headers["Range"] = f"bytes={self.position}-"
                if self.tag:
                    headers["If-Range"] = self.tag
            try:
                request = urllib.request.Request(self._url, headers=headers)
                self._began(urllib.request.urlopen(request, timeout=self._timeout))
                return
            except urllib.error.HTTPError as error:
                error.close()
                if error.code == 416 and self.position:  # nothing after this place: it was whole already
                    self.size = self.position
                    self._response = cast(HTTPResponse, _Ended())
                    return
                if error.code not in _TEMPORARY:
                    raise SourceProblem(
                        f"{self._url} answered {error.code} {error.reason}. Check the address."
                    ) from None
                self._lost(error)
            except (OSError, HTTPException) as error:
                self._lost(error)

    def _began(self, response: HTTPResponse) -> None:
        tag = response.headers.get("ETag") or response.headers.get("Last-Modified")
        length = response.headers.get("Content-Length")
        resumed = response.status == 206
        if self.position and (not resumed or (self.tag and tag and tag != self.tag)):
            response.close()
            raise SourceProblem(
                f"{self._url} has changed, or cannot be resumed at byte {self.position}. "
                "Delete the .part file, if there is one, and fetch it anew."
            )
        self.tag = tag or self.tag
        if length is not None and length.isdigit():
            self.size = int(length) + self.position
        self._response = response


class _Ended:
    def read1(self, count: int) -> bytes:
        return b""

    def close(self) -> None:
        pass


def download(
    url: str,
    target: Path,
    *,
    checksum: str | None = None,
    on_progress: Callable[[int, int | None], None] | None = None,
    pause: float = 0.5,
) -> Path:
    """Fetch a file to `target`; `checksum` is like "sha1:ab12…". What was begun earlier is gone on with.

    The file gets its name only when it is whole and right, so that a name always stands for a good file.
    """
    if target.exists() and (checksum is None or _digest(target, checksum) == checksum.lower()):
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    part, mark = target.with_name(target.name + ".part"), target.with_name(target.name + ".part.tag")
    start = part.stat().st_size if part.exists() and mark.exists() else 0
    tag = mark.read_text(encoding="utf-8").strip() if start else None
    remote = Remote(url, start=start, tag=tag or None, pause=pause)
    with remote, part.open("ab" if start else "wb") as out:
        mark.write_text(remote.tag or "", encoding="utf-8")
        while data := remote.read(CHUNK):
            out.write(data)
            if on_progress is not None:
                on_progress(remote.position, remote.size)
    if checksum is not None and (found := _digest(part, checksum)) != checksum.lower():
        part.unlink()
        mark.unlink()
        raise SourceProblem(f"{url} arrived with checksum {found}; expected {checksum}. It was deleted; fetch it anew.")
    part.replace(target)
    mark.unlink(missing_ok=True)
    return target


def fetch_small(url: str, *, most: int = 64 * 1024 * 1024, pause: float = 0.5) -> bytes:
    """The content of a small file, such as a listing."""
    with Remote(url, pause=pause) as remote:
        data = io.BufferedReader(remote, CHUNK).read(most + 1)
    if len(data) > most:
        raise SourceProblem(f"{url} is longer than {most} bytes, which no listing is. Check the address.")
    return data


def _digest(path: Path, checksum: str) -> str:
    kind = checksum.partition(":")[0].lower()
    if kind not in ("md5", "sha1", "sha256"):
        raise BadInput(f"Checksum {checksum[:80]!r} is of no known kind. Expected md5:…, sha1:… or sha256:….")
    with path.open("rb") as file:
        return f"{kind}:{hashlib.file_digest(file, kind).hexdigest()}"
