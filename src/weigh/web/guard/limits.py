"""How often one client may ask. Questions cost; looking things up is cheaper and gets ten times as much."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING

from fastapi import Request

from weigh.web.guard.errors import Refused

if TYPE_CHECKING:
    from limits.strategies import SlidingWindowCounterRateLimiter

_LOOKUPS_PER_QUESTION = 10


class Limiter:
    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute

    @cached_property
    def _limiter(self) -> SlidingWindowCounterRateLimiter:
        from limits.storage import MemoryStorage
        from limits.strategies import SlidingWindowCounterRateLimiter

        return SlidingWindowCounterRateLimiter(MemoryStorage())

    def question(self, client: str) -> None:
        self._count(self._per_minute, "questions", client)

    def lookup(self, client: str) -> None:
        self._count(self._per_minute * _LOOKUPS_PER_QUESTION, "requests", client)

    def _count(self, per_minute: int, what: str, client: str) -> None:
        if per_minute <= 0:
            return
        from limits import RateLimitItemPerMinute

        limit = RateLimitItemPerMinute(per_minute)
        if self._limiter.hit(limit, what, client):
            return
        reset = self._limiter.get_window_stats(limit, what, client).reset_time
        wait = max(1, round(reset - time.time()))
        raise Refused(
            429,
            "rate_limited",
            f"More than {limit.amount} {what} a minute came from your address. Wait {wait} seconds.",
            {"Retry-After": str(wait)},
        )


def client_address(request: Request, trusted_proxies: int) -> str:
    """The client's address; X-Forwarded-For is believed only as far as the trusted proxies reach."""
    direct = request.client.host if request.client else "unknown"
    if trusted_proxies < 1:
        return direct
    hops = [hop.strip() for hop in request.headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    return hops[-trusted_proxies][:64] if len(hops) >= trusted_proxies else direct
