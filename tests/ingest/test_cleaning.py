"""Each rule of cleaning leaves out what it is for, counts it, and keeps what looks like it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh.ingest.clean import Cleaner, Finisher, TemplateFilter, host, marks
from weigh.ingest.dates import iso_date
from weigh.ingest.documents import CleanDocument, Document, Options, Report
from weigh.ingest.encodings import decode
from weigh.ingest.keep import could_be_evidence, measure_loss
from weigh.ingest.language import evidently_english, is_language
from weigh.ingest.readers.wikitext import plain
from weigh.ingest.split import split, without_controls

from .samples import SENTENCES, TEXT, clean


def _cleaned(document: Document, options: Options, report: Report) -> CleanDocument | None:
    draft = Cleaner(options, report).draft(document, "test")
    done = Finisher(report).finish(draft) if draft else None
    return done.document if done else None


def reason(sentence: str) -> str | None:
    """The rule that leaves the sentence out of an English document, or None."""
    report = Report()
    document = _cleaned(Document(id="1", text=sentence), Options(language=None), report)
    if document is not None:
        assert document.sentences == (sentence,)
        return None
    return next(iter(report.sentences_out), "nothing")


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Contact us", "too short"),
        ("Home Products Contact Login", "no sentence structure"),
        ("python, java, ruby, perl, php, the best, html, css, sql, c", "list of keywords"),
        ("buy the shoes buy the shoes buy the shoes buy the shoes", "repeats its own words"),
        ("12.5 | 13.7 | 99 | of 45 | 2020-01-01 | 17", "mostly digits and symbols"),
        ("We use cookies to improve your experience on this site.", "boilerplate"),
        ("All the best phones", "heading or menu"),
        (f"This is {'a very ' * 200} long sentence.", "too long"),
    ],
)
def test_rule_leaves_out_what_it_is_for(sentence: str, rule: str) -> None:
    assert reason(sentence) == rule


@pytest.mark.parametrize(
    "sentence",
    [
        *SENTENCES,
        "python is faster than java",
        "Tea beats coffee in every way.",
        "I prefer C++ over C# and .NET!",
        "The Canon EOS 5D costs $2,499, the Nikon D850 costs $2,999.",
        "Cookies are sweeter than crackers.",
        "Cookies made with butter spread more than those made with margarine.",
        "Ruby code can read more like English than Python code.",
        "Unlike Flask, Django manages database migrations itself.",
        "Python, Java, C, Go, Rust, Ruby, PHP, Perl and R are programming languages.",
        "Which one is better, tea or coffee?",
    ],
)
def test_comparing_sentences_pass_every_rule(sentence: str) -> None:
    assert reason(sentence) is None


def test_questions_are_kept_and_counted() -> None:
    report = Report()
    _cleaned(Document(id="1", text=f"{TEXT} Which one is better for the web?"), Options(), report)
    assert (report.sentences, report.questions) == (4, 1)


def test_other_languages_are_left_out_and_counted(tmp_path: Path) -> None:
    texts = [
        "Der Hund braucht mehr Zeit als die Katze, weil er mehrmals am Tag hinaus muss. Das ist bekannt.",
        "Le chien demande plus de temps que le chat, parce qu'il faut le promener tous les jours.",
        "De hond is groter dan de kat, maar de kat is sneller en het is een mooi dier of niet.",
        "El perro necesita más tiempo que el gato porque hay que sacarlo varias veces al día.",
        "狗比猫需要更多的时间，因为每天都要遛狗几次。这是众所周知的事实。",
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in [*texts, TEXT]))
    documents, report = clean(path)
    assert [item.sentences for item in documents] == [SENTENCES]
    assert report.documents_out == {"other language": 5}
    assert len(clean(path, Options(language=None, spam=False, min_words=1))[0]) == 6
    assert is_language("DER HUND IST BESSER ALS DIE KATZE", "de")


def test_language_is_told_without_touching_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the language filter opened a socket")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    from weigh.ingest import language

    language._detector.cache_clear()
    assert not is_language("Der Hund ist besser als die Katze.", "en")


def test_the_model_is_asked_only_where_the_words_leave_it_open() -> None:
    english = "It was the first of the large bridges that are built with stone, and they have stood for a long time."
    german = "Der Hund braucht mehr Zeit, weil er mehrmals am Tag hinaus muss und die Katze allein bleibt. " * 3
    assert evidently_english(english) is True
    assert evidently_english(german) is False
    assert evidently_english("Собака требует больше времени, чем кошка.") is False
    assert evidently_english("Adenine, albumin, allotrope and so on.") is None
    for text in (english, german):
        assert is_language(text, "en") is evidently_english(text)


def test_template_of_a_site_is_left_out_after_its_third_page_only() -> None:
    report = Report()
    cleaner, finisher = Cleaner(Options(language=None), report), Finisher(report)

    def cleaned(document: Document) -> CleanDocument | None:
        draft = cleaner.draft(document, "x")
        done = finisher.finish(draft) if draft else None
        return done.document if done else None

    footer = "This page is brought to you by the friends of the shop."
    kept = [
        cleaned(Document(id=str(i), text=f"Page {i} is about the thing.\n{footer}\n{footer}", url=f"https://a.example/{i}"))
        for i in range(6)
    ]  # fmt: skip
    assert [footer in item.sentences for item in kept if item] == [True, True, True, False, False, False]
    other = cleaned(Document(id="9", text=footer, url="https://b.example/"))
    assert other is not None
    assert report.sentences_out == {"template repeated across a site": 6}


def test_template_filter_hardly_ever_takes_a_sentence_for_another() -> None:
    templates = TemplateFilter()
    wrong = sum(
        len(templates.repeated(marks("a.example", [f"sentence {i}"]))) for i in range(TemplateFilter.ROOM + 1000)
    )
    assert wrong <= 3


def test_control_characters_are_removed_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    dirty = "Py\u200bthon is ea\xadsier\u0007 to learn\u00a0 than\tJava\u2028for most\u202e beginners."
    path.write_text(json.dumps({"text": dirty, "title": "a\u0000\u001b[31mb"}) + "\n")
    documents, report = clean(path)
    assert documents[0].sentences == ("Python is easier to learn than Java", "for most beginners.")
    assert documents[0].title == "a[31mb"
    assert report.repaired["control characters"] == 4


@pytest.mark.parametrize(
    ("data", "text", "repair"),
    [
        ("It’s fine – really.".encode(), "It’s fine – really.", None),
        ("It’s a café.".encode("cp1252"), "It’s a café.", "Windows-1252 encoding"),
        ("It’s a café, naïve, élan.".encode() + b"\xff end", "It’s a café, naïve, élan. end", "invalid UTF-8"),
        ("It’s a café.".encode().decode("cp1252").encode(), "It’s a café.", "doubly encoded text"),
    ],
)
def test_encodings_are_repaired_and_counted(data: bytes, text: str, repair: str | None) -> None:
    report = Report()
    assert decode(data, report) == text
    assert dict(report.repaired) == ({repair: 1} if repair else {})


@given(st.binary(max_size=200))
def test_any_bytes_decode_to_text_that_can_be_stored(data: bytes) -> None:
    decode(data, Report()).encode("utf-8")


@given(st.text(max_size=300))
def test_sentences_are_stripped_parts_of_the_text_in_order(text: str) -> None:
    cleaned, _ = without_controls(text)
    sentences = list(split(cleaned))
    assert all(sentence and sentence == sentence.strip() and "\n" not in sentence for sentence in sentences)
    assert "".join("".join(sentences).split()) == "".join(cleaned.split())


@pytest.mark.parametrize(
    ("given_date", "iso"),
    [
        ("2019-05-03T10:00:00Z", "2019-05-03"), ("2019-5-3", "2019-05-03"), ("2019/05", "2019-05"), ("2019", "2019"), (2019, "2019"),
        ("20190503", "2019-05-03"), ("May 3rd, 2019", "2019-05-03"), ("3 May 2019", "2019-05-03"), ("May 2019", "2019-05"),
        ("Fri, 03 May 2019 10:00:00 GMT", "2019-05-03"), (1556841600, "2019-05-03"), ("1556841600000", "2019-05-03"),
        ("2019-02-31", "2019-02"), ("2019-13-01", "2019"), ("soon", None), ("", None), (None, None), (True, None), ("12", None),
    ],
)  # fmt: skip
def test_dates_become_iso_prefixes(given_date: object, iso: str | None) -> None:
    assert iso_date(given_date) == iso


@given(st.one_of(st.text(max_size=80), st.integers(), st.floats(), st.dates()))
def test_any_date_gives_an_iso_prefix_or_nothing(given_date: object) -> None:
    found = iso_date(given_date)
    assert found is None or (len(found) in (4, 7, 10) and found[:4].isdigit())


@pytest.mark.parametrize("hostile", ["{{" * 200_000, "[[" * 200_000, "<ref>" * 100_000, "{{a|" * 100_000 + "}}" * 100_000,
                                     "==" + " " * 400_000 + "x", "'" * 400_000, "<!--" * 100_000])  # fmt: skip
@pytest.mark.timeout(20)
def test_wikitext_made_to_take_long_does_not(hostile: str) -> None:
    plain(hostile)


def test_wikitext_with_unclosed_template_keeps_the_prose_after_it() -> None:
    assert "Java is fast." in plain("{{Infobox|name=x\n\nJava is fast. {{ok}} It is {{lang|en|x}}old.")


def test_comparative_filter_keeps_evidence_and_drops_the_rest() -> None:
    for sentence in (*SENTENCES[:2], "Tea beats coffee.", "There is no difference in taste.", "Go with the Nikon."):
        assert could_be_evidence(sentence), sentence
    for sentence in ("The sun rose at six.", "Which one is better?", "He lives in Paris."):
        assert not could_be_evidence(sentence), sentence
    measured = measure_loss(SENTENCES[:2], ["The sun rose at six.", SENTENCES[0]])
    assert measured == {"evidence": 2, "lost": 0.0, "corpus": 2, "kept": 0.5}


def test_keep_comparative_is_counted_in_the_report(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": f"{TEXT} The sun rose at six in the morning."}) + "\n")
    documents, report = clean(path, Options(keep="comparative"))
    assert documents[0].sentences == SENTENCES[:2]
    assert report.sentences_out == {"not comparative": 2}


@given(
    st.text(alphabet="aZé9.-:@/?#[] \n\\%", max_size=20), st.sampled_from(["http://", "https://", "ftp://", "https:"])
)
def test_the_host_of_plain_addresses_is_read_quickly_and_as_the_library_reads_it(rest: str, scheme: str) -> None:
    address = scheme + rest
    wanted = None
    with suppress(ValueError):
        wanted = urlsplit(address).hostname if address.startswith(("http://", "https://")) else None
    assert host(address) == wanted


@pytest.mark.parametrize(
    ("count", "different", "left_out"), [(8, 3, True), (8, 4, False), (20, 7, True), (20, 8, False), (10, 4, False)]
)
def test_two_fifths_of_the_words_must_differ(count: int, different: int, left_out: bool) -> None:
    names = ["the", "cat", "dog", "cow", "hen", "pig", "fox", "owl"][:different]
    text = " ".join(["the"] * (count - different) + names).capitalize() + " ."[1:]
    assert reason(text) == ("repeats its own words" if left_out else None)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Python is simpler than R. Prefer R for statistics.", 2),
        ("Oranges have more vitamin C. The rest is equal.", 2),
        ("The stories by A. A. Milne are older than those of J. R. Smith.", 1),
        ("It was compared by J. Smith. The result is known.", 2),
    ],
)
def test_a_single_letter_ends_a_sentence_where_it_is_no_initial(text: str, sentences: int) -> None:
    assert len(split(text)) == sentences
