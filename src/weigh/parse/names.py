"""Where the name of a thing begins and ends in a question, by the function words around it (data/words.txt)."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from importlib.resources import files

from weigh.text.lexicon import aspect_of_adjective
from weigh.text.tokens import fold

# A quoted title is one piece, whatever stands in it; the quote must open a word, so that 27" is no quote.
_QUOTED = r"(?<!\w)\"(?=\S)[^\"]{1,80}\"|“[^”]{1,80}”|‘[^’]{1,80}’"
_PIECE = re.compile(
    rf"{_QUOTED}|[Vv]acuum [Cc]leaners?\b|(?<![\w.])\.(?=[^\W\d_])\w+|"
    r"\w+(?:[.'’&/-]\w+)*(?:\+\+|\+(?!\w)|#(?!\w))?|[,;:?!.()]"
)
QUOTES = '"“”‘’'
PUNCTUATION = frozenset(",;:?!().")
BARE = ("better", "worse", "best", "worst", "superior", "preferable")
JOINERS = ("or", "vs", "versus")
_NEVER_LAST = frozenset(("first", "good", "just", "instead"))  # "Rust or Go first", "is a phone good enough"
_BEHIND = ("is", "are", "different", "differ", ",")
_LONGEST_NAME = 6
_LONGEST_SUBJECT = 8


@cache
def lists() -> dict[str, frozenset[str]]:
    """The word lists by name."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in files("weigh.parse").joinpath("data/words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition(":")
            found[name] += rest.split()
    return {name: frozenset(listed) for name, listed in found.items()}


@cache
def function_words() -> frozenset[str]:
    """Words that never stand in the name of an object."""
    found = lists()
    return frozenset().union(*(found[name] for name in ("verbs", "adverbs", "questions", "prepositions", "articles")))


@cache
def _bounds() -> frozenset[str]:
    found = lists()
    return found["verbs"] | found["prepositions"] | found["questions"] | PUNCTUATION


def is_comparative(word: str) -> bool:
    return word in BARE or (word.endswith("er") and aspect_of_adjective(word) is not None)


def _grades(word: str) -> bool:
    """Whether a word cannot stand in a name because it compares."""
    return word in ("more", "less") or is_comparative(word)


