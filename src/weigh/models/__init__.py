"""The shipped models: loaded on first use, run by onnxruntime and tokenizers alone."""

from __future__ import annotations

from typing import Any

from weigh.errors import ModelMissing


def available(task: str) -> bool:
    """Whether the files of a task's model are installed."""
    return False


def load(task: str) -> Any:
    """The model of a task. Raises ModelMissing where its files are absent."""
    raise ModelMissing(f"The model for '{task}' is not installed. Reinstall weigh.")
