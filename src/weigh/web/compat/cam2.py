"""CAM 2.0's endpoints: questions in paths, arguments and summaries out. GETs that write answer 403 unless allowed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from weigh.errors import BadInput
from weigh.given import given_comparison
from weigh.store import Feedback, LabelFeedback, SummaryFeedback, VerdictFeedback
from weigh.web.api.common import ERRORS, as_json, example, lookup_limit, question_limit
from weigh.web.asked import Asked
from weigh.web.compat.whole import segments
from weigh.web.guard.errors import Refused
from weigh.web.services import Services, services

router = APIRouter(tags=["CAM 2.0"], responses=ERRORS)
QuestionPath = Annotated[str, Path(description="The question; ? and / may stand raw or percent-encoded.")]


class Labels(BaseModel):
    objects: list[str]
    aspects: list[str]


class Cam2Argument(BaseModel):
    value: str
    source: str


class Cam2Answer(BaseModel):
    firstObjectScore: float
    firstObjectArguments: list[Cam2Argument]
    secondObjectArguments: list[Cam2Argument]


class SummariseBody(BaseModel):
    arguments: Annotated[list[Annotated[str, StringConstraints(max_length=2000)]], Field(max_length=500)]


class SummaryBody(BaseModel):
    summary: str


class SummaryFeedbackBody(BaseModel):
    question: Annotated[str, StringConstraints(max_length=1000)]
    arguments: Annotated[str, StringConstraints(max_length=100_000)] = Field(description="Joined by ` [SEP] `.")
    summary: Annotated[str, StringConstraints(max_length=20_000)]
    useful: bool
    fluent: bool


@router.get(
    "/isComparative/{question:path}",
    response_model=Literal[0, 1, 2],
    dependencies=[Depends(lookup_limit)],
    summary="0 no, 1 yes, 2 offensive wording",
)
async def is_comparative(question: QuestionPath, request: Request, service: Services = Depends(services)) -> int:
    """Whether the question is comparative."""
    _, whole = segments(request, 0)
    understood = await service.workshop.call(lambda: service.weigh.parse(whole))
    if understood.outcome == "offensive":
        return 2
    return int(understood.comparative and understood.outcome != "sensitive")


@router.get(
    "/getObjectsAndAspects/{faster}/{question:path}",
    response_model=Labels,
    dependencies=[Depends(lookup_limit)],
    summary="Objects and aspects of a question",
)
async def objects_and_aspects(
    faster: Literal["true", "false"], question: QuestionPath, request: Request, service: Services = Depends(services)
) -> Labels:
    """`faster` is accepted and makes no difference: there is one labeller, and it is fast."""
    _, whole = segments(request, 1)
    understood = await service.workshop.call(lambda: service.weigh.parse(whole, overrule=True))
    found = understood.comparison
    return Labels(objects=list(found.names) if found else [], aspects=[a.name for a in found.aspects] if found else [])


@router.get(
    "/cam/{objects}/{aspects}/{n}/{faster}",
    response_model=Cam2Answer,
    dependencies=[Depends(question_limit)],
    summary="Arguments for two objects",
)
async def compare(
    objects: Annotated[
        str, Path(max_length=300, description="Two objects, comma-separated.", examples=["python,java"])
    ],
    aspects: Annotated[str, Path(max_length=1000, description="Comma-separated, or a dash.", examples=["-"])],
    n: Annotated[int, Path(ge=1, le=1000, description="Arguments for each object.")],
    faster: Literal["true", "false"],
    service: Services = Depends(services),
) -> Response:
    """The first object's share and the best arguments of both."""
    names = [name.strip() for name in objects.split(",") if name.strip()]
    if len(names) != 2:
        raise BadInput(f"{objects[:100]!r} names {len(names)} objects; expected two with a comma between them.")
    wanted = [] if aspects.strip() in ("-", "") else [name.strip() for name in aspects.split(",") if name.strip()]
    comparison = given_comparison(names, wanted, None, service.settings)
    asked = Asked("", comparison, fast=faster == "true")
    answer = await service.answer(lambda: service.events(asked))

    def best(name: str) -> list[Cam2Argument]:
        return [
            Cam2Argument(
                value=a.sentence.text,
                source=next((s.url or s.document for s in a.sentence.sources), ""),
            )
            for a in answer.arguments_for(name)[:n]
        ]

    first, second = comparison.names
    return as_json(
        Cam2Answer.model_construct(
            firstObjectScore=answer.shares.overall.values.get(first, 0.0),
            firstObjectArguments=best(first),
            secondObjectArguments=best(second),
        )
    )


