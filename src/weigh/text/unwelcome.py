"""Comparisons about something that nobody wants: "more malware", "crashes less often", "the risk is higher".

More of a bad thing speaks against whom it is said of, though no word of the sentence blames anybody. The words are
data (data/unwelcome.txt); a sentence of another shape has no reading here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from weigh.text.tokens import Token
from weigh.types import Direction

_BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "remains", "remain", "seems", "seem"))
_BEFORE_A_NOUN_ENDS = frozenset(
    ("of", "in", "on", "with", "for", "from", "by", "at", "to", "when", "while", "per", "and", "or", "as", "under",
     "than", "during", "over", "among", "between", "because", "due", "if", "after", "associated", "related", "caused")
)  # fmt: skip
"""Words before which a group of nouns ends."""
_CLAUSE_STARTS = frozenset(("that", "because", "but", "while", "though", "although", "whereas", "so", "since"))
_LONGEST_SUBJECT = 10
_TROUBLE = {"easier": Direction.MORE, "harder": Direction.LESS}
"""How much of a harm there is that is easy or hard to do: "harder to set on fire"."""
_OPPOSITE = {Direction.MORE: Direction.LESS, Direction.LESS: Direction.MORE}


@lru_cache(maxsize=1)
def lists() -> dict[str, frozenset[tuple[str, ...]]]:
    """The lists of data/unwelcome.txt by name; an entry of several words is split at its underscores."""
    found: dict[str, set[tuple[str, ...]]] = {}
    path = Path(__file__).parent / "data" / "unwelcome.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, listed = line.split(":", 1)
            found.setdefault(name, set()).update(tuple(entry.split("_")) for entry in listed.split())
    return {name: frozenset(entries) for name, entries in found.items()}


def graded(word: str) -> Direction | None:
    """Whether a comparative says more or less of the noun after it: "higher" risk, "fewer" bugs."""
    if (word,) in lists()["more"]:
        return Direction.MORE
    return Direction.LESS if (word,) in lists()["less"] else None


def bad_amount(text: str, tokens: Sequence[Token], at: int, than: int, verb: str) -> Direction | None:
    """How much more or less of a bad thing the comparative at a place says; None where it speaks of none.

    `verb` is what stands before the comparative, adverbs left out.
    """
    words = [token.text for token in tokens]
    amount = graded(words[at])
    if amount is not None and (verb,) not in lists()["mending"] and (found := _as_noun(words, at, than, amount)):
        return found
    if words[at] in ("more", "less") and at + 1 < than and (words[at + 1],) in lists()["adjective"]:
        return amount
    if words[at] in _TROUBLE and words[at + 1 : at + 2] == ["to"] and _suffers(words[at + 2 : than]):
        return _TROUBLE[words[at]]
    often = amount is not None and at + 1 < than and (words[at + 1],) in lists()["often"]
    if often and words[at + 2 : at + 3] == ["to"] and _befalls(words[at + 3 : than]):
        return amount
    if (verb,) in lists()["verb"]:
        return _happening(words[at:than], amount)
    if verb in _BE and _is_bad([token.text for token in subject(text, tokens, at)]):
        if (words[at],) in lists()["seldom"]:
            return Direction.LESS
        return amount if often or words[at] not in ("more", "less") else None
    return None


def _happening(phrase: Sequence[str], amount: Direction | None) -> Direction | None:
    """How much something bad happens: "crashes more often", "rusts faster", "breaks more rarely"."""
    known = lists()
    last = (phrase[-1],)
    if last in known["slow"]:
        return _OPPOSITE[amount] if amount else Direction.LESS
    if amount is not None and (len(phrase) == 1 or last in known["often"]):
        return amount
    return Direction.MORE if last in known["fast"] and len(phrase) == 1 else None


def _suffers(words: Sequence[str]) -> bool:
    """Whether these words begin with a harm that is done to a thing: "scratch", "set on fire"."""
    return any(tuple(words[:size]) in lists()["harm"] for size in (1, 2, 3))


def _befalls(words: Sequence[str]) -> bool:
    """Whether what is more likely is bad: "likely to crash", "likely to be infected by malware"."""
    known = lists()
    return any((word,) in known["verb"] or (word,) in known["bad"] for word in words) and not any(
        (word,) in known["mending"] for word in words
    )


def subject(text: str, tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The noun group that a clause opens with, before its form of "be": "the risk | of injury is higher"."""
    verb = next((i for i in range(at - 1, max(-1, at - 5), -1) if tokens[i].text in _BE), None)
    if verb is None:
        return ()
    start = verb
    while start > 0 and verb - start < _LONGEST_SUBJECT and tokens[start - 1].text not in _CLAUSE_STARTS:
        if start < verb and text[tokens[start - 1].end : tokens[start].start].strip(" -'’"):
            break  # a comma or the like
        start -= 1
    ends = [i for i in range(start, verb) if tokens[i].text in _BEFORE_A_NOUN_ENDS] + [verb]
    if ends[0] > start and tokens[ends[0]].text == "of" and (tokens[ends[0] - 1].text,) in lists()["measure"]:
        start, ends = ends[0] + 1, ends[1:]  # "the volume of waste": the waste is meant
    return tokens[start : ends[0]]


def _as_noun(words: Sequence[str], at: int, than: int, amount: Direction) -> Direction | None:
    """The amount of the bad thing that the comparative grades: "more serious side effects", "more error prone"."""
    known = lists()
    for i in range(at + 1, than):
        if words[i] in _BEFORE_A_NOUN_ENDS:
            return None
        for size in (3, 2, 1):
            entry, after = tuple(words[i : i + size]), words[i + size] if i + size < than else ""
            if i + size > than or (entry not in known["bad"] and entry not in known["burden"]):
                continue
            if (after,) in known["free"]:
                return _OPPOSITE[amount]
            if (after,) in known["prone"] or not after or after in _BEFORE_A_NOUN_ENDS:
                return amount if entry in known["bad"] or amount is Direction.LESS else None
    return None


def _is_bad(group: Sequence[str]) -> bool:
    """Whether the last words of a noun group name a bad thing."""
    return any(tuple(group[-size:]) in lists()["bad"] for size in (3, 2, 1) if len(group) >= size)
