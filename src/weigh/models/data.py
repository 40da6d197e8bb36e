"""Readers of the labelled data: one frozen record per task, one function per file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from weigh.text import separated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = (
    "opinion", "argument", "reason", "factoid", "method", "super", "direct", "aspect", "context", "preference",
)  # fmt: skip
# The same kinds under the names that we use for them: the data says "super", we say "superlative".
KIND_NAMES = tuple("superlative" if kind == "super" else kind for kind in KINDS)
# The study of comparative questions merges kinds that its annotators hardly told apart; its figures are of these seven.
MERGED = (
    ("opinion", "argument"), ("reason", "factoid"), ("context", "aspect"), ("method",), ("preference",), ("direct",),
    ("super",),
)  # fmt: skip
LABELS = ("O", "OBJ", "ASP", "PRED")
STANCES = ("FIRST", "SECOND", "EQUAL", "NONE")
ANSWERS = ("NO", "NEUTRAL", "FIRST", "SECOND")
_STANCE_OF = {"BETTER": "FIRST", "WORSE": "SECOND", "NONE": "NONE", "EQUAL": "EQUAL"}

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and, where the file says so, whether it is comparative and of which kinds."""

    text: str
    comparative: bool
    kinds: tuple[bool, ...] | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """The words of a question with one label each."""

    words: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StanceItem:
    """A sentence, the character spans of the first and second object, and the stance towards them."""

    text: str
    first: Span
    second: Span
    stance: str | None = None


@dataclass(frozen=True, slots=True)
class AnswerItem:
    """A longer answer to a question about two objects, and its stance."""

    question: str
    objects: tuple[str, str]
    answer: str
    stance: str | None = None
    letters: str = ""
    """Where it was read sentence by sentence: whom each speaks for (F, S, E, N)."""


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from separated.records(file)


def identify(data: Path, split: str) -> list[Question]:
    """Questions with a comparative flag (`questions/identify`)."""
    rows = _rows(data / "questions" / "identify" / f"{split}.csv")
    return [Question(row["question"], row["comparative"] == "1") for row in rows]


def kinds(data: Path, split: str) -> list[Question]:
    """Questions with their kinds (`questions/kinds`); a preference of 1 or 2 counts as yes."""
    rows = _rows(data / "questions" / "kinds" / f"{split}.csv")
    return [Question(row["question"], row["comp"] == "1", tuple(row[kind] != "0" for kind in KINDS)) for row in rows]


def label(data: Path, split: str) -> list[Labelled]:
    """Token labels of comparative questions (`questions/label`)."""
    found = []
    with (data / "questions" / "label" / f"{split}.jsonl").open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            found.append(Labelled(tuple(row["words"]), tuple(row["labels"])))
    return found


def extra_questions(data: Path) -> list[tuple[str, ...]]:
    """The words of questions with a foreign label set, lower-cased and without punctuation: unlabelled text."""
    found = []
    with (data / "questions" / "label_extra" / "beloucif_train.jsonl").open(encoding="utf-8") as file:
        for line in file:
            words = tuple(word.lower() for word in json.loads(line)["words"] if any(map(str.isalnum, word)))
            if words:
                found.append(words)
    return found


def foreign_questions(data: Path) -> list[str]:
    """Questions of another domain, whose own flag means something else by "comparative": unlabelled text."""
    return [row["question"] for row in _rows(data / "questions" / "identify_extra" / "mintaka_train.csv")]


def spans_of(text: str, first: str, second: str) -> tuple[Span, Span]:
    """Where two objects stand in a sentence (first mention of each; the data names every object once).

    >>> spans_of("Java is older than Go", "Java", "Go")
    ((0, 4), (19, 21))
    """
    found = []
    for name in (first, second):
        at = text.find(name)
        if at < 0:
            at = text.lower().find(name.lower())
        if at < 0:
            raise ValueError(f"the object {name!r} does not stand in the sentence {text!r}")
        found.append((at, at + len(name)))
    return found[0], found[1]


def stance(data: Path, split: str) -> list[StanceItem]:
    """Sentences with a stance towards the pair in text order (`stance/sentences`)."""
    found = []
    for row in _rows(data / "stance" / "sentences" / f"{split}.csv"):
        first, second = spans_of(row["sentence"], row["object_a"], row["object_b"])
        found.append(StanceItem(row["sentence"], first, second, _STANCE_OF[row["label"]]))
    return found


def answers(data: Path, split: str) -> list[AnswerItem]:
    """Longer answers with a stance (`stance/answers`)."""
    rows = _rows(data / "stance" / "answers" / f"{split}.csv")
    return [AnswerItem(r["question"], (r["object_1"], r["object_2"]), r["answer"], r["label"]) for r in rows]


def merged_kinds(rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Rows of the ten kinds as rows of the seven merged ones."""
    import numpy as np

    return np.stack([rows[:, [KINDS.index(kind) for kind in group]].any(1) for group in MERGED], 1)


Record = TypeVar("Record")


def collected(read: Callable[[Path, str], list[Record]], feedback: Path | None) -> list[Record]:
    """What `weigh feedback export` wrote for a task: the same layout, perhaps not all files."""
    if feedback is None:
        return []
    try:
        return read(feedback, "feedback")
    except FileNotFoundError:
        return []


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    """The id, where it has one, and the text of every line of a gzipped JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield str(row.get("id", "")), row["text"]


def texts(path: Path) -> Iterator[str]:
    """The `text` field of every line of a gzipped JSONL file."""
    return (text for _, text in sentences(path))
