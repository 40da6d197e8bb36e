"""Screenshots of the main states and of a log's report into docs/screenshots: `make screenshots`.

Starts `weigh serve` on the starter library, opens Debian's Chromium through Playwright and saves small PNG files; the
report is of a made-up log. Needs the extras web and test, and chromium (apt-get install chromium).
"""

from __future__ import annotations

import argparse
import csv
import io
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from serving import CHROMIUM, FLAGS, QUESTION, serving

LARGEST = 150 * 1024
LOG = "log"
"""The name of the pictures of a log's report."""


def ask(page: Any, question: str = QUESTION) -> None:
    page.goto("/")
    page.fill("#q", question)
    page.keyboard.press("Enter")
    page.wait_for_selector("#progress.done")


def home(page: Any) -> None:
    page.goto("/")


def form(page: Any) -> None:
    page.goto("/?form")
    objects, aspects = page.locator("[name=object]"), page.locator("[name=aspect]")
    objects.nth(0).fill("train")
    objects.nth(1).fill("plane")
    objects.nth(2).fill("car")
    aspects.nth(0).fill("price")
    aspects.nth(1).fill("climate")
    page.locator(".by-form").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.by-form').scrollIntoView({block: 'start'})")


def progress(page: Any) -> None:
    """A real answer, held still in the browser after the second stage: what comes later is not handed to the page."""
    page.goto("/")
    page.add_init_script("""
      const Real = window.EventSource;
      window.EventSource = class extends Real {
        addEventListener(name, listener) {
          super.addEventListener(name, (event) => {
            if (window.held) return;
            listener(event);
            window.held = name === "stage" && JSON.parse(event.data).stage === "retrieve";
          });
        }
      };""")
    page.goto(f"/ask?{urlencode({'q': QUESTION})}")
    page.wait_for_function("() => window.held")


def context(page: Any) -> None:
    ask(page)
    page.locator(".context-link").first.click()
    page.wait_for_selector("dialog[open] .passage")


def why(page: Any) -> None:
    ask(page)
    page.locator(".why summary").nth(0).click()
    page.locator(".why a[id^=drop-]").first.click()
    page.wait_for_selector(".revised")
    page.evaluate("document.querySelector('.tools').scrollIntoView()")


def many(page: Any) -> None:
    page.goto("/compare?object=train&object=plane&object=car&aspect=price")
    page.wait_for_selector("#progress.done")


STATES: dict[str, tuple[Callable[[Any], None], bool]] = {
    # name: (how to get there, also dark and phone)
    "question": (home, True),
    "form": (form, False),
    "progress": (progress, True),
    "answer": (ask, True),
    "why": (why, False),
    "three": (many, False),
    "context": (context, True),
    "empty": (lambda page: ask(page, "Is a theremin better than a hurdy-gurdy?"), True),
    "not-comparative": (lambda page: ask(page, "Who wrote Hamlet?"), False),
    "error": (lambda page: page.goto("/a/nothing-here"), True),
    "search": (lambda page: page.goto("/find?q=coffee+AND+tea"), False),
}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "is_mobile": True},
}
REPORT: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1000, "height": 1650}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1000, "height": 1650}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 1700}, "color_scheme": "light", "is_mobile": True},
    "print": {"viewport": {"width": 794, "height": 1500}},
}


def report(folder: Path) -> Path:
    """The report of a log with known truth, made from the tests' labelled questions; the same every time."""
    from weigh.log.generate import Plan, write_log

    labelled = runpy.run_path(str(Path(__file__).parents[1] / "tests/log/made.py"))["labelled"]
    log, sample, out = folder / "log.csv", folder / "labelled.csv", folder / "report"
    write_log(log, labelled(seed=1), Plan(lines=20_000, share=0.05))
    # Made-up questions are unlike those that the quality was measured on, so some of their own kind are labelled.
    with sample.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("question", "comparative"), *((q, int(yes)) for q, yes in labelled(seed=2))])
    words = ["--calibration", sample, "--out", out, "--title", "A made-up log of questions", "--salt", "made"]
    command = [sys.executable, "-c", "from weigh.cli import main; main()", "log", "analyze", log, *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return out / "report.html"


def small(png: bytes) -> bytes:
    """The same picture, packed better where Pillow is there, and in 256 colours where it is still too large."""
    try:
        from PIL import Image
    except ModuleNotFoundError:
        return png
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for made in (picture, picture.quantize(256, Image.Quantize.MAXCOVERAGE)):
        out = io.BytesIO()
        made.save(out, "PNG", optimize=True)
        png = min(png, out.getvalue(), key=len)
        if len(png) <= LARGEST:
            break
    return png


def take(browser: Any, path: Path, go: Callable[[Any], Any], **look: Any) -> None:
    """One picture, in a fresh browser window."""
    context = browser.new_context(reduced_motion="reduce", **look)
    context.set_default_timeout(120_000)
    page = context.new_page()
    go(page)
    content = small(page.screenshot())
    path.write_bytes(content)
    mark = "" if len(content) <= LARGEST else "  larger than it should be"
    print(f"{path}  {len(content) / 1024:.0f} KB{mark}")
    context.close()


def take_app(browser: Any, out: Path, url: str, wanted: Collection[str]) -> None:
    for name, (go, everywhere) in STATES.items():
        for look, settings in LOOKS.items():
            if name in wanted and (look == "light" or everywhere):
                take(browser, out / f"{name}-{look}.png", go, base_url=url, **settings)


def take_report(browser: Any, out: Path, file: Path) -> None:
    for look, settings in REPORT.items():

        def go(page: Any, paper: bool = look == "print") -> None:
            page.goto(file.as_uri())
            if paper:
                page.emulate_media(media="print")
                page.add_style_tag(content="body { margin: 48px }")  # what the printer leaves free

        take(browser, out / f"{LOG}-{look}.png", go, **settings)


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/screenshots"))
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--only", nargs="*", choices=[*STATES, LOG], default=[*STATES, LOG], help="what to take")
    options = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("Chromium is not installed. Run: apt-get install chromium")
    options.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if options.url:
            take_app(browser, options.out, options.url, options.only)
        elif set(options.only) - {LOG}:
            with serving(Path(folder)) as server:
                take_app(browser, options.out, server.url, options.only)
        if LOG in options.only:
            take_report(browser, options.out, report(Path(folder)))
        browser.close()


if __name__ == "__main__":
    main()
