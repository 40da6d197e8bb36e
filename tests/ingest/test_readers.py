"""Each kind of file is told by its content and read as its documents."""

from __future__ import annotations

import bz2
import gzip
import json
from pathlib import Path

import pytest

from weigh.errors import BadInput, SourceProblem
from weigh.ingest.clean import Finisher
from weigh.ingest.documents import CleanDocument, Fields, Options, Report
from weigh.ingest.files import chunks, drafts, expand
from weigh.ingest.readers import reader_for

from . import samples
from .samples import SENTENCES, clean


def unpacked(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else bz2.decompress(data) if data[:2] == b"BZ" else data


@pytest.mark.parametrize("kind", sorted(samples.ALL))
@pytest.mark.parametrize("packed", ["plain", "gzip", "bzip2"])
def test_kind_is_told_by_content_whatever_the_name_and_packing(tmp_path: Path, kind: str, packed: str) -> None:
    data = unpacked(samples.ALL[kind]())
    pack = {"plain": lambda raw: raw, "gzip": gzip.compress, "bzip2": bz2.compress}[packed]
    path = tmp_path / ("file.md" if kind == "markdown" else "file.txt" if kind == "text" else "file.dat")
    path.write_bytes(pack(data))
    documents, report = clean(path)
    sentences = {sentence for document in documents for sentence in document.sentences}
    assert any("Python" in sentence and "Java" in sentence for sentence in sentences) or kind == "wikipedia"
    assert report.documents == len(documents) > 0
    assert report.sentences == sum(len(document.sentences) for document in documents)
    assert report.bytes_read > 0


@pytest.mark.parametrize(("kind", "name"), [("wet", "a.html"), ("warc", "a.txt"), ("wikipedia", "a.csv"),
                                            ("parquet", "a.jsonl"), ("html", "a.txt"), ("jsonl", "a.txt")])  # fmt: skip
def test_content_outweighs_a_misleading_name(kind: str, name: str) -> None:
    data = unpacked(samples.ALL[kind]())
    reader = reader_for(data[:65536], name, Options())
    assert reader is not None
    assert reader.name == kind


def test_jsonl_gives_all_parts_and_dates_as_iso(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(samples.jsonl(2))
    documents, _ = clean(path)
    first = documents[0]
    assert (first.id, first.url, first.title) == ("d0", "https://site0.example/page", "Page 0")
    assert (first.date, first.collection) == ("2019-05-03", "tests")
    assert first.sentences == ("Number 0 of the pages begins like this.", *SENTENCES)


def test_jsonl_fields_can_have_other_names(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"key": 7, "body": list(SENTENCES), "when": 1556841600}) + "\n")
    documents, _ = clean(path, Options(fields=Fields(id="key", text="body", date="when"), collection="mine"))
    assert documents[0].sentences == SENTENCES
    assert (documents[0].id, documents[0].date, documents[0].collection) == ("7", "2019-05-03", "mine")


def test_jsonl_without_the_text_field_says_which_fields_there_are(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"body": "x", "key": 1}\nno json\n[1]\n')
    documents, report = clean(path)
    assert documents == []
    assert report.documents_out == {"no text": 1, "no JSON": 1, "no JSON object": 1}
    assert "body, key" in report.problems[0]