@router.post(
    "/summarise/{object1}/{object2}",
    response_model=SummaryBody,
    dependencies=[Depends(question_limit)],
    summary="Sum up given sentences",
)
async def summarise(
    object1: Annotated[str, Path(max_length=100)],
    object2: Annotated[str, Path(max_length=100)],
    body: SummariseBody,
    service: Services = Depends(services),
) -> Response:
    """A short text with citations: `[1]` is the first sentence given."""
    answer = await service.workshop.call(lambda: service.weigh.weigh_sentences(body.arguments, object1, object2))
    return as_json(SummaryBody(summary=answer.summary.text or answer.verdict.text))


# --- writes -----------------------------------------------------------------------------------------------------------


async def _store(service: Services, feedback: Feedback, question: str) -> bool:
    await run_in_threadpool(service.store.add_feedback, feedback, question=question[:1000])
    service.metrics.feedback(feedback.kind)
    return True


@router.get(
    "/report/{rest:path}",
    response_model=bool,
    dependencies=[Depends(lookup_limit)],
    summary="Report a wrong verdict or wrong labels",
)
async def report(
    rest: Annotated[str, Path(description="`true|false/question`, or `object1/object2/aspects/question`.")],
    request: Request,
    service: Services = Depends(services),
) -> bool:
    """`/report/{true|false}/{question}`: the verdict was wrong. `/report/{object1}/{object2}/{aspects}/{question}`:
    the labels as they should be. Stored as feedback. 403 unless the setting compat_writes allows GETs that write."""
    if not service.settings.compat_writes:
        raise Refused(
            403, "writes_by_get_are_off", "A GET must not write: use POST /api/v1/feedback, or set compat_writes."
        )
    (first,), whole = segments(request, 1)
    if first in ("true", "false"):
        if not whole.strip():
            raise BadInput("The question is empty; expected /report/true/QUESTION or /report/false/QUESTION.")
        # The path says what the verdict was; the report says that it was wrong.
        return await _store(service, VerdictFeedback(first == "false", said=first == "true"), whole)
    head, whole = segments(request, 3)
    if len(head) < 3 or not whole.strip() or not head[0].strip() or not head[1].strip():
        raise BadInput("Expected /report/OBJECT1/OBJECT2/ASPECTS/QUESTION, with a dash where there are no aspects.")
    aspects = [] if head[2].strip() in ("-", "") else [name.strip() for name in head[2].split(",") if name.strip()]
    objects = (head[0].strip()[:100], head[1].strip()[:100])
    return await _store(service, LabelFeedback(objects, tuple(name[:100] for name in aspects[:20])), whole)


_EXAMPLE: dict[str, Any] = example(
    question="tea or coffee?",
    arguments="Tea is healthier. [SEP] Coffee is cheaper.",
    summary="…",
    useful=True,
    fluent=True,
)


@router.post("/summary_feedback", response_model=bool, dependencies=[Depends(lookup_limit)], summary="Judge a summary")
async def summary_feedback(body: SummaryFeedbackBody, service: Services = Depends(services)) -> bool:
    """Stored as feedback."""
    arguments = tuple(part.strip() for part in body.arguments.split("[SEP]") if part.strip())
    return await _store(service, SummaryFeedback(body.summary, arguments, body.useful, body.fluent), body.question)
