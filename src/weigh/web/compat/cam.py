"""CAM's endpoints: two objects and weighted aspects in, points and sentences out.

All but the first also answer without the prefix /cam. Categories carry CAM's names: `none` is the general comparison,
`multiple` several aspects at once.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from weigh.errors import BadInput
from weigh.given import given_comparison
from weigh.text import lexicon
from weigh.types import GENERAL, MULTIPLE, Answer, Aspect, Event, Filters
from weigh.web.api.common import ERRORS, as_json, lookup_limit, question_limit
from weigh.web.asked import Asked
from weigh.web.guard.errors import Refused
from weigh.web.services import Services, services

router = APIRouter(tags=["CAM"], responses=ERRORS)

_MODELS = {"default": "markers", "bow": "bow", "infersent": "transformer"}
_STEPS = {
    "parse": "Request sentences",
    "retrieve": "Classify sentences",
    "classify": "Evaluate classified sentences; Find winner",
    "rank": "Extract aspects",
    "aspects": "Prepare the answer",
    "summarize": "Prepare the answer",
    "done": "Done",
}
_MOST_STATUSES = 1000
MOST_FOUND = 500
FAST_GENERAL = 500
"""General sentences that the fast search looks at."""


class CamSentence(BaseModel):
    text: str
    ES_score: float
    CAM_score: float
    confidence: float
    id_pair: dict[str, int]
    context_aspects: list[str]


class CamObject(BaseModel):
    name: str
    points: dict[str, float]
    totalPoints: float
    sentences: list[CamSentence]


class CamAnswer(BaseModel):
    winner: str
    sentenceCount: int
    extractedAspectsObject1: list[str]
    extractedAspectsObject2: list[str]
    object1: CamObject
    object2: CamObject


class CamContext(BaseModel):
    text: str
    document_id: str
    sentence_id: int


class Statuses:
    """Steps of running requests by the id that the client registered; the oldest are forgotten."""

    def __init__(self) -> None:
        self._steps: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def register(self) -> str:
        id = str(secrets.randbelow(10**15))
        with self._lock:
            self._steps[id] = ""
            while len(self._steps) > _MOST_STATUSES:
                self._steps.popitem(last=False)
        return id

    def set(self, id: str | None, step: str) -> None:
        with self._lock:
            if id is not None and id in self._steps:
                self._steps[id] = step

    def get(self, id: str) -> str | None:
        with self._lock:
            return self._steps.get(id)

    def remove(self, id: str) -> bool:
        with self._lock:
            return self._steps.pop(id, None) is not None


async def statuses(request: Request) -> Statuses:
    state = request.app.state
    if not hasattr(state, "cam_statuses"):
        state.cam_statuses = Statuses()
    found: Statuses = state.cam_statuses
    return found


Thing = Annotated[str, Query(min_length=1, max_length=100, examples=["dog"])]
Weight = Annotated[int | None, Query(ge=1, le=5)]


@router.get("/cam", response_model=CamAnswer, dependencies=[Depends(question_limit)], summary="Compare two objects")
async def compare(
    request: Request,
    objectA: Thing,
    objectB: Thing,
    model: Annotated[
        Literal["default", "bow", "infersent"], Query(description="markers, bow, transformer")
    ] = "default",
    fs: Annotated[Literal["true", "false"], Query(description="Faster search.")] = "false",
    aspect1: Annotated[str | None, Query(max_length=100, description="And so on: aspect2, weight2 …")] = None,
    weight1: Weight = None,
    statusID: Annotated[str | None, Query(max_length=30)] = None,
    service: Services = Depends(services),
    steps: Statuses = Depends(statuses),
) -> Response:
    """CAM's answer: points per aspect, sentences with their sources, the winner."""
    aspects = [Aspect(n, w, lexicon.direction_of(n)) for n, w in _aspects(request)]
    comparison = given_comparison((objectA, objectB), aspects, None, service.settings)
    asked = Asked("", comparison, fast=fs == "true", classifier=_MODELS[model])

    def events() -> Iterator[Event]:
        for event in service.events(asked):
            steps.set(statusID, _STEPS[event.stage])
            yield event

    answer = await service.answer(events)
    scores = await service.workshop.call(lambda: _engine_scores(service, answer, fs == "true"))
    return as_json(_answer(answer, scores))


def _engine_scores(service: Services, answer: Answer, fast: bool) -> dict[int, float]:
    """Sentence → its BM25 score, which CAM's clients know as ES_score. Arguments do not carry it, since our own score
    does not use it; asking the engine again takes milliseconds."""
    assert answer.comparison is not None
    most = service.settings.max_sentences
    first, second = answer.comparison.objects
    found = service.weigh.engine.retrieve(
        first,
        second,
        answer.comparison.aspects,
        Filters(),
        limit=most,
        general=min(FAST_GENERAL, most) if fast else most,
    )
    return {hit.sentence.id: hit.score for hit in found.hits}


def _aspects(request: Request) -> list[tuple[str, int]]:
    """aspect1, weight1, aspect2 … without gaps."""
    found = []
    for number in range(1, 21):
        name = request.query_params.get(f"aspect{number}", "").strip()
        if not name:
            break
        weight = request.query_params.get(f"weight{number}", "3")
        if weight not in ("1", "2", "3", "4", "5"):
            raise BadInput(f"weight{number} is {weight[:20]!r}; expected a whole number from 1 to 5.")
        found.append((name, int(weight)))
    return found


