"""The older kinds of summary, kept for the benchmark: CAM's bullet points and its template answers.

They show what they always showed, with citations added; the checker still drops what does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from weigh.summarize.check import Checker, citable
from weigh.types import Argument, Claim, Comparison, FoundAspect, Shares, Summary, Verdict

_BULLETS = 3


class Bullets:
    """ "A is better than B. On the one hand: three arguments; on the other hand: three arguments." """

    name = "bullets"

    def summarize(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        shares: Shares,
        verdict: Verdict,
        aspects: Sequence[FoundAspect],
    ) -> Summary:
        counted = citable(arguments)
        claims = _opening(comparison, counted, shares)
        for name, lead in zip(_order(comparison, shares), ("On the one hand:", "On the other hand:"), strict=False):
            for place, argument in enumerate([item for item in counted if item.winner == name][:_BULLETS]):
                text = argument.sentence.text if place else f"{lead} {argument.sentence.text}"
                claims.append(Claim(text, "aspect", (argument.id,), argument.objects, name))
        return _checked(self.name, comparison, counted, claims)


class Template:
    """ "I would prefer A because it is faster and easier to use. B is cheaper." """

    name = "template"

    def summarize(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        shares: Shares,
        verdict: Verdict,
        aspects: Sequence[FoundAspect],
    ) -> Summary:
        counted = citable(arguments)
        claims = []
        order = _order(comparison, shares)
        for place, name in enumerate(order):
            own = [aspect for aspect in aspects if aspect.object == name][:_BULLETS]
            words = [aspect.words[0] for aspect in own if aspect.words]
            if not words:
                continue
            listed = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
            lead = f"I would prefer {name}, because it is" if not place else f"But {name} is"
            numbers = tuple(dict.fromkeys(aspect.arguments[0] for aspect in own))
            claims.append(Claim(f"{lead} {listed}.", "overall" if not place else "aspect", numbers, (name,), name))
        return _checked(self.name, comparison, counted, claims)


def _order(comparison: Comparison, shares: Shares) -> list[str]:
    """The two objects with the most points, the one in front first."""
    return sorted(comparison.names, key=lambda name: -shares.overall.points.get(name, 0.0))[:2]


def _opening(comparison: Comparison, arguments: Sequence[Argument], shares: Shares) -> list[Claim]:
    best, *rest = _order(comparison, shares)
    won = tuple(argument.id for argument in arguments if argument.winner == best)[:1]
    if shares.overall.leader is None or not won or not rest:
        return []
    return [Claim(f"{best} is better than {rest[0]}.", "overall", won, (best,), best)]


def _checked(name: str, comparison: Comparison, arguments: Sequence[Argument], claims: Sequence[Claim]) -> Summary:
    passed = Checker(comparison, arguments).passed(claims)
    return Summary(name, tuple(passed), dropped=len(claims) - len(passed))
