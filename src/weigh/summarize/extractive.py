"""The default summary: what the evidence says overall, the main aspects, what to choose. No model, no network.

Each aspect is told by an argument's own sentence or clause where it can be quoted cleanly, else by a plain statement
("Java is faster"). Every claim goes through the checker; what fails is dropped and counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from weigh.summarize.bounds import Bounds
from weigh.summarize.check import Checker, citable
from weigh.summarize.telling import OTHER_HAND, Teller
from weigh.summarize.topics import topics
from weigh.summarize.voice import Voice, size
from weigh.types import Argument, Claim, Comparison, FoundAspect, Shares, Summary, Verdict

MOST_WORDS = 200
_ENOUGH_WORDS = 140
"""Words at which the text is long enough, where the evidence has so many: shorter than the experts' 210, longer than
the best answers to questions, 98; chosen on the very pairs that are reported, see docs/method.md."""


class Extractive:
    """Summaries put together from the arguments' own words."""

    name = "extractive"

    def summarize(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        shares: Shares,
        verdict: Verdict,
        aspects: Sequence[FoundAspect],
    ) -> Summary:
        counted = citable(arguments)
        if not counted:
            return Summary(self.name, note="There is no argument to sum up.")
        checker = Checker(comparison, counted)
        voice = Voice(comparison, counted, checker, MOST_WORDS)
        found = topics(comparison, counted, aspects, verdict.leans)
        bounds = Bounds(counted, verdict, found, voice)
        opening, choice = list(bounds.opening()), list(bounds.choice())
        voice.room = _ENOUGH_WORDS - size([*opening, *choice]) - len(OTHER_HAND.split())
        told = Teller(comparison.context, counted, verdict, found, voice, bounds.strengths).claims()
        passed = checker.passed([*opening, *told, *choice])
        return Summary(self.name, tuple(within(passed)), dropped=voice.dropped)


def within(claims: Sequence[Claim], most: int = MOST_WORDS) -> list[Claim]:
    """The claims that fit: where they are too many words, aspects go, last first; opening and choice stay."""
    kept = list(claims)
    while size(kept) > most:
        middle = [claim for claim in kept if claim.part == "aspect"]
        kept.remove(middle[-1] if middle else kept[-1])
    return kept
