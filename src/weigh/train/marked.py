"""Questions written for this project whose words are labelled (`marked.txt`), put as people type them.

Two in three questions of the public data ask for the best of a kind, and all are without punctuation; hardly any names
three things, or tells a story first. A line without marks compares nothing, though it looks as if: "how do I remove wax
or glue from wood".
"""

from __future__ import annotations

import re
from importlib.resources import files

from weigh.models.data import Labelled
from weigh.models.label import words

_MARK = re.compile(r"\[([oap]):([^\[\]]+)\]")
_LABELS = {"o": "OBJ", "a": "ASP", "p": "PRED"}


def questions() -> list[Labelled]:
    """All of them, with their punctuation, and a label for each word and mark."""
    lines = (files("weigh.train") / "marked.txt").read_text(encoding="utf-8").splitlines()
    return [unmarked(line) for line in lines if line.strip() and not line.startswith("#")]


def unmarked(line: str) -> Labelled:
    """The words and labels of a marked question.

    >>> unmarked("Is [o:tea] [p:better] than [o:coffee]?").labels
    ('O', 'OBJ', 'PRED', 'O', 'OBJ', 'O')
    """
    text, labels = "", []
    rest = 0
    for mark in _MARK.finditer(line):
        text += line[rest : mark.start()]
        labels.append((len(text), len(text) + len(mark.group(2)), _LABELS[mark.group(1)]))
        text += mark.group(2)
        rest = mark.end()
    text += line[rest:]
    found = words(text, marks=True)
    own = [next((name for start, end, name in labels if start <= at < end), "O") for _, at, _ in found]
    return Labelled(tuple(word for word, _, _ in found), tuple(own))
