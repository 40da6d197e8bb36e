"""A sentence cut into pieces to highlight. Pieces are plain text: the template escapes them, no HTML is made here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from weigh.types import Span

_FIRST = {"object": 0, "aspect": 1, "cue": 2}
"""Where spans overlap, objects win over aspects and aspects over cues."""


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    kind: str = ""
    name: str = ""
    number: int = 0
    """Which object it is, in the order of the comparison."""


def pieces(text: str, spans: Sequence[Span], objects: Sequence[str]) -> tuple[Piece, ...]:
    """The whole text in order; spans that overlap one already taken, or lie outside the text, are left out."""
    taken: list[Span] = []
    for span in sorted(spans, key=lambda s: (_FIRST[s.kind], s.start, -s.end)):
        inside = 0 <= span.start < span.end <= len(text)
        if inside and all(span.end <= other.start or span.start >= other.end for other in taken):
            taken.append(span)
    result: list[Piece] = []
    at = 0
    for span in sorted(taken, key=lambda s: s.start):
        if span.start > at:
            result.append(Piece(text[at : span.start]))
        number = objects.index(span.name) if span.kind == "object" and span.name in objects else 0
        result.append(Piece(text[span.start : span.end], span.kind, span.name, number))
        at = span.end
    if at < len(text):
        result.append(Piece(text[at:]))
    return tuple(result)


_WORD = re.compile(r"[\w+#]+")


def keyword_pieces(text: str, query: str) -> tuple[Piece, ...]:
    """The text with the words of a keyword query as cues."""
    wanted = {word.lower() for word in _WORD.findall(query)} - {"and", "or", "not"}
    spans = [Span(m.start(), m.end(), "cue", m[0]) for m in _WORD.finditer(text) if m[0].lower() in wanted]
    return pieces(text, spans, ())
