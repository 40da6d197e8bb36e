"""An Understanding as one flat JSON line: the form that `weigh parse` prints and log tools read."""

from __future__ import annotations

from typing import Any

from weigh.types import Understanding


def parsed_line(understanding: Understanding) -> dict[str, Any]:
    comparison = understanding.comparison
    named = understanding.outcome != "superlative" and comparison is not None
    return {
        "question": understanding.question,
        "comparative": understanding.comparative,
        "probability": round(understanding.probability, 4),
        "reason": understanding.reason,
        "kinds": list(understanding.kinds),
        "intent": understanding.intent,
        "objects": list(comparison.names) if comparison and named else [],
        "aspects": [aspect.name for aspect in comparison.aspects] if comparison else [],
        "predicate": comparison.predicate if comparison else None,
        "outcome": understanding.outcome,
    }
