"""Counters for Prometheus: requests by route, how long they took, what became of questions, how full the queue is."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """One registry per app, so that two apps in one process (tests) do not mix."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "weigh_requests",
            "Requests by route, method and status.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "weigh_request_seconds",
            "Time from request to the end of its response.",
            ("route",),
            buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60),
            registry=self._registry,
        )
        self._questions = Counter(
            "weigh_questions", "Questions by what became of them.", ("outcome",), registry=self._registry
        )
        self._feedback = Counter("weigh_feedback", "Judgements by kind.", ("kind",), registry=self._registry)

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        Gauge(name, help, registry=self._registry).set_function(read)

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        # A made-up method must not become a new time series.
        method = method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "OTHER"
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def question(self, outcome: str) -> None:
        self._questions.labels(outcome).inc()

    def feedback(self, kind: str) -> None:
        self._feedback.labels(kind).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
