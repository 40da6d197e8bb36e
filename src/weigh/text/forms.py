"""Word forms of English by rule: the plural of a noun, the degrees of an adjective.

Rules over-generate on purpose ("gooder" costs nothing: no text contains it); irregular forms are data.
"""

from __future__ import annotations

from functools import lru_cache

_VOWELS = "aeiou"
_IRREGULAR: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "good better best well",
        "bad worse worst badly",
        "little less least",
        "much many more most",
        "far farther further farthest furthest",
        "mouse mice",
        "child children",
        "person people",
        "man men",
        "woman women",
        "foot feet",
        "tooth teeth",
        "goose geese",
        "knife knives",
        "wolf wolves",
        "leaf leaves",
        "shelf shelves",
        "life lives",
        "wife wives",
        "half halves",
        "calf calves",
        "ox oxen",
        "lens lenses",
        "analysis analyses",
    )
)


@lru_cache(maxsize=8192)
def noun_forms(word: str) -> frozenset[str]:
    """The word with its singular and plural: `city` → city, cities; `buses` → buses, bus."""
    forms = {word}
    for group in _IRREGULAR:
        if word in group:
            forms |= group
    if not word.isalpha() or len(word) < 3:
        return frozenset(forms)
    if word.endswith("ies") and len(word) > 4:
        forms |= {word[:-3] + "y", word[:-1]}
    elif word.endswith(("ses", "xes", "zes", "ches", "shes")):
        forms |= {word[:-2], word[:-1]}
    elif word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is")):
        forms.add(word[:-1])
    elif word.endswith("y") and word[-2] not in _VOWELS:
        forms.add(word[:-1] + "ies")
    elif word.endswith(("s", "x", "z", "ch", "sh")):
        forms.add(word + "es")
    else:
        forms.add(word + "s")
    return frozenset(forms)


@lru_cache(maxsize=8192)
def degree_forms(word: str) -> frozenset[str]:
    """An adjective in all degrees and as adverb: `cheap` → cheap, cheaper, cheapest, cheaply; also from `cheaper`."""
    forms = {word}
    for group in _IRREGULAR[:5]:
        if word in group:
            return frozenset(group)
    for base in {word, *_bases(word)}:
        stem = base[:-1] + "i" if base.endswith("y") and base[-2:-1] not in _VOWELS else base
        stem = stem[:-1] if stem.endswith("e") else stem
        forms |= {base, stem + "er", stem + "est", stem + "ly", base + "ly"}
        if len(base) >= 3 and base[-1] not in _VOWELS + "wxy" and base[-2] in _VOWELS and base[-3] not in _VOWELS:
            forms |= {base + base[-1] + "er", base + base[-1] + "est"}
    return frozenset(forms)


def _bases(word: str) -> set[str]:
    """Positive degrees that a comparative or superlative may come from."""
    for ending in ("est", "er", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            bases = {stem, stem + "e"}
            if stem.endswith("i"):
                bases.add(stem[:-1] + "y")
            if len(stem) > 3 and stem[-1] == stem[-2]:
                bases.add(stem[:-1])
            return bases
    return set()
