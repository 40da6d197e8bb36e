"""Could the questions be answered from a collection? The top BM25 hit of each, and a sample for a person to judge.

As in the log-analysis paper: comparative questions that ask for opinions or arguments, without stop words, against an
index of answered questions (or any index of Weigh), the top hit alone. What counts here as a good hit is a stand-in;
only the judged sample says whether it answers the question.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from weigh.errors import BadInput, BadQuery, SourceProblem
from weigh.log.estimate import wilson
from weigh.log.options import LogOptions
from weigh.log.outputs import write_csv
from weigh.log.result import Answerable, Estimate
from weigh.log.tally import Sampled
from weigh.log.wordlists import sections
from weigh.text.tokens import words

GOOD = 2 / 3
RULE = "it holds at least two thirds of the question's content words"


class Hit(NamedTuple):
    text: str
    """What is matched: a sentence, or an answered question."""
    shown: str
    """What a person judges: the sentence, or question and answer."""
    score: float


@cache
def _stop_words() -> frozenset[str]:
    keep = ("VB", "VBZ", "VBD", "JJ", "JJR", "QM", "RB")
    return frozenset(w for name, items in sections("closed_classes.txt").items() if name not in keep for w in items)


def content_words(question: str) -> list[str]:
    """What a question is looked up by; all its words where it has nothing but stop words."""
    found = list(dict.fromkeys(words(question)))
    return ([word for word in found if word not in _stop_words()] or found)[:30]


def answerable(options: LogOptions, sample: Sequence[Sampled]) -> Answerable:
    """Look up a sample of the comparative questions; writes sample-to-judge.csv into the report's folder."""
    wanted = [item for item in sample if item.intent == "argumentative"]
    source, search = _index(options.index) if options.index is not None else _answers(options.answers)
    rows: list[Sequence[object]] = []
    any_hit = good_hit = 0
    for item in wanted:
        asked = content_words(item.text)
        hit = search(asked)
        shared = len(set(asked) & set(words(hit.text))) / len(asked) if hit and asked else 0.0
        any_hit += hit is not None
        good_hit += shared >= GOOD
        rows.append(
            (item.text, hit.shown[:1000] if hit else "", round(hit.score, 3) if hit else "", round(shared, 2), "")
        )
    write_csv(options.out / "sample-to-judge.csv", ("question", "top_hit", "score", "words_shared", "relevant"), rows)
    return Answerable(source, len(wanted), any_hit, good_hit, wilson(good_hit, len(wanted)), RULE)


Search = Callable[[Sequence[str]], Hit | None]


def _index(location: str | None) -> tuple[str, Search]:
    from weigh.index import open_engine
    from weigh.settings import Settings
    from weigh.types import Filters

    engine = open_engine(location, Settings.load())

    def search(asked: Sequence[str]) -> Hit | None:
        try:
            found = engine.search(" OR ".join(f'"{word}"' for word in asked), Filters(), limit=1).hits
        except BadQuery:
            return None
        return Hit(found[0].sentence.text, found[0].sentence.text, found[0].score) if found else None

    return f"the index {engine.info().location}", search


def _answers(path: Path | None) -> tuple[str, Search]:
    """An index in memory over the questions of a Q&A collection."""
    import tantivy

    assert path is not None
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("words", tokenizer_name="whitespace", index_option="freq")
    schema.add_text_field("question", stored=True, index_option="basic")
    schema.add_text_field("answer", stored=True, index_option="basic")
    built = schema.build()
    index = tantivy.Index(built)
    index.register_tokenizer("whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    writer = index.writer(num_threads=1)
    count = 0
    for question, answer in _pairs(path):
        writer.add_document(tantivy.Document(words=" ".join(words(question)), question=question, answer=answer))
        count += 1
    if not count:
        raise SourceProblem(f"{path} holds no answered question. Expected columns question and answer, both filled.")
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(asked: Sequence[str]) -> Hit | None:
        terms = [(tantivy.Occur.Should, tantivy.Query.term_query(built, "words", word)) for word in asked]
        found = searcher.search(tantivy.Query.boolean_query(terms), limit=1).hits if terms else []
        if not found:
            return None
        score, address = found[0]
        document = searcher.doc(address)
        question, answer = document.get_first("question"), document.get_first("answer")
        return Hit(question, f"{question} | {answer}", float(score))

    return f"{count:,} answered questions in {path.name}", search


def _pairs(path: Path) -> Sequence[tuple[str, str]]:
    from weigh.log.options import Columns
    from weigh.log.readers import read

    rows = read(str(path), Columns("question", "answer", None))
    return [(row.question, row.time) for row in rows if row is not None and row.question.strip() and row.time.strip()]


def judged(path: Path) -> tuple[int, Estimate]:
    """How many hits were judged, and the share that is relevant."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError) as error:
        raise SourceProblem(f"The judged sample {path} cannot be read: {error}.") from None
    if rows and "relevant" not in rows[0]:
        raise BadInput(f"{path} has no column relevant; expected sample-to-judge.csv as `weigh log analyze` writes it.")
    answers = [value for row in rows if (value := (row["relevant"] or "").strip().lower())]
    if unknown := sorted(set(answers) - {"0", "1", "yes", "no"}):
        raise BadInput(
            f"{path} says '{unknown[0]}' in the column relevant; expected 1 or 0, or nothing where not judged."
        )
    if not answers:
        raise BadInput(f"No row of {path} is judged. Write 1 (answers the question) or 0 into the column relevant.")
    return len(answers), wilson(sum(value in ("1", "yes") for value in answers), len(answers))
