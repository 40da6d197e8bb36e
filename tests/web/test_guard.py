"""The guards: rate, size, time, queue, origin, headers, logs, cancellation."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from fastapi.testclient import TestClient

from weigh import Weigh
from weigh.settings import Settings
from weigh.store import Store
from weigh.web.app import create_app
from weigh.web.guard.errors import Refused
from weigh.web.guard.limits import client_address
from weigh.web.guard.shield import MAX_BODY
from weigh.web.guard.work import Workshop

T = TypeVar("T")


def _ran(work: Coroutine[Any, Any, T]) -> T:
    """Runs it to its end on a thread of its own: the browser's tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_a_client_that_asks_too_often_is_told_how_long_to_wait(
    machine: Weigh, store: Store, base_settings: Settings
) -> None:
    with TestClient(create_app(machine, store, replace(base_settings, rate_limit=2))) as client:
        replies = [client.post("/api/v1/ask", json={"question": "who wrote Hamlet"}) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert 1 <= int(replies[-1].headers["retry-after"]) <= 61
    assert replies[-1].json()["error"]["code"] == "rate_limited"


def test_forwarded_addresses_are_believed_only_from_trusted_proxies() -> None:
    request = SimpleNamespace(client=SimpleNamespace(host="10.0.0.1"), headers={"x-forwarded-for": "6.6.6.6, 1.2.3.4"})
    assert client_address(request, 0) == "10.0.0.1"  # type: ignore[arg-type]
    assert client_address(request, 1) == "1.2.3.4"  # type: ignore[arg-type]
    assert client_address(request, 3) == "10.0.0.1"  # type: ignore[arg-type]


def test_a_large_body_is_refused_with_and_without_its_length(client: TestClient) -> None:
    big = b'{"question": "' + b"x" * MAX_BODY + b'"}'
    assert client.post("/api/v1/ask", content=big).status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(MAX_BODY // 1000 + 2):
            yield b"x" * 1000

    reply = client.post("/api/v1/ask", content=chunks(), headers={"content-type": "application/json"})
    assert reply.status_code == 413
    assert "error" in reply.json()


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://testserver"}, True),
        ({"origin": "http://testserver", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_writes_from_other_sites_are_refused(client: TestClient, headers: dict[str, str], allowed: bool) -> None:
    given = {"kind": "verdict", "question": "tea or coffee", "comparative": True}
    reply = client.post("/api/v1/feedback", json=given, headers=headers)
    assert reply.status_code == (201 if allowed else 403)
    forgotten = client.post("/history/forget", headers=headers)
    assert forgotten.status_code == (303 if allowed else 403)


def test_every_response_carries_safe_headers(client: TestClient) -> None:
    for path in ("/", "/api/v1/health", "/nothing", "/static/weigh.css", "/api/v1/answers/none"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-request-id"]
        assert "server" not in headers


def test_the_log_names_paths_and_neither_questions_nor_tokens(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "weigh.web")
    headers = {"authorization": "Bearer s3cret-token", "cookie": "weigh_browser=s3cret-cookie"}
    client.get("/find?q=s3cret+question", headers=headers)
    client.get("/a/s3cret-id", headers=headers)
    assert "/find 200" in caplog.text
    assert "s3cret" not in caplog.text


async def _collect(workshop: Workshop, make) -> list[int]:  # type: ignore[no-untyped-def]
    return [item async for item in workshop.stream(make)]


def test_more_work_than_places_is_turned_away_and_the_rest_is_done() -> None:
    gate = threading.Event()

    def slow() -> Iterator[int]:
        gate.wait(10)
        yield 1

    async def run() -> list[object]:
        workshop = Workshop(1, 2, 30)
        tasks = [asyncio.create_task(_collect(workshop, slow)) for _ in range(5)]
        await asyncio.sleep(0.2)
        assert (workshop.running, workshop.waiting) == (1, 2)
        gate.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        workshop.close()
        return results

    results = _ran(run())
    assert results.count([1]) == 3
    refused = [result for result in results if isinstance(result, Refused)]
    assert [(error.status, error.headers["Retry-After"]) for error in refused] == [(503, "5")] * 2


def test_work_that_takes_too_long_ends_with_504_and_its_iterator_is_closed() -> None:
    closed = threading.Event()

    def slow() -> Iterator[int]:
        try:
            for n in range(1000):
                time.sleep(0.05)
                yield n
        finally:
            closed.set()

    async def run() -> None:
        workshop = Workshop(1, 1, 0.3)
        with pytest.raises(Refused) as caught:
            await workshop.last(slow)
        assert caught.value.status == 504
        workshop.close()

    _ran(run())
    assert closed.wait(2)


def test_a_reader_who_leaves_cancels_the_work() -> None:
    closed = threading.Event()

    def endless() -> Iterator[int]:
        try:
            while True:
                time.sleep(0.02)
                yield 1
        finally:
            closed.set()

    async def run() -> None:
        workshop = Workshop(1, 1, 30)
        stream = workshop.stream(endless)
        await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]
        workshop.close()

    _ran(run())
    assert closed.is_set()


def test_an_error_in_the_work_reaches_the_caller() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError("x")

    async def run() -> None:
        workshop = Workshop(1, 1, 5)
        with pytest.raises(ValueError, match="x"):
            await workshop.last(broken)
        workshop.close()
        with pytest.raises(Refused):
            await workshop.last(broken)

    _ran(run())
