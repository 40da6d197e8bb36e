"""Rough text from the web made fit to be told: without brackets, list marks and openers, with its proper capitals."""

from __future__ import annotations

import re
from collections.abc import Iterable

from weigh.summarize.check import word_lists
from weigh.text.tokens import tokenize
from weigh.text.wordnet import related

_BRACKETS = re.compile(r" ?\([^()]{0,200}\)")
_MARK = re.compile(r"(?:\d{1,2}|[B-HJ-Zb-hj-z])[.)]? (?=[A-Z][a-z])")
"""The number or letter of a list before a sentence: "7 Concrete was …"."""


def capitalised(text: str) -> str:
    """With a capital at the start, unless the first word has its own spelling ("iPhone")."""
    first = text.split(maxsplit=1)[0] if text.split() else ""
    return text if any(c.isupper() for c in first) else text[:1].upper() + text[1:]


def inner(text: str, names: Iterable[str]) -> str | None:
    """A sentence as it goes on after an opening phrase: "The train is …" → "the train is …", "Java is …" stays.

    None where nobody can tell whether its first word keeps its capital.
    """
    first = text.split(maxsplit=1)[0].strip(",") if text.split() else ""
    if first.lower() in word_lists()["small"]:
        return text[:1].lower() + text[1:]
    if any(letter.isupper() for letter in first[1:]):
        return text  # "PostgreSQL", "iPhone", "OLED": spelled so wherever it stands
    if first.endswith("ing") and any(related(first.lower()[:-3] + end).part == "v" for end in ("", "e")):
        return text[:1].lower() + text[1:]  # "Managing files is …"
    for name in names:
        if text.lower().startswith(name.lower()) and not text[len(name) : len(name) + 1].isalnum():
            return text[:1].lower() + text[1:] if name[:1].islower() else text
    return None


def cleaned(text: str) -> str:
    """A sentence without remarks in brackets, stray quotation marks and openers, with a full stop where it ends."""
    text = without_heading(_BRACKETS.sub("", " ".join(text.split())).lstrip("-–—•·* "))
    if text.count('"') % 2:
        text = text.replace('"', "")
    text = without_opener(text.strip())
    body = text.rstrip(" .,:;-–!")
    if not text.endswith(("...", "…", "?")) and body:
        last = tokenize(body)[-1:]
        complete = text.rstrip(" \"'").endswith((".", "!")) or (last and last[0].text not in word_lists()["dangling"])
        text = f"{body}." if complete else text
    return text


def without_opener(text: str) -> str:
    """Without "But", "However," and the like, which tie a sentence to the one before it."""
    for phrase in word_lists()["phrases"]:
        words_of = phrase.replace("_", " ") + ", "
        if text.lower().startswith(words_of):
            return capitalised(text[len(words_of) :])
    first, _, rest = text.partition(" ")
    word = first.lower().rstrip(",")
    if rest and (word in word_lists()["openers"] or (first.endswith(",") and word in word_lists()["pausing"])):
        return capitalised(rest)
    return text


def without_heading(text: str) -> str:
    """Without the mark of a list or a heading that ran into the sentence: "Utility The Ford Flex offers …"."""
    text = _MARK.sub("", text, count=1) if _MARK.match(text) else text
    head = text.split(maxsplit=5)[:5]
    for at in range(1, len(head)):
        if all(word.isdigit() or (word[0].isupper() and word.isalpha()) for word in head[: at + 1]):
            opens, before = head[at].lower() in word_lists()["small"], {word.lower() for word in head[:at]}
            if opens and before.isdisjoint(word_lists()["small"]) and not head[at].isupper():
                return text.split(maxsplit=at)[at]
    return text


def shouts(text: str) -> bool:
    """Whether ordinary words are in capitals: a headline or anger."""
    longer = [word for word in text.split() if len(word) > 3 and word.isalpha()]
    capitals = sum(word[0].isupper() for word in longer)
    loud = sum(word.isupper() and len(word.strip(".,;'\"")) > 4 for word in text.split())
    return loud > 1 or 3 <= capitals > 0.7 * len(longer)
