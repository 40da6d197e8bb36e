"""Where a text names an object or an aspect.

A mention is a run of whole words, so that "Java" is never found in "JavaScript" nor "C" in "C++"; the last word may be
in singular or plural. A mention inside a longer mention of another object does not count ("iPhone" in "iPhone 5").
Names of one or two letters ("R", "Go") count only where the text writes them with a capital: "go" is mostly a verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from weigh.text.forms import degree_forms, noun_forms
from weigh.text.tokens import Token, tokenize, words
from weigh.types import Aspect, Object, Span

Phrase = tuple[frozenset[str], ...]
"""For each word of a name the forms under which it may stand."""


@lru_cache(maxsize=8192)
def phrase(name: str) -> Phrase:
    """The words of an object's name, the last one in all its noun forms."""
    parts = words(name)
    return tuple(noun_forms(word) if i == len(parts) - 1 else frozenset({word}) for i, word in enumerate(parts))


@lru_cache(maxsize=8192)
def aspect_phrase(name: str) -> Phrase:
    """The words of an aspect: nouns in singular and plural, adjectives in all degrees."""
    parts = words(name)
    return tuple(
        noun_forms(word) | degree_forms(word) if i == len(parts) - 1 else frozenset({word})
        for i, word in enumerate(parts)
    )


def object_phrases(item: Object) -> tuple[Phrase, ...]:
    """All the ways an object is named; names without any word are left out."""
    return tuple(found for name in (item.name, *item.aliases) if (found := phrase(name)))


def aspect_phrases(aspect: Aspect) -> tuple[Phrase, ...]:
    return tuple(found for name in (aspect.name, *aspect.words) if (found := aspect_phrase(name)))


def find(tokens: Sequence[Token], wanted: Phrase) -> list[tuple[int, int]]:
    """Token ranges [i, j) where the phrase stands."""
    size = len(wanted)
    first = wanted[0] if wanted else frozenset()
    return [
        (i, i + size)
        for i in range(len(tokens) - size + 1)
        if size and tokens[i].text in first and all(tokens[i + k].text in wanted[k] for k in range(1, size))
    ]


def object_spans(text: str, objects: Sequence[Object], tokens: Sequence[Token] | None = None) -> list[Span]:
    """All mentions of the objects in text order, longer mentions winning over those they overlap."""
    tokens = tokenize(text) if tokens is None else tokens
    found: list[tuple[int, int, str]] = []
    for item in objects:
        for wanted in object_phrases(item):
            short = len(wanted) == 1 and max(map(len, wanted[0])) <= 2
            for i, j in find(tokens, wanted):
                if not short or text[tokens[i].start] == text[tokens[i].start].upper():
                    found.append((i, j, item.name))
    found.sort(key=lambda mention: (mention[0] - mention[1], mention[0]))
    taken: set[int] = set()
    spans = []
    for i, j, name in found:
        if taken.isdisjoint(range(i, j)):
            taken.update(range(i, j))
            spans.append(Span(tokens[i].start, tokens[j - 1].end, "object", name))
    return sorted(spans, key=lambda span: span.start)


def names_all(text: str, objects: Sequence[Object]) -> bool:
    """Whether the text names every one of the objects."""
    return {span.name for span in object_spans(text, objects)} >= {item.name for item in objects}


def aspect_spans(text: str, aspects: Sequence[Aspect], tokens: Sequence[Token] | None = None) -> list[Span]:
    """All mentions of the aspects, by name or by one of their words."""
    tokens = tokenize(text) if tokens is None else tokens
    spans = {
        Span(tokens[i].start, tokens[j - 1].end, "aspect", aspect.name)
        for aspect in aspects
        for wanted in aspect_phrases(aspect)
        for i, j in find(tokens, wanted)
    }
    return sorted(spans, key=lambda span: (span.start, span.end, span.name))
