"""What people do, in a real browser against the real server."""

from __future__ import annotations

import json
import socket
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from serving import QUESTION, Server
from weigh.store import Store

pytestmark = pytest.mark.timeout(300)


def ask(page: Any, question: str = QUESTION) -> None:
    page.goto("/")
    page.fill("#q", question)
    page.keyboard.press("Enter")
    page.wait_for_selector("#progress.done")


def test_from_question_to_export(open_page: Any) -> None:
    page = open_page()
    ask(page)
    assert "/a/" in page.url, "the address becomes the permalink"
    assert page.locator(".verdict-text").is_visible()

    # correct what was understood, in place
    page.click("#correct summary")
    page.locator("#correct [name=aspect]").last.fill("price")
    page.locator("#correct [name=weight]").last.fill("5")
    page.click("#correct button.primary")
    page.wait_for_selector("#progress.done")
    assert "price" in page.inner_text("#understood")
    assert "weight 5" in page.inner_text("#understood")

    # filter by an aspect
    before = page.locator(".argument").count()
    page.locator("#arguments .tools .chip").first.click()
    page.wait_for_selector("#arguments .chip.on")
    assert 0 < page.locator(".argument").count() < before
    page.locator("#arguments .chip.on").first.click()
    page.wait_for_selector("#arguments .chip.on", state="detached")

    # a citation jumps to its argument and lights it
    page.locator(".cite").first.click()
    page.wait_for_selector(".argument.lit")

    # context in a dialog, then the whole document, then close by keyboard
    page.locator(".context-link").first.click()
    page.wait_for_selector("dialog[open] .passage")
    near = len(page.inner_text("dialog .passage"))
    page.click("#whole")
    page.wait_for_function("n => document.querySelector('dialog .passage').innerText.length > n", arg=near)
    assert page.locator("dialog #focus").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")

    # why this score; leave the strongest argument out
    bar = page.locator("#verdict svg[role=img]").first
    label = bar.get_attribute("aria-label")
    page.locator(".why summary").first.click()
    assert "of all points" in page.locator(".why p").first.inner_text()
    page.locator(".why a[id^=drop-]").first.click()
    page.wait_for_selector(".revised")
    assert bar.get_attribute("aria-label") != label
    assert "drop=" in page.url
    assert page.locator(".why[open]").count() == 1, "what was opened stays open"
    page.click("#undo")
    page.wait_for_selector(".revised", state="detached")
    assert bar.get_attribute("aria-label") == label

    # feedback on an argument and on the summary
    page.locator(".why .feedback button").first.click()
    page.wait_for_selector(".why .thanks")
    page.locator(".summary [name=useful]").first.check()
    page.locator(".summary [name=fluent]").last.check()
    page.click(".summary .feedback button")
    page.wait_for_selector(".summary .thanks")

    # the permalink shows the same answer, the export says the same
    address, verdict = page.url, page.inner_text(".verdict-text")
    page.goto("/history")
    page.locator(".history a").first.click()
    assert page.url == address
    assert page.inner_text(".verdict-text") == verdict
    with page.expect_download() as download:
        page.click("text=JSON")
    data = json.loads(download.value.path().read_text())
    assert data["verdict"]["text"].startswith(verdict.rstrip("."))


def test_by_keyboard_only(open_page: Any) -> None:
    page = open_page()
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "q":
            break
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_selector("#progress.done")

    def reach(what: str) -> None:
        for _ in range(150):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", what):
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none", "the focus can be seen"
                return
        raise AssertionError(f"{what} cannot be reached by keyboard")

    reach(".context-link")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('.context-link')"), "the focus comes back"
    reach(".why summary")
    page.keyboard.press("Enter")
    reach("a[id^=drop-]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".revised")
    assert page.evaluate("document.activeElement.id").startswith("drop-"), "the focus stays where it was"


@pytest.mark.parametrize(
    "path", ["/", "/?form", "/ask?plain=1&q=" + QUESTION.replace(" ", "+"), "/find?q=python", "/api"]
)
def test_on_a_phone_nothing_sticks_out(open_page: Any, path: str) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_long_names_do_not_break_the_page(open_page: Any) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"/compare?plain=1&object={'W' * 95}&object={'very long name of a thing ' * 3}&aspect={'a' * 90}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".state").is_visible()


def test_while_it_works_a_phone_shows_the_stage_and_the_way_to_stop(open_page: Any) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, is_mobile=True)
    page.goto("/")  # from here on the server knows that scripts run
    page.add_init_script("window.EventSource = class { addEventListener() {} close() {} }")
    page.goto("/ask?q=tea+or+coffee")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".stages .now").bounding_box()["width"] > 60
    cancel = page.locator("#cancel").bounding_box()
    assert cancel["x"] + cancel["width"] <= 360


