"""What the API's routes share: the error in the docs, a fast JSON response, examples."""

from __future__ import annotations

from typing import Any

from fastapi import Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel, TypeAdapter

from weigh.web.guard.errors import ErrorResponse
from weigh.web.services import Services, services

ERRORS: dict[int | str, dict[str, Any]] = {"default": {"model": ErrorResponse, "description": "Any error: one shape."}}
_EVENT = {
    "description": "One event; `data` is JSON.",
    "type": "object",
    "properties": {"event": {"enum": ["stage", "answer", "error"]}, "data": {"type": "string"}},
    "required": ["event", "data"],
}
SSE_DOC: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events `stage` as stages end (from `rank` on with an answer), then `answer` or `error`.",
        "content": {"text/event-stream": {"schema": _EVENT}},
    },
    **ERRORS,
}
_adapters: dict[Any, TypeAdapter[Any]] = {}


def as_json(value: Any, status: int = 200) -> Response:
    """Serialises without validating again: the value is our own."""
    if isinstance(value, BaseModel):
        return Response(value.model_dump_json(), status, media_type="application/json")
    kind = type(value)
    adapter = _adapters.setdefault(kind, _adapters.get(kind) or TypeAdapter(kind))
    return Response(adapter.dump_json(value), status, media_type="application/json")


async def question_limit(request: Request, service: Services = Depends(services)) -> None:
    service.count_question(request)


async def lookup_limit(request: Request, service: Services = Depends(services)) -> None:
    service.count_lookup(request)


def example(**value: Any) -> dict[str, Any]:
    return {"example": {"summary": "An example", "value": value}}
