"""Asking: /ask, /compare, /parse, their streams, and stored answers with revision and export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from weigh.schema import to_dict
from weigh.types import Answer, Understanding
from weigh.web import export
from weigh.web.api.common import ERRORS, SSE_DOC, as_json, example, lookup_limit, question_limit
from weigh.web.api.models import (
    AnswerResponse,
    AskRequest,
    CompareRequest,
    ParseRequest,
    Question,
    ReviseRequest,
)
from weigh.web.asked import Asked
from weigh.web.guard.errors import body as error_body
from weigh.web.guard.errors import described
from weigh.web.services import Services, services
from weigh.web.sse import HEADERS as SSE_HEADERS
from weigh.web.sse import sse

router = APIRouter(prefix="/api/v1", tags=["Answers"], responses=ERRORS)
Id = Annotated[str, Path(max_length=24, description="The id of a stored answer.")]
AskBody = Annotated[
    AskRequest,
    Body(openapi_examples=example(question="Which is better for web development, Python or Java?", fast=True)),
]
CompareBody = Annotated[
    CompareRequest,
    Body(openapi_examples=example(objects=["python", "java"], aspects=[{"name": "web development", "weight": 5}])),
]


def _asked(request: AskRequest) -> Asked:
    r = request
    return Asked(r.question, None, r.overrule, r.filters.made(), r.fast, r.classifier)


def _compared(request: CompareRequest, service: Services) -> Asked:
    r = request
    return Asked("", r.made(service.settings), None, r.filters.made(), r.fast, r.classifier)


async def _respond(service: Services, asked: Asked, keep: bool) -> Response:
    answer = await service.answer(lambda: service.events(asked))
    id = await service.keep(answer) if keep else None
    return as_json(AnswerResponse.model_construct(id=id, url=f"/a/{id}" if id else None, answer=answer))


@router.post("/ask", response_model=AnswerResponse, dependencies=[Depends(question_limit)], summary="Answer a question")
async def ask(request: AskBody, service: Services = Depends(services)) -> Response:
    """The whole answer. Questions that compare nothing get an answer too: its `understanding` says why."""
    return await _respond(service, _asked(request), request.keep)


@router.post(
    "/compare", response_model=AnswerResponse, dependencies=[Depends(question_limit)], summary="Compare objects"
)
async def compare(request: CompareBody, service: Services = Depends(services)) -> Response:
    """The whole answer for objects and aspects given directly."""
    return await _respond(service, _compared(request, service), request.keep)


@router.get(
    "/ask/stream",
    response_class=StreamingResponse,
    responses=SSE_DOC,
    dependencies=[Depends(question_limit)],
    summary="Answer by EventSource",
)
async def ask_stream_get(
    request: Request,
    question: Annotated[Question, Query()],
    fast: bool | None = None,
    service: Services = Depends(services),
) -> Response:
    """As POST, for browsers' EventSource. The answer is not stored."""
    return _stream(request, service, Asked(question, fast=fast), False)


@router.post(
    "/ask/stream",
    response_class=StreamingResponse,
    responses=SSE_DOC,
    dependencies=[Depends(question_limit)],
    summary="Answer stage by stage",
)
async def ask_stream(request: Request, asked: AskBody, service: Services = Depends(services)) -> Response:
    """Server-sent events as the stages end. Closing the connection cancels the rest."""
    return _stream(request, service, _asked(asked), asked.keep)


@router.post(
    "/compare/stream",
    response_class=StreamingResponse,
    responses=SSE_DOC,
    dependencies=[Depends(question_limit)],
    summary="Compare stage by stage",
)
async def compare_stream(request: Request, asked: CompareBody, service: Services = Depends(services)) -> Response:
    """Server-sent events as the stages end."""
    return _stream(request, service, _compared(asked, service), asked.keep)


def _stream(request: Request, service: Services, asked: Asked, keep: bool) -> Response:
    async def events() -> AsyncIterator[bytes]:
        try:
            last: Answer | None = None
            async for event in service.workshop.stream(lambda: service.events(asked)):
                if event.answer is not None:
                    last = event.answer
                if event.stage != "done":
                    yield sse("stage", to_dict(event))
            if last is not None:
                service.metrics.question(last.understanding.outcome)
                id = await service.keep(last) if keep else None
                yield sse("answer", {"id": id, "url": f"/a/{id}" if id else None, "answer": to_dict(last)})
        except Exception as error:
            _, code, message, details, _ = described(error)
            yield sse("error", error_body(request, code, message, details))

    return StreamingResponse(events(), media_type="text/event-stream", headers=SSE_HEADERS)


@router.post(
    "/parse", response_model=Understanding, dependencies=[Depends(lookup_limit)], summary="Understand a question"
)
async def parse(
    request: Annotated[ParseRequest, Body(openapi_examples=example(question="Is Python cheaper than Java?"))],
    service: Services = Depends(services),
) -> Response:
    """Whether it is comparative and why, its kinds, objects and aspects; the index is not looked at."""
    understood = await service.workshop.call(lambda: service.weigh.parse(request.question, overrule=request.overrule))
    return as_json(understood)


@router.get(
    "/answers/{id}", response_model=AnswerResponse, dependencies=[Depends(lookup_limit)], summary="A stored answer"
)
async def stored(id: Id, service: Services = Depends(services)) -> Response:
    """The answer as it was given, not computed again."""
    found = await service.stored(id)
    return as_json(AnswerResponse.model_construct(id=id, url=f"/a/{id}", answer=found.answer))


@router.post(
    "/answers/{id}/revise",
    response_model=AnswerResponse,
    dependencies=[Depends(lookup_limit)],
    summary="Drop or flip arguments",
)
async def revise(
    id: Id,
    request: Annotated[ReviseRequest, Body(openapi_examples=example(drop=[3], flip=[5]))],
    service: Services = Depends(services),
) -> Response:
    """What shares, verdict, aspects and summary would be. Nothing is retrieved and nothing is stored."""
    found = await service.stored(id)
    drop, flip = frozenset(request.drop), frozenset(request.flip)
    answer = await service.workshop.call(lambda: service.weigh.revise(found.answer, drop=drop, flip=flip))
    return as_json(AnswerResponse.model_construct(id=None, url=None, answer=answer))


_EXPORTS: dict[str, Any] = {"text/markdown": {}, "text/csv": {}, "application/json": {}}


@router.get(
    "/answers/{id}/export",
    response_class=Response,
    responses={200: {"content": _EXPORTS}, **ERRORS},
    dependencies=[Depends(lookup_limit)],
    summary="An answer as a file",
)
async def exported(
    id: Id,
    format: Annotated[Literal["md", "json", "csv"], Query(description="Markdown, JSON or CSV.")] = "md",
    service: Services = Depends(services),
) -> Response:
    """Markdown to read, JSON to compute with, CSV with one row per argument."""
    found = await service.stored(id)
    return await run_in_threadpool(export.response, found.answer, format, f"weigh-{id}")