def test_a_long_question_leaves_room_for_its_answer_on_a_phone(open_page: Any) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, is_mobile=True)
    ask(page, f"Which is better for people {'who have a small kitchen and little time ' * 20}, tea or coffee?")
    assert page.locator("h1.asked").bounding_box()["height"] < 200
    page.goto("/history")
    assert page.locator(".history .name").bounding_box()["height"] < 200


def test_a_printed_answer_tells_what_was_asked_and_how_it_came_about(open_page: Any) -> None:
    page = open_page(color_scheme="dark")
    ask(page)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("h1.asked").bounding_box()["height"] > 20
    assert page.locator(".how dd").first.is_visible()
    assert not page.locator(".why summary").first.is_visible()
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(28, 33, 38)", "dark ink on white paper, whatever the screen's colours are"


def test_without_scripts_an_answer_can_be_read_and_revised(open_page: Any) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.fill("#q", QUESTION)
    page.click("text=Weigh it")
    page.wait_for_selector(".argument >> nth=5")  # a click returns before the page has come in whole
    assert page.locator(".cite").count() > 0
    page.locator(".why summary").first.click()
    page.locator("a[id^=drop-]").first.click()
    assert page.locator(".revised").is_visible()
    page.locator(".context-link").first.click()
    assert page.locator("#focus").is_visible()


def test_cancel_stops_and_offers_to_ask_again(open_page: Any, server: Server) -> None:
    page = open_page()
    page.goto("/")
    page.route("**/ask/stream*", lambda route: None)
    page.goto("/ask?q=tea+or+coffee")
    page.click("#cancel")
    assert "Stopped" in page.inner_text("#progress")
    assert page.locator("#progress a").is_visible()


def test_a_question_that_compares_nothing_can_be_overruled(open_page: Any) -> None:
    page = open_page()
    ask(page, "who wrote Hamlet?")
    page.click("text=It is comparative: answer it")
    page.wait_for_selector("#progress.done")
    assert page.locator("#verdict .card").is_visible()


def test_the_page_does_not_jump_while_the_answer_streams(open_page: Any) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) "
        "if (!entry.hadRecentInput) window.shift += entry.value; }).observe({type: 'layout-shift', buffered: true})"
    )
    ask(page)
    assert page.evaluate("window.shift") < 0.1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Any, axe: str, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    ask(page)
    pages = [page.url, "/", "/?form", "/find?q=python+AND+java", "/history", "/method", "/api", "/a/none"]
    found = []
    for address in pages:
        page.goto(address)
        for opened in page.locator("details").all()[:3]:
            opened.evaluate("item => item.open = true")
        page.evaluate(axe)
        result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [
            (address, item["id"], [node["target"] for node in item["nodes"]][:3])
            for item in result["violations"]
            if item["impact"] in ("serious", "critical")
        ]
    assert found == []


def test_a_question_with_a_raw_mark_at_its_end_arrives_whole(server: Server) -> None:
    """Sent byte for byte, as CAM 2.0's clients do; an HTTP library would tidy it up."""
    place = urlsplit(server.url)
    assert place.hostname
    assert place.port
    for target in ("/report/true/raw/question,+a?or+b?", "/report/true/raw/question%2C+a%3For+b%3F"):
        with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
            connection.sendall(f"GET {target} HTTP/1.1\r\nhost: {place.netloc}\r\nconnection: close\r\n\r\n".encode())
            reply = b""
            while chunk := connection.recv(4096):
                reply += chunk
        assert b"200" in reply.split(b"\r\n", 1)[0]
    store = Store(f"sqlite:///{server.folder / 'weigh.db'}")
    assert [item.question for item in store.feedback("verdict")][-2:] == ["raw/question,+a?or+b?"] * 2
    store.close()


HOLD = """
  const Real = window.EventSource;
  window.EventSource = class extends Real {
    addEventListener(name, listener) {
      super.addEventListener(name, async (event) => {
        const last = name === "stage" && JSON.parse(event.data).stage === "summarize";
        if (last || window.held) await (window.held ??= new Promise((go) => { window.go = go; }));
        listener(event);
      });
    }
  };"""
"""Events from the last stage on wait until the test says go."""


def test_with_the_shipped_models_the_verdict_is_painted_before_the_summary(
    open_page: Any, model_server: Server
) -> None:
    page = open_page(model_server)
    page.goto("/")
    page.add_init_script(HOLD)
    page.fill("#q", QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.go")
    assert page.locator(".verdict-text").is_visible()
    assert page.locator(".argument .says").count() > 5
    assert page.locator("#answer[aria-busy=true]").count() == 1
    assert page.locator(".cite").count() == 0
    page.evaluate("window.go()")
    page.wait_for_selector("#progress.done")
    assert page.locator(".cite").count() > 3
    page.locator(".how summary").click()
    said = page.inner_text(".how")
    assert "classified by transformer" in said
    assert "fallback" not in said


def test_the_server_stays_small_with_its_models(model_server: Server) -> None:
    assert psutil.Process(model_server.pid).memory_info().rss < 400 * 1024 * 1024
