"""Fetching, against a small server on loopback that breaks off, changes and lists files as the real ones do."""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from weigh.errors import BadInput, SourceProblem
from weigh.ingest.documents import Options, Report
from weigh.ingest.fetch import download, fetch_small
from weigh.ingest.files import clean_file, expand
from weigh.ingest.listings import common_crawl, listing, wikipedia

from . import samples


class Site:
    """Files by path. `breaks` is how many answers end in the middle, `fails` how many are 503."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.breaks = self.fails = 0
        self.tag = '"one"'
        self.ranges: list[str | None] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                content = site.files.get(self.path)
                wanted = self.headers.get("Range")
                site.ranges.append(wanted)
                if site.fails:
                    site.fails -= 1
                    self.send_error(503)
                    return
                if content is None:
                    self.send_error(404)
                    return
                start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
                if wanted and self.headers.get("If-Range", site.tag) != site.tag:
                    start, wanted = 0, None
                if wanted and start >= len(content):
                    self.send_error(416)
                    return
                body = content[start:]
                self.send_response(206 if wanted else 200)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("ETag", site.tag)
                self.end_headers()
                if site.breaks:
                    site.breaks -= 1
                    self.wfile.write(body[: len(body) // 2])
                    self.wfile.flush()
                    self.connection.close()
                    return
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.server.shutdown()
    made.server.server_close()


def sha1(data: bytes) -> str:
    return f"sha1:{hashlib.sha1(data).hexdigest()}"


def test_broken_connections_are_taken_up_where_they_broke(site: Site, tmp_path: Path) -> None:
    site.files["/a.bin"] = data = bytes(range(256)) * 4000
    site.breaks = 3
    site.fails = 1
    path = download(f"{site.url}/a.bin", tmp_path / "a.bin", checksum=sha1(data), pause=0.01)
    assert path.read_bytes() == data
    assert site.ranges[:2] == [None, None]
    assert sum(wanted is not None for wanted in site.ranges) == 3
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a.bin"]


def test_download_stopped_earlier_goes_on_from_its_part(site: Site, tmp_path: Path) -> None:
    site.files["/a.bin"] = data = b"0123456789" * 1000
    (tmp_path / "a.bin.part").write_bytes(data[:4321])
    (tmp_path / "a.bin.part.tag").write_text('"one"')
    assert download(f"{site.url}/a.bin", tmp_path / "a.bin", pause=0.01).read_bytes() == data
    assert site.ranges == ["bytes=4321-"]
    download(f"{site.url}/a.bin", tmp_path / "a.bin", checksum=sha1(data), pause=0.01)
    assert len(site.ranges) == 1, "a whole file is not fetched again"


def test_part_that_was_whole_already_is_taken(site: Site, tmp_path: Path) -> None:
    site.files["/a.bin"] = data = b"0123456789"
    (tmp_path / "a.bin.part").write_bytes(data)
    (tmp_path / "a.bin.part.tag").write_text('"one"')
    assert download(f"{site.url}/a.bin", tmp_path / "a.bin", pause=0.01).read_bytes() == data


def test_file_that_changed_meanwhile_is_a_clear_error(site: Site, tmp_path: Path) -> None:
    site.files["/a.bin"] = b"new content" * 100
    (tmp_path / "a.bin.part").write_bytes(b"old")
    (tmp_path / "a.bin.part.tag").write_text('"zero"')
    with pytest.raises(SourceProblem, match="has changed"):
        download(f"{site.url}/a.bin", tmp_path / "a.bin", pause=0.01)


def test_wrong_checksum_leaves_no_file_behind(site: Site, tmp_path: Path) -> None:
    site.files["/a.bin"] = b"content"
    with pytest.raises(SourceProblem, match="checksum"):
        download(f"{site.url}/a.bin", tmp_path / "a.bin", checksum=sha1(b"other"), pause=0.01)
    assert list(tmp_path.iterdir()) == []


def test_missing_file_is_told_at_once_and_a_failing_server_after_some_tries(site: Site, tmp_path: Path) -> None:
    with pytest.raises(SourceProblem, match="404"):
        fetch_small(f"{site.url}/absent", pause=0.01)
    assert len(site.ranges) == 1
    site.fails = 100
    with pytest.raises(SourceProblem, match="after 6 tries"):
        fetch_small(f"{site.url}/absent", pause=0.001)
    with pytest.raises(BadInput, match="no web address"):
        fetch_small("file:///etc/passwd")


def test_file_is_read_from_its_address_across_broken_connections(site: Site) -> None:
    site.files["/pages.wet.gz"] = samples.wet(40)
    site.breaks = 2
    report = Report()
    [address] = expand([f"{site.url}/pages.wet.gz"])
    documents = list(clean_file(address, Options(), report))
    assert len(documents) == 40
    assert report.repaired == {}


def crawl(site: Site) -> list[str]:
    name = "CC-MAIN-2024-10"
    paths = [f"crawl-data/{name}/segments/1/wet/CC-MAIN-{i:05}.warc.wet.gz" for i in range(3)]
    site.files["/collinfo.json"] = json.dumps([{"id": "CC-MAIN-2023-50"}, {"id": name}, {"id": "CC-NEWS"}]).encode()
    listed = "\n".join([*paths, "../../etc/passwd", "http://evil.example/x", ""])
    site.files[f"/crawl-data/{name}/wet.paths.gz"] = gzip.compress(listed.encode())
    for i, path in enumerate(paths):
        site.files[f"/{path}"] = samples.wet(i + 1)
    return paths


def dump(site: Site) -> bytes:
    data = samples.wikipedia()
    names = ["simplewiki-20240301-pages-articles.xml.bz2", "simplewiki-20240301-pages-meta-history.xml.bz2"]
    sums = "".join(f"{hashlib.sha1(data).hexdigest()}  {name}\n" for name in names)
    site.files["/simplewiki/latest/simplewiki-latest-sha1sums.txt"] = sums.encode()
    site.files[f"/simplewiki/20240301/{names[0]}"] = data
    return data


def test_common_crawl_listing_resolves_to_the_latest_crawls_files_and_nothing_else(site: Site) -> None:
    paths = crawl(site)
    found = common_crawl(mirror=site.url, pause=0.01)
    assert [item.url for item in found] == [f"{site.url}/{path}" for path in paths]
    assert found[0].name == "CC-MAIN-00000.warc.wet.gz"
    with pytest.raises(BadInput, match="names no crawl"):
        common_crawl(crawl="../x", mirror=site.url)


def test_wikipedia_listing_resolves_to_dated_files_with_checksums(site: Site) -> None:
    data = dump(site)
    [item] = wikipedia(wiki="simplewiki", mirror=site.url, pause=0.01)
    assert item.url == f"{site.url}/simplewiki/20240301/simplewiki-20240301-pages-articles.xml.bz2"
    assert item.checksum == sha1(data)
    parts = "".join(f"{'0' * 40}  enwiki-20240301-pages-articles{i}.xml-p{i}p{i + 9}.bz2\n" for i in (10, 2, 1))
    site.files["/enwiki/latest/enwiki-latest-sha1sums.txt"] = (
        parts.encode() + b"0  enwiki-20240301-pages-articles.xml.bz2\n"
    )
    assert [item.name.split(".")[0][-2:] for item in wikipedia(mirror=site.url)] == ["s1", "s2", "10"]
    with pytest.raises(BadInput, match="no source 'news'"):
        listing("news")


def test_corpus_get_downloads_what_the_listing_names(site: Site, tmp_path: Path) -> None:
    from weigh.cli.corpus import app

    crawl(site)
    dump(site)
    run = CliRunner().invoke
    result = run(app, ["get", "commoncrawl", "--mirror", site.url, "--out", str(tmp_path), "--files", "2", "--json"])
    assert result.exit_code == 0, result.output
    saved = json.loads(result.stdout)["files"]
    assert [Path(path).name for path in saved] == ["CC-MAIN-00000.warc.wet.gz", "CC-MAIN-00001.warc.wet.gz"]
    assert len(samples.clean(Path(saved[1]))[0]) == 2
    result = run(app, ["get", "simplewiki", "--mirror", site.url, "--out", str(tmp_path), "--list"])
    assert result.stdout.strip().endswith("simplewiki-20240301-pages-articles.xml.bz2")
    result = run(app, ["get", "simplewiki", "--mirror", site.url, "--out", str(tmp_path), "--json"])
    assert len(samples.clean(Path(json.loads(result.stdout)["files"][0]))[0]) == 1
