"""What the routes share: the answering machine, the store, the limits. One per app, reached through the request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from weigh.pipeline import Weigh
from weigh.settings import Settings
from weigh.store import Store, StoredAnswer
from weigh.types import Answer, Event
from weigh.web.asked import Asked
from weigh.web.guard.errors import Refused
from weigh.web.guard.limits import Limiter, client_address
from weigh.web.guard.work import Workshop
from weigh.web.jobs import Jobs
from weigh.web.metrics import Metrics
from weigh.web.remembered import Remembered


@dataclass(eq=False)
class Services:
    weigh: Weigh
    store: Store
    settings: Settings
    workshop: Workshop
    limiter: Limiter
    metrics: Metrics = field(default_factory=Metrics)
    jobs: Jobs = field(default_factory=Jobs)
    remembered: Remembered = field(default_factory=Remembered)

    def count_question(self, request: Request) -> None:
        """Raises where this client asked too often."""
        self.limiter.question(client_address(request, self.settings.trusted_proxies))

    def count_lookup(self, request: Request) -> None:
        self.limiter.lookup(client_address(request, self.settings.trusted_proxies))

    def events(self, asked: Asked) -> Iterator[Event]:
        """The answer as it comes about, or as it came about when the same was asked before."""
        return self.remembered.events(asked, self.weigh)

    async def answer(self, make: Callable[[], Iterator[Event]]) -> Answer:
        """Runs a question to its end."""
        event = await self.workshop.last(make)
        if event.answer is None:
            raise Refused(503, "stopped", "The server is stopping. Try again in a moment.", {"Retry-After": "5"})
        self.metrics.question(event.answer.understanding.outcome)
        return event.answer

    async def keep(self, answer: Answer, browser: str | None = None) -> str:
        """Stores the answer, and in the history of the browser that asked; returns the permalink's id."""

        def save() -> str:
            id = self.store.save(answer)
            # What was asked in need is not for whoever uses this browser next.
            if browser and answer.understanding.outcome != "sensitive":
                self.store.remember(browser, id)
            return id

        return await run_in_threadpool(save)

    async def stored(self, id: str) -> StoredAnswer:
        found = await run_in_threadpool(self.store.answer, id)
        if found is None:
            raise Refused(404, "answer_missing", "There is no answer with this address. Ask the question again.")
        return found


async def services(request: Request) -> Services:
    # Not a plain function: FastAPI would send that to a thread and back, which costs more than all it does.
    found: Services = request.app.state.services
    return found
