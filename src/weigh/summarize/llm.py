"""Summaries by a language model behind any OpenAI-compatible endpoint, held to the same check as all others.

The arguments go in as data (a JSON list between markers that the texts cannot contain), the reply comes back as claims,
and each claim is checked. What does not hold is cut; where too little is left, or the service fails or takes too long,
the extractive summary is shown and says so.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from weigh.errors import ExtraMissing
from weigh.settings import Settings
from weigh.summarize.check import Checker, citable
from weigh.summarize.extractive import Extractive, within
from weigh.summarize.orders import gives_orders
from weigh.summarize.reply import claims
from weigh.text.tokens import words
from weigh.types import Argument, Claim, Comparison, FoundAspect, Shares, Summary, Verdict

_DATA = Path(__file__).parent / "data"
_PER_OBJECT = 8
"""Arguments given to the model for each object."""
_LONGEST = 300
"""Characters of an argument that the model sees."""
_BUDGET = 9_000
"""Characters of all arguments together, some 2,300 tokens."""
_RETRIES = 2
_ENOUGH = 2
"""Aspect claims that must hold for the model's summary to be shown."""
_ALIKE = 0.7


class LanguageModel:
    """The summarizer `llm`. `prompt` is zero-shot, few-shot or, for the benchmark only, no-arguments."""

    name = "llm"

    def __init__(self, settings: Settings, *, prompt: str = "zero-shot") -> None:
        try:
            import openai  # noqa: F401
        except ImportError:
            raise ExtraMissing("The summarizer 'llm'", "llm") from None
        self._settings = settings
        self._prompt = prompt
        self._fallback = Extractive()

    def summarize(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        shares: Shares,
        verdict: Verdict,
        aspects: Sequence[FoundAspect],
    ) -> Summary:
        counted = citable(arguments)
        plain = self._fallback.summarize(comparison, counted, shares, verdict, aspects)
        given = chosen(comparison, counted)
        if not given:
            return plain
        try:
            reply = self.complete(messages(comparison, given, self._prompt))
        except Exception as error:  # whatever the service does, the user gets an answer
            why = f"The language model gave no summary ({_told(error)}); this one is extractive."
            return Summary(plain.method, plain.claims, why, plain.dropped)
        return _checked(reply, comparison, given, verdict, plain)

    def complete(self, conversation: list[dict[str, str]]) -> str:
        """The model's reply, read as a stream so that the time limit holds for the whole of it."""
        from openai import OpenAI

        settings = self._settings
        key = settings.llm_api_key or os.environ.get("OPENAI_API_KEY") or ("none" if settings.llm_base_url else "")
        if not key:
            raise TimeoutError("no llm_api_key and no llm_base_url is set")
        until = monotonic() + settings.llm_timeout
        client = OpenAI(api_key=key, base_url=settings.llm_base_url, timeout=settings.llm_timeout, max_retries=_RETRIES)
        request: Any = {
            "model": settings.llm_model,
            "messages": conversation,
            "max_tokens": settings.llm_max_tokens,
            "temperature": 0,
            "stream": True,
        }
        parts: list[str] = []
        with client, client.chat.completions.create(**request) as stream:
            for chunk in stream:
                if monotonic() > until:
                    raise TimeoutError(f"it took longer than {settings.llm_timeout:g} s")
                if chunk.choices and (text := chunk.choices[0].delta.content):
                    parts.append(text)
                if sum(map(len, parts)) > 12 * settings.llm_max_tokens:
                    break  # a service that ignores max_tokens
        return "".join(parts)


def chosen(comparison: Comparison, arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments that the model gets to see: the best of each side within the budget, none that gives orders."""
    taken: list[Argument] = []
    count: dict[str | None, int] = {}
    size = 0
    for argument in arguments:
        if count.get(argument.winner, 0) >= _PER_OBJECT or gives_orders(argument.sentence.text):
            continue
        size += min(_LONGEST, len(argument.sentence.text)) + 40
        if size > _BUDGET:
            break
        count[argument.winner] = count.get(argument.winner, 0) + 1
        taken.append(argument)
    return taken


def messages(comparison: Comparison, arguments: Sequence[Argument], prompt: str = "zero-shot") -> list[dict[str, str]]:
    """The conversation that is sent: what to do, and the arguments as quoted data between unguessable markers."""
    folder = _DATA / "prompts"
    template = (folder / f"{prompt}.txt").read_text(encoding="utf-8")
    mark = secrets.token_hex(8)
    listed = [
        {"n": argument.id, "for": argument.winner or "equal", "text": argument.sentence.text[:_LONGEST]}
        for argument in arguments
    ]
    filled = {
        "{objects}": ", ".join(json.dumps(name, ensure_ascii=False) for name in comparison.names),
        "{begin}": f"BEGIN QUOTED TEXTS {mark}",
        "{end}": f"END QUOTED TEXTS {mark}",
        "{arguments}": "\n".join(json.dumps(item, ensure_ascii=False) for item in listed),
    }
    pieces = [template]
    for name, value in filled.items():  # piece by piece, so that no text is ever read as a placeholder
        pieces = [part for piece in pieces for part in _split(piece, name, value, filled)]
    system = (folder / "system.txt").read_text(encoding="utf-8")
    user = {"role": "user", "content": "".join(pieces).strip()}
    return [user] if prompt == "no-arguments" else [{"role": "system", "content": system.strip()}, user]


def _split(piece: str, name: str, value: str, filled: dict[str, str]) -> list[str]:
    if piece in filled.values() or name not in piece:
        return [piece]
    before, _, after = piece.partition(name)
    return [before, value, *_split(after, name, value, filled)]


def _checked(
    reply: str, comparison: Comparison, given: Sequence[Argument], verdict: Verdict, plain: Summary
) -> Summary:
    """The reply's claims that hold; opening and choice from the extractive summary where the model has none."""
    checker = Checker(comparison, given)
    found, dropped = claims(reply, comparison, given, checker)
    kept: list[Claim] = []
    for claim in found:
        if checker.problem(claim) is None and _fits(claim, kept, verdict):
            kept.append(claim)
        else:
            dropped += 1
    aspects = [claim for claim in kept if claim.part == "aspect"]
    if len(aspects) < _ENOUGH:
        why = "Too little of the language model's text was borne out by the arguments; this summary is extractive."
        return Summary(plain.method, plain.claims, why, dropped)
    opening = [c for c in kept if c.part == "overall"] or [c for c in plain.claims if c.part == "overall"]
    choice = [c for c in kept if c.part == "choice"] or [c for c in plain.claims if c.part == "choice"]
    return Summary("llm", tuple(within([*opening, *aspects, *choice])), dropped=dropped)


def _fits(claim: Claim, kept: Sequence[Claim], verdict: Verdict) -> bool:
    """Whether a claim says something new, contradicts no earlier one, and closes as the verdict does."""
    if claim.part != "aspect" and claim.winner is not None and claim.winner != verdict.winner:
        return False
    own = set(words(claim.text))
    return all(len(own & set(words(c.text))) < _ALIKE * len(own | set(words(c.text))) for c in kept)


def _told(error: Exception) -> str:
    """An error in few words, on one line."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:160]