@pytest.mark.parametrize("separator", [",", "\t", ";", "|"])
def test_csv_separator_is_told_from_the_header(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(samples.csv(separator))
    documents, _ = clean(path)
    assert [(item.id, item.title) for item in documents] == [("1", "One"), ("2", "Two")]
    assert documents[0].sentences == SENTENCES


def test_csv_without_the_column_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("name,sentence\na,b\n")
    with pytest.raises(SourceProblem, match=r"no column 'text'.*name, sentence"):
        clean(path)


def test_csv_with_an_unclosed_quote_is_counted_and_read_on(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = "".join(f"{i},{samples.TEXT}\n" for i in range(600))
    path.write_text('id,text\n0,"never closed\n' + rows)
    documents, report = clean(path, Options(max_record=60_000))
    assert report.documents_out["broken row"] == 1
    assert len(documents) > 100


def test_markdown_keeps_prose_and_drops_marks_code_and_tables(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(samples.MARKDOWN)
    documents, _ = clean(path)
    assert documents[0].title == "Two languages"
    assert (documents[0].date, documents[0].url) == ("2021-04-01", "https://notes.example/two")
    assert documents[0].sentences == (SENTENCES[0], "See the manual of the project.", *SENTENCES[1:])


def test_html_keeps_main_content_with_title_date_and_address(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(samples.HTML)
    documents, _ = clean(path)
    assert documents[0].sentences == SENTENCES[:2]
    assert (documents[0].title, documents[0].date) == ("Two languages", "2020-02-03")
    assert documents[0].url == "https://pages.example/two"


def test_plain_text_with_wrapped_lines_gives_whole_sentences(tmp_path: Path) -> None:
    path = tmp_path / "cats_and-dogs.txt"
    path.write_text(
        "A dog needs more time than a cat, because it must be walked several\n"
        "times a day in every kind of weather. A cat is more independent than\na dog.\n\nA heading here\n"
    )
    documents, _ = clean(path)
    assert documents[0].title == "cats and dogs"
    assert documents[0].sentences == (
        "A dog needs more time than a cat, because it must be walked several times a day in every kind of weather.",
        "A cat is more independent than a dog.",
    )


def test_wet_page_has_address_date_and_no_menu(tmp_path: Path) -> None:
    path = tmp_path / "a.wet.gz"
    path.write_bytes(samples.wet(2))
    documents, report = clean(path)
    assert [item.url for item in documents] == ["https://site0.example/a", "https://site1.example/a"]
    assert documents[0].date == "2022-05-06"
    assert documents[0].sentences == ("Page 0 tells us something of interest.", *SENTENCES)
    assert report.sentences_out == {"too short": 4}


def test_warc_gives_pages_and_undoes_http_compression(tmp_path: Path) -> None:
    media = "application/http; msgtype=response"
    packed = samples.http(gzip.compress(samples.HTML), "Content-Encoding: gzip\r\n")
    missing = samples.http(samples.HTML, status="404 Not Found")
    image = samples.http(b"\x89PNG").replace(b"text/html; charset=utf-8", b"image/png")
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(samples.warc_record("response", body, i, media=media)
                              for i, body in enumerate([packed, missing, image])))  # fmt: skip
    documents, report = clean(path)
    assert [item.sentences for item in documents] == [SENTENCES[:2]]
    assert documents[0].title == "Two languages"
    assert report.documents_out == {"no page": 2}


def test_wikipedia_article_is_prose_without_templates_tables_and_references(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    pages = [("1", "Python (language)", samples.WIKITEXT), ("2", "Redirect", "#REDIRECT [[Python]]")]
    path.write_bytes(samples.wikipedia(pages))
    documents, report = clean(path)
    assert [item.id for item in documents] == ["testwiki:1"]
    assert documents[0].url == "https://test.wikipedia.example/wiki/Python_%28language%29"
    assert documents[0].date == "2023-01-02"
    assert documents[0].sentences == (
        "Python is a language that is easier to learn than Java.",
        "It was made in 1991.",
        "It is used for the web and for science.",
    )
    assert report.documents_out == {"no article": 1}


def test_stack_exchange_posts_have_site_and_address_from_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "coffee.stackexchange.com"
    folder.mkdir()
    (folder / "Posts.xml").write_bytes(samples.posts())
    documents, report = clean(folder / "Posts.xml")
    assert [item.url for item in documents] == [
        "https://coffee.stackexchange.com/q/1",
        "https://coffee.stackexchange.com/a/2",
    ]
    assert documents[0].sentences == (SENTENCES[0],)
    assert documents[0].title == "Which one is better?"
    assert report.documents_out == {"no question or answer": 1}


def test_parquet_without_the_column_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(samples.parquet())
    with pytest.raises(SourceProblem, match="no column 'body'; it has: id, text, other"):
        clean(path, Options(fields=Fields(text="body")))


def test_unknown_kind_missing_file_and_unknown_reader_are_clear_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7\n\x00\x01\x02")
    with pytest.raises(SourceProblem, match="none of the kinds"):
        clean(path)
    with pytest.raises(SourceProblem, match="no file"):
        clean(tmp_path / "absent.txt")
    with pytest.raises(SourceProblem, match="cannot be read"):
        clean(tmp_path)
    with pytest.raises(BadInput, match="no kind of file 'pdf'"):
        clean(path, Options(kind="pdf"))


def test_folders_are_walked_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b/z.txt", "b/a.txt", "a.txt", ".git/x.txt", "b/.hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    found = expand([tmp_path, tmp_path / "a.txt", "-"])
    assert [str(Path(item).relative_to(tmp_path)) if item != "-" else item for item in found] == [
        "a.txt", "b/a.txt", "b/z.txt", "-",
    ]  # fmt: skip
    with pytest.raises(SourceProblem, match="no file or folder"):
        expand([tmp_path / "absent"])


def test_documents_without_id_get_one_that_stays_when_other_rows_change(tmp_path: Path) -> None:
    rows = [f'{{"text": "{sentence}"}}\n' for sentence in SENTENCES]
    for name, content in (("one", rows), ("two", rows[1:])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.jsonl").write_text("".join(content))
    before = [item.id for item in clean(tmp_path / "one" / "a.jsonl")[0]]
    after = [item.id for item in clean(tmp_path / "two" / "a.jsonl")[0]]
    assert len(set(before)) == 3
    assert after == before[1:]
    assert before[0].startswith("a.jsonl#")


@pytest.mark.parametrize("kind", sorted(samples.ALL))
def test_pieces_of_any_size_hold_the_whole_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / ("file.md" if kind == "markdown" else "file.dat")
    path.write_bytes(samples.ALL[kind]())
    whole, report = clean(path)
    counted = Report()
    finisher = Finisher(counted)
    found: list[CleanDocument] = []
    for chunk in chunks(path, Options(), size=1):
        assert len(chunk.records) <= 1
        counted.merge(Report.from_dict(chunk.report))
        for draft in drafts(chunk, Options(), counted):
            if (done := finisher.finish(draft)) is not None:
                found.append(done.document)
    assert found == whole
    assert counted.to_dict() == report.to_dict()
