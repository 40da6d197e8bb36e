"""What the evidence says in one of six words and one sentence.

The limits: fewer than three arguments are not enough. Arguments that call the objects equal pull the leader's share
towards one half, as if each spoke half for either side. A winner needs the low end of its interval above one half;
a *clear* one also two thirds of the evidence. Aspects that lean to different sides make the verdict depend on them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from weigh.rank.wording import Evidence, Wording
from weigh.text.frames import frame_of
from weigh.types import Argument, AspectLean, Comparison, Shares, Stance, Verdict, VerdictKind

_ENOUGH = 3
_CLEAR = 2 / 3
_LONE = 0.75
"""A share that counts as leaning although all of it comes from too few sites for a narrow interval."""
_LONE_ARGUMENTS = 4
_MOSTLY_EQUAL = 0.5
_LEAN = 0.6
_LEAN_ARGUMENTS = 2
_READ = 500
"""Arguments whose aspects are read off for the leans: the best ones."""
_SHOWN_LEANS = 8


def verdict_of(arguments: Sequence[Argument], shares: Shares, comparison: Comparison, leader: str | None) -> Verdict:
    """The verdict on these arguments. `leader` is the object in front: None on a tie."""
    counted = [argument for argument in arguments if not argument.dropped]
    evidence = _evidence(counted)
    wording = Wording(comparison, counted, evidence)
    leans = tuple(aspect_leans(counted, shares, comparison))
    if evidence.arguments < _ENOUGH:
        return Verdict(VerdictKind.INSUFFICIENT, wording.insufficient(), leans=leans)
    counts = _asked(shares, comparison)
    asked = wording.asked(leans, counts) + wording.unheard()
    if evidence.pull >= _MOSTLY_EQUAL:
        return Verdict(VerdictKind.EQUAL, wording.equal() + asked, leans=leans)
    sides = {lean.winner for lean in leans if lean.winner}
    wanted = {aspect.name for aspect in comparison.aspects}
    torn = len({lean.winner for lean in leans if lean.winner and lean.aspect in wanted}) > 1
    kind = VerdictKind.CLOSE
    share, interval = None, None
    if leader is not None and sum(leader in argument.objects for argument in counted) >= _ENOUGH:
        share, interval = _rate(leader, counted, shares, comparison)
        pulled_share, pulled_low = (0.5 + (value - 0.5) * (1 - evidence.pull) for value in (share, interval[0]))
        lone = pulled_share >= _LONE and evidence.won >= _LONE_ARGUMENTS
        if pulled_low > 0.5 and pulled_share >= _CLEAR and not torn:
            kind = VerdictKind.CLEAR
        elif (pulled_low > 0.5 or lone) and not torn:
            kind = VerdictKind.LEANING
    if kind is VerdictKind.CLOSE and (torn or len(sides) > 1):
        decided = {lean.aspect for lean in leans if lean.winner}
        left = {name: number for name, number in counts.items() if name not in decided}
        text = wording.depends(leans, wanted) + wording.asked(leans, left) + wording.unheard()
        return Verdict(VerdictKind.DEPENDS, text, None, share, interval, leans)
    if kind is VerdictKind.CLOSE or leader is None or share is None or interval is None:
        return Verdict(
            VerdictKind.CLOSE, wording.close(leader, share, interval, leans, counts), None, share, interval, leans
        )
    others = [lean for lean in leans if lean.aspect not in wanted]
    text = wording.won(leader, share, interval, others, clear=kind is VerdictKind.CLEAR)
    return Verdict(kind, text + asked, leader, share, interval, leans)


def _asked(shares: Shares, comparison: Comparison) -> dict[str, Mapping[str, int]]:
    """How many arguments for each object every aspect asked for has."""
    own = {aspect.name: shares.categories.get(aspect.name) for aspect in comparison.aspects}
    return {name: share.counts if share else {} for name, share in own.items()}


def aspect_leans(arguments: Sequence[Argument], shares: Shares, comparison: Comparison) -> list[AspectLean]:
    """Which object each aspect's evidence favours: the wanted aspects, then those that the sentences speak of."""
    leans = []
    for aspect in comparison.aspects:
        share = shares.categories.get(aspect.name)
        if share is not None and any(share.counts.values()):
            leans.append(_lean(aspect.name, share.points, sum(share.counts.values())))
    found: dict[str, dict[str, list[float]]] = {}
    for argument in arguments[:_READ]:
        if argument.winner is None:
            continue
        frame = frame_of(argument)
        if frame is None or frame.told is None or frame.favoured != argument.winner:
            continue  # nobody can say whether more is better, or the stance speaks of something else
        found.setdefault(frame.told, {}).setdefault(argument.winner, []).append(argument.score)
    known = {lean.aspect for lean in leans}
    ranked = sorted(found.items(), key=lambda item: (-sum(len(scores) for scores in item[1].values()), item[0]))
    for name, won in ranked:
        number = sum(len(scores) for scores in won.values())
        if name not in known and number >= _LEAN_ARGUMENTS:
            leans.append(_lean(name, {winner: math.fsum(scores) for winner, scores in won.items()}, number))
    return leans[:_SHOWN_LEANS]


def _lean(name: str, points: Mapping[str, float], number: int) -> AspectLean:
    total = math.fsum(points.values())
    best = max(sorted(points), key=lambda winner: points[winner])
    share = points[best] / total if total > 0 else 0.0
    return AspectLean(name, best if share >= _LEAN and number >= _LEAN_ARGUMENTS else None, share)


def _evidence(counted: Sequence[Argument]) -> Evidence:
    equal = [argument.score for argument in counted if argument.stance is Stance.EQUAL]
    won = [argument.score for argument in counted if argument.winner is not None]
    total = math.fsum(equal + won)
    sites = len({source.site for argument in counted for source in argument.sentence.sources})
    return Evidence(len(won), len(equal), math.fsum(equal) / total if total > 0 else 0.0, sites)


def _rate(
    leader: str, counted: Sequence[Argument], shares: Shares, comparison: Comparison
) -> tuple[float, tuple[float, float]]:
    """The leader's share and interval; among many objects, its share of the arguments that speak of it at all."""
    if len(comparison.names) == 2:
        return shares.overall.values[leader], shares.overall.interval.get(leader, (0.0, 1.0))
    from weigh.rank.shares import share_of

    about = [argument for argument in counted if leader in argument.objects and argument.winner is not None]
    others = _as_pair(about, leader)
    share = share_of(others, (leader, "the others"), 0)
    return share.values[leader], share.interval.get(leader, (0.0, 1.0))


def _as_pair(about: Sequence[Argument], leader: str) -> list[Argument]:
    pair = (leader, "the others")
    return [replace(a, objects=pair, stance=Stance.FIRST if a.winner == leader else Stance.SECOND) for a in about]
