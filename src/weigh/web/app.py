"""The web app: wires services, guards, API, compatible adapters and pages into one ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from weigh import __version__
from weigh.errors import WeighError
from weigh.pipeline import Weigh
from weigh.settings import Settings
from weigh.store import Store
from weigh.web.api import answers, lookup, service
from weigh.web.compat import cam, cam2
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


def create_app(weigh: Weigh, store: Store, settings: Settings) -> FastAPI:
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
        yield
        services.workshop.close()

    app = FastAPI(
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
    for part in (answers, lookup, service, cam, cam2, around, answer, judge):
        app.include_router(part.router)
    app.mount("/static", _Static(directory=STATIC))
    for kind in (WeighError, Refused, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, handle)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
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
