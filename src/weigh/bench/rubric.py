"""What a good comparative answer has, checked by program."""

from __future__ import annotations

from collections.abc import Sequence

from weigh.summarize.extractive import MOST_WORDS
from weigh.text.mentions import object_spans
from weigh.text.tokens import words
from weigh.types import Answer, Claim, Summary, VerdictKind

_ASPECTS = 3
_SAME = 0.8


def rubric(answer: Answer, summary: Summary) -> dict[str, bool]:
    """Each point of the rubric, met or not."""
    assert answer.comparison is not None
    objects = answer.comparison.objects
    claims = summary.claims
    named = {span.name for claim in claims for span in object_spans(claim.text, objects)}
    aspects = [claim for claim in claims if claim.part == "aspect"]
    available = min(_ASPECTS, len({argument.id for argument in answer.arguments if argument.winner}))
    insufficient = answer.verdict.kind is VerdictKind.INSUFFICIENT
    return {
        "both objects named": named == {item.name for item in objects},
        "opening": insufficient or claims[0].part == "overall",
        "three aspects where the evidence has them": len(aspects) >= available,
        "each aspect says for whom": all(claim.winner is not None for claim in aspects),
        "closing choice": insufficient or claims[-1].part == "choice",
        "closing agrees with the verdict": _agrees(answer, claims),
        "nothing said twice": not any(_same(a, b) for i, a in enumerate(claims) for b in claims[i + 1 :]),
        "no contradiction": not _contradicts(claims),
        "at most 200 words": len(summary.text.split()) <= MOST_WORDS,
    }


def _agrees(answer: Answer, claims: Sequence[Claim]) -> bool:
    """The first choice is the verdict's winner; without a winner, no single object is recommended."""
    choices = [claim for claim in claims if claim.part == "choice"]
    if not choices:
        return answer.verdict.kind is VerdictKind.INSUFFICIENT
    if answer.verdict.winner is not None:
        return choices[0].winner == answer.verdict.winner
    return len({claim.winner for claim in choices}) > 1 or choices[0].winner is None


def _same(a: Claim, b: Claim) -> bool:
    ours, theirs = set(words(a.text)), set(words(b.text))
    return len(ours & theirs) >= _SAME * len(ours | theirs)


def _contradicts(claims: Sequence[Claim]) -> bool:
    """Whether one aspect is claimed for two objects."""
    won: dict[str, set[str]] = {}
    for claim in claims:
        if claim.aspect and claim.winner:
            won.setdefault(claim.aspect, set()).add(claim.winner)
    return any(len(winners) > 1 for winners in won.values())
