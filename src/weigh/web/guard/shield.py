"""The outermost layer of every request: id, body limit, origin check on writes, safe headers, one line of log.

Plain ASGI rather than a wrapper that buffers, so that streams stay streams. The log names the path and never the
query, headers or body: questions are the users' own, and a token in a header stays a secret.
"""

from __future__ import annotations

import logging
import secrets
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from weigh.web.guard.errors import Refused, handle
from weigh.web.metrics import Metrics

log = logging.getLogger("weigh.web")

MAX_BODY = 256 * 1024
"""Bytes. The longest legitimate body is a summary request with a few hundred sentences."""
UPLOAD = "/api/v1/admin/files"
MAX_UPLOAD = 64 * 1024 * 1024
"""Bytes of a file of documents. Its route writes it to disk as it comes, once the admin token has been seen."""

_READS = frozenset({"GET", "HEAD", "OPTIONS"})

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: with that, browsers send the origin "null" from our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Shield:
    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        headers = Headers(scope=scope)
        request_id = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request_id
        status = 500
        begun = False

        async def guarded_send(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                out = MutableHeaders(scope=message)
                out["X-Request-ID"] = request_id
                for name, value in _HEADERS.items():
                    out.setdefault(name, value)
                out.setdefault("Cache-Control", "no-store")
            await send(message)

        received = 0
        most = MAX_UPLOAD if scope["path"] == UPLOAD else MAX_BODY

        async def guarded_receive() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > most:
                    # FastAPI makes a 400 of anything else that is raised while it reads a body.
                    raise HTTPException(413, _too_large(most))
            return message

        try:
            _check(scope, headers, most)
            await self._app(scope, guarded_receive, guarded_send)
        except Exception as error:
            if begun:
                raise
            response = await handle(Request(scope), error)
            await response(scope, receive, guarded_send)
        finally:
            seconds = time.perf_counter() - started
            route = getattr(scope.get("route"), "path", "unknown")
            self._metrics.request(route, scope["method"], status, seconds)
            log.info("%s %s %s %d %.0f ms", request_id, scope["method"], route, status, seconds * 1000)


def _too_large(most: int) -> str:
    return f"The body is larger than {most // 1024:,} KB. Send less at once."


def _check(scope: Scope, headers: Headers, most: int) -> None:
    length = headers.get("content-length", "0")
    if not length.isdigit():
        raise Refused(400, "bad_request", "The header Content-Length is no number. Send a proper one or none.")
    if int(length) > most:
        raise Refused(413, "too_large", _too_large(most))
    if scope["method"] not in _READS and not _same_origin(headers):
        raise Refused(403, "foreign_origin", "A page of another site may not change anything here. Ask from this site.")


def _same_origin(headers: Headers) -> bool:
    """Browsers say where a write comes from; programs say nothing and carry no cookie that could be abused."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False
