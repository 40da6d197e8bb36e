"""HTML tables: numbers to the right, a caption for every table, all text escaped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from weigh.log.result import Estimate


def cell(value: object, *, head: bool = False, left: bool = False) -> str:
    """A cell; whole numbers and texts that begin with a digit and end a figure are set to the right unless `left`."""
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    if head:
        return f'<th scope="row">{escape(text)}</th>'
    figure = isinstance(value, int) or (text[:1].isdigit() and all(c in "0123456789.,% MTto()–-+ " for c in text))
    return f'<td class="n">{escape(text)}</td>' if figure and not left else f"<td>{escape(text)}</td>"


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table out of ready cells. Heads of columns of figures stand above them."""
    right = [bool(rows) and all('class="n"' in row[at][:14] for row in rows) for at in range(len(heads))]
    head = "".join(
        f'<th scope="col"{" class=n" if r else ""}>{escape(name)}</th>' for name, r in zip(heads, right, strict=True)
    )
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    name = escape(caption)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def details(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def estimate(value: Estimate, text: Callable[[float], str]) -> str:
    return f"{text(value.value)} ({text(value.low)} to {text(value.high)})"
