"""The pages around an answer: the first page, keyword search, history, explanations."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from weigh.errors import BadInput
from weigh.types import Filters, SearchPage
from weigh.web.pages.browser import browser_of
from weigh.web.pages.render import HERE, page
from weigh.web.services import Services, services

router = APIRouter(include_in_schema=False)
PAGE = 20
LAST = 10_000
"""Nobody pages further by hand; a deep offset costs the engine as much as all the pages before it."""


@cache
def _starter_examples() -> tuple[str, ...]:
    lines = Path(HERE / "examples.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


async def home_values(service: Services) -> dict[str, Any]:
    """What the first page shows: examples that this index can answer, and what its texts compare most."""

    def look() -> dict[str, Any]:
        info = service.weigh.info()
        pairs: dict[frozenset[str], tuple[str, str]] = {}
        for item in service.weigh.candidates("", limit=24):
            for other in item.compared_with[:1]:
                pairs.setdefault(frozenset((item.name.lower(), other.lower())), (item.name, other))
        often = list(pairs.values())[:12]
        starter = any(collection.name == "starter" for collection in info.collections)
        made = tuple(f"Which is better, {a} or {b}?" for a, b in often[:5])
        return {"info": info, "pairs": often, "examples": _starter_examples() if starter else made}

    return {**await run_in_threadpool(look), "empty": False, "open_form": False}


@router.get("/")
async def home(request: Request, service: Services = Depends(services)) -> Response:
    values = await home_values(service)
    return page("home.html", **{**values, "open_form": "form" in request.query_params})


@router.get("/find")
async def find(request: Request, service: Services = Depends(services)) -> Response:
    """Keyword search, the baseline of the thesis: sentences that contain the words."""
    service.count_lookup(request)
    q = request.query_params.get("q", "").strip()
    found: SearchPage | None = None
    problem = None
    pairs = [] if q else (await home_values(service))["pairs"][:4]
    if q:
        text = request.query_params.get("offset", "0")
        offset = min(int(text), LAST) if text.isascii() and text.isdigit() and len(text) < 9 else 0
        try:
            if len(q) > service.settings.max_question_length:
                raise BadInput(f"The query has {len(q)} characters; {service.settings.max_question_length} fit.")
            found = await run_in_threadpool(service.weigh.search, q, Filters(), offset=offset, limit=PAGE)
        except BadInput as error:
            problem = str(error)
    return page("find.html", status=400 if problem else 200, q=q, found=found, problem=problem, size=PAGE, pairs=pairs)


@router.get("/document")
async def document(request: Request, service: Services = Depends(services)) -> Response:
    service.count_lookup(request)
    at = request.query_params.get("at", "")
    passage = await run_in_threadpool(service.weigh.document, request.query_params.get("id", ""))
    focus = int(at) if at.isascii() and at.isdigit() and len(at) < 9 else None
    return page("document.html", passage=passage, at=focus)


@router.get("/history")
async def history(request: Request, service: Services = Depends(services)) -> Response:
    browser = browser_of(request)
    entries = await run_in_threadpool(service.store.history, browser, limit=100) if browser else ()
    return page("history.html", entries=entries)


@router.post("/history/forget")
async def forget(request: Request, entry: int | None = Form(None), service: Services = Depends(services)) -> Response:
    if browser := browser_of(request):
        await run_in_threadpool(service.store.forget, browser, entry)
    return RedirectResponse("/history", 303)


@router.get("/method")
async def method() -> Response:
    return page("method.html")


@router.get("/limits")
async def limits() -> Response:
    return page("limits.html")


@router.get("/api")
async def api(request: Request, service: Services = Depends(services)) -> Response:
    """The API explained, made from the same OpenAPI document that machines read."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in request.app.openapi()["paths"].items():
        for verb, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            example = next((item["value"] for item in body.get("examples", {}).values()), None)
            groups.setdefault(operation.get("tags", ["other"])[0], []).append(
                {
                    "method": verb.upper(),
                    "path": path,
                    "summary": operation.get("summary", ""),
                    "description": operation.get("description", ""),
                    "parameters": operation.get("parameters", []),
                    "example": json.dumps(example, indent=2, ensure_ascii=False) if example else None,
                }
            )
    return page("api.html", groups=list(groups.items()), rate=service.settings.rate_limit, base=str(request.base_url))
