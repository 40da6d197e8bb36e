"""Arbitrary and damaged bytes: every reader ends in documents, counted skips or a clear error, never in a trace.

`WEIGH_FUZZ=20000` runs that many cases a kind instead of the few of an ordinary run.
"""

from __future__ import annotations

import gzip
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from weigh.errors import SourceProblem
from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.files import clean_file

from . import samples

EXAMPLES = int(os.environ.get("WEIGH_FUZZ", "12"))
SEEDS = {kind: make() for kind, make in samples.ALL.items()}
PLAIN = {
    **SEEDS,
    "wet": b"".join(samples.wet_records()),
    "warc": gzip.decompress(SEEDS["warc"]),
    "wikipedia": samples.wikipedia(),
}
TOKENS = [
    b"<page>", b"</page>", b"{{", b"}}", b"{|", b"\n|}", b"[[", b"]]", b"<ref>", b"WARC/1.0\r\n", b"Content-Length: 9\r\n",
    b"\r\n\r\n", b"\x1f\x8b\x08", b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b'"', b"\n", b"\\ud800", b"\xed\xa0\x80", b"&#0;",
    b"&amp;", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&a;", b"<row ", b"=== ==", b"```", b"---\n", b"PAR1", b"99999999999999999",
    b"-1", b"\xc3\xa2\xe2\x82\xac", "﷽".encode(), b"http://[::1", b"https://a b/",
]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, seed: bytes) -> bytes:
    data = bytearray(seed)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        match draw(st.sampled_from(("flip", "cut", "drop", "token", "bytes", "repeat"))):
            case "flip" if at < len(data):
                data[at] ^= draw(st.integers(1, 255))
            case "cut":
                del data[at:]
            case "drop":
                del data[at : at + draw(st.integers(1, 64))]
            case "token":
                data[at:at] = draw(st.sampled_from(TOKENS)) * draw(st.sampled_from((1, 2, 50)))
            case "bytes":
                data[at:at] = draw(st.binary(max_size=24))
            case "repeat":
                piece = bytes(data[at : at + draw(st.integers(1, 200))])
                data[at:at] = piece * draw(st.integers(1, 3))
    return bytes(data)


def check(data: bytes, kind: str | None = None) -> None:
    """Read it twice: both times the same, and every document fit to be stored."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sample")
        path.write_bytes(data)
        first, second = _outcome(path, kind), _outcome(path, kind)
    assert first == second
    for document in first[0]:
        assert document.id
        assert document.sentences
        for text in (
            document.id,
            document.url,
            document.title,
            document.date,
            document.collection,
            *document.sentences,
        ):
            assert text is None or (text == text.strip() and "\n" not in text and "\x00" not in text)
            (text or "").encode("utf-8")


def _outcome(path: Path, kind: str | None) -> tuple[list[CleanDocument], dict[str, object] | str]:
    report = Report()
    documents: list[CleanDocument] = []
    try:
        for document in clean_file(path, Options(kind=kind, language=None, max_record=100_000), report):
            documents.append(document)
    except SourceProblem as problem:
        return documents, str(problem)
    return documents, report.to_dict()


@pytest.mark.parametrize("kind", sorted(PLAIN))
def test_damaged_file_of_each_kind_is_read_alike_twice_and_never_crashes(kind: str) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(damaged(PLAIN[kind]))
    def run(data: bytes) -> None:
        check(data)
        check(data, kind)

    run()


@pytest.mark.parametrize("kind", ["wet", "warc", "wikipedia"])
def test_damaged_compressed_file_never_crashes(kind: str) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(damaged(SEEDS[kind]))
    def run(data: bytes) -> None:
        check(data)

    run()


@settings(max_examples=EXAMPLES * 2, deadline=None)
@given(data=st.binary(max_size=400), kind=st.sampled_from([None, *sorted(PLAIN)]))
def test_arbitrary_bytes_never_crash_any_reader(data: bytes, kind: str | None) -> None:
    check(data, kind)
