"""What there is to download: resolved from the listing files that Common Crawl and Wikimedia publish themselves."""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from typing import Literal

from weigh.errors import BadInput, SourceProblem
from weigh.ingest.fetch import fetch_small

COMMON_CRAWL = "https://data.commoncrawl.org"
COMMON_CRAWL_LIST = "https://index.commoncrawl.org/collinfo.json"
WIKIMEDIA = "https://dumps.wikimedia.org"
_CRAWL = re.compile(r"CC-MAIN-\d{4}-\d{2}\Z")
_WIKI = re.compile(r"[a-z][a-z0-9_]{1,40}\Z")
_PATH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,400}\Z")
_LARGEST_LISTING = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Remote:
    """A file to download; `name` is what it is called on disk."""

    url: str
    name: str
    checksum: str | None = None


def common_crawl(
    *, crawl: str = "latest", kind: Literal["wet", "warc"] = "wet", mirror: str | None = None, pause: float = 0.5
) -> list[Remote]:
    """The WET or WARC files of a crawl, in the crawl's own (random) order."""
    base = (mirror or COMMON_CRAWL).rstrip("/")
    if crawl == "latest":
        crawl = _latest_crawl(f"{base}/collinfo.json" if mirror else COMMON_CRAWL_LIST, pause)
    if not _CRAWL.match(crawl):
        raise BadInput(f"{crawl[:80]!r} names no crawl. Expected 'latest', or a name like CC-MAIN-2024-10.")
    address = f"{base}/crawl-data/{crawl}/{kind}.paths.gz"
    packed = fetch_small(address, pause=pause)
    try:
        unpacked = zlib.decompressobj(wbits=31).decompress(packed, _LARGEST_LISTING)
    except zlib.error as error:
        raise SourceProblem(f"{address} is no gzip file: {error}. Check the address, or try again later.") from None
    paths = [line.strip() for line in unpacked.decode("utf-8", "replace").splitlines()]
    return [Remote(f"{base}/{path}", _name(path)) for path in paths if _safe(path)]


def _latest_crawl(address: str, pause: float) -> str:
    try:
        crawls = json.loads(fetch_small(address, pause=pause))
        return max(str(crawl["id"]) for crawl in crawls if _CRAWL.match(str(crawl["id"])))
    except (ValueError, TypeError, KeyError):
        raise SourceProblem(f"{address} is no list of crawls. Name one with --crawl, as CC-MAIN-2024-10.") from None


def wikipedia(*, wiki: str = "enwiki", mirror: str | None = None, pause: float = 0.5) -> list[Remote]:
    """The articles of a wiki's latest dump with their checksums: its parts where it has some, else the one file."""
    if not _WIKI.match(wiki):
        raise BadInput(f"{wiki[:80]!r} names no wiki. Expected a name like enwiki or simplewiki.")
    base = (mirror or WIKIMEDIA).rstrip("/")
    address = f"{base}/{wiki}/latest/{wiki}-latest-sha1sums.txt"
    file = rf"{wiki}-(\d{{8}})-pages-articles(\d*)\.xml(?:-p\d+p\d+)?\.bz2"
    wanted = re.compile(rf"([0-9a-fA-F]{{40}})\s+\*?({file})\Z")
    lines = fetch_small(address, pause=pause).decode("utf-8", "replace").splitlines()
    found = [match for line in lines if (match := wanted.match(line.strip()))]
    parts = [match for match in found if match[4]] or found
    if not parts:
        raise SourceProblem(f"{address} lists no file of articles. Check the wiki's name, or try again later.")
    parts.sort(key=lambda match: (int(match[4] or 0), match[2]))
    return [Remote(f"{base}/{wiki}/{match[3]}/{match[2]}", match[2], f"sha1:{match[1].lower()}") for match in parts]


def listing(
    source: str, *, crawl: str = "latest", kind: str = "wet", wiki: str | None = None, mirror: str | None = None,
    pause: float = 0.5,
) -> list[Remote]:  # fmt: skip
    """The files of a source by its name: commoncrawl, wikipedia or simplewiki."""
    if source == "commoncrawl":
        if kind not in ("wet", "warc"):
            raise BadInput(f"Common Crawl has no kind {kind!r}. Expected wet or warc.")
        return common_crawl(crawl=crawl, kind="wet" if kind == "wet" else "warc", mirror=mirror, pause=pause)
    if source in ("wikipedia", "simplewiki"):
        wiki = wiki or ("simplewiki" if source == "simplewiki" else "enwiki")
        return wikipedia(wiki=wiki, mirror=mirror, pause=pause)
    raise BadInput(f"There is no source {source!r}. Known: commoncrawl, wikipedia, simplewiki.")


def _safe(path: str) -> bool:
    """A listing comes from outside: a path in it may neither leave its folder nor its host."""
    return bool(_PATH.match(path)) and ".." not in path


def _name(path: str) -> str:
    return path.rpartition("/")[2]
