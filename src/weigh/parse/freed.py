"""Names of the labeller freed of what is no part of them: "to drink tea", "swim to lose weight", "an electric one"."""

from __future__ import annotations

import re

from weigh.parse.found import Found, add_aspect
from weigh.parse.names import QUOTES, is_comparative, lists
from weigh.parse.patterns import verbs_of_objects
from weigh.parse.purpose import to_somewhere
from weigh.text.cases import is_case
from weigh.text.comparatives import GRADING
from weigh.text.comparatives import is_comparative as is_graded
from weigh.text.tokens import fold, same_key, words

_LEADING = re.compile(
    r"^(?:(?:an?|the|some|to|my|your|of|with|by|for|at|is|are|just|between|which|what|than)\s+)+(?=\S)", re.IGNORECASE
)
_TRAILING = re.compile(
    r"(?:\s+(?:for|from|in|at|on|with|before|after|to|and|or|the|an?|is|are|than|as|by|first|just))+$",
    re.IGNORECASE,
)
_PLACED = re.compile(r"^(?:in|on|at|from|for) (?:(?:an?|the|my|our|your) )?(?=\S)", re.IGNORECASE)
_LAST = re.compile(r"\s+(?:first|just|instead|enough|good enough|to|of|for)$", re.IGNORECASE)
_CIRCUMSTANCE = re.compile(
    r"\s+(for|in|at|when|while|if|during|because|as|on(?= (?:an?|my|your|the)\b)|to(?= (?!the\b|an?\b)[a-z]))\s",
    re.IGNORECASE,
)
_DOING_WITH = re.compile(r"(?:(?:live|stay) in|[a-z]+ (?:with|by)) \w", re.IGNORECASE)
_VACUUM = re.compile(r"\bvacuum cleaners?$", re.IGNORECASE)  # the one thing whose name ends like a comparison
_INFINITIVE = re.compile(r"\b(?:to|i|we|you|rather)\s*$", re.IGNORECASE)
_DO = re.compile(r"(?:do|does|did) ", re.IGNORECASE)
"""What asks for a verb: between the name and the comparative stands what they do."""
_ONES = ("one", "ones")
_ONE = re.compile(r" ones?$")
NO_NAME = frozenset(("something", "anything", "nothing", "everything", "not", "it", "they", "one", "which", "what"))


def take_names(names: list[str], question: str, found: Found, *, sure: bool = False) -> None:
    """Names freed of what is no part of them; what they are wanted for ("swim to lose weight") becomes an aspect.

    Where the labeller is `sure` of them, what stands behind a preposition belongs to the name: "invest in funds".
    """
    seen: dict[str, str] = {}
    for at, name in enumerate(names):
        if name[:1] in QUOTES and name[-1:] in QUOTES:
            name = name.strip(QUOTES)
        else:
            name = _LEADING.sub("", name.strip(f" ?!,:;()'{QUOTES}").rstrip("."))
            # "in Oregon than in California"; "for a child: piano or violin"
            name = _LAST.sub("", _PLACED.sub("", name)) if sure else _TRAILING.sub("", name.rpartition(": ")[2])
        pieces = name.split()
        if at == 0 and len(pieces) > 1 and fold(pieces[0]) in lists()["verbs"] and not _acts(names[1:]):
            name = _LEADING.sub("", " ".join(pieces[1:]))  # "drink tea or coffee": the verb belongs to both
            pieces = name.split()
        elif at == 0 and len(names) > 1 and _does_with(name, question) and not _acts(names[1:]):
            name = _LEADING.sub("", " ".join(pieces[2:]))  # "live in the city", "heat with wood"
            pieces = name.split()
        if _VACUUM.search(name):
            pass
        elif len(pieces) > 1 and (is_comparative(fold(pieces[-1])) or _grades_itself(name, question)):
            name = " ".join(pieces[:-1])
        elif len(pieces) > 1 and (fold(pieces[-1]) in verbs_of_objects() | lists()["acts"] or _DO.match(question)):
            following = words(question[question.find(name) + len(name) :])[:1]
            if any(is_comparative(word) or is_graded(word) or word in GRADING for word in following):
                name = " ".join(pieces[:-1])  # "induction hobs cook faster", "do boys learn faster"
        rest = " ".join(names[:at] + names[at + 1 :])
        match = _CIRCUMSTANCE.search(name) if at == len(names) - 1 and at else None
        if match and sure and not is_case(name[match.end() :]):  # "run to lose weight", but "invest in funds"
            match = None
        word = match.group(1).lower() if match else ""
        alike = (
            match and word == "on" and fold(name[: match.start()]) in fold(rest)
        )  # "coffee with food or coffee on …"
        if match and not alike and not re.search(rf"\b{word}\b", rest, re.IGNORECASE):
            if word == "for":
                add_aspect(found.aspects, name[match.end() :])
            elif word == "to":
                to_somewhere(name[match.end() :], found)
            elif word == "on":
                found.context = found.context or name[match.start() :].strip()
            name = name[: match.start()]
        if words(name) and fold(name) not in NO_NAME:
            seen.setdefault(same_key(name), name)
    found.objects = _with_heads(list(seen.values()))


def _with_heads(names: list[str]) -> list[str]:
    """ "One" stands for the head of another name: "a manual toothbrush or an electric one"."""
    heads = [name.split()[-1] for name in names if " " in name and name.split()[-1].islower()]
    head = next((word for word in heads if word not in _ONES), None)
    return [_ONE.sub(f" {head}", name) for name in names] if head else names


def _grades_itself(name: str, question: str) -> bool:
    """Whether a name ends with the comparative, which is no known one: "wool itchier than cotton"; but "how much
    cheaper is a used car than a new one"."""
    if f"{name.split()[-1]} than" not in question:
        return False
    return not any(word in ("more", "less") or is_comparative(word) for word in words(question[: question.find(name)]))


def _does_with(name: str, question: str) -> bool:
    """Whether a name is what one does with a thing, and the thing is what is compared: "to heat with wood or gas"."""
    return bool(_DOING_WITH.match(name) and _INFINITIVE.search(question, 0, max(0, question.find(name))))


def _acts(names: list[str]) -> bool:
    """Whether one of the names is something that one does: "buy a house or rent"."""
    doing = lists()["verbs"] | lists()["actions"]
    return any(fold(_LEADING.sub("", name).split()[0]) in doing for name in names if words(name))
