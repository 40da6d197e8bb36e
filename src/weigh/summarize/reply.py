"""A language model's reply → claims with citations. Whatever it wrote, only sentences of a plain shape come out.

A sentence becomes a claim with the numbers it cites; what it says (whom it favours, which objects it names) is read
off its own words, never taken from the model's good intentions. The checker decides afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from weigh.summarize.check import Checker
from weigh.text.lexicon import mentions
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize
from weigh.types import Argument, Claim, Comparison

Part = Literal["overall", "aspect", "choice"]

_CITED = re.compile(r"\[\s*\d{1,5}(?:\s*,\s*\d{1,5})*\s*\]")
_NUMBER = re.compile(r"\d{1,5}")
_WEB = re.compile(r"https?:|www\.|\w\.(?:com|org|net|io|ru|cn|info|biz|xyz)\b|[<>{}|\\`]", re.IGNORECASE)
_MARKUP = re.compile(r"[*_#]{1,3}")
_CLOSINGS = ("best option", "overall,", "in conclusion", "all in all")
_LONGEST = 60
_MOST_LINES = 60


def sentences(reply: str) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """(text, citations, whether it stands in a list) for each sentence of a reply."""
    for raw in reply.splitlines()[:_MOST_LINES]:
        line = _MARKUP.sub("", raw).strip()
        listed = line[:1] in "-•–" or bool(re.match(r"\d{1,2}[.)]\s", line))
        line = re.sub(r"^(?:[-•–]|\d{1,2}[.)])\s*", "", line)
        for part in _parts(line):
            numbers = tuple(dict.fromkeys(int(n) for found in _CITED.findall(part) for n in _NUMBER.findall(found)))
            text = " ".join(_CITED.sub(" ", part).split()).replace(" .", ".").replace(" ,", ",").strip()
            if text:
                yield text, numbers, listed


def _parts(line: str) -> list[str]:
    """The sentences of a line: a full stop ends one, together with the citations right behind it."""
    parts = re.split(r"(?<=[.!?])((?:\s*\[[\d,\s]{1,40}\])*)\s+(?=[A-Z“\"])", line)
    joined = [parts[i] + (parts[i + 1] if i + 1 < len(parts) else "") for i in range(0, len(parts), 2)]
    return [part for part in joined if part.strip()]


def claims(
    reply: str, comparison: Comparison, arguments: Sequence[Argument], checker: Checker
) -> tuple[list[Claim], int]:
    """The reply's claims, none of them checked yet, and how many sentences could not even be read as claims."""
    by_id = {argument.id: argument for argument in arguments}
    found: list[Claim] = []
    unread = 0
    in_list = False
    for text, numbers, listed in sentences(reply):
        in_list = in_list or listed
        closing = (in_list and not listed) or text.lower().startswith(_CLOSINGS)
        part: Part = "choice" if closing and found else "aspect" if in_list else "overall"
        claim = _claim(text, numbers, part, comparison, by_id, checker)
        if claim is None:
            unread += bool(numbers) or len(text.split()) > 3
        else:
            found.append(claim)
    return found, unread


def _claim(
    text: str,
    numbers: tuple[int, ...],
    part: Part,
    comparison: Comparison,
    by_id: Mapping[int, Argument],
    checker: Checker,
) -> Claim | None:
    if not numbers or _WEB.search(text) or len(text.split()) > _LONGEST or not text.isprintable():
        return None
    tokens = tokenize(text)
    named = tuple(dict.fromkeys(span.name for span in object_spans(text, comparison.objects, tokens)))
    cited = [by_id[number] for number in numbers if number in by_id]
    if not named or not cited:
        return None
    winners = {argument.winner for argument in cited}
    said = checker.read(text)
    if said is None and len(winners) == 1 and not (mentions(tokens) or part != "aspect"):
        return None  # nothing in it says better or worse, nor by what
    winner = said or (next(iter(winners)) if len(winners) == 1 else None)
    if winner is not None and winner not in named:
        return None
    objects = named if len(named) <= 2 and set(named) <= set(cited[0].objects) else (winner,) if winner else ()
    if not objects:
        return None
    text = text if text.endswith((".", "!")) else text.rstrip(",;:") + "."
    return Claim(text, part, numbers, objects, winner)
