"""How an answer is looked at, as its address says it: filters, order, what is opened, dropped and flipped.

Everything a reader does to an answer is a link to the same page with another state. So it works without JavaScript,
can be shared, and goes back with the back button.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

Sort = Literal["score", "confidence", "sources", "short"]
_MOST = 500
"""Most arguments that one address may drop or flip."""


@dataclass(frozen=True, slots=True)
class ViewState:
    id: str | None = None
    """The permalink's id; None while the answer is still being made, when nothing can be clicked yet."""
    show: tuple[str, ...] = ()
    sort: Sort = "score"
    more: frozenset[str] = frozenset()
    """Columns of which all arguments are shown."""
    drop: frozenset[int] = frozenset()
    flip: frozenset[int] = frozenset()
    sent: str | None = None
    """What was just thanked for."""

    @classmethod
    def read(cls, id: str, query: QueryParams) -> ViewState:
        sort = query.get("sort", "score")
        return cls(
            id,
            tuple(dict.fromkeys(query.getlist("show")))[:20],
            cast(Sort, sort) if sort in get_args(Sort) else "score",
            frozenset(query.getlist("more")[:20]),
            _numbers(query, "drop"),
            _numbers(query, "flip"),
            query.get("sent"),
        )

    @property
    def revised(self) -> bool:
        return bool(self.drop or self.flip)

    def url(self, **changes: Any) -> str:
        """The address of the same answer in another state."""
        state = replace(self, sent=None, **changes)
        if state.id is None:
            return ""
        query: list[tuple[str, str]] = [("show", name) for name in state.show]
        if state.sort != "score":
            query.append(("sort", state.sort))
        query += [("more", key) for key in sorted(state.more)]
        query += [("drop", str(number)) for number in sorted(state.drop)]
        query += [("flip", str(number)) for number in sorted(state.flip)]
        return f"/a/{state.id}" + (f"?{urlencode(query)}" if query else "")

    def export(self, form: str) -> str:
        base, _, query = self.url(show=(), sort="score", more=frozenset()).partition("?")
        return f"{base}/export.{form}" + (f"?{query}" if query else "")

    def toggled_show(self, name: str) -> str:
        shown = tuple(x for x in self.show if x != name) if name in self.show else (*self.show, name)
        return self.url(show=shown)

    def toggled_drop(self, number: int) -> str:
        return self.url(drop=self.drop ^ {number}, flip=self.flip - {number})

    def toggled_flip(self, number: int) -> str:
        return self.url(flip=self.flip ^ {number}, drop=self.drop - {number})

    def opened(self, key: str) -> str:
        return self.url(more=self.more ^ {key})


def _numbers(query: QueryParams, name: str) -> frozenset[int]:
    return frozenset(
        int(text) for text in query.getlist(name)[:_MOST] if text.isascii() and text.isdigit() and len(text) < 9
    )