def _answer(answer: Answer, scores: Mapping[int, float]) -> CamAnswer:
    assert answer.comparison is not None
    first, second = answer.comparison.names
    leader = answer.shares.overall.leader
    return CamAnswer.model_construct(
        winner=leader or "No winner found",
        sentenceCount=answer.provenance.classified,
        extractedAspectsObject1=[a.name for a in answer.aspects if a.object == first],
        extractedAspectsObject2=[a.name for a in answer.aspects if a.object == second],
        object1=_object(answer, first, scores),
        object2=_object(answer, second, scores),
    )


def _object(answer: Answer, name: str, scores: Mapping[int, float]) -> CamObject:
    names = {GENERAL: "none", MULTIPLE: "multiple"}
    return CamObject.model_construct(
        name=name,
        points={names.get(key, key): share.points.get(name, 0.0) for key, share in answer.shares.categories.items()},
        totalPoints=answer.shares.overall.points.get(name, 0.0),
        sentences=[
            CamSentence.model_construct(
                text=argument.sentence.text,
                ES_score=scores.get(argument.sentence.id, 0.0),
                CAM_score=argument.score,
                confidence=argument.confidence,
                id_pair={source.document: source.position for source in argument.sentence.sources},
                context_aspects=list(argument.aspects),
            )
            for argument in answer.arguments_for(name)
        ],
    )


# --- progress ---------------------------------------------------------------------------------------------------------


F = TypeVar("F", bound=Callable[..., Any])


def both(path: str, verb: str = "GET", **options: Any) -> Callable[[F], F]:
    """A route with and without the prefix /cam."""

    def wire(function: F) -> F:
        name = function.__name__
        for prefix, label in (("/cam", "cam"), ("", "plain")):
            router.add_api_route(prefix + path, function, methods=[verb], operation_id=f"{label}_{name}", **options)
        return function

    return wire


StatusId = Annotated[str, Query(max_length=30, examples=["7"])]


@both("/register", response_model=str, dependencies=[Depends(lookup_limit)], summary="A fresh status id")
async def register(steps: Statuses = Depends(statuses)) -> str:
    """To be given as statusID, so that the progress can be asked for. Kept in memory only."""
    return steps.register()


@both("/status", response_model=str, dependencies=[Depends(lookup_limit)], summary="The current step in words")
async def status(statusID: StatusId, steps: Statuses = Depends(statuses)) -> str:
    """Empty before the first step."""
    step = steps.get(statusID)
    if step is None:
        raise Refused(404, "no_such_status", "No such statusID is registered. Register one first.")
    return step


@both(
    "/remove/status",
    verb="DELETE",
    response_model=bool,
    dependencies=[Depends(lookup_limit)],
    summary="Forget a status id",
)
async def remove(statusID: StatusId, steps: Statuses = Depends(statuses)) -> bool:
    """`true`, also where it was forgotten already."""
    steps.remove(statusID)
    return True


# --- text -------------------------------------------------------------------------------------------------------------


@both("/context", response_model=list[CamContext], dependencies=[Depends(lookup_limit)], summary="Sentences around one")
async def context(
    documentID: Annotated[str, Query(max_length=2000)],
    sentenceID: Annotated[int | None, Query(ge=0, le=10_000_000)] = None,
    contextSize: Annotated[int, Query(ge=0, le=50)] = 3,
    service: Services = Depends(services),
) -> list[CamContext]:
    """The whole document without a sentenceID."""

    def look() -> list[CamContext]:
        if sentenceID is None:
            passage = service.weigh.document(documentID)
        else:
            passage = service.weigh.context(documentID, sentenceID, around=contextSize)
        return [
            CamContext(text=text, document_id=passage.source.document, sentence_id=passage.start + i)
            for i, text in enumerate(passage.sentences)
        ]

    return await run_in_threadpool(look)


@both("/search", response_model=list[CamContext], dependencies=[Depends(lookup_limit)], summary="Keyword search")
async def search(
    query: Annotated[str, Query(min_length=1, max_length=1000, examples=['earth AND venus AND "surface area"'])],
    service: Services = Depends(services),
) -> list[CamContext]:
    """At most 500 sentences, best first."""

    def look() -> list[CamContext]:
        found = service.weigh.search(query, Filters(), limit=MOST_FOUND)
        return [
            CamContext(text=hit.sentence.text, document_id=source.document, sentence_id=source.position)
            for hit in found.hits
            for source in hit.sentence.sources[:1]
        ]

    return await run_in_threadpool(look)


@router.get(
    "/ccr/{object:path}",
    response_model=list[str],
    dependencies=[Depends(lookup_limit)],
    summary="Comparison candidates",
)
async def candidates(object: Annotated[str, Path(max_length=100)], service: Services = Depends(services)) -> list[str]:
    """What the object is often compared with."""
    return [item.name for item in await run_in_threadpool(service.weigh.candidates, object)]


@router.get(
    "/suggestions", response_model=list[str], dependencies=[Depends(lookup_limit)], summary="Often compared with"
)
async def suggestions(
    object: Annotated[str, Query(max_length=100)] = "", service: Services = Depends(services)
) -> list[str]:
    """Objects often compared with the one given; without one, those compared most of all."""
    return [item.name for item in await run_in_threadpool(service.weigh.candidates, object)]


class SuggestionsBody(BaseModel):
    object: Annotated[str, Query(max_length=100)] = ""


@router.post(
    "/suggestions", response_model=list[str], dependencies=[Depends(lookup_limit)], summary="Often compared with"
)
async def suggestions_post(body: SuggestionsBody, service: Services = Depends(services)) -> list[str]:
    """As GET."""
    return [item.name for item in await run_in_threadpool(service.weigh.candidates, body.object)]
