"""What a page's address asks for, read from its query: a question, or objects and aspects from the form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from weigh.given import given_comparison
from weigh.pipeline import Weigh
from weigh.settings import Settings, described
from weigh.text import lexicon
from weigh.types import Answer, Aspect, Comparison, Direction, Event, Filters, Object

_NO_FILTERS = Filters()
CLASSIFIERS: tuple[str, ...] = described()["classifier"][2]


@dataclass(frozen=True, slots=True)
class Asked:
    question: str
    """The words that were typed; with a comparison from the form, the question that it corrects (or nothing)."""
    comparison: Comparison | None = None
    overrule: bool | None = None
    filters: Filters = _NO_FILTERS
    fast: bool | None = None
    classifier: str | None = None

    def events(self, weigh: Weigh) -> Iterator[Event]:
        return weigh.stream(
            self.comparison or self.question,
            overrule=self.overrule,
            filters=self.filters,
            fast=self.fast,
            classifier=self.classifier,
        )

    @property
    def title(self) -> str:
        return listed(self.comparison.names) if self.comparison else self.question


def listed(names: Sequence[str]) -> str:
    """Names as a choice: `train, plane or car`."""
    return " or ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def from_question(query: QueryParams) -> Asked:
    overrule = {"yes": True, "no": False}.get(query.get("overrule", ""))
    return Asked(query.get("q", ""), None, overrule, _filters(query), _fast(query), _classifier(query))


def from_form(query: QueryParams, settings: Settings) -> Asked:
    """Rows left empty are skipped. Raises BadInput where fewer than two objects are left."""
    objects = [name.strip() for name in query.getlist("object") if name.strip()]
    weights, directions = query.getlist("weight"), query.getlist("direction")
    aspects = []
    for i, name in enumerate(query.getlist("aspect")):
        if name := name.strip():
            weight = weights[i] if i < len(weights) else "3"
            direction = directions[i] if i < len(directions) else ""
            aspects.append(
                Aspect(
                    name,
                    int(weight) if weight in ("1", "2", "3", "4", "5") else 3,
                    Direction(direction) if direction in ("more", "less") else lexicon.direction_of(name),
                )
            )
    comparison = given_comparison(objects, aspects, query.get("context") or None, settings)
    return Asked(query.get("q", ""), comparison, None, _filters(query), _fast(query), _classifier(query))


def form_address(comparison: Comparison, *, question: str = "", extra: Aspect | None = None) -> str:
    """The address of the form's answer for a comparison, with one more aspect where wanted."""
    query = [("q", question)] if question else []
    query += [("object", name) for name in comparison.names]
    for aspect in (*comparison.aspects, *((extra,) if extra else ())):
        query += [("aspect", aspect.name), ("weight", str(aspect.weight)), ("direction", str(aspect.direction or ""))]
    if comparison.context:
        query.append(("context", comparison.context))
    return f"/compare?{urlencode(query)}"


def meant_address(answer: Answer) -> str:
    """The address of the same comparison with the names that were probably meant; none where it has but one object."""
    asked = answer.comparison
    if asked is None or len(asked.objects) < 2:
        return ""
    objects = tuple(Object(answer.meant.get(name, name)) for name in asked.names)
    return form_address(replace(asked, objects=objects), question=answer.understanding.question)


def _fast(query: QueryParams) -> bool | None:
    return True if query.get("fast") in ("1", "true", "on") else None


def _classifier(query: QueryParams) -> str | None:
    name = query.get("classifier")
    return name if name in CLASSIFIERS else None


def _filters(query: QueryParams) -> Filters:
    def several(name: str) -> tuple[str, ...]:
        return tuple(text.strip() for text in query.getlist(name) if text.strip())[:20]

    return Filters(several("collection"), several("domain"), query.get("since") or None, query.get("until") or None)
