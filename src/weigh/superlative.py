"""Questions that name fewer than two objects: candidates from the index.

"Best laptop for students" is compared over the things that text speaks of as laptops and that are known to be compared
with each other; a name that is really several ("python java c++") is taken apart where text compares these; a question
with one object, or a name and nothing else ("vim"), offers what that object is often compared with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from weigh.errors import BadQuery
from weigh.parse.guard import message
from weigh.settings import Settings
from weigh.stages import Engine
from weigh.text.aliases import spellings, with_aliases
from weigh.text.forms import noun_forms
from weigh.text.tokens import same_key, words
from weigh.text.wordnet import related
from weigh.types import Argument, Comparison, Filters, Hit, Object, Suggestion, Understanding

MAX_CANDIDATES = 5
"""All pairs of the candidates are compared, so five of them cost ten retrievals."""
_ENOUGH = 3
"""Arguments without which a candidate is left out, if others have so many."""
_SENTENCES = 300
_PARTNERS = 50
_LOOKED_UP = 250
_LONGEST_LISTED = 40
_LONGEST_NAME = 3
_NO_KINDS = frozenset(
    ("best", "worst", "way", "ways", "thing", "things", "time", "place", "method", "option", "choice", "idea", "reason",
     "part", "one", "something", "kind", "type", "solution", "approach", "answer", "example", "day", "moment")
)  # fmt: skip
"""Nouns that name no class of comparable things: "the best way to travel"."""
_IS = re.compile(
    r"(?:The |An? )?(.{2,200}?) (?:is|are|was|were) (?:one of |among )?(?:an? |the |all |both )?"
    r"(?:(?!for |of |to |in |with |on |at |by |from )[\w-]+ ){0,3}$"
)
_SUCH_AS = re.compile(r",? (?:such as|like|including|for example) ([^.;()]{2,160})")
_AROUND = " []()'\"“”*_;:,."
"""What may stand around a name in text that was not cleaned well."""
_LIST = re.compile(r"\s*(?:,\s*(?:and|or)?|\band\b|\bor\b)\s+(?:the |an? )?", re.IGNORECASE)


def resolve(
    understanding: Understanding, engine: Engine, settings: Settings
) -> tuple[Understanding, tuple[Suggestion, ...]]:
    """The understanding with its candidates filled in, and related things to offer."""
    understanding = _named_only(understanding, engine)
    comparison = understanding.comparison
    if understanding.outcome == "superlative" and comparison is not None:
        kind = comparison.objects[0].name if comparison.objects else ""
        found = _instances(kind, engine)
        if len(found) >= 2:
            objects = tuple(Object(name) for name in found[: min(MAX_CANDIDATES, settings.max_objects)])
            return replace(understanding, comparison=replace(comparison, objects=objects)), ()
        told = (
            f"The question asks for the {comparison.predicate or 'best'} {kind or 'of a kind'}, but the index knows "
            "too few of them that are compared with each other. Name two or more: “Which is better, A or B?”"
        )
        return replace(understanding, comparison=None, message=told), engine.candidates("", limit=8)
    if comparison is None or not comparison.objects:
        return understanding, ()
    if understanding.outcome == "too few objects":
        objects = _side_by_side(comparison.objects[0].name, engine)
        if 2 <= len(objects) <= settings.max_objects:
            comparison = replace(comparison, objects=objects)
            understanding = replace(understanding, outcome="comparison", comparison=comparison, message=None)
    names = {name for item in comparison.objects for name in words(item.name)}
    offered: dict[str, Suggestion] = {}
    for item in comparison.objects:
        for suggestion in engine.candidates(item.name, limit=8):
            own = set(words(suggestion.name))
            if not names >= own and not any(own >= set(words(o.name)) for o in comparison.objects):
                offered.setdefault(suggestion.name, suggestion)
    best = sorted(offered.values(), key=lambda suggestion: -suggestion.count)[:8]
    return understanding, tuple(best)


def _named_only(understanding: Understanding, engine: Engine) -> Understanding:
    """A name that text compares and nothing else ("vim") is half a comparison, several ("tea coffee") are a whole one,
    and other words are none."""
    name = understanding.question.strip(_AROUND + "?!").removesuffix(" or")
    nothing = understanding.comparison is None and understanding.outcome in ("not comparative", "too few objects")
    if not nothing or len(words(name)) > _LONGEST_NAME or not name:
        return understanding
    if len(things := _side_by_side(name, engine)) >= 2:
        return replace(understanding, outcome="comparison", comparison=Comparison(things), message=None)
    if not engine.candidates(name, limit=1):
        return understanding
    told = message("one_object").format(name=name)
    return replace(understanding, outcome="too few objects", comparison=Comparison((Object(name),)), message=told)


def _side_by_side(name: str, engine: Engine) -> tuple[Object, ...]:
    """The things of a name that is really several ("python java c++"): none unless text compares each of them with
    something, at least two of them with each other, and nothing with the whole."""
    things = tuple(map(Object, dict.fromkeys(word.rstrip(",;") for word in name.split())))
    if engine.candidates(name, limit=1):
        return ()
    called = [(item.name, *item.aliases) for item in with_aliases(things)]
    keys = [{key for one in own for key in spellings(one)} for own in called]
    partners = [{same_key(s.name) for one in own for s in engine.candidates(one, limit=_PARTNERS)} for own in called]
    compared = any(not own.isdisjoint(theirs) for own in keys for theirs in partners)
    return things if compared and all(partners) else ()


def _instances(kind: str, engine: Engine) -> list[str]:
    """Things of a kind, best known first. "programming language" falls back on "language" where text says no more.

    An adjective is no thing, though text says that "the fruit is green".
    """
    wanted = words(kind)
    if not wanted or wanted[-1] in _NO_KINDS:
        return []
    for start in range(len(wanted)):
        if len(found := _said_to_be(wanted[start:], engine)) >= 2:
            return found
    return []


def _said_to_be(kind: list[str], engine: Engine) -> list[str]:
    """Things that text says to be of the kind ("A and B are languages", "languages such as A") and compares."""
    *front, head = kind
    forms = "|".join(re.escape(form) for form in sorted(noun_forms(head), key=len, reverse=True))
    named = re.compile(rf"\b{' '.join([*map(re.escape, front), f'(?:{forms})'])}\b", re.IGNORECASE)
    seen: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for hit in _sentences_on(kind, engine):
        text = hit.sentence.text
        if (match := named.search(text)) is None:
            continue
        before, after = _IS.match(text[: match.start()]), _SUCH_AS.match(text[match.end() :])
        for listed in (found.group(1) for found in (before, after) if found):
            for name in _LIST.split(listed):
                key = " ".join(words(name))
                if key and len(name) <= _LONGEST_LISTED:
                    seen[key] += 1
                    shown.setdefault(key, name.strip(_AROUND))
    looked_up = [key for key, _ in seen.most_common(_LOOKED_UP)]
    compared = {key: 0 for key in looked_up if related(key).part != "a"}
    for key in compared:
        rivals = engine.candidates(key, limit=20)
        others = {name for other in compared if other != key for name in _names(other)} - _names(key)
        compared[key] = sum(suggestion.count for suggestion in rivals if same_key(suggestion.name) in others)
    found: list[str] = []
    for key in sorted((key for key, count in compared.items() if count), key=lambda key: (-compared[key], key)):
        if not any(set(words(name)) <= {*key.split(), *_names(key)} for name in found):
            found.append(shown[key])  # not "oranges" beside "orange", nor "Google Search" beside "Google"
    return found


def _names(key: str) -> set[str]:
    """What text may call a thing: its name in singular and plural, and without its last word ("Android phone")."""
    front, _, last = key.rpartition(" ")
    return {f"{front} {form}".strip() for form in noun_forms(last)} | ({front} if front else set())


def heard(understanding: Understanding, arguments: Sequence[Argument]) -> Understanding:
    """The understanding without the candidates of which too few arguments speak: nobody asked for them by name."""
    comparison = understanding.comparison
    if comparison is None:
        return understanding
    named = Counter(name for argument in arguments for name in argument.objects)
    for least in (_ENOUGH, 1):
        objects = tuple(item for item in comparison.objects if named[item.name] >= least)
        if len(objects) >= 2:
            return replace(understanding, comparison=replace(comparison, objects=objects))
    return understanding


def _sentences_on(kind: list[str], engine: Engine) -> tuple[Hit, ...]:
    """Sentences that name the kind, in singular or plural."""
    *front, head = kind
    query = " OR ".join('"' + " ".join([*front, form]) + '"' for form in sorted(noun_forms(head)))
    try:
        return engine.search(query, Filters(), limit=_SENTENCES).hits
    except BadQuery:
        return ()
