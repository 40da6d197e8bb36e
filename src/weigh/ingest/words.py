"""Reads the word lists that lie beside the code: one entry a line (or several words a line), `#` begins a comment."""

from __future__ import annotations

from importlib.resources import files


def entries(name: str, package: str = "weigh.ingest") -> tuple[str, ...]:
    """The entries of a list, one a line."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def word_set(name: str) -> frozenset[str]:
    """The words of a list, however many stand on a line."""
    return frozenset(word for line in entries(name) for word in line.split())
