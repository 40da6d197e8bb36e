"""Text from index and users is hostile: it stays text in pages, highlights, SVG, CSV, links and headers."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from store.examples import example_answer
from weigh.store import Store
from weigh.types import (
    Answer,
    Aspect,
    Claim,
    Comparison,
    FoundAspect,
    Object,
    Sentence,
    Share,
    Shares,
    Source,
    Span,
    Summary,
    Verdict,
    VerdictKind,
)
from weigh.web.export import as_csv, safe_cell
from weigh.web.pages.highlight import pieces
from weigh.web.pages.render import web_link

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'"`${7*7}{{7*7}}'


def hostile_answer() -> Answer:
    """An answer in which every piece of text is an attack."""
    base = example_answer(EVIL, text=f"{EVIL} is better than b {EVIL}")
    first = EVIL[:100]
    comparison = Comparison((Object(first), Object("b")), (Aspect(EVIL[:90]),), context=EVIL)
    source = Source("d" + EVIL, 0, url="javascript:alert(1)", title=EVIL, date=EVIL, collection=EVIL)
    share = Share({first: 0.7, "b": 0.3}, {first: 7.0, "b": 3.0}, {first: 1, "b": 0}, 0, {first: (0.5, 0.9)})
    argument = replace(
        base.arguments[0],
        sentence=Sentence(1, base.arguments[0].sentence.text, (source, replace(source, document="e")), 2),
        objects=(first, "b"),
        category=EVIL,
        aspects=(EVIL[:90],),
        spans=(Span(0, 10, "object", first), Span(12, 20, "aspect", EVIL), Span(22, 25, "cue", EVIL)),
    )
    return replace(
        base,
        understanding=replace(base.understanding, question=EVIL, reason=EVIL, kinds=(EVIL,), message=EVIL),
        comparison=comparison,
        verdict=Verdict(VerdictKind.LEANING, EVIL, first, 0.7, (0.5, 0.9)),
        shares=Shares(share, {EVIL: share}),
        arguments=(argument,),
        aspects=(FoundAspect(EVIL, first, 1, 1.0, (EVIL,), (1,)),),
        summary=Summary("extractive", (Claim(EVIL + ".", "overall", (1,), (first,)),), note=EVIL),
        notes=(EVIL,),
        meant={first: EVIL},
    )


class Tags(HTMLParser):
    """Collects what a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def check(html: str) -> None:
    parser = Tags()
    parser.feed(html)
    for tag, attributes in parser.tags:
        assert tag != "img"
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        if tag == "script":
            assert (attributes.get("src") or "").startswith("/static/")
        for name in ("href", "src", "action"):
            assert not re.match(r"\s*(javascript|data|vbscript):", attributes.get(name) or "", re.I)
        if tag == "a" and (attributes.get("href") or "").startswith("http"):
            assert attributes["rel"] == "noopener noreferrer nofollow"
    assert "49" not in re.sub(r"7\*7|[0-9a-f]{12,}", "", html)[:0], "templates are never made from data"


@pytest.fixture(scope="module")
def evil(client: TestClient, store: Store) -> str:
    return store.save(hostile_answer())


@pytest.mark.parametrize(
    "query", ["", "?show=" + "%3Cscript%3E", "?sort=<script>&more=<b>&drop=x&flip=-1", "?sent=<b>"]
)
def test_hostile_text_stays_text_on_the_answer_page(client: TestClient, evil: str, query: str) -> None:
    reply = client.get(f"/a/{evil}{query}", headers={"accept": "text/html"})
    assert reply.status_code == 200
    check(reply.text)
    assert "&lt;script&gt;" in reply.text


@pytest.mark.parametrize(
    "path", ["/find?q={}", "/ask?q={}", "/document?id={}", "/a/{}", "/compare?object={}&object=b", "/{}"]
)
def test_hostile_addresses_give_harmless_pages(client: TestClient, path: str) -> None:
    from urllib.parse import quote

    reply = client.get(path.format(quote(EVIL[:60], safe="")), headers={"accept": "text/html"})
    assert reply.status_code in (200, 400, 404)
    check(reply.text)


def test_markdown_of_hostile_text_makes_no_html(client: TestClient, evil: str) -> None:
    text = client.get(f"/a/{evil}/export.md").text
    assert not re.search(r"(?<!\\)<(script|img)", text)
    assert "](javascript:" not in text


@given(st.text())
def test_no_cell_of_a_table_can_begin_a_formula(text: str) -> None:
    cell = safe_cell(text)
    assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))


def test_a_formula_in_a_sentence_is_disarmed_in_csv() -> None:
    table = as_csv(example_answer(text='=HYPERLINK("http://evil","tea is better than coffee")'))
    assert "'=HYPERLINK" in table


@given(
    st.text(max_size=50),
    st.lists(
        st.builds(
            Span,
            st.integers(-5, 60),
            st.integers(-5, 60),
            st.sampled_from(["object", "aspect", "cue"]),
            st.text(max_size=3),
        )
    ),
)
def test_highlighting_never_loses_or_doubles_a_character(text: str, spans: list[Span]) -> None:
    assert "".join(piece.text for piece in pieces(text, spans, ["a"])) == text


@given(st.text())
def test_only_web_addresses_become_links(url: str) -> None:
    assert web_link(url) is None or url.startswith(("http://", "https://"))
