"""Stances → scores, shares, verdict, and the order of many objects."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock

from weigh.rank.scoring import score_arguments
from weigh.rank.shares import shares_of
from weigh.rank.tournament import tournament_of
from weigh.rank.verdict import verdict_of
from weigh.settings import Settings
from weigh.stages import Ranker
from weigh.types import Argument, Comparison, Hit, Judgement, Object, Ranking, Shares, Stance, Verdict

_REMEMBERED = 8
"""Orders kept, so that a question asked again (or revised, exported, shared) is answered at once."""


class EvidenceRanker:
    """The ranker, with either score: `weigh` (default) or `cam`."""

    def __init__(self, scoring: str, *, seed: int, shown: int) -> None:
        self.name = scoring
        self._seed = seed
        self._shown = shown
        self._lock = Lock()
        self._ranked: OrderedDict[Hashable, tuple[Argument, ...]] = OrderedDict()

    def rank(
        self,
        first: Object,
        second: Object,
        hits: Sequence[Hit],
        judgements: Sequence[Judgement],
        comparison: Comparison,
    ) -> tuple[Argument, ...]:
        # Only what takes a stance becomes an argument; the rest, most of it, would have to be read to be compared.
        taken = tuple(pair for pair in zip(hits, judgements, strict=True) if pair[1].stance is not Stance.NONE)
        key = (first, second, comparison.aspects, comparison.context, taken)
        with self._lock:
            known = self._ranked.get(key)
        if known is None:
            known = score_arguments(first, second, taken, comparison, self.name, self._shown)
            with self._lock:
                self._ranked[key] = known
                while len(self._ranked) > _REMEMBERED:
                    self._ranked.popitem(last=False)
        return known

    def shares(self, arguments: Sequence[Argument], comparison: Comparison) -> Shares:
        return shares_of(arguments, comparison, self._seed)

    def verdict(self, arguments: Sequence[Argument], shares: Shares, comparison: Comparison) -> Verdict:
        ranking = self.tournament(arguments, comparison)
        leader = shares.overall.leader
        last = next((name for name in comparison.names if name != leader), None) if leader else None
        if ranking is not None:
            leader = None if leader is None else _untied(ranking, *ranking.order[:2])
            last = _untied(ranking, *ranking.order[:-3:-1])
        return verdict_of(arguments, shares, comparison, leader, last)

    def tournament(self, arguments: Sequence[Argument], comparison: Comparison) -> Ranking | None:
        return tournament_of(arguments, comparison)


def _untied(ranking: Ranking, name: str, next_one: str) -> str | None:
    """The object at an end of the order, unless the next one is as strong."""
    return None if abs(ranking.strengths[name] - ranking.strengths[next_one]) < 1e-9 else name


def make_ranker(settings: Settings) -> Ranker:
    """The ranker that the settings ask for."""
    return EvidenceRanker(settings.scoring, seed=settings.seed, shown=settings.max_arguments)
