"""Text that tries to give orders to a language model. It is never shown to one, and never quoted in a summary."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from weigh.text.tokens import words


@lru_cache(maxsize=1)
def _orders() -> tuple[str, ...]:
    lines = (Path(__file__).parent / "data" / "orders.txt").read_text(encoding="utf-8").splitlines()
    return tuple(f" {line} " for line in lines if line and not line.startswith("#"))


def gives_orders(text: str) -> bool:
    """Whether a text tries to instruct a language model."""
    folded = f" {' '.join(words(text))} "
    return any(order in folded for order in _orders())
