"""Feedback, health, readiness, metrics, and the admin routes that exist only where a token is set."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Header
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from weigh import __version__
from weigh.schema import to_dict
from weigh.store import (
    ArgumentFeedback,
    Feedback,
    LabelFeedback,
    SummaryFeedback,
    VerdictFeedback,
    Versions,
    versions_of,
)
from weigh.web.api.common import ERRORS, as_json, example, lookup_limit
from weigh.web.api.models import (
    ArgumentIn,
    FeedbackIn,
    Health,
    LabelsIn,
    Ready,
    Stored,
    SummaryIn,
    VerdictIn,
)
from weigh.web.guard.errors import Refused
from weigh.web.metrics import CONTENT_TYPE
from weigh.web.services import Services, services

router = APIRouter(prefix="/api/v1", responses=ERRORS)
_METRICS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.post(
    "/feedback",
    response_model=Stored,
    status_code=201,
    tags=["Feedback"],
    dependencies=[Depends(lookup_limit)],
    summary="Judge a verdict, labels, an argument or a summary",
)
async def feedback(
    given: Annotated[
        FeedbackIn, Body(openapi_examples=example(kind="verdict", question="tea or coffee", comparative=True))
    ],
    service: Services = Depends(services),
) -> Response:
    """Stored with time and versions; `weigh feedback export` makes training data of it."""
    question, answer_id, versions = "", None, Versions(weigh=__version__)
    record: Feedback
    match given:
        case VerdictIn():
            question = given.question
            record = VerdictFeedback(given.comparative)
        case LabelsIn():
            question = given.question
            record = LabelFeedback(tuple(given.objects), tuple(given.aspects))
        case ArgumentIn() | SummaryIn():
            stored = await service.stored(given.answer)
            answer = stored.answer
            question, answer_id, versions = answer.understanding.question, stored.id, versions_of(answer)
            if isinstance(given, SummaryIn):
                texts = {a.id: a.sentence.text for a in answer.arguments}
                cited = dict.fromkeys(n for claim in answer.summary.claims for n in claim.citations)
                sentences = tuple(texts[n] for n in cited if n in texts)
                record = SummaryFeedback(answer.summary.text, sentences, given.useful, given.fluent)
            else:
                found = next((a for a in answer.arguments if a.id == given.argument), None)
                if found is None:
                    raise Refused(404, "argument_missing", f"The answer has no argument {given.argument}.")
                record = ArgumentFeedback(found.sentence.text, found.objects, given.stance, found.stance, found.id)
    number = await run_in_threadpool(
        service.store.add_feedback, record, question=question, answer_id=answer_id, versions=versions
    )
    service.metrics.feedback(record.kind)
    return as_json(Stored(id=number), 201)


@router.get("/health", response_model=Health, tags=["Service"], summary="Is the process alive?")
async def health() -> Response:
    """Answers without touching index or database."""
    return as_json(Health(version=__version__))


@router.get("/ready", response_model=Ready, tags=["Service"], summary="Can it answer now?")
async def ready(service: Services = Depends(services)) -> Response:
    """503 while index or database do not answer or the queue is full."""

    def look() -> int:
        try:
            service.store.ping()
            return service.weigh.info().sentences
        except Exception as error:
            raise Refused(
                503, "not_ready", f"Not ready: {type(error).__name__}. See the server's log.", {"Retry-After": "5"}
            ) from error

    sentences = await run_in_threadpool(look)
    return as_json(Ready(sentences=sentences, running=service.workshop.running, waiting=service.workshop.waiting))


@router.get(
    "/metrics",
    response_class=Response,
    responses={**_METRICS, **ERRORS},
    tags=["Service"],
    summary="Counters for Prometheus",
)
async def metrics(service: Services = Depends(services)) -> Response:
    """Requests, times, questions, feedback, queue."""
    return Response(service.metrics.text(), media_type=CONTENT_TYPE)


# --- admin ------------------------------------------------------------------------------------------------------------


def admin(
    authorization: Annotated[str, Header(description="Bearer and the token of the setting admin_token.")] = "",
    service: Services = Depends(services),
) -> None:
    """Off (404) without the setting; with it, only the right token passes. Compared in constant time."""
    token = service.settings.admin_token
    if not token:
        raise Refused(404, "not_found", "Admin routes are off. Set admin_token to turn them on.")
    given = authorization.removeprefix("Bearer ").encode("utf-8", "replace")
    if not secrets.compare_digest(given, token.encode()):
        raise Refused(401, "unauthorized", "The admin token is missing or wrong.", {"WWW-Authenticate": "Bearer"})


_NDJSON: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One judgement per line.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/admin/feedback",
    response_class=StreamingResponse,
    responses={**_NDJSON, **ERRORS},
    dependencies=[Depends(admin)],
    tags=["Admin"],
    summary="Export all feedback",
)
async def export_feedback(service: Services = Depends(services)) -> Response:
    """Every judgement with time and versions, one JSON object per line."""

    def lines() -> Iterator[str]:
        for item in service.store.feedback():
            yield json.dumps(to_dict(item), ensure_ascii=False) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")
