"""Sentences with some words exchanged for near ones, for teachers to read: more text of the kind that is to be learnt.

"Python is much faster than Java" becomes "Python is much slower than Java" or "… quicker …": nobody knows beforehand
whom it favours then, and it may be odd English, but a teacher has an opinion on it, and the student must share it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
from tokenizers import Tokenizer

from weigh.models.data import StanceItem

_NEAREST = 8
_LIKE = 0.35  # least cosine of a near word
_LONGEST = 400
_WORD = re.compile(r"[A-Za-z]+")
_FUNCTION_WORDS = """a an the of to and in is are it that for on with as be this i you or at by from was were have has
had my your its do does so if he she they we me us am than can will would there their them then"""
_KEPT = frozenset(_FUNCTION_WORDS.split())
"""Words that hold a sentence together: exchanged, they leave none."""


class Varier:
    """Exchanges words for near ones by the pretrained vectors of whole words."""

    def __init__(self, tokenizer: Tokenizer, vectors: np.ndarray, seed: int = 7) -> None:
        vocabulary: dict[str, int] = tokenizer.get_vocab()
        self._words = sorted(word for word in vocabulary if word.isalpha() and word.isascii() and len(word) > 1)
        self._at = {word: at for at, word in enumerate(self._words)}
        table = vectors[[vocabulary[word] for word in self._words]]
        table = table - table.mean(0)
        self._table = table / (np.linalg.norm(table, axis=1, keepdims=True) + 1e-9)
        self._chance = random.Random(seed)
        self._near = cache(self._nearest)

    def varied(self, items: Iterable[StanceItem], share: float) -> list[StanceItem]:
        """Each sentence once more with about a `share` of its words exchanged; those left as they were are left out."""
        found = (self._vary(item, share) for item in items if len(item.text) <= _LONGEST)
        return [item for item in found if item is not None]

    def _nearest(self, word: str) -> list[str]:
        if word not in self._at:
            return []
        like = self._table @ self._table[self._at[word]]
        best = np.argsort(-like)[: _NEAREST + 1]
        return [self._words[at] for at in best if self._words[at] != word and like[at] > _LIKE][:_NEAREST]

    def _vary(self, item: StanceItem, share: float) -> StanceItem | None:
        objects = (item.first, item.second)
        changes = []
        for match in _WORD.finditer(item.text):
            start, end = match.span()
            word = match.group()
            if word.lower() in _KEPT or any(start < last and end > first for first, last in objects):
                continue
            if self._chance.random() < share and (near := self._near(word.lower())):
                other = self._chance.choice(near)
                changes.append((start, end, other.capitalize() if word[0].isupper() else other))
        text, spans = item.text, list(objects)
        for start, end, word in reversed(changes):
            moved = len(word) - (end - start)
            text = text[:start] + word + text[end:]
            spans = [(first + moved, last + moved) if first >= end else (first, last) for first, last in spans]
        return replace(item, text=text, first=spans[0], second=spans[1], stance=None) if changes else None
