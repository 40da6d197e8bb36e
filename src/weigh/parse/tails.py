"""What things are compared by, where it is typed right behind a name: "ios vs android battery", "ford's price"."""

from __future__ import annotations

import re
from functools import cache

from weigh.parse.found import Found, add_aspect
from weigh.parse.names import lists
from weigh.text.cases import is_case
from weigh.text.lexicon import aspect_of, aspect_of_adjective, entries
from weigh.text.places import with_capitals
from weigh.text.tokens import fold

_ASPECT_OF = re.compile(r"(?:the )?(\w+(?: \w+)?) of (?:the )?(.+)", re.IGNORECASE)
_OWN = re.compile(r"(.+)['’]s (\w+(?: \w+)?)")
_OWNER = re.compile(r"(.+)['’]s")
_VERSUS = re.compile(r"\b(?:vs|versus)\b", re.IGNORECASE)
_LONGEST = 3


def free_of_aspect(found: Found, question: str) -> None:
    """What things are compared by is no part of a name: "the climate of Spain and Portugal", "Ford vs Audi safety"."""
    if len(found.objects) < 2:
        return
    _free_of_case(found)
    _free_of_own(found, question)
    first, *middle, last = found.objects
    match = _ASPECT_OF.fullmatch(first) if " of " in first else None
    if match and aspect_of(match.group(1)) and " of " not in " ".join([*middle, last]):
        found.objects[0] = match.group(2)
        add_aspect(found.aspects, match.group(1))
    if not _VERSUS.search(question) and not fold(question).startswith(fold(first)):
        return  # whole sentences say "in", "for" or "by" what
    _free_of_tail(len(found.objects) - 1, found, question)
    _free_of_tail(0, found, question)  # "toyota reliability vs ford"


def _free_of_tail(at: int, found: Found, question: str) -> None:
    name = found.objects[at]
    behind = next((aspect for aspect in found.aspects if f"{name} {aspect.name}" in question), None)
    others = found.objects[:at] + found.objects[at + 1 :]
    whole = f"{name} {behind.name}" if behind else name
    if behind and _is_whole(name, whole, others):
        found.objects[at] = whole
        found.aspects = [aspect for aspect in found.aspects if aspect is not behind]
        return
    name, tail = _parted(whole, others)
    if tail:
        found.objects[at] = name
        found.aspects = [aspect for aspect in found.aspects if aspect is not behind]
        add_aspect(found.aspects, _full(tail))


def _is_whole(name: str, whole: str, others: list[str]) -> bool:
    """Whether what looks like an aspect belongs to the name: "physical strength", "price or build quality"."""
    inner = fold(name.split()[-1]) in lists()["inner"]
    return inner or (aspect_of(whole) is not None and any(map(aspect_of, others)))


def _free_of_own(found: Found, question: str) -> None:
    """What the first thing has is no part of its name: "ford's reliability compared to toyota's"."""
    first, *others = found.objects
    own = _OWNER.fullmatch(first)
    if own and any(f"{first} {aspect.name}".lower() in question.lower() for aspect in found.aspects):
        found.objects = [_OWNER.sub(r"\1", name) for name in found.objects]
        return
    match = _OWN.fullmatch(first)
    if match is None or not (aspect_of(match.group(2)) or has_part(fold(match.group(2)), [match.group(1)])):
        return
    tail = rf"['’]s(?: {re.escape(match.group(2))})?$"
    found.objects = [match.group(1), *(re.sub(tail, "", other) for other in others)]
    add_aspect(found.aspects, _full(match.group(2)))


def _free_of_case(found: Found) -> None:
    """What things are wanted for is no part of the first name: "lose weight | running or swimming"."""
    pieces = found.objects[0].split()
    if len(pieces) > 2 and is_case(" ".join(pieces[:2])):
        found.objects[0] = " ".join(pieces[2:])
        add_aspect(found.aspects, " ".join(pieces[:2]))


def has_part(head: str, names: list[str]) -> bool:
    """Whether a word names a part of the things, not the things: the battery of phones, the camera of an iPhone."""
    return head in lists()["parts"] and not lists()["devices"].isdisjoint(fold(" ".join(names)).split())


def _parted(last: str, others: list[str]) -> tuple[str, str]:
    """The last name without the aspect behind it, and the aspect; what may be a name as a whole stays one."""
    pieces = last.split()
    if len(pieces) < 2:
        return last, ""
    taken = set(fold(" ".join(others)).split())
    if aspect_of(last) or any(map(aspect_of, others)):  # "price or build quality": aspects are what is compared
        return last, ""
    if not lists()["prepositions"].isdisjoint(fold(last).split()):  # "coffee on an empty stomach"
        return last, ""
    for size in range(min(_LONGEST, len(pieces) - 1), 0, -1):
        *front, tail = [*pieces[:-size], " ".join(pieces[-size:])]
        if not tail.islower() or not taken.isdisjoint(tail.split()) or not _is_aspect(tail, front, others):
            continue
        while len(front) > 1 and fold(front[-1]) in lists()["aspect-modifiers"]:
            tail = f"{front.pop()} {tail}"  # "rust | memory safety"
        return (last, "") if fold(front[-1]) in lists()["inner"] else (" ".join(front), tail)  # "physical strength"
    return last, ""


def _is_aspect(tail: str, name: list[str], others: list[str]) -> bool:
    """Whether the words behind a name are what it is compared by; beside these other names."""
    *front, end = tail.split()
    if front and (end in lists()["amounts-of"] or (len(end) == 1 and aspect_of(front[-1]))):
        return len(front) == 1  # "water usage", "vitamin c"
    if not front and end in lists()["parts"]:
        return has_part(end, others)
    if end in lists()["of-places"]:
        return with_capitals(" ".join(name)) != " ".join(name)
    return tail in _nouns() or (is_case(tail) and (len(front) == 1 or end in lists()["troubles"]))


@cache
def _nouns() -> frozenset[str]:
    """What the lexicon calls aspects by, without what is more often the head of a name ("wind power")."""
    known = {noun for entry in entries().values() for noun in (entry.name, *entry.nouns)} | {"costs", "prices"}
    return frozenset(noun for noun in known if aspect_of_adjective(noun) is None) - lists()["things"]


def _full(tail: str) -> str:
    """The name that the lexicon has for an aspect, if the typed one is short for it: battery → battery life."""
    known = aspect_of(tail) or ""
    return known if known in entries() and known.startswith(tail) else tail
