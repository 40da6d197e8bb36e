"""Comparisons with "as … as": "not as fast as" says less, "twice as fast as" more, "just as fast as" the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from weigh.text.denial import denied, denies
from weigh.text.tokens import Token
from weigh.types import Direction

_BETWEEN = 4
"""Words between "as" and "as": "as good for numerical work as"."""
_NO_GRADE = frozenset(("soon", "far", "if", "though", "of", "a", "an", "the", "it", "such"))
"""Words after "as" that begin something else: "as soon as", "as far as I know"."""
_NOT_QUITE = frozenset(("almost", "nearly", "practically", "virtually"))
_MORE = frozenset(("twice", "times"))
_BACK = 4


class Equative(NamedTuple):
    """Where "as" and the second "as" stand, and whether less or more is said of the one named before; None: as much."""

    at: int
    again: int
    amount: Direction | None


def equatives(text: str, tokens: Sequence[Token]) -> Iterator[Equative]:
    """The comparisons with "as … as" that can be read; "almost as fast as" is neither the same nor plainly less."""
    for at in range(1, len(tokens) - 2):
        if tokens[at].text not in ("as", "so") or tokens[at + 1].text in _NO_GRADE:
            continue
        ends = range(at + 2, min(at + 2 + _BETWEEN, len(tokens)))
        again = next((i for i in ends if tokens[i].text == "as"), None)
        if again is None:
            continue
        before = tokens[at - 1].text
        deny = denied(text, tokens, at) or [token.text for token in tokens[at - 2 : at]] == ["nowhere", "near"]
        if before in _MORE or before == "half":
            if not deny:
                yield Equative(at, again, Direction.MORE if before in _MORE else Direction.LESS)
        elif deny:
            yield Equative(at, again, Direction.LESS)
        elif before not in _NOT_QUITE and tokens[at].text == "as" and not _near_a_denial(tokens, at):
            yield Equative(at, again, None)


def _near_a_denial(tokens: Sequence[Token], at: int) -> bool:
    """Whether something is denied shortly before, though not this: "not just as good as" says anything but the same."""
    return any(denies(tokens, i) for i in range(max(0, at - _BACK), at))
