"""What words say of which aspect: "cheaper" speaks of the price and says there is less of it, which is good.

Three sources: the hand-written aspect lexicon (data/aspects.tsv), which links adjectives and nouns and knows whether
more or less is better; the cases people compare for (data/cases.txt: "cold weather" is winter, frost, warmth); and the
WordNet table for aspects that neither knows. All load on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from weigh.text.cases import bare, case_name, case_of, is_case
from weigh.text.forms import degree_forms, noun_forms
from weigh.text.tokens import Token, words
from weigh.text.wordnet import related
from weigh.types import Aspect, Direction

_DATA = Path(__file__).parent / "data"
_NOTHING = ""
"""What phrases speak of that only look like an aspect's."""
_MOST_WORDS = 40
_EMPTY = frozenset(
    ("more", "most", "less", "least", "better", "best", "worse", "worst", "good", "bad", "well", "much", "many")
)
"""Degrees that grade any aspect and so name none."""
_WORSE = frozenset(("worse", "worst"))
_FEWER = frozenset(("less", "least", "fewer", "fewest"))
_DEGREES = _FEWER | {"more", "most", "much", "as", "than", "the", "a", "an"}

_CONTRARY = {
    "low": "high", "high": "low", "short": "long", "long": "short", "large": "small", "many": "few", "good": "poor",
    "less": "more", "fewer": "more", "little": "more", "more": "less",
}  # fmt: skip
"""What a wish becomes where the contrary is wanted: a low price, a high price."""
ALSO = {"safety": "security", "security": "safety"}
"""Aspects that people ask for by each other's name: "Is Linux safer than Windows?"."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One aspect of the lexicon. `better` is what is said of the object that does better by it: "cheaper"."""

    name: str
    direction: Direction
    better: str
    more: tuple[str, ...]
    less: tuple[str, ...]
    nouns: tuple[str, ...]
    wish: str
    """What somebody who cares for it looks for: "a low price"."""
    neutral: bool
    """Whether it depends on the case which is better, more or less of it (size)."""

    def words(self) -> tuple[str, ...]:
        return (*self.nouns, *self.more, *self.less)

    def graded(self) -> Iterator[tuple[str, Direction]]:
        """Its adjectives, each with whether it says more or less of the aspect."""
        yield from ((word, Direction.MORE) for word in self.more)
        yield from ((word, Direction.LESS) for word in self.less)


class Mention(NamedTuple):
    """A place in a text that speaks of an aspect: tokens [start, end); `amount` is None where a noun only names it."""

    aspect: str
    start: int
    end: int
    amount: Direction | None


