"""The one renderer: whole pages, single regions for streams and fragments, and the page of an error."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse

from weigh import __version__
from weigh.parse.purpose import CIRCUMSTANCES
from weigh.types import Aspect, Understanding, cited
from weigh.web.asked import CLASSIFIERS, form_address, meant_address
from weigh.web.pages.highlight import keyword_pieces
from weigh.web.pages.view import LETTERS, AnswerView, source_label

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = Path(__file__).parent.parent
STATIC = HERE / "static"
REGIONS = ("understood", "verdict", "summary", "arguments", "around")
"""The parts of an answer that are filled one after the other, in the order of the page."""


@cache
def environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        static=static,
        letters=LETTERS,
        classifiers=CLASSIFIERS,
        version=__version__,
        cited=cited,
        form_address=form_address,
        meant_address=meant_address,
        source_label=source_label,
        keyword_pieces=keyword_pieces,
        Aspect=Aspect,
        urlencode=urlencode,
    )
    made.filters.update(
        web_link=web_link,
        ago=ago,
        percent=percent,
        sure=sure,
        quote=quote,
        held=held,
        leading=leading,
        opening=opening,
        bound=bound,
        phrases=phrases,
    )
    return made


@cache
def static(name: str) -> str:
    """A static file's address with its content's mark, so that browsers may keep it for ever."""
    mark = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={mark}"


def web_link(url: str | None) -> str | None:
    """The URL where it is a web address; nothing else ever becomes a link."""
    return url if url and url.startswith(("http://", "https://")) else None


def percent(value: float) -> str:
    return f"{round(100 * value)}\u00a0%"


def sure(chance: float) -> str:
    """How sure a model is; never wholly, however near to one it says."""
    return f"{percent(min(chance, 0.99))} sure"


def bound(text: str) -> str:
    """The text with every number on one line with its sign."""
    return text.replace(" %", "\u00a0%")


def phrases(names: Iterable[str], joiner: str) -> str:
    """Names as a keyword query, each of them one phrase: `"gas stove" OR "induction hob"`."""
    return f" {joiner} ".join('"{}"'.format(name.replace('"', " ").strip()) for name in names)


def held(understanding: Understanding) -> str:
    """What a question was held for, how surely and why, in plain words; the figures stand further down the page."""
    u = understanding
    said = "Comparative" if u.comparative else "Not comparative"
    why = u.reason.partition(" (")[0]
    if why == "given directly":
        return "As you gave it"
    if why == "the user's word":
        return f"{said}, by your own word"
    if u.comparison and not u.comparative:
        return f"No question, but {'things' if len(u.comparison.objects) > 1 else 'a thing'} that texts compare"
    by = "by its wording" if why.startswith("rule ") else "by the model" if "model:" in why else f"as it {why}"
    if not u.comparative and u.probability >= 0.5:  # the model asks for more than an even chance before it says yes
        return f"Not clearly comparative, {by}"
    return f"{said}, {sure(u.probability if u.comparative else 1 - u.probability)}, {by}"


def leading(context: str) -> str:
    """The words before a context in "comparing … with …": none where it brings its own ("in winter")."""
    opens = context.partition(" ")[0].lower()
    if opens in CIRCUMSTANCES or opens == "from":
        return ""
    return "given that" if opens in ("i", "we") else "for"


def opening(text: str) -> tuple[str, str]:
    """A message as its first sentence and the rest."""
    head, sign, rest = text.partition(". ")
    return (f"{head}.", rest) if sign else (text, "")


def ago(moment: datetime) -> str:
    seconds = max(0, int((datetime.now(UTC) - moment).total_seconds()))
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = seconds // size
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"


def page(template: str, *, status: int = 200, headers: dict[str, str] | None = None, **values: Any) -> HTMLResponse:
    return HTMLResponse(environment().get_template(template).render(**values), status, headers)


def fragment(template: str, **values: Any) -> str:
    return environment().get_template(template).render(**values)


def region(name: str, view: AnswerView, *, pending: bool = False, **values: Any) -> str:
    """The inner HTML of one region of the answer; `pending` while later stages still run."""
    return fragment(f"regions/{name}.html", view=view, pending=pending, **values)


def error_page(request: Request, status: int, code: str, message: str, headers: dict[str, str]) -> HTMLResponse:
    """The page of an error; the header and its links keep working."""
    request_id = request.scope.get("state", {}).get("request_id", "")
    question = request.query_params.get("q", "")
    return page(
        "error.html",
        status=status,
        headers=headers,
        code=code,
        message=message,
        number=status,
        request_id=request_id,
        question=question,
        wait=headers.get("Retry-After"),
        again=str(request.url.path) + (f"?{request.url.query}" if request.url.query else ""),
    )
