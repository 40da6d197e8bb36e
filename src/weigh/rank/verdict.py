"""What the evidence says in one of six words and one sentence.

The limits: fewer than three arguments are not enough. Arguments that call the objects equal pull the leader's share
towards one half, as if each spoke half for either side. A winner needs the low end of its interval above one half, or
three quarters of so many arguments that their low end is, if they come from too few sites to say; a *clear* one the
first of these, two thirds of the evidence, and so many arguments that one more against it would not end the lead.
Aspects that lean to different sides make the verdict depend on them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from weigh.rank.shares import low_end, share_of
from weigh.rank.tournament import ENOUGH, sentences_of
from weigh.rank.wording import Evidence, Gainsaid, Wording
from weigh.text.frames import frame_of, told_beside
from weigh.text.lexicon import aspect_of, wants_worse
from weigh.types import Argument, AspectLean, Comparison, Shares, Stance, Verdict, VerdictKind

_CLEAR = 2 / 3
_LONE = 0.75
"""A share that counts as leaning although it comes from too few sites for a narrow interval, if arguments are many."""
_MOSTLY_EQUAL = 0.5
_LEAN = 0.6
_LEAN_ARGUMENTS = 2
_READ = 500
"""Arguments whose aspects are read off for the leans: the best ones."""
_SHOWN_LEANS = 8
_NEAR = 0.5
"""What an argument counts on an aspect asked for that tells of something near the objects, beside one on themselves."""


def verdict_of(
    arguments: Sequence[Argument], shares: Shares, comparison: Comparison, leader: str | None, last: str | None = None
) -> Verdict:
    """The verdict on these arguments. `leader` is the object in front, `last` the one behind all: None on a tie."""
    counted = [argument for argument in arguments if not argument.dropped]
    evidence = _evidence(counted)
    leans = tuple(aspect_leans(counted, comparison))
    asks_worse = wants_worse(comparison.predicate or "")
    behind = _worse(counted, leans, comparison) if asks_worse else {}
    gainsaid = _gainsaid(counted, shares, leans)
    wording = Wording(comparison, counted, evidence, gainsaid, behind if asks_worse else None)
    if evidence.sentences < ENOUGH:
        return Verdict(VerdictKind.INSUFFICIENT, wording.insufficient(), leans=leans)
    counts = _asked(counted, comparison)
    if evidence.pull >= _MOSTLY_EQUAL:
        text = wording.equal() + wording.asked(leans, counts) + wording.unheard()
        return Verdict(VerdictKind.EQUAL, text, leans=leans)
    sides = {lean.winner for lean in leans if lean.winner}
    wanted = {aspect.name for aspect in comparison.aspects}
    torn = len({lean.winner for lean in leans if lean.winner and lean.aspect in wanted}) > 1
    kind = VerdictKind.CLOSE
    share, interval = None, None
    if leader is not None and sentences_of([a for a in counted if leader in a.objects]) >= ENOUGH:
        share, interval = _rate(leader, counted, shares, comparison)
        pulled_share, pulled_low = (0.5 + (value - 0.5) * (1 - evidence.pull) for value in (share, interval[0]))
        scores = [a.score for a in counted if leader in a.objects and a.winner is not None]
        lone = pulled_share >= _LONE and low_end(pulled_share, scores) > 0.5
        if pulled_low > 0.5 and pulled_share >= _CLEAR and _stands(pulled_share, scores) and not torn:
            kind = VerdictKind.CLEAR
        elif (pulled_low > 0.5 or lone) and not torn:
            kind = VerdictKind.LEANING
    # Of two, nobody is behind unless the other is ahead.
    tells_last = asks_worse and not wanted and (len(comparison.names) > 2 or kind is not VerdictKind.CLOSE)
    heard = sum(last in argument.objects for argument in counted)
    worst = wording.worst(last) if last is not None and tells_last and heard >= ENOUGH else ""
    others = [lean for lean in leans if lean.aspect not in wanted]
    if kind is VerdictKind.CLOSE and (torn or len(sides) > 1):
        if wanted and not torn:  # what was asked for is answered first
            text = wording.answered(wording.depends(others, wanted), leans, counts)
        else:
            decided = {lean.aspect for lean in leans if lean.winner}
            left = {name: number for name, number in counts.items() if name not in decided or name in behind}
            text = wording.depends(leans, wanted) + wording.asked(leans, left) + wording.unheard()
        return Verdict(VerdictKind.DEPENDS, text + worst, None, share, interval, leans)
    if kind is VerdictKind.CLOSE or leader is None or share is None or interval is None:
        text = wording.close(leader, share, interval, leans, counts)
        return Verdict(VerdictKind.CLOSE, text + worst, None, share, interval, leans)
    text = wording.won(leader, share, interval, others, clear=kind is VerdictKind.CLEAR)
    return Verdict(kind, wording.answered(text, leans, counts) + worst, leader, share, interval, leans)


def _stands(share: float, scores: Sequence[float]) -> bool:
    """Whether a lead would outlast one more argument against it: three of three would not, six of six do."""
    more = math.fsum(scores) / len(scores)
    return low_end(share * len(scores) / (len(scores) + 1), [*scores, more]) > 0.5


def _asked(arguments: Sequence[Argument], comparison: Comparison) -> dict[str, Mapping[str, int]]:
    """How many arguments for each object every aspect asked for has, also those that speak of several."""
    heard = {aspect.name: [a.winner for a in arguments if aspect.name in a.aspects] for aspect in comparison.aspects}
    return {name: {winner: winners.count(winner) for winner in winners if winner} for name, winners in heard.items()}


def _worse(arguments: Sequence[Argument], leans: Sequence[AspectLean], comparison: Comparison) -> dict[str, str]:
    """Who does worse by each aspect asked for, as far as the arguments agree."""
    ahead = {lean.aspect: lean.winner for lean in leans}
    found: dict[str, str] = {}
    for name in (aspect.name for aspect in comparison.aspects if aspect.name in ahead):
        if len(comparison.names) == 2:
            loser = next((other for other in comparison.names if ahead[name] not in (None, other)), None)
        else:  # the one who lost most of the points, as the one ahead has won most of them
            turned = [replace(a, stance=a.stance.swapped()) for a in arguments if name in a.aspects and a.winner]
            loser = _lean(name, turned).winner
            loser = loser if loser != ahead[name] and _met(loser, turned) else None
        if loser is not None:
            found[name] = loser
    return found


def aspect_leans(arguments: Sequence[Argument], comparison: Comparison) -> list[AspectLean]:
    """Which object each aspect's evidence favours: the wanted aspects, then those that the sentences speak of."""
    leans = []
    for aspect in comparison.aspects:
        if mine := [a for a in arguments if aspect.name in a.aspects and a.winner is not None]:
            lean = _asked_lean(aspect.name, mine)
            lean = lean if _met(lean.winner, mine) else replace(lean, winner=None)
            leans.append(replace(lean, behind=_behind(mine)) if lean.winner is None else lean)
    found: dict[str, list[Argument]] = {}
    for argument in arguments[:_READ]:
        for told in () if argument.turned else sorted(_told(argument)):
            found.setdefault(told, []).append(argument)
    known = {name for lean in leans for name in (lean.aspect, aspect_of(lean.aspect))}
    for name, mine in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        if name not in known and sentences_of(mine) >= _LEAN_ARGUMENTS:
            lean = _lean(name, mine)
            leans.append(lean if _met(lean.winner, mine) else replace(lean, winner=None))
    return leans[:_SHOWN_LEANS]


