"""How right each rule of the identify cascade is, and how many of the comparative questions it finds; and so for the
parser as a whole, which someone who asks meets.

The parts that the rules were narrowed on and chosen by are used, never the test part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from weigh.bench.tasks import data_folder
from weigh.models import data as public
from weigh.parse import QuestionParser
from weigh.parse.rules import RULES, matching
from weigh.settings import Settings

PARTS = ("train", "validation")


def run(data: Path | None = None, *, on_progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """For each part and rule, those that decide alone together, and the parser: matches, precision, recall."""
    folder = data_folder(data)
    found: dict[str, Any] = {}
    for part in PARTS:
        if on_progress:
            on_progress(part)
        questions = public.identify(folder, part)
        found[part] = {name: _figures(questions, partial(matching, rules=(name,))) for name in RULES}
        found[part]["those that decide alone"] = _figures(questions, matching)
    for point in ("balanced", "precise"):  # on what its models did not learn
        parser = QuestionParser(Settings(operating_point=point))
        if on_progress:
            on_progress(f"the parser, {point}")
        found[PARTS[-1]][f"the parser, {point}"] = _figures(questions, partial(_compares, parser))
    return found


def _compares(parser: QuestionParser, question: str) -> bool:
    return parser.parse(question).comparative


def _figures(questions: Sequence[public.Question], takes: Callable[[str], object]) -> dict[str, float | None]:
    matched = [question.comparative for question in questions if takes(question.text)]
    comparative = sum(question.comparative for question in questions)
    return {
        "matches": len(matched),
        "precision": sum(matched) / len(matched) if matched else None,
        "recall": sum(matched) / max(1, comparative),
    }
