"""The cookie by which a browser finds its own history: random, unreadable for scripts, set with the first answer."""

from __future__ import annotations

import re
import secrets

from fastapi import Request
from fastapi.responses import Response

COOKIE = "weigh_browser"
_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def browser_of(request: Request) -> str | None:
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def new_browser() -> str:
    return secrets.token_urlsafe(32)


def set_browser(response: Response, request: Request, token: str) -> None:
    response.set_cookie(
        COOKIE, token, max_age=_YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https", path="/"
    )


def has_script(request: Request) -> bool:
    """Whether the browser runs our scripts: they say so with a cookie, and answers are then streamed to it."""
    return request.cookies.get("weigh_script") == "1"
