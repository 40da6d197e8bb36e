"""Making more of the labelled sentences: contrary words exchanged, written sentences, unlabelled text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path

from weigh.models.data import (
    STANCES,
    AnswerItem,
    Span,
    StanceItem,
    extra_questions,
    identify,
    kinds,
    label,
    texts,
)
from weigh.models.label import words
from weigh.train.held import Held, same_text

_WORD = re.compile(r"[A-Za-z]+")
# Sentences of the data that say NONE but sound like "both alike": their NONE may be our EQUAL.
_EQUALITY = re.compile(
    r"\b(?:equal(?:ly)?|same|similar(?:ly)?|identical|alike|comparable|no (?:real )?difference|on par|as \w+ as|both)"
    r"\b",
    re.I,
)
_NAME = r"[A-Z][\w+#-]+(?: [A-Z][\w+#-]+){0,2}|[a-z]{3,}"
_NO_NAME = r"(?:[Ii]t|[Tt]h\w+|[Ww]h\w+|[Hh]e|[Ss]he|[Ww]e|[Yy]ou|[Oo]ne|[Aa]nd|[Mm]ost|[Aa]ny|[Ee]ver|[Ii]n|[Oo]n)\b"
# "Disc brakes are … more effective than drums": the thing before the verb, and the thing after "than".
_AROUND_THAN = re.compile(
    rf"\b(?!{_NO_NAME})({_NAME}) (?:is|are|was|were|has|have|had|does|do|did|can|will|would|seems?|looks?|feels?|"
    r"offers?|runs?|gives?|needs?|uses?|costs?|lasts?|makes?|tends?)\b.{0,120}? than "
    rf"(?:the |an? |its |their |other |that of )?(?!{_NO_NAME})({_NAME})"
)
_OBJECT = re.compile(r"\{([ab])(?:=([^}]+))?\}")
_NAMELESS = {"a": "Aaa", "b": "Bbb"}
Target = tuple[float, ...]


@cache
def contraries() -> dict[str, str]:
    """Each comparative with its contrary (`contraries.txt`); the first partner wins where a word has two."""
    found: dict[str, str] = {}
    for line in (files("weigh.train") / "contraries.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            one, other = line.split()
            found.setdefault(one, other)
            found.setdefault(other, one)
    return found


def exchanged_contraries(item: StanceItem) -> StanceItem | None:
    """The sentence with its only comparative turned into its contrary, or None where there is none or more.

    The caller turns the label round.
    """
    hits = [
        word
        for word in _WORD.finditer(item.text)
        if word.group().lower() in contraries()
        and not any(word.start() < span[1] and word.end() > span[0] for span in (item.first, item.second))
    ]
    if len(hits) != 1:
        return None
    hit = hits[0]
    new = contraries()[hit.group().lower()]
    new = new.upper() if hit.group().isupper() else new.capitalize() if hit.group()[0].isupper() else new
    shift = len(new) - len(hit.group())

    def moved(span: Span) -> Span:
        return (span[0] + shift, span[1] + shift) if span[0] >= hit.end() else span

    text = item.text[: hit.start()] + new + item.text[hit.end() :]
    return replace(item, text=text, first=moved(item.first), second=moved(item.second))


def with_targets(items: Iterable[StanceItem]) -> list[tuple[StanceItem, Target, bool]]:
    """Hard targets; a NONE that sounds like equality leaves open whether it is EQUAL or NONE."""
    found = []
    for item in items:
        target = tuple(float(stance == item.stance) for stance in STANCES)
        if item.stance == "NONE" and _EQUALITY.search(item.text):
            target = (0.0, 0.0, 1.0, 1.0)
        found.append((item, target, True))
    return found


def written() -> list[tuple[StanceItem, Target, bool]]:
    """The sentences written for this project whose stance is beyond doubt: rare shapes, rare words and turns."""
    items = [item for name in ("written.txt", "breadth.txt") for item in _marked(name)]
    return [(item, tuple(float(one == item.stance) for one in STANCES), True) for item in items]


def web_like() -> list[StanceItem]:
    """The sentences written in the manner of web pages, labelled as the public data is: NONE may be EQUAL."""
    return _marked("web_like.txt")


def _marked(name: str) -> list[StanceItem]:
    """The lines of a file of sentences whose objects are marked: {a} and {b}, or {a=name} and {b=name}."""
    found = []
    for line in (files("weigh.train") / name).read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        stance, text = line.split("\t")
        spans = {}
        while (hit := _OBJECT.search(text)) is not None:
            object_name = hit.group(2) or _NAMELESS[hit.group(1)]
            spans[hit.group(1)] = (hit.start(), hit.start() + len(object_name))
            text = text[: hit.start()] + object_name + text[hit.end() :]
        found.append(StanceItem(text, spans["a"], spans["b"], stance))
    return found


def written_answers() -> list[AnswerItem]:
    """The longer answers written for this project (`answers.txt`)."""
    found = []
    for block in (files("weigh.train") / "answers.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            stance, question, one, other, letters = (line.partition(" ")[2] for line in lines[:5])
            found.append(AnswerItem(question, (one, other), "\n".join(lines[5:]), stance, letters))
    return found


def pairs_in(path: Path, labelled: Sequence[StanceItem], held: Held, most: int = 1) -> list[StanceItem]:
    """Pairs of objects known from labelled sentences in those of a corpus, at most `most` a sentence, in text order.

    A labelled sentence may come with another pair than its own; the parts that measure (`held`) are left out.
    """
    names = {item.text[slice(*span)].lower() for item in labelled for span in (item.first, item.second)}
    pattern = re.compile(
        r"(?<![\w-])(" + "|".join(map(re.escape, sorted(names, key=len, reverse=True))) + r")(?![\w-])", re.I
    )
    told = {
        (same_text(item.text), item.text[slice(*item.first)].lower(), item.text[slice(*item.second)].lower())
        for item in labelled
    }
    found = []
    for text in texts(path):
        if text in held or len(text) > 400:
            continue
        key = same_text(text)
        spans: dict[str, Span] = {}
        for hit in pattern.finditer(text):
            spans.setdefault(hit.group().lower(), hit.span())
        pairs = [pair for pair in combinations(spans, 2) if (key, *pair) not in told]
        found += [StanceItem(text, spans[one], spans[other]) for one, other in pairs[:most]]
    return found


def pairs_around_than(path: Path, known: Held) -> list[StanceItem]:
    """Unlabelled sentences of a corpus that say "one is … than another", with these two as the pair."""
    found = []
    for text in texts(path):
        if text in known or len(text) > 240:
            continue
        hit = _AROUND_THAN.search(text)
        if hit is not None and hit.group(1).lower() != hit.group(2).lower():
            found.append(StanceItem(text, hit.span(1), hit.span(2)))
    return found


def comparative_questions(folder: Path) -> list[tuple[str, ...]]:
    """Comparative questions without token labels, as words: the training parts of identify and kinds, and more.

    What stands in any part of label is left out.
    """
    held = Held(" ".join(q.words) for split in ("train", "validation", "test") for q in label(folder, split))
    found: dict[tuple[str, ...], None] = {}
    for question in [*identify(folder, "train"), *kinds(folder, "train")]:
        if question.comparative:
            found[tuple(word for word, _, _ in words(question.text))] = None
    for extra in extra_questions(folder):
        found[extra] = None
    return [own for own in found if 3 <= len(own) <= 40 and " ".join(own) not in held]


def questions_without_kinds(folder: Path) -> list[str]:
    """Comparative questions of the identify training part whose kinds nobody has told."""
    held = Held(question.text for split in ("train", "validation", "test") for question in kinds(folder, split))
    return [q.text for q in identify(folder, "train") if q.comparative and q.text not in held]
