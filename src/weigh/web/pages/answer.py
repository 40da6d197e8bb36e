"""Asking and answers: /ask, /compare, their streams, permalinks with drop, flip and filters, context, export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from weigh.text.forms import noun_forms
from weigh.text.tokens import words
from weigh.types import Answer
from weigh.web import export
from weigh.web.asked import Asked, from_form, from_question, listed
from weigh.web.guard.errors import Refused, described, request_id
from weigh.web.pages.browser import browser_of, has_script, new_browser, set_browser
from weigh.web.pages.render import REGIONS, fragment, page, region
from weigh.web.pages.state import ViewState
from weigh.web.pages.view import view
from weigh.web.services import Services, services
from weigh.web.sse import HEADERS as SSE_HEADERS
from weigh.web.sse import sse

router = APIRouter(include_in_schema=False)


@router.get("/ask")
async def ask(request: Request, service: Services = Depends(services)) -> Response:
    """The answer to a question: the whole page, or with scripts the frame that its stream fills."""
    asked = from_question(request.query_params)
    if not asked.question.strip():
        return page("home.html", **{**await _home(service), "empty": True})
    return await _answered(request, service, asked)


@router.get("/compare")
async def compare(request: Request, service: Services = Depends(services)) -> Response:
    return await _answered(request, service, from_form(request.query_params, service.settings))


@router.get("/ask/stream")
async def ask_stream(request: Request, service: Services = Depends(services)) -> Response:
    return _streamed(request, service, from_question(request.query_params))


@router.get("/compare/stream")
async def compare_stream(request: Request, service: Services = Depends(services)) -> Response:
    return _streamed(request, service, from_form(request.query_params, service.settings))


async def _answered(request: Request, service: Services, asked: Asked) -> Response:
    browser = browser_of(request) or new_browser()
    if has_script(request) and "plain" not in request.query_params:
        stream = f"{request.url.path}/stream?{request.url.query}"
        response: Response = page("frame.html", asked=asked, stream=stream, title=asked.title)
    else:
        service.count_question(request)
        answer = await service.answer(lambda: service.events(asked))
        answer = _with_question(answer, asked)
        id = await service.keep(answer, browser)
        response = await _answer_page(service, answer, ViewState(id), asked=asked)
    set_browser(response, request, browser)
    return response


def _with_question(answer: Answer, asked: Asked) -> Answer:
    """A comparison that corrects a question keeps the question, so that history and page can say what was asked."""
    if asked.comparison and asked.question:
        return answer.with_(understanding=replace(answer.understanding, question=asked.question[:1000]))
    return answer


def _streamed(request: Request, service: Services, asked: Asked) -> Response:
    service.count_question(request)
    browser = browser_of(request)
    return StreamingResponse(
        _events(request, service, asked, browser), media_type="text/event-stream", headers=SSE_HEADERS
    )


async def _events(request: Request, service: Services, asked: Asked, browser: str | None) -> AsyncIterator[bytes]:
    """`stage` for the progress, `region` for a part of the page that changed, `done` or `problem` at the end."""
    sent: dict[str, str] = {}

    def changed(answer: Answer, state: ViewState, names: tuple[str, ...], **values: Any) -> list[bytes]:
        shown = view(answer, state)
        result = []
        for name in names:
            html = region(name, shown, asked=asked, **values)
            if sent.get(name) != html:
                sent[name] = html
                result.append(sse("region", {"id": name, "html": html}))
        return result

    try:
        last: Answer | None = None
        async for event in service.workshop.stream(lambda: service.events(asked)):
            yield sse("stage", {"stage": event.stage, "seconds": round(event.seconds, 3), "detail": event.detail})
            if event.stage == "parse":
                html = fragment(
                    "regions/understood.html", view=None, understanding=event.understanding, asked=asked, pending=True
                )
                sent["understood"] = html
                yield sse("region", {"id": "understood", "html": html})
            if event.answer is not None:
                last = event.answer
            if event.answer is not None and event.stage in ("rank", "aspects"):
                for part in changed(event.answer, ViewState(), ("verdict", "arguments"), pending=True):
                    yield part
        if last is None:
            raise Refused(503, "stopped", "The server is stopping. Try again in a moment.")
        service.metrics.question(last.understanding.outcome)
        last = _with_question(last, asked)
        id = await service.keep(last, browser)
        related = await _related(service, last)
        for part in changed(last, ViewState(id), REGIONS, related=related):
            yield part
        progress = fragment("progress_done.html", view=view(last, ViewState(id)))
        yield sse("done", {"id": id, "url": f"/a/{id}", "title": title_of(last), "progress": progress})
    except Exception as error:
        status, code, message, _, headers = described(error)
        html = fragment("problem.html", number=status, code=code, message=message, request_id=request_id(request))
        yield sse(
            "problem",
            {"status": status, "code": code, "message": message, "html": html, "wait": headers.get("Retry-After")},
        )


# --- permalinks -------------------------------------------------------------------------------------------------------


@router.get("/a/{id}")
async def permalink(id: str, request: Request, service: Services = Depends(services)) -> Response:
    """The stored answer; `drop` and `flip` show what it would be without some arguments."""
    service.count_lookup(request)
    state = ViewState.read(id, request.query_params)
    answer = await _revised(request, service, state)
    if wanted := request.headers.get("x-regions"):
        related = await _related(service, answer)
        shown = view(answer, state)
        names = [name for name in REGIONS if name in wanted.split()]
        parts = {name: region(name, shown, related=related, asked=None) for name in names}
        return JSONResponse({"regions": parts, "status": answer.verdict.text})
    return await _answer_page(service, answer, state)


async def _revised(request: Request, service: Services, state: ViewState) -> Answer:
    assert state.id is not None
    answer = (await service.stored(state.id)).answer
    if state.revised:
        answer = await service.workshop.call(lambda: service.weigh.revise(answer, drop=state.drop, flip=state.flip))
    return answer


async def _answer_page(service: Services, answer: Answer, state: ViewState, asked: Asked | None = None) -> HTMLResponse:
    related = await _related(service, answer)
    return page(
        "answer.html", view=view(answer, state), asked=asked, related=related, title=title_of(answer), pending=False
    )


def title_of(answer: Answer) -> str:
    return answer.understanding.question or (listed(answer.comparison.names) if answer.comparison else "Answer")


async def _related(service: Services, answer: Answer) -> list[tuple[str, str]]:
    """Pairs that text compares too: the answer's own suggestions, then what each object is compared with."""
    names = answer.comparison.names if answer.comparison else ()

    def look() -> list[tuple[str, str]]:
        pairs = [(s.name, other) for s in answer.related for other in s.compared_with[:2]]
        for name in names[:3]:
            pairs += [(name, s.name) for s in service.weigh.candidates(name, limit=4)]
        here = {frozenset((_thing(a), _thing(b))) for a in names for b in names}
        result: dict[frozenset[str], tuple[str, str]] = {}
        for a, b in pairs:
            key = frozenset((_thing(a), _thing(b)))
            if key not in here and len(key) == 2:
                result.setdefault(key, (a, b))
        return list(result.values())[:6]

    return await run_in_threadpool(look)


