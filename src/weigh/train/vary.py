"""Variants of sentences for teachers to read: a student wants more text of the kind than there is.

After TinyBERT's augmentation. Words give way to words with near vectors, a comparative to any other one, and what
stands before or behind the comparison is cut. Contraries have near vectors too, and that is the point: nobody labels a
variant but the teachers, and so the student learns which words turn a sentence round.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

import numpy as np
from tokenizers import Tokenizer

from weigh.models.data import StanceItem
from weigh.train.augment import Edit, contraries, edited

NEAREST = 12  # words that may stand for a word
_WORD = re.compile(r"[A-Za-z]{3,}")
# "faster than", "less tiring than": what a comparison may be made with.
_COMPARED = re.compile(r"\b((?:more|less) [a-z]{4,}|[a-z]{3,}er) than\b")
_COMPARATIVE = re.compile(r"\b(?:(?:more|less) [a-z]{4,}|[a-z]{3,}er)\b")
_NOT_COMPARED = frozenset(["other", "rather", "never", "ever", "either", "whether", "number", "longer", "further"])
_OPENING = re.compile(r"^.*[,;:.)-] +(?=\S)")
_CLOSING = re.compile(r"[,;:.(] .*$")


@cache
def _small_words() -> frozenset[str]:
    """Words that hold a sentence together, which no other may replace (`small_words.txt`)."""
    lines = (files("weigh.train") / "small_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


class Varier:
    """Makes variants of sentences with the comparatives they use and the word vectors of `table` (by token id)."""

    def __init__(self, items: Sequence[StanceItem], tokenizer: Tokenizer, table: np.ndarray, seed: int) -> None:
        self.chance = random.Random(seed)
        used = {word.lower() for item in items for word in _WORD.findall(item.text)}
        self.near = _neighbours(used - _small_words(), tokenizer.get_vocab(), table)
        found = {hit for item in items for hit in _COMPARED.findall(item.text.lower())}
        self.comparatives = sorted((found | contraries().keys()) - _NOT_COMPARED)

    def variants(self, items: Sequence[StanceItem], count: int) -> list[StanceItem]:
        """So many variants, of sentences drawn at random; those that changed nothing are left out."""
        drawn = (self.chance.choice(items) for _ in range(count)) if items else iter(())
        made = (self.vary(item) for item in drawn)
        return list(dict.fromkeys(item for item in made if item is not None))

    def vary(self, item: StanceItem) -> StanceItem | None:
        """One variant, or None where nothing was changed."""
        edits: list[Edit] = []
        low, high = sorted((item.first, item.second))
        if self.chance.random() < 0.3 and (hit := _OPENING.match(item.text[: low[0]])):
            edits.append((0, hit.end(), ""))
        if self.chance.random() < 0.3 and (hit := _CLOSING.search(item.text[high[1] :])):
            edits.append((high[1] + hit.start(), len(item.text), "."))
        if self.chance.random() < 0.5:
            edits += [
                (*hit.span(), self.chance.choice(self.comparatives))
                for hit in _COMPARATIVE.finditer(item.text)
                if hit.group() not in _NOT_COMPARED
            ][:1]
        each = self.chance.choice((0.1, 0.2, 0.35))
        for hit in _WORD.finditer(item.text):
            others = self.near.get(hit.group().lower(), ())
            if others and self.chance.random() < each:
                new = self.chance.choice(others)
                edits.append((*hit.span(), new.capitalize() if hit.group()[0].isupper() else new))
        changed = edited(item, edits)
        return None if changed.text == item.text else replace(changed, stance=None)


def _neighbours(words: set[str], vocabulary: dict[str, int], table: np.ndarray) -> dict[str, tuple[str, ...]]:
    """For each word with a vector of its own the nearest whole words of the same ending ("-er", "-ing", "-s", …)."""
    known = [word for word in vocabulary if word.isascii() and word.isalpha() and len(word) > 2]
    vectors = table[[vocabulary[word] for word in known]].astype(np.float32)
    vectors -= vectors.mean(0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
    kin: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(known):
        kin[_ending(word)].append(at)
    found = {}
    for group in map(np.array, kin.values()):
        asked = np.array([at for at in group if known[at] in words], int)
        order = np.argpartition(-(vectors[asked] @ vectors[group].T), NEAREST, axis=1)[:, : NEAREST + 1]
        for at, row in zip(asked, order, strict=True):
            found[known[at]] = tuple(known[other] for other in group[row] if other != at)
    return found


def _ending(word: str) -> str:
    return next((end for end in ("er", "est", "ing", "ed", "ly", "s") if word.endswith(end)), "")