def _points(arguments: Sequence[Argument]) -> dict[str, float]:
    winners = {argument.winner for argument in arguments if argument.winner is not None}
    return {name: math.fsum(item.score for item in arguments if item.winner == name) for name in sorted(winners)}


def _met(winner: str | None, arguments: Sequence[Argument]) -> bool:
    """Whether the winner was compared with everybody else who won something by the aspect: among three, it may not."""
    rivals = {argument.winner for argument in arguments} - {winner, None}
    return winner is None or all(any({winner, rival} == set(a.objects) for a in arguments) for rival in rivals)


def _behind(arguments: Sequence[Argument]) -> tuple[str, ...]:
    """Among three or more objects, those that each of the others was compared with and leads; often there are none.

    Train and plane may both be safer than the car, whichever of the two is safer.
    """
    won: dict[tuple[str, str], float] = {}
    for argument in arguments:
        if argument.winner is not None and argument.loser is not None:
            pair = argument.winner, argument.loser
            won[pair] = won.get(pair, 0.0) + argument.score
    leads = {(one, other) for (one, other), own in won.items() if own >= _LEAN * (own + won.get((other, one), 0.0))}
    points = _points(arguments)
    names = sorted({name for pair in won for name in pair}, key=lambda name: (-points.get(name, 0.0), name))
    if len(names) < 3 or sentences_of(arguments) < _LEAN_ARGUMENTS:
        return ()
    cuts = range(1, len(names))
    return next((tuple(names[cut:]) for cut in cuts if leads.issuperset(product(names[:cut], names[cut:]))), ())


