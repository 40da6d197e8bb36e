"""The web app: wires services, guards, API, compatible adapters and pages into one ASGI application.

The pages and what tells whether the server is ready are there at once. The API is wired when it is first asked for, or
by `complete()` once the server listens: making its schemas takes a good part of the start-up.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from weigh import __version__
from weigh.errors import WeighError
from weigh.pipeline import Weigh
from weigh.settings import Settings
from weigh.store import Store
from weigh.web.api import service
from weigh.web.guard.errors import Refused, handle
from weigh.web.guard.limits import Limiter
from weigh.web.guard.shield import Shield
from weigh.web.guard.work import Workshop
from weigh.web.pages import answer, around, judge
from weigh.web.pages.render import STATIC
from weigh.web.services import Services

_DESCRIPTION = """Comparative questions answered with arguments. Every error has one shape; every response carries
`X-Request-ID`. Answers can be streamed as server-sent events. The routes under *CAM* and *CAM 2.0* speak the language
of those two systems, so that their clients keep working."""


_LATER = ("api.answers", "api.lookup", "api.feedback", "api.admin", "compat.cam", "compat.cam2")


class WebApp(FastAPI):
    """FastAPI, with routes that are wired when first needed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._lock = threading.Lock()
        self._missing: ASGIApp = self.router.default
        self._complete = False
        self.router.default = self._look_again

    def complete(self) -> None:
        """Wire what is still missing."""
        with self._lock:
            if not self._complete:
                for name in _LATER:
                    self.include_router(import_module(f"weigh.web.{name}").router)
                self._complete = True

    async def _look_again(self, scope: Scope, receive: Receive, send: Send) -> None:
        """No route was found: once more with all of them."""
        if self._complete:
            await self._missing(scope, receive, send)
        else:
            self.complete()
            await self.router(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        self.complete()
        return super().openapi()


def create_app(weigh: Weigh, store: Store, settings: Settings) -> WebApp:
    """The app around an answering machine and a store; both stay the caller's to close."""
    services = Services(
        weigh,
        store,
        settings,
        Workshop(settings.max_concurrent, settings.max_queue, settings.request_timeout),
        Limiter(settings.rate_limit),
    )
    services.metrics.gauge("weigh_running", "Questions being answered.", lambda: services.workshop.running)
    services.metrics.gauge("weigh_waiting", "Questions waiting.", lambda: services.workshop.waiting)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        services.workshop.open()
        services.jobs.open()
        yield
        services.jobs.close()
        services.workshop.close()

    app = WebApp(
        title="Weigh",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.services = services
    for part in (service, around, answer, judge):
        app.include_router(part.router)
    app.mount("/static", _Static(directory=STATIC))
    for kind in (WeighError, Refused, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, handle)
    # Level 5 takes a third of the time of the default, 9, and gives 5 % more bytes.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Shield, metrics=services.metrics)
    return app


class _Static(StaticFiles):
    """Files whose address carries the mark of their content may be kept for ever; others are asked for again."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        scope: Scope = args[2] if len(args) > 2 else kwargs["scope"]
        marked = scope.get("query_string", b"").startswith(b"v=")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if marked else "public, max-age=300"
        return response
