"""Small valid files of every kind, made in code, for tests to read and to damage."""

from __future__ import annotations

import bz2
import gzip
import io
import json
from collections.abc import Sequence
from pathlib import Path

from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.files import clean_file

SENTENCES = (
    "Python is easier to learn than Java for most beginners.",
    "Java runs faster than Python in long computations.",
    "Both languages have large libraries and good tools.",
)
TEXT = " ".join(SENTENCES)


def clean(path: Path, options: Options | None = None) -> tuple[list[CleanDocument], Report]:
    report = Report()
    return list(clean_file(path, options or Options(), report)), report


def jsonl(count: int = 3, text: str = TEXT) -> bytes:
    rows = [
        {"id": f"d{i}", "url": f"https://site{i}.example/page", "title": f"Page {i}", "date": "May 3, 2019",
         "collection": "tests", "text": f"Number {i} of the pages begins like this. {text}"}
        for i in range(count)
    ]  # fmt: skip
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def csv(separator: str = ",") -> bytes:
    header = separator.join(["id", "title", "text"])
    return f'{header}\n1{separator}One{separator}"{TEXT}"\n2{separator}Two{separator}"He said ""{SENTENCES[0]}"""\n'.encode()


MARKDOWN = f"""---
title: Two languages
date: 2021-04-01
url: https://notes.example/two
---
# Heading of the page

{SENTENCES[0]} See [the **manual**](https://manual.example/a) of the project.
![a picture](x.png)

```python
print("this is code and not prose at all")
```

- {SENTENCES[1]}
- {SENTENCES[2]}

| table | of | cells |
|---|---|---|
| this | is | data |
""".encode()

HTML = f"""<!DOCTYPE html><html><head><title>Two languages</title>
<meta property="article:published_time" content="2020-02-03T10:00:00Z">
<link rel="canonical" href="https://pages.example/two"></head>
<body><nav><a href="/">Home</a> <a href="/about">About us and all of our many offers</a></nav>
<main><article><h1>Two languages</h1><p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p>
<script>var the = "is it a sentence or not";</script></article></main>
<footer><p>Copyright and all rights reserved by the people of this site.</p></footer></body></html>""".encode()


def warc_record(kind: str, payload: bytes, number: int = 0, length: object = None, media: str = "text/plain") -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://site{number}.example/a\r\n"
        f"WARC-Date: 2022-05-06T07:08:09Z\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nContent-Type: {media}\r\n"
        f"Content-Length: {len(payload) if length is None else length}\r\n\r\n"
    )
    return head.encode() + payload + b"\r\n\r\n"


def wet_records(count: int = 5) -> list[bytes]:
    info = warc_record("warcinfo", b"software: test\r\n", 999, media="application/warc-fields")
    pages = [
        warc_record("conversion", f"Home\nAbout us\nPage {i} tells us something of interest.\n{TEXT}\n".encode(), i)
        for i in range(count)
    ]
    return [info, *pages]


def wet(count: int = 5) -> bytes:
    return b"".join(gzip.compress(record) for record in wet_records(count))


def http(body: bytes, headers: str = "", status: str = "200 OK") -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def warc(bodies: Sequence[bytes] = (HTML,)) -> bytes:
    media = "application/http; msgtype=response"
    return b"".join(gzip.compress(warc_record("response", http(body), i, media=media)) for i, body in enumerate(bodies))


WIKITEXT = (
    "{{Infobox language|name={{nested|x}}|paradigm=[[OOP]]}}\n'''Python''' is a [[programming language|language]] that "
    "is easier to learn than [[Java]].<ref name=a>Smith says so.</ref> It was made in 1991.<!-- hidden -->\n"
    "{| class=wikitable\n|-\n| cell of the table that is not prose\n|}\n"
    "[[File:Logo.png|thumb|The [[logo]] of the language]]\n"
    "== Use ==\n* It is used for the web and for [https://science.example science].\n"
    "== References ==\nThis line is a list of the references.\n[[Category:Languages]]\n"
)


def wikipedia(pages: Sequence[tuple[str, str, str]] = (("1", "Python", WIKITEXT),)) -> bytes:
    from xml.sax.saxutils import escape

    body = "".join(
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>0</ns>\n    <id>{number}</id>\n    <revision>\n"
        f"      <id>77</id>\n      <timestamp>2023-01-02T03:04:05Z</timestamp>\n"
        f'      <text bytes="5" xml:space="preserve">{escape(text)}</text>\n    </revision>\n  </page>\n'
        for number, title, text in pages
    )
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" xml:lang="en">\n  <siteinfo>\n'
        "    <dbname>testwiki</dbname>\n    <base>https://test.wikipedia.example/wiki/Main_Page</base>\n  </siteinfo>\n"
        f"{body}</mediawiki>\n"
    ).encode()


def posts() -> bytes:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<posts>\n'
        '  <row Id="1" PostTypeId="1" CreationDate="2015-06-07T08:09:10.123" Title="Which one is better?" '
        f'Body="&lt;p&gt;{SENTENCES[0]}&lt;/p&gt;&lt;pre&gt;code that is not prose&lt;/pre&gt;" />\n'
        f'  <row Id="2" PostTypeId="2" ParentId="1" CreationDate="2015-06-08T00:00:00" Body="&lt;p&gt;{SENTENCES[1]}&lt;/p&gt;" />\n'
        '  <row Id="3" PostTypeId="5" Body="&lt;p&gt;This is a wiki page of a tag.&lt;/p&gt;" />\n</posts>\n'
    ).encode()


def parquet(rows: int = 3) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(
        {"id": [f"p{i}" for i in range(rows)], "text": [f"Row {i} of the table is this. {TEXT}" for i in range(rows)],
         "other": list(range(rows))}
    )  # fmt: skip
    out = io.BytesIO()
    pq.write_table(table, out, row_group_size=2)
    return out.getvalue()


ALL = {
    "jsonl": jsonl, "csv": csv, "text": lambda: (TEXT + "\n").encode(), "markdown": lambda: MARKDOWN,
    "html": lambda: HTML, "wet": wet, "warc": warc, "wikipedia": lambda: bz2.compress(wikipedia()),
    "stackexchange": posts, "parquet": parquet,
}  # fmt: skip