@lru_cache(maxsize=1)
def entries() -> dict[str, Entry]:
    """The lexicon by aspect name, in the order of the file."""
    found = {}
    for line in (_DATA / "aspects.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        name, direction, better, more, less, nouns, *wish = (field.strip() for field in line.split("\t"))
        ups, downs, names = (tuple(w.strip() for w in field.split(",") if w.strip()) for field in (more, less, nouns))
        better_when = Direction(direction.rstrip("?"))
        wished = wish[0] if wish else name
        found[name] = Entry(name, better_when, better, ups, downs, names, wished, direction.endswith("?"))
    return found


def _adjective_forms(phrase: str) -> set[tuple[str, ...]]:
    """An adjective in all degrees; of several words, the first or the last is the one that changes."""
    parts = tuple(words(phrase))
    if len(parts) == 1:
        return {(form,) for form in degree_forms(parts[0]) - _EMPTY}
    heads = {(form, *parts[1:]) for form in degree_forms(parts[0])}
    return {parts} | heads | {(*parts[:-1], form) for form in degree_forms(parts[-1])}


@lru_cache(maxsize=1)
def _surface() -> dict[str, tuple[tuple[tuple[str, ...], str, Direction | None], ...]]:
    """First word → (all words, aspect, amount), longest first. A word that two aspects claim is the earlier one's."""
    taken: dict[tuple[str, ...], tuple[str, Direction | None]] = {}
    for line in (_DATA / "not-aspects.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            *front, last = words(line)
            taken |= {(*front, form): (_NOTHING, None) for form in noun_forms(last)}
    for entry in entries().values():
        for phrase, amount in entry.graded():
            for form in sorted(_adjective_forms(phrase)):
                taken.setdefault(form, (entry.name, amount))
    for entry in entries().values():
        for phrase in (entry.name, *entry.nouns):
            parts = tuple(words(phrase))
            for last in sorted(noun_forms(parts[-1])):
                taken.setdefault((*parts[:-1], last), (entry.name, None))
    table: dict[str, list[tuple[tuple[str, ...], str, Direction | None]]] = {}
    for parts, (name, said) in taken.items():
        table.setdefault(parts[0], []).append((parts, name, said))
    return {first: tuple(sorted(rows, key=lambda row: (-len(row[0]), row[1]))) for first, rows in table.items()}


def mentions(tokens: Sequence[Token]) -> list[Mention]:
    """All places where the text speaks of an aspect of the lexicon, longest match first."""
    table = _surface()
    found = []
    at = 0
    while at < len(tokens):
        for parts, name, amount in table.get(tokens[at].text, ()):
            end = at + len(parts)
            if end <= len(tokens) and all(tokens[at + k].text == parts[k] for k in range(1, len(parts))):
                if name != _NOTHING:
                    found.append(Mention(name, at, end, amount))
                at = end - 1
                break
        at += 1
    return found


@lru_cache(maxsize=4096)
def _lookup(parts: tuple[str, ...]) -> tuple[str, Direction | None] | None:
    """The aspect that these very words speak of. "harder" is hardness before it is difficulty: the name decides."""
    if not parts:
        return None
    stem = parts[0][:4]
    if len(parts) == 1:
        for entry in entries().values():
            if len(stem) == 4 and entry.name.startswith(stem) and " " not in entry.name:
                for phrase, amount in entry.graded():
                    if parts in _adjective_forms(phrase):
                        return entry.name, amount
    for row, name, said in _surface().get(parts[0], ()):
        if row == parts and name != _NOTHING:
            return name, said
    return None


def is_purpose(name: str) -> bool:
    """Whether things are good *for* an aspect, not on it: a case, what the lexicon wishes "a good fit" for, or things
    and doings that it does not know ("servers", "painting")."""
    known = aspect_of(name)
    if is_case(name) or known is not None:
        return is_case(name) or wish_for(known or name).startswith("a good fit for")
    last = (words(name) or [""])[-1] if name.islower() else ""  # "on iOS" is right for a proper name
    return last.endswith("ing") or (last.endswith("s") and len(noun_forms(last)) > 1)


def in_words(name: str) -> str:
    """An aspect as it can stand in a sentence: a purpose by its proper name, an asker's own word in quotation marks."""
    if is_purpose(name):
        return case_name(name) if is_case(name) else aspect_of(name) or name
    return name if name in entries() or any(c.isupper() or c.isdigit() for c in name) else f"“{name}”"


def aspect_of(phrase: str) -> str | None:
    """The aspect of the lexicon that a word or phrase speaks of: "costs" → price; None where it is unknown."""
    found = _lookup(bare(phrase))
    return found[0] if found else None


def aspect_of_adjective(word: str) -> tuple[str, Direction] | None:
    """The aspect that an adjective grades, and whether it says more or less of it: "cheaper" → price, less."""
    found = _lookup(bare(word))
    return (found[0], found[1]) if found and found[1] else None


def direction_of(name: str) -> Direction:
    """Whether more or less of the aspect is better: less for price, noise, latency; also less for "expensive"."""
    parts = words(name)
    if len(parts) > 1 and parts[0] in ("less", "least", "fewer", "lower", "low"):
        return Direction.MORE  # "less noise" is asked for by itself: the more it holds, the better
    if is_case(name):
        return Direction.MORE  # who is better at "losing weight" is better
    found = _lookup(bare(name))
    if found is None:
        found = _lookup(tuple(parts[-1:]))
    if found is None:
        return Direction.MORE
    aspect, amount = found
    good = entries()[aspect].direction
    return good if amount is None else Direction.MORE if amount is good else Direction.LESS


def wants_worse(predicate: str) -> bool:
    """Whether who asks so wants to know who does worse: "more expensive", "costs more", "slowest", "least reliable"."""
    said = words(predicate)
    graded = [word for word in said if word not in _DEGREES]
    if not _WORSE.isdisjoint(graded):
        return True
    known = aspect_of(" ".join(graded)) or aspect_of(graded[-1] if graded else "")
    if not graded or (known is not None and entries()[known].neutral):
        return False  # nobody can say whether bigger is worse
    return (direction_of(" ".join(graded)) is Direction.LESS) != (not _FEWER.isdisjoint(said))


def has_better_end(name: str) -> bool:
    """Whether everybody knows which end of an aspect is the better one: of price, but not of size or of caffeine."""
    entry = entries().get(aspect_of(name) or "")
    return entry is not None and not entry.neutral


def better_phrase(name: str) -> str | None:
    """What is said of the object that does better by an aspect of the lexicon: price → "cheaper"."""
    entry = entries().get(name)
    return entry.better if entry else None


def is_contrary(aspect: Aspect) -> bool:
    """Whether somebody wants of an aspect what is usually shunned: a high price, little speed."""
    return aspect.direction not in (None, direction_of(aspect.name))


def wish_for(name: str, *, contrary: bool = False) -> str:
    """What somebody who cares for the aspect looks for: price → "a low price", speed → "speed"; the contrary: "a high
    price", "less speed"."""
    entry = entries().get((contrary and aspect_of(name)) or name)
    wish = entry.wish if entry else name
    if not contrary:
        return wish
    word = next((word for word in wish.split() if word in _CONTRARY), None)
    return wish.replace(word, _CONTRARY[word], 1) if word else f"less {wish if entry else in_words(name)}"


def expand(aspect: Aspect) -> Aspect:
    """The aspect with the words that also name it, so that "price" finds "cheaper" and "costs less"."""
    parts = bare(aspect.name)
    if not parts:
        return aspect
    more: list[str] = list(aspect.words)
    if (case := case_of(parts)) is not None:
        more += case.phrases
    else:
        if (found := _lookup(parts)) is not None:
            more += [found[0], *entries()[found[0]].words()]
            if found[0] in ALSO:
                more += entries()[ALSO[found[0]]].words()
        for word in dict.fromkeys((" ".join(parts), *_positive(parts))):
            known = related(word)
            more += [*(() if found else known.synonyms), *known.antonyms, *known.forms]
    if parts != tuple(words(aspect.name)):
        more.insert(0, " ".join(parts))
    own = aspect.name.lower()
    return replace(aspect, words=tuple(w for w in dict.fromkeys(more) if w.lower() != own)[:_MOST_WORDS])


def _positive(parts: Sequence[str]) -> Iterable[str]:
    """The positive degrees that a single comparative may come from: "cheaper" → cheap."""
    if len(parts) == 1 and parts[0].endswith(("er", "est")):
        return sorted((w for w in degree_forms(parts[0]) if w != parts[0] and parts[0].startswith(w[:-1])), key=len)[:3]
    return ()
