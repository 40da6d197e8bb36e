"""Objects, aspects and predicate of a question by patterns: the small, explainable labeller beside the model.

"Which is better for web development, Python or Java?" has a joiner ("or") with a name on each side, a comparative
("better") that may itself speak of an aspect ("cheaper": price, less is better), and phrases that name aspects
("for …").
"""

from __future__ import annotations

import re

from weigh.parse.found import LIST, MEASURING, Found, add_aspect, add_aspects, graded_noun, predicate_aspect, with_verb
from weigh.parse.names import BARE, Text, function_words, is_comparative, lists
from weigh.parse.purpose import purposes
from weigh.parse.tails import free_of_aspect, has_part
from weigh.parse.worded import worded
from weigh.text.aliases import with_aliases
from weigh.text.lexicon import aspect_of, aspect_of_adjective
from weigh.text.tokens import fold
from weigh.text.wordnet import related
from weigh.types import Object

_IN_TERMS = re.compile(
    r"(?:^|[,\s]+)"
    r"(?:in terms of|with (?:respect|regards?) to|regarding|when it comes to|concerning|as regards|based on)\s+",
    re.IGNORECASE,
)
_COMPARED_BY = re.compile(r"^(?:please )?compar(?=.* by ).*?( by )", re.IGNORECASE)
_WHICH_OF = re.compile(
    r"\bwh(?:ich|at)(?: one)? of (?:these |the )?(.+?) (?:is|are|has|have|should|would|do|does|can)\b", re.I
)
_DIFFERENCE_IN = re.compile(r"\bdifferences? in (?:the |their )?([\w ]{3,40}?) between\b", re.IGNORECASE)
_HOW = re.compile(r"^how (\w+) (?:is|are|was|were) ", re.IGNORECASE)
_PREFERRING = frozenset(("prefer", "advantages", "advantage", "benefits", "pros", "cons", "choose"))
_MEASURES = ("longer", "shorter", "higher", "lower", "bigger", "larger", "smaller", "greater")
_ALTERNATIVES = re.compile(r"\b(?:alternatives?|replacements?) (?:to|for) ", re.IGNORECASE)
_MORE_THAN = re.compile(r"\bsomething \w+er than\b", re.IGNORECASE)


def verbs_of_objects() -> frozenset[str]:
    """Verbs that stand between an object and a comparative ("cats live longer"): neither a name nor an aspect."""
    return lists()["after-verbs"]


def find(question: str) -> Found:
    """Objects, aspects, predicate and context of a question, as far as patterns see them."""
    found = Found()
    body = worded(question)
    by = _COMPARED_BY.match(body)
    bounds = by.span(1) if by else None
    if bounds is None and (match := _IN_TERMS.search(body)):
        bounds = match.span()
    if bounds:
        ends = r"[?!;:.]|\b(?:which|is|are|should)\b" if bounds[0] else r"[?!;:.,]"  # "When it comes to price, A or B?"
        tail = re.split(ends, body[bounds[1] :], maxsplit=1)[0]
        add_aspects(found.aspects, tail)
        body = body[: bounds[0]] + " ? " + body[bounds[1] + len(tail) :]
    if match := _DIFFERENCE_IN.search(body):
        add_aspects(found.aspects, match.group(1))
    if (match := _HOW.match(body)) and aspect_of_adjective(match.group(1)):  # "how expensive is a dog compared to"
        add_aspect(found.aspects, match.group(1))
    text = Text(body)
    before = len(found.aspects)
    comparative = _comparative(text, found)
    found.graded = found.aspects[before:]
    _objects(text, comparative, found)
    purposes(text, found)
    if len(found.objects) < 2:
        before = len(found.aspects)
        _superlative(text, found)
        found.graded += found.aspects[before:]
    return found


def asks_for_alternatives(question: str) -> bool:
    """Whether it asks for what might take the place of something: "alternatives to photoshop"."""
    return bool(_ALTERNATIVES.search(question) or _MORE_THAN.search(question))


