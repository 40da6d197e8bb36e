"""Health, readiness and metrics: what is there first when the server starts, so as little as possible is imported."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from weigh import __version__
from weigh.web.api.common import ERRORS, as_json
from weigh.web.guard.errors import Refused
from weigh.web.metrics import CONTENT_TYPE
from weigh.web.services import Services, services

router = APIRouter(prefix="/api/v1", responses=ERRORS)
_METRICS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


class Health(BaseModel):
    status: Literal["ok"] = "ok"
    version: str


class Ready(BaseModel):
    status: Literal["ready"] = "ready"
    sentences: int
    running: int
    waiting: int


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
