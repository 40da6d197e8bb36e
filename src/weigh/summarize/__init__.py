"""Scored arguments → a short text whose every claim carries citations that hold."""

from __future__ import annotations

from weigh.settings import Settings
from weigh.stages import Summarizer


def make_summarizer(settings: Settings) -> Summarizer:
    """The summarizer that the settings ask for."""
    if settings.summarizer == "llm":
        from weigh.summarize.llm import LanguageModel

        return LanguageModel(settings)
    if settings.summarizer == "bullets":
        from weigh.summarize.baselines import Bullets

        return Bullets()
    if settings.summarizer == "template":
        from weigh.summarize.baselines import Template

        return Template()
    from weigh.summarize.extractive import Extractive

    return Extractive()