def _asked_lean(name: str, arguments: Sequence[Argument]) -> AspectLean:
    """Whom the arguments on an aspect asked for favour; what they say of the objects themselves has the last word.

    Whether Rust is faster than Go is told by who runs faster; how fast they compile only where nothing else is known.
    """
    mine = _on_themselves(name, arguments)
    if len(mine) != 1:
        mine = mine or list(arguments)
        return _lean(name, mine)
    weighed = [a if a is mine[0] else replace(a, score=_NEAR * a.score) for a in arguments]
    lean = _lean(name, weighed)
    return lean if lean.winner == mine[0].winner else replace(lean, winner=None)


def _on_themselves(name: str, arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments that say of the objects themselves who is ahead on an aspect asked for."""
    known = aspect_of(name)
    return [argument for argument in arguments[:_READ] if known and known in _told(argument)]


def _gainsaid(counted: Sequence[Argument], shares: Shares, leans: Sequence[AspectLean]) -> dict[str, Gainsaid]:
    """The aspects asked for whose share names another object than their lean does, or one where that names nobody."""
    found = {}
    for lean in leans:
        share = shares.categories.get(lean.aspect)
        leader = share.leader if share else None
        if share is None or leader in (None, lean.winner):
            continue
        mine = [a for a in counted if lean.aspect in a.aspects and a.winner is not None]
        themselves = bool(_on_themselves(lean.aspect, mine))
        one_sided = share.values[leader] >= _LEAN and sum(share.counts.values()) >= _LEAN_ARGUMENTS
        if lean.winner is not None or (one_sided and themselves and len(share.values) == 2):
            found[lean.aspect] = Gainsaid(leader, themselves)
    return found


def _told(argument: Argument) -> frozenset[str]:
    """The aspects by which the sentence says that its winner itself is ahead; none where it tells of something else."""
    frame = frame_of(argument)
    if frame is None or argument.winner is None or frame.favoured not in (None, argument.winner):
        return frozenset()  # the stance speaks of something else
    own = frame.told if frame.favoured and frame.of_itself else None  # None: nobody can say whether more is better
    return told_beside(argument) | ({own} if own else frozenset())


def _lean(name: str, arguments: Sequence[Argument]) -> AspectLean:
    points = _points(arguments)
    enough = sentences_of(arguments) >= _LEAN_ARGUMENTS
    total = math.fsum(points.values())
    best = max(sorted(points), key=lambda winner: points[winner])
    share = points[best] / total if total > 0 else 0.0
    return AspectLean(name, best if share >= _LEAN and enough else None, share)


def _evidence(counted: Sequence[Argument]) -> Evidence:
    equal = [argument.score for argument in counted if argument.stance is Stance.EQUAL]
    won = [argument.score for argument in counted if argument.winner is not None]
    total = math.fsum(equal + won)
    sites = len({source.site for argument in counted for source in argument.sentence.sources})
    return Evidence(len(won), len(equal), math.fsum(equal) / total if total > 0 else 0.0, sites, sentences_of(counted))


def _rate(
    leader: str, counted: Sequence[Argument], shares: Shares, comparison: Comparison
) -> tuple[float, tuple[float, float]]:
    """The leader's share and interval; among many objects, its share of the arguments that speak of it at all."""
    if len(comparison.names) == 2:
        return shares.overall.values[leader], shares.overall.interval.get(leader, (0.0, 1.0))
    about = [argument for argument in counted if leader in argument.objects and argument.winner is not None]
    others = _as_pair(about, leader)
    share = share_of(others, (leader, "the others"), 0)
    return share.values[leader], share.interval.get(leader, (0.0, 1.0))


def _as_pair(about: Sequence[Argument], leader: str) -> list[Argument]:
    pair = (leader, "the others")
    return [replace(a, objects=pair, stance=Stance.FIRST if a.winner == leader else Stance.SECOND) for a in about]
