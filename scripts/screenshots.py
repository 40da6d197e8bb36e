"""Screenshots of the main states into docs/screenshots: `make screenshots`.

Starts `weigh serve` on the starter library, opens Debian's Chromium through Playwright and saves small PNG files.
Needs the extras web and test, and chromium (apt-get install chromium).
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
QUESTION = "Which is better for web development, Python or Java?"
LARGEST = 150 * 1024


@contextmanager
def server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "WEIGH_DATA_DIR": folder, "WEIGH_RATE_LIMIT": "0"}
        command = [sys.executable, "-c", "from weigh.cli import main; main()", "serve", "--port", "0"]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        try:
            url = next(found[0] for line in process.stderr if (found := re.search(r"http://[\d.]+:\d+", line)))
            # Its log is read on, so that the pipe never fills.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield url
        finally:
            process.terminate()
            process.wait(30)


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
LOOKS = {
    "light": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "is_mobile": True},
}


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


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/screenshots"))
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--only", nargs="*", help="states to take")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is not installed. Run: apt-get install chromium")
    options.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with server() if not options.url else _given(options.url) as url:
            for name, (go, everywhere) in STATES.items():
                if options.only and name not in options.only:
                    continue
                for look, settings in LOOKS.items():
                    if look == "light" or everywhere:
                        context = browser.new_context(base_url=url, reduced_motion="reduce", **settings)
                        context.set_default_timeout(120_000)
                        page = context.new_page()
                        go(page)
                        content = small(page.screenshot())
                        path = options.out / f"{name}-{look}.png"
                        path.write_bytes(content)
                        mark = "" if len(content) <= LARGEST else "  larger than it should be"
                        print(f"{path}  {len(content) / 1024:.0f} KB{mark}")
                        context.close()
        browser.close()


@contextmanager
def _given(url: str) -> Iterator[str]:
    yield url


if __name__ == "__main__":
    main()