class Text:
    """The question in pieces (words and punctuation), with slices back into the text as it was typed."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.spans = [match.span() for match in _PIECE.finditer(question)]
        self.words = [self._word(question[start:end]) for start, end in self.spans]

    @staticmethod
    def _word(piece: str) -> str:
        return f'"{fold(piece.strip(QUOTES))}' if piece[0] in QUOTES else fold(piece)

    def slice(self, start: int, end: int) -> str:
        """The pieces from `start` to `end` as typed; a title that is quoted as a whole loses its quotes."""
        if start >= end:
            return ""
        text = self.question[self.spans[start][0] : self.spans[end - 1][1]]
        return text.strip(QUOTES) if end == start + 1 else text

    def word(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""

    def ends_name(self, at: int) -> bool:
        """Whether the word here cannot be part of a name: "of" can ("wheel of fortune"), unless what is before it
        asks for something of the name ("advantages of")."""
        word, before = self.word(at), self.word(at - 1)
        if word == "of":
            return before in _bounds() | lists()["relations"] | lists()["articles"] or not before
        if word == "s":  # "gustafson s law", but "what s better"
            return before in lists()["questions"] | lists()["verbs"]
        return word in _bounds()

    def skip_articles(self, at: int, end: int | None = None) -> int:
        """The first place from here without article; "A" before "vs" is a name."""
        end = len(self.words) if end is None else end
        while at < end and (self.words[at] in lists()["articles"] or self.words[at] == "."):
            if self.word(at + 1) in (*JOINERS, *PUNCTUATION, ""):
                break
            at += 1
        return at

    def left(self, end: int) -> tuple[int, int]:
        """The name that ends before a place: back to the next function word."""
        end = self._without_tail(end)
        start = end
        while start > 0 and not self.ends_name(start - 1) and not _grades(self.words[start - 1]):
            start -= 1
        return self.skip_articles(start, end), end

    def subject(self, end: int) -> tuple[int, int]:
        """What a comparative speaks of: all that stands after the verb that opens the question ("is cooking at home
        cheaper"), else the name before it."""
        name = self.left(end)
        for at in range(end - 1, max(-1, end - 1 - _LONGEST_SUBJECT), -1):
            word = self.words[at]
            if word in PUNCTUATION or word in JOINERS or word in ("than", "and"):
                break
            if word in lists()["openers"] and at + 1 < name[0]:
                start = self.skip_articles(at + 1, name[1])
                return (start, name[1]) if self.words[start] not in lists()["pronouns"] else name
        return name

    def _without_tail(self, end: int) -> int:
        adverbs = lists()["adverbs"]
        while end > 0 and (self.words[end - 1] in adverbs or self.words[end - 1] in _BEHIND):
            if self.words[end - 1] == "a" and self.word(end) in JOINERS:
                break  # "A vs B"
            end -= 1
        if end > 2 and self.words[end - 1] in lists()["acts"] and _grades(self.word(end)):
            return end - 1  # "induction hobs cook | faster"
        while end > 1 and self.words[end - 1] in lists()["after-verbs"]:
            end -= 1
        return end

    def right(self, start: int, like: str = "") -> tuple[str, int]:
        """The name that begins at a place, and where it ends. `like` is the name it is set against: what stands in
        that one may stand in this one ("living in Paris" beside "living in London")."""
        start = self.skip_articles(start)
        while self.word(start) in ("is", "are", "just", "maybe", "rather") and self.word(start + 1) not in ("", "?"):
            start = self.skip_articles(start + 1)
        also = lists()["prepositions"].intersection(fold(like).split()) - {"than", "and", "or", "vs", "versus"}
        end = start
        while end < len(self.words) and end - start < _LONGEST_NAME:
            word = self.words[end]
            bound = self.ends_name(end) and word not in also
            if (bound and end > start) or _grades(word) or word in (",", "?", ".", "enough"):
                break
            end += 1
        after = end
        while end - 1 > start and self.words[end - 1] in _NEVER_LAST:
            end -= 1
        return self.slice(start, end), after

    def further(self, at: int) -> list[str]:
        """Further names after one: the "Z" of "X or Y or Z"."""
        names = []
        while at + 1 < len(self.words) and self.words[at] in JOINERS:
            name, at = self.right(at + 1)
            names.append(name)
        return names

    def earlier(self, start: int) -> list[str]:
        """Further names of a list before this one: the "X" of "X, Y or Z"; a clause that asks ("which is better for
        the skin, …") is no name."""
        names: list[str] = []
        start = self._opening(start)
        while start > 1 and (self.words[start - 1] == "," or self.words[start - 1] in JOINERS):
            begin, end = self.left(start - 1)
            opener = self.word(self._opening(begin) - 1)
            in_clause = opener in lists()["prepositions"] and opener not in (*JOINERS, "and", "of", "between")
            asks = self.words[start - 1] == "," and self._asks(begin, end, opener)  # what "or" joins is a name
            if begin >= end or in_clause or is_comparative(opener) or asks:
                break
            names.insert(0, self.slice(begin, end))
            start = self._opening(begin)
        return names

    def _opening(self, start: int) -> int:
        """Where a name begins with its articles."""
        while start > 0 and self.words[start - 1] in lists()["articles"]:
            start -= 1
        return start

    def _asks(self, begin: int, end: int, opener: str) -> bool:
        """Whether a piece before a comma is the end of a clause such as "what should I cook tonight"."""
        if not lists()["amounts"].isdisjoint(self.words[begin:end]):
            return True
        if opener in ("of", "between", ":", ",") or opener in JOINERS:
            return False
        for at in range(begin - 1, -1, -1):
            if self.words[at] in ".?!:;":
                return False
            if self.words[at] in lists()["questions"]:
                return True
        return False
