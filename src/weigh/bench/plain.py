"""Plain sentences, such as anyone would understand: does Weigh see whom they favour?

The public data of stances was gathered by some twenty words of comparison. Users' text has thousands, so the
classifiers are also measured on sentences of our own (`data/plain.tsv`), as the pipeline calls them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weigh.classify import make_classifier
from weigh.types import Object

CLASSIFIERS = ("transformer", "bow", "markers")
_OBJECT = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class Plain:
    """A sentence, its two objects in text order, and whom it favours."""

    group: str
    stance: str
    text: str
    first: str
    second: str


def load() -> list[Plain]:
    """The sentences of `data/plain.tsv`."""
    found = []
    for line in (Path(__file__).parent / "data" / "plain.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            group, stance, text = line.split("\t")
            first, second = _OBJECT.findall(text)
            found.append(Plain(group, stance, _OBJECT.sub(r"\1", text), first, second))
    return found


def judged(sentences: list[Plain], classifier: str) -> list[str]:
    """What a classifier says of each, as the pipeline would ask it."""
    model = make_classifier(classifier)
    return [model.classify([one.text], Object(one.first), Object(one.second))[0].stance.name for one in sentences]


def run(data: Path | None = None, *, on_progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """The share that each classifier reads rightly, by group and by stance; the public data is not needed."""
    sentences = load()
    found: dict[str, Any] = {"sentences": len(sentences)}
    for name in CLASSIFIERS:
        if on_progress:
            on_progress(name)
        right = [said == one.stance for said, one in zip(judged(sentences, name), sentences, strict=True)]
        kinds = [(one.group, one.stance) for one in sentences]
        total = Counter(kind for own in kinds for kind in own)
        hits = Counter(kind for own, hit in zip(kinds, right, strict=True) if hit for kind in own)
        found[name] = {"accuracy": sum(right) / len(right)} | {kind: hits[kind] / total[kind] for kind in total}
    return found
