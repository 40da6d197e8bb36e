"""A small part-of-speech tagger for questions: closed classes from a list, the rest by endings and place.

It is coarse on purpose. The linear model of the argumentative-questions paper counts n-grams of part-of-speech tags,
and what tells question types apart is mostly their closed-class skeleton (question word, auxiliary, pronoun,
comparative); that needs no download and no megabytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from weigh.log.wordlists import sections


@cache
def _closed() -> dict[str, str]:
    return {word: tag for tag, items in sections("closed_classes.txt").items() if tag for word in items}


@lru_cache(maxsize=65536)
def _by_form(word: str) -> str:
    """The tag of a word by itself."""
    if found := _closed().get(word):
        return found
    if word[0].isdigit():
        return "CD"
    if len(word) > 4:
        if word.endswith("ly"):
            return "RB"
        if word.endswith("ing"):
            return "VBG"
        if word.endswith("ed"):
            return "VBD"
        if word.endswith(("est",)) and word not in ("forest", "interest", "request", "harvest", "protest", "honest"):
            return "JJS"
        if word.endswith(("able", "ible", "ful", "less", "ous", "ive", "ical", "ish", "al", "ic")):
            return "JJ"
        if word.endswith(("tion", "ment", "ness", "ity", "ism", "ist", "ance", "ence", "ship")):
            return "NN"
    return "NNS" if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else "NN"


def tag(found: Sequence[str]) -> list[str]:
    """Tags of the words of a question (folded, as `weigh.text.tokens.words` gives them).

    >>> tag(["should", "marijuana", "be", "legalized"])
    ['MD', 'NN', 'BE', 'VBD']
    """
    tags: list[str] = []
    for word in found:
        guess = _by_form(word)
        # "to legalize", "you should buy", "do you think"; after a modal in front comes its subject: "should marijuana"
        if guess == "NN" and tags and (tags[-1] in ("TO", "PRP") or (tags[-1] == "MD" and len(tags) > 1)):
            guess = "VB"
        tags.append(guess)
    return tags