def _comparative(text: Text, found: Found) -> tuple[int, int] | None:
    """Where the comparative stands; sets predicate and the aspect it speaks of."""
    empty = function_words()
    for at, word in enumerate(text.words):
        before, after = text.word(at - 1), text.word(at + 1)
        lasting = f"{before} {word}"  # "lasts longer"
        if word in ("more", "less", "fewer") and after != "or":
            if before in MEASURING:
                found.predicate = text.slice(at - 1, at + 1)
                add_aspect(found.aspects, MEASURING[before])
                return at - 1, at + 1
            graded = after.isalpha() and after not in empty
            end = at + 2 if graded else at + 1
            found.predicate = text.slice(at, end)
            # "more fuel efficient": the adjective may be the second word
            pair = f"{after} {text.word(at + 2)}"
            if graded and text.word(at + 2).isalpha() and aspect_of(pair):
                end, found.predicate = at + 3, text.slice(at, at + 3)
                graded = aspect_of_adjective(pair) is not None
                predicate_aspect(pair.split(), found.aspects) if graded else add_aspect(found.aspects, pair)
            elif graded:
                whole = with_verb(f"{word} {after}", text.words[end : end + 2]).split()
                predicate_aspect(whole, found.aspects)
                end = at + len(whole)
            return at, end
        if word == "as" and "as" in text.words[at + 2 : at + 4]:
            end = at + 2 + text.words[at + 2 : at + 4].index("as") + 1
            found.predicate = text.slice(at, end)
            predicate_aspect(text.words[at + 1 : end - 1], found.aspects)
            return at, end
        lasts = word.endswith("er") or (word.endswith("est") and before in verbs_of_objects())
        if lasts and before.isalpha() and aspect_of_adjective(lasting):
            found.predicate = text.slice(at - 1, at + 1)
            predicate_aspect([before, word], found.aspects)
            return at - 1, at + 1
        noun = graded_noun(text, at + 1) if word in BARE or word in _MEASURES else ""
        if (
            noun
            or is_comparative(word)
            or (word.endswith("er") and after == "than" and len(word) > 4 and word != "rather")
        ):
            found.predicate = text.slice(at, at + 1)
            whole = with_verb(word, text.words[at + 1 : at + 3]).split()
            add_aspect(found.aspects, noun) if noun else predicate_aspect(whole, found.aspects)
            return at, at + len(whole)
    return None


def _objects(text: Text, comparative: tuple[int, int] | None, found: Found) -> None:
    """Names on both sides of the joiner."""
    words = text.words
    than = next(
        (i for i, w in enumerate(words) if w == "than" or (comparative and i == comparative[1] - 1 and w == "as")), None
    )
    between = next((i for i, w in enumerate(words) if w == "between"), None)
    if between is not None and "and" in words[between:]:
        joint = between + words[between:].index("and")
        left, right = text.slice(text.skip_articles(between + 1), joint), text.right(joint + 1)
        parts = [*LIST.split(left), right[0]]
    elif (pair := _instead(text)) or (pair := _change(text)):
        parts = pair
    elif comparative is not None and than is not None and comparative[0] < than:
        left = text.slice(*_compared(text, comparative, than))
        right = text.right(than + 1, left)
        found.objects = list(dict.fromkeys(part for part in (left, right[0], *text.further(right[1])) if part.strip()))
        return  # each side of "than" is whole: in "hybrids than electric cars" no head is shared
    elif match := _WHICH_OF.search(text.question):
        parts = [re.sub(r"^(?:the|an?) ", "", part, flags=re.I) for part in LIST.split(match.group(1))]
    else:
        joint = next((i for i, w in enumerate(words) if w in ("vs", "versus")), -1)
        if joint < 0:
            joint = _worded_joint(words)
        if joint < 0:
            joint = next(
                (i for i in range(len(words) - 1, 0, -1) if words[i] == "or" and words[i + 1 : i + 2] != ["not"]), -1
            )
        if joint < 0:
            if match := _ALTERNATIVES.search(text.question):
                at = next((i for i, span in enumerate(text.spans) if span[0] >= match.end()), len(words))
                _take_objects([text.right(at)[0]], found, text.question)
            elif comparative is not None:
                _take_objects([text.slice(*text.left(comparative[0]))], found, text.question)
            return
        start, end = text.left(joint)
        if comparative is not None and start < comparative[1] < end:  # "more reliable toyota or honda"
            start = text.skip_articles(comparative[1], end)
        parts = [*text.earlier(start), text.slice(start, end)]
        right = text.right(joint + (2 if words[joint] == "compared" else 1), parts[-1])
        parts += [right[0], *text.further(right[1])]
    _take_objects(parts, found, text.question)


def _compared(text: Text, comparative: tuple[int, int], than: int) -> tuple[int, int]:
    """What is said to be more than something else: before the comparative, or behind it ("how much faster is X")."""
    start, end = text.subject(comparative[0])
    if start < end or text.word(comparative[1]) not in lists()["openers"]:
        return start, end
    return text.skip_articles(comparative[1] + 1), text.left(than)[1]


