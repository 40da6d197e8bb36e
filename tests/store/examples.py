"""Answers made by hand from the types, for tests that need one without an index."""

from __future__ import annotations

from weigh.types import (
    Answer,
    Argument,
    Aspect,
    Breakdown,
    Comparison,
    IndexInfo,
    Object,
    Provenance,
    Sentence,
    Share,
    Shares,
    Source,
    Span,
    Stance,
    Summary,
    Timing,
    Understanding,
    Verdict,
    VerdictKind,
)


def example_answer(
    question: str = "Is tea healthier than coffee?", seconds: float = 0.1, text: str | None = None
) -> Answer:
    comparison = Comparison((Object("tea"), Object("coffee")), (Aspect("health"),))
    text = text or "Tea is healthier than coffee."
    sentence = Sentence(7, text, (Source("d1", 3, url="https://example.org/tea", title="Tea"),))
    argument = Argument(
        1, sentence, ("tea", "coffee"), Stance.FIRST, 0.93, 2.5, "health", ("health",),
        (Span(0, 3, "object", "tea"),), Breakdown(1.0, 0.9, 1.5, 1.0),
    )  # fmt: skip
    share = Share({"tea": 1.0, "coffee": 0.0}, {"tea": 2.5, "coffee": 0.0}, {"tea": 1, "coffee": 0})
    return Answer(
        Understanding(question, "comparison", True, 0.98, "rule R2", comparison=comparison),
        comparison,
        Verdict(VerdictKind.INSUFFICIENT, "There is not enough evidence."),
        Shares(share, {"health": share}),
        (argument,),
        (),
        Summary("extractive"),
        Provenance(
            "0.1.0", IndexInfo("starter", "embedded", 1, 9, 100, 1, "v1"), "transformer", "weigh",
            models={"stance": "abc"}, timings=(Timing("parse", seconds),), created="2026-01-01T00:00:00Z",
        ),
    )  # fmt: skip
