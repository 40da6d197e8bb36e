"""The index, for everything beside an answer: keyword search, suggestions, context, documents."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from weigh.types import Filters, IndexInfo, Passage, SearchPage
from weigh.web.api.common import ERRORS, as_json, lookup_limit
from weigh.web.api.models import Date, SuggestResponse
from weigh.web.services import Services, services

router = APIRouter(prefix="/api/v1", tags=["Index"], responses=ERRORS, dependencies=[Depends(lookup_limit)])
Several = Annotated[list[str], Query(max_length=20)]


@router.get("/search", response_model=SearchPage, summary="Keyword search")
async def search(
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=1000,
            description="AND, OR, minus, quotes and brackets.",
            examples=['python AND "web development"'],
        ),
    ],
    offset: Annotated[int, Query(ge=0, le=10_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    collection: Several = [],  # noqa: B006
    domain: Several = [],  # noqa: B006
    since: Date | None = None,
    until: Date | None = None,
    service: Services = Depends(services),
) -> Response:
    """Sentences that contain the words, best first."""
    filters = Filters(tuple(collection), tuple(domain), since, until)
    return as_json(await run_in_threadpool(service.weigh.search, q, filters, offset=offset, limit=limit))


@router.get("/suggest", response_model=SuggestResponse, summary="Things that can be compared")
async def suggest(
    prefix: Annotated[str, Query(max_length=100, description="What was typed so far.", examples=["pyt"])] = "",
    object: Annotated[str, Query(max_length=100, description="Or: what is this often compared with?")] = "",
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    service: Services = Depends(services),
) -> Response:
    """Type-ahead by `prefix`, candidates for `object`; with neither, what is compared most of all."""

    def look() -> SuggestResponse:
        found = service.weigh.complete(prefix, limit=limit) if prefix else service.weigh.candidates(object, limit=limit)
        meant = [] if found or prefix else [known.name for known in service.weigh.similar(object)]
        return SuggestResponse.model_construct(suggestions=list(found), meant=meant)

    return as_json(await run_in_threadpool(look))


@router.get("/context", response_model=Passage, summary="A sentence in context")
async def context(
    document: Annotated[str, Query(max_length=2000, description="The document's id.")],
    position: Annotated[int, Query(ge=0, le=10_000_000)],
    around: Annotated[int, Query(ge=0, le=50)] = 3,
    service: Services = Depends(services),
) -> Response:
    """The sentences around a position."""
    return as_json(await run_in_threadpool(service.weigh.context, document, position, around=around))


@router.get("/documents/{id:path}", response_model=Passage, summary="A whole document")
async def document(
    id: Annotated[str, Path(max_length=2000, description="The document's id; slashes are fine.")],
    service: Services = Depends(services),
) -> Response:
    """All sentences of a document."""
    return as_json(await run_in_threadpool(service.weigh.document, id))


@router.get("/index", response_model=IndexInfo, summary="What the index holds")
async def index(service: Services = Depends(services)) -> Response:
    """Numbers of documents and sentences, collections, version. Where it lies stays the server's own business."""
    return as_json((await run_in_threadpool(service.weigh.info)).public())
