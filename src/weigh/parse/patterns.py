"""Objects, aspects and predicate of a question by patterns: the small, explainable labeller beside the model.

"Which is better for web development, Python or Java?" has a joiner ("or") with a name on each side, a comparative
("better") that may itself speak of an aspect ("cheaper": price, less is better), and phrases that name aspects
("for …").
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from weigh.text.lexicon import aspect_of_adjective, direction_of, entries
from weigh.text.tokens import fold
from weigh.types import Aspect

_PIECE = re.compile(r"(?<![\w.])\.(?=[^\W\d_])\w+|\w+(?:[.'’&/-]\w+)*(?:\+\+|#(?!\w))?|[,;:?!.()]")
_BARE = ("better", "worse", "best", "worst", "superior", "preferable")
_IN_TERMS = re.compile(
    r"[,\s]+(?:in terms of|with (?:respect|regards?) to|regarding|when it comes to|concerning|as regards|based on)\s+",
    re.IGNORECASE,
)
_LIST = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|or)\s+")
_LONGEST_NAME = 6


@dataclass(slots=True)
class Found:
    """What the patterns saw. `kind` is the class of things that a superlative asks about ("laptop")."""

    objects: list[str] = field(default_factory=list)
    aspects: list[Aspect] = field(default_factory=list)
    predicate: str | None = None
    context: str | None = None
    kind: str | None = None


@cache
def _words() -> dict[str, frozenset[str]]:
    lists: dict[str, list[str]] = defaultdict(list)
    for line in files("weigh.parse").joinpath("data/words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition(":")
            lists[name] += rest.split()
    return {name: frozenset(listed) for name, listed in lists.items()}


@cache
def function_words() -> frozenset[str]:
    """Words that never stand in the name of an object."""
    lists = _words()
    return frozenset().union(*(lists[name] for name in ("verbs", "adverbs", "questions", "prepositions", "articles")))


def verbs_of_objects() -> frozenset[str]:
    """Verbs that stand between an object and a comparative ("cats live longer"): neither a name nor an aspect."""
    return _words()["after-verbs"]


class _Text:
    """The question in pieces (words and punctuation), with slices back into the text as it was typed."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.spans = [match.span() for match in _PIECE.finditer(question)]
        self.words = [fold(question[start:end]) for start, end in self.spans]

    def slice(self, start: int, end: int) -> str:
        return self.question[self.spans[start][0] : self.spans[end - 1][1]] if start < end else ""


def find(question: str) -> Found:
    """Objects, aspects, predicate and context of a question, as far as patterns see them."""
    found = Found()
    body = question.strip()
    if match := _IN_TERMS.search(body):
        tail = re.split(r"[?!;:.]|\b(?:which|is|are|should)\b", body[match.end() :], maxsplit=1)[0]
        for part in _LIST.split(tail.strip(" ,")):
            add_aspect(found.aspects, part)
        body = body[: match.start()] + " ? " + body[match.end() + len(tail) :]
    text = _Text(body)
    comparative = _comparative(text, found)
    _objects(text, comparative, found)
    _purposes(text, found)
    if len(found.objects) < 2:
        _superlative(text, found)
    return found


def add_aspect(aspects: list[Aspect], name: str, direction: object = None) -> None:
    """Take an aspect once, without article, with the direction that the lexicon knows."""
    name = re.sub(r"^(?:a|an|the|its|their|your|my)\s+", "", name.strip(" ,?.!").strip(), flags=re.IGNORECASE)
    if name and name.lower() not in (a.name.lower() for a in aspects):
        aspects.append(Aspect(name, direction=direction_of(name)))


def predicate_aspect(words: list[str], aspects: list[Aspect]) -> None:
    """The aspect that a comparative speaks of: "cheaper" and "more expensive" both give price, less is better."""
    text = " ".join(words)
    if not words or words[-1] in (*_BARE, "more", "less", "than", "most", "least"):
        return
    known = aspect_of_adjective(text) or aspect_of_adjective(words[-1])
    if known is not None:
        aspects.append(Aspect(known[0], direction=entries()[known[0]].direction))
    elif len(words) > 1:
        add_aspect(aspects, words[-1])


