"""An answer as a file: Markdown to read, JSON to compute with, CSV for a table.

A cell that a spreadsheet would take for a formula gets a leading apostrophe: text from the index is hostile.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from fastapi.responses import Response

from weigh.types import Answer

FORMS = ("md", "json", "csv")
_TYPES = {"md": "text/markdown; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_COLUMNS = (
    "number", "winner", "loser", "stance", "confidence", "score", "category", "aspects", "sentence",
    "sources", "site", "title", "url", "date", "dropped", "flipped",
)  # fmt: skip


def response(answer: Answer, form: str, name: str) -> Response:
    content = {"md": as_markdown, "json": as_json, "csv": as_csv}[form](answer)
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return Response(content.encode("utf-8", "replace"), media_type=_TYPES[form], headers=headers)


def as_markdown(answer: Answer) -> str:
    return answer.to_markdown()


def as_json(answer: Answer) -> str:
    return json.dumps(answer.to_dict(), ensure_ascii=False, indent=2) + "\n"


def as_csv(answer: Answer) -> str:
    """One row per argument, best first."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for argument in answer.arguments:
        source = argument.sentence.sources[0] if argument.sentence.sources else None
        row: list[Any] = [
            argument.id,
            argument.winner or "",
            argument.loser or "",
            argument.stance.value,
            round(argument.confidence, 4),
            round(argument.score, 4),
            argument.category,
            "; ".join(argument.aspects),
            argument.sentence.text,
            argument.sentence.source_count,
            source.site if source else "",
            (source.title if source else "") or "",
            (source.url if source else "") or "",
            (source.date if source else "") or "",
            argument.dropped,
            argument.flipped,
        ]
        writer.writerow([safe_cell(cell) for cell in row])
    return out.getvalue()


def safe_cell(value: Any) -> Any:
    """Text that cannot be run as a formula; numbers stay numbers."""
    if not isinstance(value, str):
        return value
    text = value.replace("\x00", "")
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
