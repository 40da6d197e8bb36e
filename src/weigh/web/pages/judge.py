"""What readers say: overruled verdicts, corrected labels, judged arguments and summaries. Forms, then a redirect."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams

from weigh.store import (
    ArgumentFeedback,
    Feedback,
    LabelFeedback,
    StoredAnswer,
    SummaryFeedback,
    VerdictFeedback,
    versions_of,
)
from weigh.types import Stance
from weigh.web.asked import form_address, from_form
from weigh.web.guard.errors import Refused
from weigh.web.services import Services, services

router = APIRouter(include_in_schema=False)


@router.post("/overrule")
async def overrule(
    request: Request,
    q: str = Form(..., max_length=1000),
    comparative: str = Form(..., pattern="^(yes|no)$"),
    said: str = Form("", pattern="^(yes|no|)$"),
    service: Services = Depends(services),
) -> Response:
    """The user's word on whether the question is comparative: stored, then the question is asked again with it."""
    service.count_lookup(request)
    given = VerdictFeedback(comparative == "yes", said={"yes": True, "no": False}.get(said))
    await run_in_threadpool(service.store.add_feedback, given, question=q)
    service.metrics.feedback("verdict")
    return RedirectResponse("/ask?" + urlencode({"q": q, "overrule": comparative}), 303)


@router.post("/correct")
async def correct(request: Request, service: Services = Depends(services)) -> Response:
    """Corrected objects and aspects: stored where they answer a question, then compared."""
    service.count_lookup(request)
    form = await request.form()
    values = QueryParams([(key, value) for key, value in form.multi_items() if isinstance(value, str)])
    asked = from_form(values, service.settings)
    assert asked.comparison is not None
    if asked.question:
        said = service.weigh.parse(asked.question[: service.settings.max_question_length], overrule=True).comparison
        given = LabelFeedback(
            asked.comparison.names,
            tuple(aspect.name for aspect in asked.comparison.aspects),
            said.names if said else (),
            tuple(aspect.name for aspect in said.aspects) if said else (),
        )
        if (given.objects, given.aspects) != (given.said_objects, given.said_aspects):
            await run_in_threadpool(service.store.add_feedback, given, question=asked.question[:1000])
            service.metrics.feedback("labels")
    address = form_address(asked.comparison, question=asked.question[:1000])
    if asked.fast:
        address += "&fast=1"
    if asked.classifier:
        address += f"&classifier={asked.classifier}"
    return RedirectResponse(address, 303)


@router.post("/a/{id}/feedback")
async def feedback(
    id: str,
    request: Request,
    kind: str = Form(...),
    argument: int | None = Form(None),
    stance: Stance | None = Form(None),
    useful: str | None = Form(None),
    fluent: str | None = Form(None),
    service: Services = Depends(services),
) -> Response:
    """A judgement of one argument, or of the summary."""
    service.count_lookup(request)
    stored = await service.stored(id)
    given, anchor = _judgement(stored, kind, argument, stance, useful, fluent)
    await run_in_threadpool(
        service.store.add_feedback,
        given,
        question=stored.answer.understanding.question,
        answer_id=id,
        versions=versions_of(stored.answer),
    )
    service.metrics.feedback(given.kind)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"thanks": "Thank you: your judgement is stored."})
    return RedirectResponse(f"/a/{id}?sent={given.kind}#{anchor}", 303)


def _judgement(
    stored: StoredAnswer, kind: str, number: int | None, stance: Stance | None, useful: str | None, fluent: str | None
) -> tuple[Feedback, str]:
    answer = stored.answer
    if kind == "summary":
        words = {"yes": True, "no": False}
        texts = {a.id: a.sentence.text for a in answer.arguments}
        cited = dict.fromkeys(n for claim in answer.summary.claims for n in claim.citations)
        sentences = tuple(texts[n] for n in cited if n in texts)
        judged = SummaryFeedback(answer.summary.text, sentences, words.get(useful or ""), words.get(fluent or ""))
        return judged, "summary"
    argument = next((a for a in answer.arguments if a.id == number), None)
    if kind == "argument" and argument is not None and stance is not None:
        given = ArgumentFeedback(argument.sentence.text, argument.objects, stance, argument.stance, argument.id)
        return given, f"arg-{number}"
    raise Refused(
        400,
        "bad_feedback",
        f"Feedback of kind {kind!r} came for argument {number} with stance {stance}; expected kind 'summary', "
        "or kind 'argument' with the number of one of the answer's arguments and a stance.",
    )