def _instead(text: Text) -> list[str]:
    """The names of "X rather than Y" and "X instead of Y"."""
    for at, word in enumerate(text.words[:-1]):
        if (word, text.words[at + 1]) in (("rather", "than"), ("instead", "of")):
            # an infinitive is a name here: "to rent rather than buy"
            start, end = text.left(at)
            start = at - 1 if start >= end and at and text.words[at - 1] in lists()["verbs"] else start
            return [text.slice(start, end), text.right(at + 2)[0]]
    return []


def _change(text: Text) -> list[str]:
    """The names of "switch from X to Y": what one has, and what one might take instead."""
    words = text.words
    if "from" in words and not lists()["changes"].isdisjoint(words[: words.index("from")]):
        start = words.index("from") + 1
        if "to" in words[start:]:
            to = start + words[start:].index("to")
            return [text.slice(text.skip_articles(start, to), to), text.right(to + 1)[0]]
    return []


def _worded_joint(words: list[str]) -> int:
    """Joiners of several words: "compared to", "advantages of X over Y", "prefer X to Y", "X and Y … compare"."""
    for i, word in enumerate(words):
        if word == "compared" and words[i + 1 : i + 2] in (["to"], ["with"]):
            return i
        if word in ("over", "to") and not _PREFERRING.isdisjoint(words[:i]):
            return i
        if word == "over" and not {"use", "using", "pick", "buy"}.isdisjoint(words[:i]):  # "use vim over emacs"
            return i
        if word in ("and", "with", "to") and any(w in ("compare", "comparing", "comparison") for w in words):
            return i
        if word == "from" and any(w.startswith("differ") for w in words[:i]):
            return i
    return -1


def _take_objects(parts: list[str], found: Found, question: str) -> None:
    """Names without repetition. A head that closes the last one belongs to all: it is context ("canon or nikon
    cameras"), or part of every name where these mean nothing without it ("green or black tea", "oat or almond milk").
    What things are made of ("butter or olive oil") may be the last one's alone."""
    found.objects = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
    free_of_aspect(found, question)
    names = found.objects
    if len(names) < 2:
        return
    *kind, head = names[0].split()
    if kind and fold(head) in lists()["heads"] and " " not in names[-1] and _is_modifier(names[-1]):
        names[-1] = f"{names[-1]} {head}"  # "bluetooth headphones or wired"
        return
    *front, last = names[-1].split()
    longest = max(len(name.split()) for name in names[:-1])
    shares = not any(name.lower().endswith(last.lower()) for name in names[:-1])
    shares = shares and longest <= len(front) + last.endswith("s")
    shares = shares and fold(last) in lists()["heads"] and not has_part(fold(last), names)
    if not front or not shares or fold(front[-1]) in function_words():
        return
    if any(
        alias.endswith(last) for one in with_aliases([Object(name) for name in names[:-1]]) for alias in one.aliases
    ):
        return  # "ev vs petrol car": an electric car needs no further head
    made = fold(last) in lists()["materials"]
    if len(front) == 2 and longest == 1 and not _is_modifier(front[0]) and not _is_modifier(front[1]):
        last = f"{front.pop()} {last}"  # "electric or petrol | lawn mower"
    fuels = _is_modifier(front[-1]) and lists()["fuels"].issuperset(map(fold, names[:-1]))  # "gas or electric stoves"
    if fuels or all(_is_modifier(name, made=made) for name in names[:-1]):
        names[:-1] = [f"{name} {last}" for name in names[:-1]]
    elif not _is_modifier(front[-1]) and not made:
        names[-1] = " ".join(front)
        found.context = found.head = last


def _is_modifier(name: str, *, made: bool = False) -> bool:
    """Whether a name means nothing without the head that follows."""
    name = fold(name)
    listed = name in lists()["modifiers"] or (made and name in lists()["ingredients"])
    return listed or (related(name).part == "a" and name not in lists()["stuffs"])


def _superlative(text: Text, found: Found) -> None:
    """ "best laptop for students", "which country is the safest": the class of things asked about."""
    for at, word in enumerate(text.words):
        begin = at
        graded = word in ("best", "worst", "top") or (word.endswith("est") and aspect_of_adjective(word) is not None)
        if word in ("most", "least") and at + 1 < len(text.words):
            graded, at = True, at + 1
        if not graded:
            continue
        start = at + 1
        while text.word(start).isdigit():
            start += 1
        end = start
        while end < len(text.words) and text.words[end] != "of" and not text.ends_name(end):
            end += 1
        if end == start:
            start, end = text.left(begin - 1 if text.word(begin - 1) == "the" else begin)
        if end > start and text.words[start] not in lists()["pronouns"]:
            found.kind = text.slice(start, end)
            found.predicate = found.predicate or text.slice(begin, at + 1)
            predicate_aspect([text.words[at]], found.aspects)
            return
