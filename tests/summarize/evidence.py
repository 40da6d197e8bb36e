"""Arguments for the tests of summaries, made by the real ranker from real sentences."""

from __future__ import annotations

from dataclasses import replace

from weigh.aspects import make_finder
from weigh.rank import make_ranker
from weigh.settings import Settings
from weigh.summarize import make_summarizer
from weigh.types import (
    Argument,
    Comparison,
    FoundAspect,
    Hit,
    Judgement,
    Object,
    Sentence,
    Shares,
    Source,
    Stance,
    Summary,
    Verdict,
)

PYTHON, JAVA = Object("python"), Object("java")
PAIR = Comparison((PYTHON, JAVA))
F, S, E = Stance.FIRST, Stance.SECOND, Stance.EQUAL

SENTENCES: tuple[tuple[str, Stance], ...] = (
    ("Python is easier to learn than Java, because a first program is one line long.", F),
    ("Python needs fewer lines than Java for the same task.", F),
    ("Python is cheaper to host than Java.", F),
    ("Java runs faster than Python in most benchmarks.", S),
    ("Python is slower than Java in tight loops.", S),
    ("Java is more reliable than Python in large systems.", S),
    ("I hate how Python is just better than Java lol.", F),
    ("Python and Java are equally well documented.", E),
)


def evidence(
    rows: tuple[tuple[str, Stance], ...] = SENTENCES, comparison: Comparison = PAIR, aspects: tuple[str, ...] = ()
) -> tuple[Comparison, tuple[Argument, ...], Shares, Verdict, tuple[FoundAspect, ...]]:
    """All that a summarizer is given, for sentences with their stances; all of them speak of `aspects`."""
    ranker = make_ranker(Settings())
    hits = [
        Hit(Sentence(i, text, (Source(f"d{i}", 0, url=f"https://{i}.org/"),)), 1.0, aspects)
        for i, (text, _) in enumerate(rows)
    ]
    judged = [Judgement(stance, 0.9) for _, stance in rows]
    ranked = ranker.rank(*comparison.objects, hits, judged, comparison)
    arguments = tuple(replace(item, id=number) for number, item in enumerate(ranked, start=1))
    shares = ranker.shares(arguments, comparison)
    verdict = ranker.verdict(arguments, shares, comparison)
    return comparison, arguments, shares, verdict, make_finder(Settings()).find(arguments, comparison)


def number_of(arguments: tuple[Argument, ...], part: str) -> int:
    """The id of the argument whose sentence contains these words."""
    return next(argument.id for argument in arguments if part in argument.sentence.text)


EXTRACTIVE = make_summarizer(Settings())


def summary_of(rows: tuple[tuple[str, Stance], ...] = SENTENCES) -> Summary:
    return EXTRACTIVE.summarize(*evidence(rows))
