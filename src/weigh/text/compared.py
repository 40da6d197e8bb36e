"""By which of its mentions a sentence compares two objects.

"Tyres wear faster on an electric car than on a petrol car, as the electric car is heavier" names one of them twice; who
reads the mentions that merely stand close reads another sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from weigh.text.frames import leads_against, reach
from weigh.text.itself import BE
from weigh.text.tokens import Token, words
from weigh.types import Span

_SETTING = frozenset(("versus", "vs", "compared"))
_BETWEEN = 5
"""Words from "as" to the second "as"."""
_JOINING = frozenset(("or", "nor", "and", "a", "an", "the"))


def compared_pair(tokens: Sequence[Token], spans: Sequence[Span], first: str, second: str) -> tuple[Span, Span] | None:
    """The mentions by which a sentence compares two objects; None where it lacks one of them.

    Of several, those on both sides of "than" or "over", else of "compared", "versus" or "as … as", else the two that
    stand closest.
    """
    ones = [span for span in spans if span.name == first]
    others = [span for span in spans if span.name == second]
    if not ones or not others:
        return None
    around = _around(tokens, spans) if len(ones) > 1 or len(others) > 1 else None
    if around is not None:
        return around if around[0].name == first else (around[1], around[0])
    return min(((a, b) for a in ones for b in others), key=lambda pair: abs(pair[0].start - pair[1].start))


def against_both(text: str, tokens: Sequence[Token], spans: Sequence[Span]) -> bool:
    """Whether a sentence sets something else against both objects: "bullet-proof glass is tougher than glass or plastic
    alone" favours neither of the two, nor does "a mix of glass and plastic is tougher than either glass or plastic"."""
    for at, token in enumerate(tokens):
        if not leads_against(tokens, at):
            continue
        edge = tokens[min(reach(tokens, at), len(tokens) - 1)].start
        behind = [span for span in spans if span.start > token.start]
        if len(behind) < 2 or behind[0].start > edge or behind[0].name == behind[1].name:
            continue
        link = words(text[behind[0].end : behind[1].start])
        joined = link != [] and _JOINING.issuperset(link)
        goes_on = not BE.isdisjoint(words(text[behind[1].end :])[:1])  # "… than glass, and plastic is lighter"
        before = {span.name for span in spans if span.end <= token.start}
        if joined and not goes_on and len(before) != 1:
            return True
    return False


def _around(tokens: Sequence[Token], spans: Sequence[Span]) -> tuple[Span, Span] | None:
    """The mentions before and after the first word that compares them; None where another compares the other way round.

    "Prefer A over B for work and B over A for play" is not the sentence of its first half.
    """
    rated: list[tuple[Span, Span]] = []
    set_beside: list[tuple[Span, Span]] = []
    for at, token in enumerate(tokens):
        if token.text == "over" or leads_against(tokens, at):
            found = rated
        elif token.text in _SETTING or _is_second_as(tokens, at):
            found = set_beside
        else:
            continue
        edge = tokens[min(reach(tokens, at), len(tokens) - 1)].start
        left = next((span for span in reversed(spans) if span.end <= token.start), None)
        right = next((span for span in spans if token.start < span.start <= edge), None)
        if left and right and left.name != right.name:
            found.append((left, right))
    if len({left.name for left, _ in rated}) > 1:
        return None
    return next(iter(rated or set_beside), None)


def _is_second_as(tokens: Sequence[Token], at: int) -> bool:
    """Whether this is the second word of "as … as"; "as well as" joins and does not compare."""
    if tokens[at].text != "as" or tokens[at - 1].text == "well":
        return False
    return any(token.text in ("as", "so") for token in tokens[max(0, at - _BETWEEN) : max(0, at - 1)])
