"""The admin routes: closed without the token; with it, documents go into the index and out of it beside its readers."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from weigh import Weigh
from weigh.errors import Cancelled
from weigh.index import create
from weigh.index.lock import FileLock
from weigh.settings import Settings
from weigh.store import Store
from weigh.web.app import create_app
from weigh.web.guard.errors import Refused
from weigh.web.guard.shield import MAX_UPLOAD
from weigh.web.jobs import MOST_WAITING, Change, Jobs, Report

TOKEN = {"authorization": "Bearer s3cret"}
TEA = {
    "id": "https://example.org/tea",
    "url": "https://example.org/tea",
    "title": "Tea",
    "text": "Rooibos is cheaper than matcha in every shop. Matcha is stronger than rooibos.",
}
ROUTES = [
    ("POST", "/api/v1/admin/documents"),
    ("DELETE", "/api/v1/admin/documents?id=x"),
    ("POST", "/api/v1/admin/files"),
    ("GET", "/api/v1/admin/jobs"),
    ("GET", "/api/v1/admin/jobs/x"),
    ("GET", "/api/v1/admin/feedback"),
]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return create(tmp_path / "own")


@pytest.fixture
def keeper(own: Path, tmp_path: Path, store: Store) -> Iterator[TestClient]:
    """A server on an empty index of its own, with the admin routes on."""
    settings = Settings(
        index=str(own), data_dir=str(tmp_path), classifier="markers", rate_limit=0, admin_token="s3cret"
    )
    with Weigh(settings) as weigh, TestClient(create_app(weigh, store, settings)) as client:
        yield client


def _sources(client: TestClient) -> set[str]:
    body = {"objects": ["rooibos", "matcha"], "keep": False}
    answer = client.post("/api/v1/compare", json=body).json()["answer"]
    return {source["document"] for a in answer["arguments"] for source in a["sentence"]["sources"]}


def _add(client: TestClient, *documents: dict[str, Any], **query: Any) -> dict[str, Any]:
    query = {"wait": 30, **query}
    reply = client.post("/api/v1/admin/documents", params=query, json={"documents": documents}, headers=TOKEN)
    assert reply.status_code == 200, reply.text
    result: dict[str, Any] = reply.json()
    return result


def _call(client: TestClient, verb: str, path: str, headers: dict[str, str]) -> Any:
    return client.request(
        verb, path, headers=headers, json={"documents": [TEA]} if path.endswith("documents") else None
    )


def test_without_the_setting_there_are_no_admin_routes(client: TestClient) -> None:
    assert {_call(client, verb, path, TOKEN).status_code for verb, path in ROUTES} == {404}


def test_without_the_token_nothing_happens(keeper: TestClient, own: Path) -> None:
    before = (own / "commit.json").read_bytes()
    for header in ({}, {"authorization": "Bearer wrong"}, {"authorization": "s3cre"}):
        for verb, path in ROUTES:
            reply = _call(keeper, verb, path, header)
            assert (reply.status_code, reply.json()["error"]["code"]) == (401, "unauthorized")
    assert (own / "commit.json").read_bytes() == before
    assert keeper.get("/api/v1/admin/jobs", headers=TOKEN).json() == []


def test_a_document_is_seen_by_the_next_question_and_gone_after_its_removal(keeper: TestClient, tmp_path: Path) -> None:
    assert _sources(keeper) == set()
    job = _add(keeper, TEA, {**TEA, "id": "second", "url": None, "text": "Matcha is far better than rooibos, he said."})
    assert (job["state"], job["kind"], job["fraction"]) == ("done", "add", 1.0)
    assert job["change"]["documents"] == 2
    assert _sources(keeper) == {TEA["id"], "second"}
    assert keeper.get("/api/v1/context", params={"document": "second", "position": 0}).status_code == 200

    again = _add(keeper, TEA)
    assert (again["change"]["documents"], again["change"]["known"]) == (0, 1)

    reply = keeper.delete("/api/v1/admin/documents", params={"id": TEA["id"], "wait": 30}, headers=TOKEN)
    assert (reply.status_code, reply.json()["state"], reply.json()["change"]["removed"]) == (200, "done", 1)
    assert _sources(keeper) == {"second"}
    assert keeper.get("/api/v1/index").json()["documents"] == 1
    assert keeper.get("/api/v1/search", params={"q": "cheaper"}).json()["total"] == 0
    assert keeper.get(f"/api/v1/documents/{TEA['id']}").status_code == 404
    assert _add(keeper, TEA)["change"]["documents"] == 1, "what was taken out can come back"
    assert _sources(keeper) == {TEA["id"], "second"}
    left = [path.name for path in tmp_path.iterdir() if path.name.startswith((".", "upload"))]
    assert left == [], "no uploads and no drafts stay behind"


def test_a_missing_document_fails_the_job_and_removes_nothing(keeper: TestClient) -> None:
    _add(keeper, TEA)
    reply = keeper.delete("/api/v1/admin/documents", params={"id": [TEA["id"], "nowhere"], "wait": 30}, headers=TOKEN)
    assert (reply.json()["state"], reply.json()["error"]["code"]) == ("failed", "document_missing")
    assert _sources(keeper) == {TEA["id"]}


def test_what_is_left_out_is_said(keeper: TestClient) -> None:
    german = {"id": "de", "text": "Der Tee ist billiger als der Kaffee, und das weiß auch jeder hier im Land."}
    assert _add(keeper, german)["change"]["left_out"] == {"documents: other language": 1}
    changed = {**TEA, "text": "Rooibos is dearer than matcha these days."}
    assert _add(keeper, TEA, changed)["change"]["renamed"] == 1


def test_a_file_of_documents_is_added_whatever_its_name_says(keeper: TestClient, tmp_path: Path) -> None:
    lines = "".join(
        json.dumps({"id": f"d{n}", "text": f"Rooibos is better than matcha for reason number {n}."}) + "\n"
        for n in range(300)
    )
    reply = keeper.post(
        "/api/v1/admin/files",
        params={"name": "../../../etc/x.jsonl.gz", "collection": "teas", "wait": 30},
        content=gzip.compress(lines.encode()),
        headers=TOKEN,
    )
    assert reply.json()["change"]["documents"] == 300
    assert keeper.get("/api/v1/index").json()["collections"] == [{"name": "teas", "documents": 300, "sentences": 300}]
    job = keeper.get(reply.headers["location"], headers=TOKEN).json()
    assert job == reply.json()
    assert keeper.get("/api/v1/admin/jobs", headers=TOKEN).json() == [job]

    unreadable = keeper.post("/api/v1/admin/files?wait=30", content=b"\x00\x01\x02" * 50, headers=TOKEN).json()
    assert (unreadable["state"], unreadable["error"]["code"]) == ("failed", "source_problem")
    assert str(tmp_path) not in json.dumps(unreadable)


def test_a_file_that_is_too_large_is_refused(keeper: TestClient) -> None:
    headers = {**TOKEN, "content-length": str(MAX_UPLOAD + 1)}
    reply = keeper.post("/api/v1/admin/files", content=b"x", headers=headers)
    assert (reply.status_code, reply.json()["error"]["code"]) == (413, "too_large")


def test_the_starter_library_stays_as_it_is(machine: Weigh, store: Store, base_settings: Settings) -> None:
    with TestClient(create_app(machine, store, replace(base_settings, admin_token="s3cret"))) as client:
        for reply in (
            client.post("/api/v1/admin/documents", json={"documents": [TEA]}, headers=TOKEN),
            client.post("/api/v1/admin/files", content=b"x", headers=TOKEN),
            client.delete("/api/v1/admin/documents?id=x", headers=TOKEN),
        ):
            assert (reply.status_code, reply.json()["error"]["code"]) == (409, "starter_index")


def test_beside_another_writer_the_job_fails_and_says_so(keeper: TestClient, own: Path) -> None:
    with FileLock(own / "writer.lock"):
        assert _add(keeper, TEA)["error"]["code"] == "index_locked"
        reply = keeper.delete("/api/v1/admin/documents?id=x&wait=30", headers=TOKEN)
        assert reply.json()["error"]["code"] == "index_locked"
    assert _add(keeper, TEA)["state"] == "done"


def test_readers_are_never_disturbed_by_changes(keeper: TestClient) -> None:
    """Every look during twelve changes finds the lasting document whole, and never an error."""
    _add(keeper, {**TEA, "id": "lasting"})
    ended = threading.Event()
    seen: list[tuple[int, bool]] = []

    def look() -> None:
        while not ended.is_set():
            reply = keeper.get("/api/v1/search", params={"q": "rooibos AND matcha"})
            body = reply.json()
            sources = {s["document"] for hit in body.get("hits", ()) for s in hit["sentence"]["sources"]}
            seen.append((reply.status_code, "lasting" in sources))

    reader = threading.Thread(target=look)
    reader.start()
    try:
        for number in range(6):
            _add(keeper, {**TEA, "id": f"passing-{number}", "text": f"{TEA['text']} This is the {number}th text."})
            reply = keeper.delete(
                "/api/v1/admin/documents", params={"id": f"passing-{number}", "wait": 30}, headers=TOKEN
            )
            assert reply.json()["state"] == "done", reply.text
    finally:
        ended.set()
        reader.join()
    assert len(seen) > 3
    assert set(seen) == {(200, True)}
    assert keeper.get("/api/v1/index").json()["documents"] == 1


def test_jobs_run_one_after_the_other_and_too_many_are_turned_away() -> None:
    jobs = Jobs()
    gate = threading.Event()
    order: list[int] = []

    def work(number: int) -> Any:
        def run(report: Report) -> Change:
            gate.wait(10)
            order.append(number)
            report(0.5, Change(documents=number))
            return Change(documents=number)

        return run

    first = jobs.submit("add", work(0))
    while jobs.wait(first.id, 0).state != "running":
        time.sleep(0.01)
    others = [jobs.submit("add", work(number)) for number in range(1, MOST_WAITING + 1)]
    with pytest.raises(Refused) as caught:
        jobs.submit("add", work(99))
    assert (caught.value.status, caught.value.code) == (503, "overloaded")
    assert jobs.wait(others[-1].id, 0.05).state == "waiting"
    gate.set()
    assert [jobs.wait(job.id, 10).change.documents for job in others] == order[1:] == list(range(1, MOST_WAITING + 1))
    jobs.close()


def test_a_stopping_server_ends_running_and_waiting_jobs_and_tidies_up() -> None:
    jobs = Jobs()
    tidied: list[str] = []
    begun = threading.Event()

    def endless(report: Report) -> Change:
        while True:
            begun.set()
            time.sleep(0.01)
            report(0.1, Change(documents=1))

    running = jobs.submit("add", endless, lambda: tidied.append("running"))
    begun.wait(5)
    waiting = jobs.submit("remove", endless, lambda: tidied.append("waiting"))
    jobs.close()
    assert sorted(tidied) == ["running", "waiting"]
    for job in (running, waiting):
        ended = jobs.get(job.id)
        assert ended is not None
        assert ended.error is not None
        assert (ended.state, ended.error.code) == ("failed", Cancelled.code)
    with pytest.raises(Refused):
        jobs.submit("add", endless)
