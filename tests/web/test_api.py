"""The JSON API on the starter index: answers, permalinks, revision, lookups, feedback, and the one error shape."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from weigh.settings import Settings
from weigh.store import Store, SummaryFeedback
from weigh.types import Answer
from weigh.web.app import create_app

from .conftest import QUESTION


def without_times(answer: dict[str, Any]) -> dict[str, Any]:
    """The same answer asked for again is stored once, with the times of the first."""
    return {**answer, "provenance": {**answer["provenance"], "timings": [], "created": ""}}


def test_a_question_gets_a_whole_answer_with_a_permalink(client: TestClient) -> None:
    body = client.post("/api/v1/ask", json={"question": QUESTION}).json()
    answer = Answer.from_dict(body["answer"])
    assert answer.comparison is not None
    assert {name.lower() for name in answer.comparison.names} == {"python", "java"}
    assert answer.arguments
    assert answer.summary.claims
    assert body["url"] == f"/a/{body['id']}"
    again = client.get(f"/api/v1/answers/{body['id']}").json()
    assert without_times(again["answer"]) == without_times(body["answer"])


def test_an_answer_that_is_not_kept_has_no_permalink(client: TestClient) -> None:
    body = client.post("/api/v1/ask", json={"question": QUESTION, "keep": False}).json()
    assert body["id"] is None


def test_objects_and_aspects_can_be_given_directly(client: TestClient) -> None:
    request = {"objects": ["coffee", {"name": "tea"}], "aspects": ["price", {"name": "caffeine", "weight": 5}]}
    answer = Answer.from_dict(client.post("/api/v1/compare", json=request).json()["answer"])
    assert answer.comparison is not None
    assert [(a.name, a.weight) for a in answer.comparison.aspects] == [("price", 3), ("caffeine", 5)]
    assert answer.comparison.aspects[0].direction == "less"


def test_dropping_an_argument_changes_the_shares_and_stores_nothing(client: TestClient, answer_id: str) -> None:
    before = client.get(f"/api/v1/answers/{answer_id}").json()["answer"]
    first = before["arguments"][0]
    revised = client.post(f"/api/v1/answers/{answer_id}/revise", json={"drop": [first["id"]]}).json()["answer"]
    assert revised["shares"]["overall"]["values"] != before["shares"]["overall"]["values"]
    assert [a["id"] for a in revised["arguments"] if a["dropped"]] == [first["id"]]
    assert client.get(f"/api/v1/answers/{answer_id}").json()["answer"] == before


def test_the_stream_tells_every_stage_and_ends_with_the_same_answer(client: TestClient) -> None:
    with client.stream("POST", "/api/v1/ask/stream", json={"question": QUESTION}) as reply:
        assert reply.headers["content-type"].startswith("text/event-stream")
        events = [part.split("\n", 1) for part in reply.read().decode().strip().split("\n\n")]
    names = [name.removeprefix("event: ") for name, _ in events]
    datas = [json.loads(data.removeprefix("data: ")) for _, data in events]
    assert names == ["stage"] * 6 + ["answer"]
    assert [data["stage"] for data in datas[:-1]] == ["parse", "retrieve", "classify", "rank", "aspects", "summarize"]
    assert datas[3]["answer"]["arguments"]
    whole = client.get(f"/api/v1/answers/{datas[-1]['id']}").json()["answer"]
    assert without_times(whole) == without_times(datas[-1]["answer"])


def test_a_stream_that_cannot_begin_ends_in_an_error_event(client: TestClient) -> None:
    text = client.post("/api/v1/ask/stream", json={"question": "  "}).text
    assert text.startswith("event: error\n")
    assert json.loads(text.split("data: ")[1])["error"]["code"] == "bad_input"


@pytest.mark.parametrize("question", ["who wrote Hamlet", "python"])
def test_questions_without_a_comparison_are_answered_with_a_reason(client: TestClient, question: str) -> None:
    body = client.post("/api/v1/ask", json={"question": question}).json()
    assert body["answer"]["arguments"] == []
    assert body["answer"]["understanding"]["message"]


def test_parse_says_what_was_understood(client: TestClient) -> None:
    body = client.post("/api/v1/parse", json={"question": "Is tea cheaper than coffee?"}).json()
    assert body["comparative"] is True
    assert body["reason"]


def test_search_pages_through_the_same_sentences(client: TestClient) -> None:
    first = client.get("/api/v1/search", params={"q": "python AND java", "limit": 5}).json()
    second = client.get("/api/v1/search", params={"q": "python AND java", "limit": 5, "offset": 5}).json()
    assert first["total"] == second["total"] > 5
    ids = [hit["sentence"]["id"] for hit in first["hits"] + second["hits"]]
    assert len(set(ids)) == 10


def test_context_and_document_of_a_found_sentence(client: TestClient) -> None:
    hit = client.get("/api/v1/search", params={"q": "python AND java", "limit": 1}).json()["hits"][0]
    source = hit["sentence"]["sources"][0]
    query = {"document": source["document"], "position": source["position"]}
    passage = client.get("/api/v1/context", params=query).json()
    assert hit["sentence"]["text"] in passage["sentences"]
    whole = client.get(f"/api/v1/documents/{source['document']}").json()
    assert len(whole["sentences"]) == whole["document_length"]


def test_suggestions_complete_and_offer_candidates(client: TestClient) -> None:
    names = [s["name"].lower() for s in client.get("/api/v1/suggest?prefix=pyt").json()["suggestions"]]
    assert "python" in names
    known = client.get("/api/v1/suggest?object=python").json()
    assert known["suggestions"]
    assert known["meant"] == []
    assert client.get("/api/v1/suggest?object=pyhton").json() == {"suggestions": [], "meant": ["Python"]}


def test_health_readiness_index_and_metrics(client: TestClient) -> None:
    assert client.get("/api/v1/health").json()["status"] == "ok"
    assert client.get("/api/v1/ready").json()["sentences"] > 0
    index = client.get("/api/v1/index").json()
    assert "/" not in index["location"]
    answer = client.post("/api/v1/ask", json={"question": "tea or coffee?", "keep": False}).json()["answer"]
    assert answer["provenance"]["index"] == index
    metrics = client.get("/api/v1/metrics").text
    assert 'weigh_requests_total{method="GET",route="/api/v1/health",status="200"}' in metrics


def test_readiness_is_503_without_a_database(machine, tmp_path, base_settings) -> None:  # type: ignore[no-untyped-def]
    store = Store(f"sqlite:///{tmp_path / 'gone.db'}")
    with TestClient(create_app(machine, store, base_settings)) as client:
        store.engine.dispose()
        store.engine = __import__("sqlalchemy").create_engine("sqlite:////nonexistent/folder/x.db")
        reply = client.get("/api/v1/ready")
    assert reply.status_code == 503
    assert reply.headers["retry-after"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/v1/nothing", None, 404, "not_found"),
        ("DELETE", "/api/v1/ask", None, 405, "method_not_allowed"),
        ("POST", "/api/v1/ask", {"question": ""}, 422, "invalid_request"),
        ("POST", "/api/v1/ask", {"question": "x" * 1001}, 422, "invalid_request"),
        ("POST", "/api/v1/ask", {"question": "a or b", "typo": 1}, 422, "invalid_request"),
        ("POST", "/api/v1/compare", {"objects": ["a", "A"]}, 400, "bad_input"),
        ("POST", "/api/v1/compare", {"objects": ["?", "!"]}, 400, "bad_input"),
        ("GET", "/api/v1/search?q=(python", None, 400, "bad_query"),
        ("GET", "/api/v1/search?q=a&limit=101", None, 422, "invalid_request"),
        ("GET", "/api/v1/answers/none", None, 404, "answer_missing"),
        ("GET", "/api/v1/documents/none", None, 404, "document_missing"),
        ("GET", "/api/v1/context?document=none&position=0", None, 404, "document_missing"),
        ("GET", "/api/v1/admin/feedback", None, 404, "not_found"),
    ],
)
def test_every_error_has_the_one_shape(  # type: ignore[no-untyped-def]
    client: TestClient, method: str, path: str, body, status: int, code: str
) -> None:
    reply = client.request(method, path, json=body)
    assert reply.status_code == status
    data = reply.json()
    assert set(data) == {"error"}
    assert {"code", "message", "request_id"} <= set(data["error"]) <= {"code", "message", "request_id", "details"}
    assert data["error"]["code"] == code
    assert data["error"]["request_id"] == reply.headers["x-request-id"]
    assert data["error"]["message"]


@pytest.mark.parametrize(
    ("path", "body", "kind", "told"),
    [
        ("ask", b"question=tea", "application/x-www-form-urlencoded", "Content-Type: application/json"),
        ("ask", b"{question", "application/json", "no JSON (Expecting property name"),
        ("ask", b'{"question": "tea \xff or coffee"}', "application/json", "JSON in UTF-8"),
        (
            "compare",
            b'{"objects": ["tea", "coffee"], "aspects": [{"name": "price", "weight": 9}]}',
            "application/json",
            "less than or equal to 5",
        ),
    ],
)
def test_a_request_that_cannot_be_read_is_told_what_it_lacks(
    client: TestClient, path: str, body: bytes, kind: str, told: str
) -> None:
    reply = client.post(f"/api/v1/{path}", content=body, headers={"content-type": kind})
    assert reply.status_code in (400, 422)
    assert told in reply.json()["error"]["message"]


def test_an_unforeseen_error_hides_its_words_and_keeps_the_shape(client: TestClient, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(client.app.state.services.weigh.engine, "info", broken, raising=False)  # type: ignore[attr-defined]
    reply = client.get("/api/v1/index")
    assert reply.status_code == 500
    assert reply.json()["error"]["code"] == "internal_error"
    assert "secret" not in reply.text
    assert "content-security-policy" in reply.headers


def test_feedback_of_every_kind_is_stored(client: TestClient, store: Store, answer_id: str) -> None:
    for given in (
        {"kind": "verdict", "question": "tea or coffee", "comparative": True},
        {"kind": "labels", "question": "tea or coffee", "objects": ["tea", "coffee"]},
        {"kind": "argument", "answer": answer_id, "argument": 1, "stance": "EQUAL"},
        {"kind": "summary", "answer": answer_id, "useful": True, "fluent": False},
    ):
        assert client.post("/api/v1/feedback", json=given).status_code == 201
    kept = list(store.feedback())[-4:]
    assert [item.feedback.kind for item in kept] == ["verdict", "labels", "argument", "summary"]
    assert kept[2].answer_id == answer_id
    assert kept[2].versions.index
    assert isinstance(kept[3].feedback, SummaryFeedback)
    assert kept[3].feedback.arguments


@pytest.mark.parametrize("answer", ["none", None])
def test_feedback_on_what_does_not_exist_is_refused(client: TestClient, answer_id: str, answer: str | None) -> None:
    given = {"kind": "argument", "answer": answer or answer_id, "argument": 99_999, "stance": "FIRST"}
    assert client.post("/api/v1/feedback", json=given).status_code == 404


def test_admin_export_needs_the_token(machine, store: Store, folder) -> None:  # type: ignore[no-untyped-def]
    settings = Settings(data_dir=str(folder), admin_token="open-sesame", rate_limit=0)
    with TestClient(create_app(machine, store, settings)) as client:
        client.post("/api/v1/feedback", json={"kind": "verdict", "question": "q", "comparative": True})
        assert client.get("/api/v1/admin/feedback").status_code == 401
        assert client.get("/api/v1/admin/feedback", headers={"authorization": "Bearer wrong"}).status_code == 401
        reply = client.get("/api/v1/admin/feedback", headers={"authorization": "Bearer open-sesame"})
    assert [json.loads(line)["question"] for line in reply.text.splitlines()][-1] == "q"
