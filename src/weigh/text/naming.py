"""How the evidence writes the things that are compared: "Python", "cats", "the train"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from weigh.text.actions import as_nouns
from weigh.text.comparatives import EMPTY, GRADING, is_comparative
from weigh.text.forms import noun_forms
from weigh.text.places import with_capitals
from weigh.text.tokens import words
from weigh.types import Argument

_AFTER_A_NAME = frozenset(
    ("is", "are", "was", "were", "has", "have", "had", "does", "do", "can", "will", "and", "or", "but", "than", "for",
     "in", "on", "with", "to", "as", "at", "by", "from", "because", "since", "when", "while", "if", "over", "where",
     "which", "that", "it", "the", "a", "isn't", "doesn't", "also", "often", "usually", "so", "too", "any", "not")
)  # fmt: skip
"""Words that may follow a name without making it part of a longer one."""


@dataclass(frozen=True, slots=True)
class Name:
    """An object as the text shall write it: "Python", "cats", "an electric car"; `bare` is without the article."""

    text: str
    bare: str
    plural: bool


def shown_names(names: Sequence[str], arguments: Sequence[Argument]) -> dict[str, Name]:
    """Each object as the evidence writes it inside a sentence, most often; as asked where the evidence has no habit.

    What the evidence mostly calls "a cat" is written in the plural, what it calls "the train" keeps its article. What
    it never calls by the name asked for goes by the name that it has: who asks for postgres reads of PostgreSQL.
    """
    called = _called(names, arguments)
    forms: dict[str, Counter[str]] = {name: Counter() for name in names}
    articles: dict[str, Counter[str]] = {name: Counter() for name in names}
    openers: dict[str, set[str]] = {name: set() for name in names}
    votes: Counter[str] = Counter()
    for argument in arguments:
        text = argument.sentence.text
        for span in argument.spans:
            written = text[span.start : span.end]
            if span.kind != "object" or span.name not in forms or not _same(written, called[span.name]):
                continue
            if _modifies(text, span.end):
                continue
            before = text[max(0, span.start - 5) : span.start].split()
            article = before[-1].lower() if before and before[-1].lower() in ("a", "an", "the") else ""
            articles[span.name][article] += 1
            if span.start > 0 or any(letter.isupper() for letter in written[1:]):
                forms[span.name][written] += 1
            else:
                openers[span.name].add(written)
            if before[-1:] in (["and"], ["or"]) or text[max(0, span.start - 2) : span.start] == ", ":
                continue  # "Ford, GM and Chrysler do better": several of them do
            following = text[span.end : span.end + 6].split()
            word = following[0].lower() if following else ""
            votes[written.lower()] += (word in ("are", "have", "were", "do")) - (word in ("is", "has", "was", "does"))
    inside = [form for counted in forms.values() for form in counted]
    if inside and all(form[:1].isupper() for form in inside):  # proper names, so one that only opens sentences is too
        for name in names:
            forms[name].update({form: 1 for form in openers[name] if not forms[name]})
    if actions := as_nouns(names):
        return {name: Name(noun, noun, False) for name, noun in actions.items()}
    found = {name: _shown(called[name], forms[name], articles[name], votes) for name in names}
    beside = sum(shown.plural for shown in found.values())
    for name in names:  # "a rabbit" beside guinea pigs; among cats and dogs also a hamster of which nobody speaks
        countable = articles[name]["a"] or articles[name]["an"] if articles[name] else beside > 1
        several = plural_of(found[name].bare)
        if beside and countable and not found[name].plural and several:
            found[name] = Name(several, several, True)
    return found


def _called(names: Sequence[str], arguments: Sequence[Argument]) -> dict[str, str]:
    """Each object by the name asked for, or by the one that the evidence mostly has where it hardly knows that one."""
    written: dict[str, Counter[str]] = {name: Counter() for name in names}
    for argument in arguments:
        for span in argument.spans:
            if span.kind == "object" and span.name in written:
                written[span.name][argument.sentence.text[span.start : span.end].lower()] += 1
    found = {}
    for name, forms in written.items():
        own = sum(number for form, number in forms.items() if _same(form, name))
        found[name] = name if own >= _KNOWN * forms.total() else forms.most_common(1)[0][0]
    return found


@lru_cache(maxsize=4096)
def _same(written: str, name: str) -> bool:
    """Whether this is the name in singular or plural."""
    *front, last = words(written)
    *own, head = words(name) or [""]
    return front == own and last in noun_forms(head)


def _shown(name: str, forms: Counter[str], articles: Counter[str], votes: Counter[str]) -> Name:
    same = [(count, form) for form, count in sorted(forms.items()) if form.lower() == name.lower()]
    one = max(((count, form) for form, count in forms.items() if f"{form.lower()}s" == name.lower()), default=None)
    written = max(same)[1] if same else f"{one[1]}s" if one else with_capitals(name)
    if not same and one:
        return Name(written, written, True)
    several = plural_of(written)
    if several and sum(n for form, n in forms.items() if form.lower() == several.lower()) > sum(n for n, _ in same):
        return Name(several, several, True)
    if written.split()[-1] in _NOT_COUNTED:
        return Name(written, written, False)
    article = max(("a", "an", "the"), key=lambda word: articles[word])
    if written.islower() and articles[article] and sum(articles.values()) < 2 * (articles.total() - articles[""]):
        if several and article != "the":
            return Name(several, several, True)
        if not _is_plural(written) and articles[article] > 1:  # one "the wind" beside much wind power is no habit
            return Name(f"{article} {written}", written, False)
    plural = _is_plural(written)
    said = votes[written.lower()]
    if said:  # what does not look like a plural hardly ever is one, so one slip of the pen does not make it so
        plural = said > (1 if written[:1].isupper() or not written.endswith("s") else 0)
    return Name(written, written, plural)


_SAME_IN_THE_PLURAL = ("fish", "sheep", "deer", "craft")
_ONE_IN_S = frozenset(["biogas", "lens", "news", "kubernetes", "postgres"])
_NOT_COUNTED = frozenset(["coffee", "tea", "beer", "wine", "milk", "juice", "water", "chocolate", "rice", "bread"])
"""What one also orders by the glass: "a coffee" makes no coffees."""
_SHORTEST_PLURAL = 4
_KNOWN = 0.25
"""The part of the mentions from which on the evidence knows a name. Set, not measured."""


def _is_plural(name: str) -> bool:
    last = name.split()[-1]
    if len(last) < _SHORTEST_PLURAL or last in _ONE_IN_S:  # "gas", "ios", "js"
        return False
    return last.islower() and last.endswith("s") and not last.endswith(("ss", "us", "is"))


def plural_of(name: str) -> str | None:
    """The plural of a name in small letters or of an acronym; None where it has none, or is in the plural."""
    last = name.replace("-", " ").split(" ")[-1]
    if last.isalpha() and last.isupper() and len(last) > 1:
        return f"{name}s"
    if last.endswith(_SAME_IN_THE_PLURAL):
        return name
    if not last.isalpha() or not last.islower() or _is_plural(last) or last in _NOT_COUNTED:
        return None
    plurals = sorted(form for form in noun_forms(last) if form.endswith("s") and form != last)
    return name.removesuffix(last) + plurals[0] if plurals else None


def _modifies(text: str, end: int) -> bool:
    """Whether the name only tells the kind of another thing: "pistol cartridges"."""
    following = text[end : end + 24].split(" ")
    if len(following) < 2 or following[0]:
        return False
    word = following[1].strip(".,;:!?").lower()
    return word.isalpha() and word not in _AFTER_A_NAME | EMPTY | GRADING and not is_comparative(word)
