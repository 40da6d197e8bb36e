"""How well a sentence serves as an argument: a small linear model over cheap signs of a real comparison.

"Python is easier to learn than Java because it has less syntax" is an argument; "Imagine PHP appearing slower than ASP"
only contains both names and a cue. The weights (data/fit.json) were learnt from people's grades of retrieved arguments;
`weigh.bench.arguments` learns and cross-validates them. Everything here looks at the sentence and at where it names the
objects, never at which object is the first, and at no other sentence: swapping the objects changes nothing, nor does a
further sentence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from weigh.text.comparatives import EMPTY, GRADING, is_comparative
from weigh.text.lexicon import mentions
from weigh.text.tokens import Token
from weigh.types import Span

_DATA = Path(__file__).parent / "data"
_LOWEST = 0.05
"""No argument counts less than this: the model may doubt a sentence, never silence it."""

_GROUPS = ("hypothetical", "reported", "person", "opinion", "contrast", "scope", "negation", "hedge", "degree", "vague",
           "time")  # fmt: skip
NAMES = (
    "both named", "log length", "very short", "log distance", "object after than", "informative",
    "empty", "aspects", "exclamation", "digits", "object in name", "head", "tail", "distinct", *_GROUPS,
)  # fmt: skip
_EMPTY, _INFORMATIVE, _THAN, _DIGIT = (1 << (len(_GROUPS) + i) for i in range(4))
_CUES = (1 << len(_GROUPS)) - 1


@lru_cache(maxsize=1)
def _groups() -> dict[str, int]:
    found: dict[str, int] = {}
    for line in (_DATA / "cues.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            group, listed = line.split(":", 1)
            for word in listed.split():
                found[word] = found.get(word, 0) | 1 << _GROUPS.index(group)
    return found


@lru_cache(maxsize=65536)
def _bits(word: str) -> int:
    """What a word is a sign of, as bits: the groups of cue words, then kinds of comparative, "than", numbers."""
    bits = _groups().get(word, 0)
    if word in EMPTY:
        bits |= _EMPTY
    elif word in GRADING or is_comparative(word):
        bits |= _INFORMATIVE
    elif word == "than":
        bits |= _THAN
    elif word[0].isdigit():
        bits |= _DIGIT
    return bits


def features(text: str, tokens: Sequence[Token], objects: Sequence[Span]) -> list[float]:
    """The signs of one sentence, in the order of `NAMES`. `objects` are its mentions of the two objects."""
    counts = [0.0] * len(_GROUPS)
    firsts: dict[str, int] = {}
    for span in objects:
        firsts.setdefault(span.name, span.start)
    low, high = (min(firsts.values()), max(firsts.values())) if len(firsts) > 1 else (0, 0)
    than = -1
    empty = informative = digits = 0
    for token in tokens:
        bits = _bits(token.text)
        if not bits:
            continue
        if bits & (_EMPTY | _INFORMATIVE):
            empty += bits & _EMPTY > 0
            informative += bits & _INFORMATIVE > 0
        if bits & _THAN and than < 0:
            than = token.start
        digits += bits & _DIGIT > 0
        cues = bits & _CUES
        while cues:
            lowest = cues & -cues
            counts[lowest.bit_length() - 1] += 1
            cues ^= lowest
    first, last = (objects[0].start, objects[-1].end) if objects else (0, 0)
    head = tail = between = 0
    for token in tokens:
        head += token.start < first
        tail += token.start > last
        between += low < token.start < high
    count = len(tokens)
    return [
        float(len(firsts) > 1),
        math.log(count + 1),
        float(count < 7),
        math.log(between + 1),
        float(than >= 0 and any(0 < span.start - than < 20 for span in objects)),
        float(informative > 0),
        float(min(empty, 2)),
        math.log(len(mentions(tokens)) + 1),
        float("!" in text),
        math.log(digits + 1),
        float(sum(_goes_on(text, span.end) for span in objects)),
        math.log(head + 1),
        math.log(tail + 1),
        len({token.text for token in tokens}) / max(1, count),
        *(min(number, 2.0) for number in counts),
    ]


def _goes_on(text: str, end: int) -> bool:
    """Whether a capitalised word or a number follows at once: "Chevrolet Cobalt" is not just a Chevrolet."""
    following = text[end + 1 : end + 2]
    return text[end : end + 1] == " " and (following.isupper() or following.isdigit())


@lru_cache(maxsize=1)
def _weights() -> tuple[tuple[float, ...], float]:
    """Weight per feature and the offset that makes the mean sentence one half."""
    data = json.loads((_DATA / "fit.json").read_text(encoding="utf-8"))
    return tuple(data["weights"][name] for name in NAMES), float(data["offset"])


def fit(text: str, tokens: Sequence[Token], objects: Sequence[Span]) -> float:
    """How good an argument the sentence is, between `_LOWEST` and one."""
    weights, offset = _weights()
    raw = offset + sum(map(float.__mul__, weights, features(text, tokens, objects)))
    return _LOWEST + (1 - _LOWEST) / (1 + math.exp(-raw))
