"""Feedback: a verdict, labels, an argument or a summary judged."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from weigh import __version__
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
from weigh.web.api.models import ArgumentIn, FeedbackIn, LabelsIn, Stored, SummaryIn, VerdictIn
from weigh.web.guard.errors import Refused
from weigh.web.services import Services, services

router = APIRouter(prefix="/api/v1", responses=ERRORS)


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
