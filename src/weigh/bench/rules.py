"""How right each rule of the identify cascade is, and how many of the comparative questions it finds.

The parts that the rules were narrowed on and chosen by are used, never the test part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from weigh.bench.tasks import data_folder
from weigh.models import data as public
from weigh.parse.rules import PERFECT, RULES, matching

PARTS = ("train", "validation")


def run(data: Path | None = None, *, on_progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """For each part and rule, and for those that decide alone together: matches, precision, recall."""
    folder = data_folder(data)
    found: dict[str, Any] = {}
    for part in PARTS:
        if on_progress:
            on_progress(part)
        questions = public.identify(folder, part)
        found[part] = {name: _figures(questions, (name,)) for name in RULES} | {
            "those that decide alone": _figures(questions, PERFECT)
        }
    return found


def _figures(questions: Sequence[public.Question], rules: tuple[str, ...]) -> dict[str, float | None]:
    matched = [question.comparative for question in questions if matching(question.text, rules)]
    comparative = sum(question.comparative for question in questions)
    return {
        "matches": len(matched),
        "precision": sum(matched) / len(matched) if matched else None,
        "recall": sum(matched) / max(1, comparative),
    }