def _thing(name: str) -> str:
    """What a name stands for: "Dogs" and "dog" are one thing."""
    return " ".join(min(noun_forms(word), key=lambda form: (len(form), form)) for word in words(name))


async def _home(service: Services) -> dict[str, Any]:
    from weigh.web.pages.around import home_values

    return await home_values(service)


@router.get("/a/{id}/arguments/{number}/context")
async def argument_context(id: str, number: int, request: Request, service: Services = Depends(services)) -> Response:
    """The sentence in its document: three before and after or all of it, with every source to choose from."""
    service.count_lookup(request)
    answer = (await service.stored(id)).answer
    argument = next((a for a in answer.arguments if a.id == number), None)
    if argument is None:
        raise Refused(404, "argument_missing", f"The answer has no argument {number}. Go back and choose another.")
    sources = argument.sentence.sources
    chosen = request.query_params.get("source", "0")
    at = int(chosen) if chosen.isascii() and chosen.isdigit() and int(chosen) < len(sources) else 0
    whole = request.query_params.get("whole") == "1"
    source = sources[at]

    def look() -> Any:
        if whole:
            return service.weigh.document(source.document)
        return service.weigh.context(source.document, source.position)

    passage = await run_in_threadpool(look)
    values = {
        "id": id,
        "argument": argument,
        "passage": passage,
        "focus": source.position,
        "at": at,
        "whole": whole,
        "source": source,
        "names": answer.comparison.names if answer.comparison else (),
    }
    if request.headers.get("x-regions"):
        return HTMLResponse(fragment("context_body.html", **values))
    return page("context.html", **values, title="In context")


@router.get("/a/{id}/export.{form}")
async def exported(id: str, form: str, request: Request, service: Services = Depends(services)) -> Response:
    service.count_lookup(request)
    if form not in export.FORMS:
        raise Refused(404, "no_such_export", f"There is no export as {form!r}; expected {', '.join(export.FORMS)}.")
    answer = await _revised(request, service, ViewState.read(id, request.query_params))
    return export.response(answer, form, f"weigh-{id}")
