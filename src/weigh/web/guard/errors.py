"""One error shape for the whole API, and the status that each of Weigh's errors has in HTTP.

    {"error": {"code": "bad_input", "message": "…", "request_id": "…", "details": …}}

A page gets the same words as HTML. Messages of unforeseen errors stay in the log: a client sees the request id.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from weigh.errors import (
    BadInput,
    Cancelled,
    DocumentMissing,
    ExtraMissing,
    IndexProblem,
    ModelMissing,
    ServiceProblem,
    WeighError,
)

log = logging.getLogger("weigh.web")


class ErrorBody(BaseModel):
    code: str = Field(description="Stable name of the problem.", examples=["bad_input"])
    message: str = Field(description="What arrived, what was expected, what to do.")
    request_id: str = Field(description="Also in the header X-Request-ID and in the server's log.")
    details: Any = Field(None, description="More, where there is more to say, such as every field that did not fit.")


class ErrorResponse(BaseModel):
    """The one shape of every error."""

    error: ErrorBody


class Refused(Exception):
    """A request that is turned away on purpose, with its HTTP status."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.headers = dict(headers or {})


_STATUS: tuple[tuple[type[WeighError], int], ...] = (
    (DocumentMissing, 404),
    (BadInput, 400),
    (Cancelled, 409),
    (IndexProblem, 503),
    (ModelMissing, 503),
    (ExtraMissing, 501),
    (ServiceProblem, 502),
    (WeighError, 500),
)


def status_of(error: WeighError) -> int:
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def request_id(request: Request) -> str:
    return str(request.scope.get("state", {}).get("request_id", ""))


def body(request: Request, code: str, message: str, details: Any = None) -> dict[str, Any]:
    """The error shape as plain data."""
    error: dict[str, Any] = {"code": code, "message": message, "request_id": request_id(request)}
    if details is not None:
        error["details"] = details
    return {"error": error}


def described(error: Exception) -> tuple[int, str, str, Any, dict[str, str]]:
    """status, code, message, details and headers of any error."""
    if isinstance(error, Refused):
        return error.status, error.code, str(error), None, error.headers
    if isinstance(error, WeighError):
        status = status_of(error)
        return status, error.code, str(error), None, {"Retry-After": "5"} if status == 503 else {}
    if isinstance(error, RequestValidationError):
        details = [
            {"where": ".".join(str(part) for part in problem["loc"]), "problem": _in_words(problem)}
            for problem in sorted(error.errors(), key=lambda problem: -len(problem["loc"]))[:20]
        ]  # of two forms that a field may have, the one that was meant is the one that was read further
        first = f"{details[0]['where']}: {details[0]['problem']}" if details else "it cannot be read"
        return 422, "invalid_request", f"The request does not fit: {first}. See /api for what is expected.", details, {}
    if isinstance(error, HTTPException):
        name = HTTPStatus(error.status_code).phrase
        code = name.lower().replace(" ", "_").replace("-", "_")
        if error.detail == "There was an error parsing the body":  # FastAPI's words for bytes that are no UTF-8
            return error.status_code, code, "The body cannot be read; expected JSON in UTF-8.", None, {}
        unknown = "Nothing has this address" if error.status_code == 404 else name
        message = error.detail if error.detail and error.detail != name else f"{unknown}. See /api for what there is."
        return error.status_code, code, message, None, dict(error.headers or {})
    return (
        500,
        "internal_error",
        "Something went wrong on our side. Try again; if it stays, report it with the request id.",
        None,
        {},
    )


def _in_words(problem: Mapping[str, Any]) -> str:
    """What did not fit, for the maker of a request; the words of pydantic where they say it."""
    if problem["type"] == "json_invalid":
        return f"This is no JSON ({problem['ctx']['error']} at character {problem['loc'][-1]})"
    if problem["loc"] == ("body",):
        return "Expected a JSON object, sent with the header Content-Type: application/json"
    return str(problem["msg"])


def wants_page(request: Request) -> bool:
    """Whether the answer should be a page: browsers ask for HTML, programs do not."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith(("/api/", "/cam", "/ccr"))


async def handle(request: Request, error: Exception) -> Response:
    """The response to any error, as page or as JSON."""
    status, code, message, details, headers = described(error)
    if status >= 500 and status not in (501, 503, 504):
        log.error("request %s failed", request_id(request), exc_info=error)
    if wants_page(request):
        from weigh.web.pages.render import error_page

        return error_page(request, status, code, message, headers)
    return JSONResponse(body(request, code, message, details), status, headers)