def is_comparative(word: str) -> bool:
    return word in _BARE or (word.endswith("er") and aspect_of_adjective(word) is not None)


def _comparative(text: _Text, found: Found) -> tuple[int, int] | None:
    """Where the comparative stands; sets predicate and the aspect it speaks of."""
    for at, word in enumerate(text.words):
        after = text.words[at + 1] if at + 1 < len(text.words) else ""
        if word in ("more", "less", "fewer") and after.isalpha() and after not in _words()["prepositions"] | {"or"}:
            found.predicate = text.slice(at, at + 2)
            predicate_aspect([word, after], found.aspects)
            return at, at + 2
        if word == "as" and "as" in text.words[at + 2 : at + 4]:
            end = at + 2 + text.words[at + 2 : at + 4].index("as") + 1
            found.predicate = text.slice(at, end)
            predicate_aspect(text.words[at + 1 : end - 1], found.aspects)
            return at, end
        if is_comparative(word) or (word.endswith("er") and after == "than" and len(word) > 4):
            found.predicate = text.slice(at, at + 1)
            predicate_aspect([word], found.aspects)
            return at, at + 1
    return None


def _objects(text: _Text, comparative: tuple[int, int] | None, found: Found) -> None:
    """Names on both sides of the joiner."""
    words = text.words
    than = next(
        (i for i, w in enumerate(words) if w == "than" or (comparative and i == comparative[1] - 1 and w == "as")), None
    )
    between = next((i for i, w in enumerate(words) if w == "between"), None)
    if between is not None and "and" in words[between:]:
        joint = between + words[between:].index("and")
        left, right = text.slice(_skip_articles(text, between + 1), joint), _right(text, joint + 1)
        parts = [*_LIST.split(left), right[0]]
    elif comparative is not None and than is not None and comparative[0] < than:
        left_span = _left(text, comparative[0])
        right = _right(text, than + 1)
        parts = [text.slice(*left_span), right[0], *_further(text, right[1])]
    else:
        joint = next((i for i, w in enumerate(words) if w in ("vs", "versus")), -1)
        if joint < 0:
            joint = _worded_joint(words)
        if joint < 0:
            joint = next(
                (i for i in range(len(words) - 1, 0, -1) if words[i] == "or" and words[i + 1 : i + 2] != ["not"]), -1
            )
        if joint < 0:
            if comparative is not None:
                _take_objects([text.slice(*_left(text, comparative[0]))], found)
            return
        start, end = _left(text, joint)
        parts = [*_earlier(text, start), text.slice(start, end)]
        right = _right(text, joint + _width(words, joint))
        parts += [right[0], *_further(text, right[1])]
    _take_objects([part for part in parts if part.strip()], found)


def _worded_joint(words: list[str]) -> int:
    """Joiners of several words: "compared to", "advantages of X over Y", "prefer X to Y", "X and Y … compare"."""
    for i, word in enumerate(words):
        if word == "compared" and words[i + 1 : i + 2] in (["to"], ["with"]):
            return i
        if word in ("over", "to") and any(
            w in ("prefer", "advantages", "advantage", "benefits", "choose") for w in words[:i]
        ):
            return i
        if word in ("and", "with", "to") and any(w in ("compare", "comparing", "comparison") for w in words):
            return i
        if word == "from" and any(w.startswith("differ") for w in words[:i]):
            return i
    return -1


def _width(words: list[str], joint: int) -> int:
    return 2 if words[joint] == "compared" else 1


def _bounds() -> frozenset[str]:
    lists = _words()
    return lists["verbs"] | lists["prepositions"] | lists["questions"] | frozenset(",;:?!().")


