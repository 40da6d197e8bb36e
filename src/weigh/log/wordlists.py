"""Word lists beside the code: one item per line, `#` starts a comment, `[section]` starts a section."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def sections(name: str) -> dict[str, tuple[str, ...]]:
    """The lists of a data file by section; items before any section are under the empty name."""
    found: dict[str, list[str]] = {"": []}
    current = found[""]
    for line in files("weigh.log").joinpath("data", name).read_text("utf-8").splitlines():
        item = line.split("#", 1)[0].strip()
        if item.startswith("[") and item.endswith("]"):
            current = found.setdefault(item[1:-1].strip(), [])
        elif item:
            current.append(item.lower())
    return {section: tuple(items) for section, items in found.items()}


def section(name: str, which: str) -> frozenset[str]:
    return frozenset(sections(name)[which])
