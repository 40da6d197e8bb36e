"""CAM's and CAM 2.0's interfaces, with their parameters, fields and oddities."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from weigh import Weigh
from weigh.settings import Settings
from weigh.store import LabelFeedback, Store, SummaryFeedback, VerdictFeedback
from weigh.types import Filters, Object
from weigh.web.app import create_app
from weigh.web.compat.whole import segments


def test_cam_gives_points_sentences_and_a_winner(client: TestClient) -> None:
    status = client.get("/cam/register").json()
    query = "/cam?objectA=coffee&objectB=tea&model=default&fs=true&aspect1=caffeine&weight1=5&aspect2=price&weight2=1"
    body = client.get(f"{query}&statusID={status}").json()
    assert set(body) == {
        "winner", "sentenceCount", "extractedAspectsObject1", "extractedAspectsObject2", "object1", "object2"
    }  # fmt: skip
    assert body["object1"]["name"] == "coffee"
    assert {"none", "caffeine"} <= set(body["object1"]["points"])
    total = sum(body["object1"]["points"].values())
    assert body["object1"]["totalPoints"] == pytest.approx(total, rel=1e-6)
    points = {side["name"]: side["totalPoints"] for side in (body["object1"], body["object2"])}
    assert body["winner"] == max(points, key=points.__getitem__)
    sentence = body["object1"]["sentences"][0]
    assert set(sentence) == {"text", "ES_score", "CAM_score", "confidence", "id_pair", "context_aspects"}
    assert client.get(f"/cam/status?statusID={status}").json() == "Done"
    (document, position), *_ = sentence["id_pair"].items()
    around = client.get(
        "/cam/context", params={"documentID": document, "sentenceID": position, "contextSize": 1}
    ).json()
    assert sentence["text"] in [item["text"] for item in around]
    assert set(around[0]) == {"text", "document_id", "sentence_id"}
    assert len(client.get("/context", params={"documentID": document}).json()) >= len(around)


def test_cams_search_score_is_the_engines_own(client: TestClient, machine: Weigh) -> None:
    body = client.get("/cam?objectA=coffee&objectB=tea").json()
    found = machine.engine.retrieve(Object("coffee"), Object("tea"), (), Filters(), limit=9999, general=9999)
    scores = {hit.sentence.text: hit.score for hit in found.hits}
    sentences = body["object1"]["sentences"] + body["object2"]["sentences"]
    assert sentences
    assert all(item["ES_score"] == pytest.approx(scores[item["text"]]) for item in sentences)


def test_cam_without_evidence_finds_no_winner(client: TestClient) -> None:
    body = client.get("/cam?objectA=zyxwv&objectB=qponm").json()
    assert body["winner"] == "No winner found"
    assert body["object1"]["sentences"] == []


def test_cam_refuses_weights_out_of_range(client: TestClient) -> None:
    for query in ("weight1=6", "weight1=x", "weight1=3&aspect2=b&weight2=0"):
        assert client.get(f"/cam?objectA=a&objectB=b&aspect1=x&{query}").status_code in (400, 422)


@pytest.mark.parametrize("prefix", ["/cam", ""])
def test_cam_statuses_are_registered_and_removed(client: TestClient, prefix: str) -> None:
    status = client.get(f"{prefix}/register").json()
    assert isinstance(status, str)
    assert client.get(f"{prefix}/status?statusID={status}").json() == ""
    assert client.delete(f"{prefix}/remove/status?statusID={status}").json() is True
    assert client.get(f"{prefix}/status?statusID={status}").status_code == 404


def test_cam_keyword_search_and_candidates(client: TestClient) -> None:
    found = client.get("/cam/search", params={"query": "coffee AND tea"}).json()
    assert 0 < len(found) <= 500
    assert found == client.get("/search", params={"query": "coffee AND tea"}).json()
    assert "Java" in client.get("/ccr/python").json()
    assert client.get("/suggestions?object=python").json() == client.get("/ccr/python").json()
    assert client.post("/suggestions", json={"object": "python"}).json() == client.get("/ccr/python").json()


@pytest.mark.parametrize("path", ["tea or coffee, which is better?", quote("tea or coffee, which is better?", safe="")])
def test_cam2_questions_are_classified(client: TestClient, path: str) -> None:
    assert client.get(f"/isComparative/{path}").json() == 1
    assert client.get("/isComparative/who wrote Hamlet").json() == 0


def test_cam2_finds_objects_and_aspects(client: TestClient) -> None:
    body = client.get("/getObjectsAndAspects/true/Is%20python%20faster%20than%20java%3F").json()
    assert sorted(name.lower() for name in body["objects"]) == ["java", "python"]
    assert body["aspects"]


def test_cam2_gives_the_wanted_number_of_arguments(client: TestClient) -> None:
    body = client.get("/cam/python,java/-/2/true").json()
    assert set(body) == {"firstObjectScore", "firstObjectArguments", "secondObjectArguments"}
    assert 0 < body["firstObjectScore"] < 1
    assert [len(body[key]) for key in ("firstObjectArguments", "secondObjectArguments")] == [2, 2]
    assert set(body["firstObjectArguments"][0]) == {"value", "source"}
    assert client.get("/cam/python/-/2/true").status_code == 400
    assert client.get("/cam/python,java/speed,price/2/false").status_code == 200


def test_cam2_sums_up_given_sentences_with_citations(client: TestClient) -> None:
    sentences = [
        "Coffee is cheaper than tea.",
        "Tea is healthier than coffee.",
        "Tea is healthier than coffee for most.",
    ]
    body = client.post("/summarise/tea/coffee", json={"arguments": sentences}).json()
    assert "[" in body["summary"]
    assert client.post("/summarise/tea/coffee", json={"arguments": []}).status_code == 200


def test_cam2_reports_by_get_are_off_by_default(client: TestClient) -> None:
    assert client.get("/report/true/a or b?").status_code == 403


def test_cam2_reports_are_stored_where_allowed(machine: Weigh, store: Store, base_settings: Settings) -> None:
    with TestClient(create_app(machine, store, replace(base_settings, compat_writes=True))) as client:
        assert client.get("/report/true/either/or%3F and why?so").json() is True
        assert client.get("/report/TCP%2FIP/UDP/speed,price/TCP%2FIP or UDP/raw?").json() is True
        form = {"question": "q", "arguments": "a [SEP] b", "summary": "s", "useful": True, "fluent": False}
        assert client.post("/summary_feedback", json=form).json() is True
        assert client.get("/report/true/").status_code == 400
        assert client.get("/report/a/b").status_code == 400
    verdict, labels, summary = list(store.feedback())[-3:]
    assert (verdict.question, verdict.feedback) == ("either/or? and why?so", VerdictFeedback(False, said=True))
    assert labels.question.startswith("TCP/IP or UDP/raw")
    assert labels.feedback == LabelFeedback(("TCP/IP", "UDP"), ("speed", "price"))
    assert summary.feedback == SummaryFeedback("s", ("a", "b"), True, False)


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=40))
def test_a_percent_encoded_question_arrives_whole(question: str) -> None:
    raw = "/isComparative/" + quote(question, safe="")
    scope = {"type": "http", "raw_path": raw.encode(), "path": "", "query_string": b"", "headers": []}
    from starlette.requests import Request

    assert segments(Request(scope), 0) == ([], question)