def _left(text: _Text, end: int) -> tuple[int, int]:
    """The name that ends before a place: back to the next function word."""
    lists = _words()
    while end > 0 and (
        text.words[end - 1] in lists["adverbs"] or text.words[end - 1] in ("is", "are", "different", "differ", ",")
    ):
        end -= 1
    while end > 1 and text.words[end - 1] in lists["after-verbs"]:
        end -= 1
    start = end
    bounds = _bounds()
    while start > 0 and text.words[start - 1] not in bounds and not is_comparative(text.words[start - 1]):
        start -= 1
    return _skip_articles(text, start, end), end


def _right(text: _Text, start: int) -> tuple[str, int]:
    """The name that begins at a place, and where it ends."""
    start = _skip_articles(text, start)
    end = start
    bounds = _bounds()
    while end < len(text.words) and end - start < _LONGEST_NAME:
        word = text.words[end]
        if (word in bounds and end > start) or is_comparative(word) or word in ("more", "less", ",", "?", "."):
            break
        end += 1
    return text.slice(start, end), end


def _further(text: _Text, at: int) -> list[str]:
    """Further names after one: the "Z" of "X or Y or Z"."""
    names = []
    while at + 1 < len(text.words) and text.words[at] in ("or", "vs", "versus"):
        name, at = _right(text, at + 1)
        names.append(name)
    return names


def _skip_articles(text: _Text, at: int, end: int | None = None) -> int:
    end = len(text.words) if end is None else end
    while at < end and (text.words[at] in _words()["articles"] or text.words[at] == "."):
        at += 1
    return at


def _earlier(text: _Text, start: int) -> list[str]:
    """Further names of a list before this one: the "X" of "X, Y or Z"."""
    names: list[str] = []
    while start > 1 and (text.words[start - 1] == "," or text.words[start - 1] in ("or", "vs", "versus")):
        begin, end = _left(text, start - 1)
        opener = text.words[begin - 1] if begin > 0 else ""
        if begin >= end or (opener in _words()["prepositions"] and opener not in ("or", "vs", "versus", "and")):
            break
        names.insert(0, text.slice(begin, end))
        start = begin
    return names


def _take_objects(parts: list[str], found: Found) -> None:
    """Names without repetition; a head that closes the last one ("canon or nikon cameras") is context of all."""
    names = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
    if len(names) >= 2:
        *front, last = names[-1].split()
        if (
            front
            and last.lower() in _words()["heads"]
            and not any(n.lower().endswith(last.lower()) for n in names[:-1])
        ):
            names[-1] = " ".join(front)
            found.context = last
    found.objects = names


def _purposes(text: _Text, found: Found) -> None:
    """ "for …" and "at …": an aspect, or the context where it names a person or someone's own case."""
    lists = _words()
    taken = {fold(word) for name in found.objects for word in name.split()}
    for at, word in enumerate(text.words[:-1]):
        if word not in ("for", "at") or text.words[at + 1] in ("example", "instance", "all"):
            continue
        end = at + 1
        while end < len(text.words) and text.words[end] not in frozenset(",;:?!.") | {
            "or",
            "vs",
            "than",
            "is",
            "are",
            "which",
        }:
            end += 1
        phrase = text.slice(at + 1, end)
        first, rest = text.words[at + 1], set(text.words[at + 1 : end])
        if rest & taken and word == "for":
            continue
        if first in ("a", "an", "my", "our", "your", "his", "her", "someone", "people") or rest & lists["persons"]:
            found.context = found.context or phrase
        else:
            add_aspect(found.aspects, phrase)


def _superlative(text: _Text, found: Found) -> None:
    """ "best laptop for students": the class of things asked about."""
    for at, word in enumerate(text.words):
        graded = word in ("best", "worst", "top") or (word.endswith("est") and aspect_of_adjective(word) is not None)
        if word in ("most", "least") and at + 2 < len(text.words):
            graded, at = True, at + 1
        if not graded:
            continue
        end = at + 1
        while end < len(text.words) and text.words[end] not in _bounds():
            end += 1
        if end > at + 1:
            found.kind = text.slice(at + 1, end)
            found.predicate = found.predicate or text.slice(at, at + 1)
            predicate_aspect([text.words[at]], found.aspects)
            return
