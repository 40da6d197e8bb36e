"""The keyword query language: words, "phrases", AND, OR, minus, brackets.

    query   = option { "OR" option }
    option  = part { ["AND"] part }
    part    = "-" part | "NOT" part | "(" query ")" | "phrase" | word

Words side by side must all be there. A quotation mark without its other half counts for nothing. AND, OR and NOT are
operators in capitals only. A word that the tokeniser cuts in two ("e-mail") is a phrase. The result is a small tree;
the engine turns it into its own query objects, so that no text of the user ever reaches another parser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from weigh.errors import BadQuery
from weigh.text.tokens import words

LONGEST = 1_000
DEEPEST = 20
_QUOTES = str.maketrans("“”„«»", '"""""')
_PIECE = re.compile(r'\s*(?:(?P<quoted>"[^"]*")|(?P<mark>[()])|(?P<minus>-+(?=[^\s)]))|(?P<word>[^\s()"]+))')


@dataclass(frozen=True, slots=True)
class Words:
    """One word, or several that stand side by side."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Not:
    part: Tree


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Tree, ...]


Tree = Words | Not | And | Or


def parse_query(text: str) -> Tree:
    """The tree of a query, or BadQuery that says what is wrong with it."""
    if len(text) > LONGEST:
        raise BadQuery(f"The query has {len(text)} characters; at most {LONGEST} are allowed. Shorten it.")
    tree = _Parser(_paired(text)).parse()
    if tree is None:
        raise BadQuery(f'The query {text!r} contains no word to look for. Give at least one word or "phrase".')
    if not _wants(tree):
        raise BadQuery(f"The query {text!r} only says what must not be there. Give at least one word that must.")
    return tree


def _paired(text: str) -> str:
    """The query with plain quotation marks, the last one left out where its other half is missing."""
    text = text.translate(_QUOTES)
    if text.count('"') % 2:
        before, _, after = text.rpartition('"')
        text = f"{before} {after}"
    return text


def _wants(tree: Tree) -> bool:
    """Whether every match contains at least one wanted word."""
    match tree:
        case Words():
            return True
        case Not():
            return False
        case And(parts):
            return any(_wants(part) for part in parts)
        case Or(parts):
            return all(_wants(part) for part in parts)


class _Parser:
    def __init__(self, text: str) -> None:
        self._pieces: list[tuple[str, str, int]] = []
        at = 0
        while at < len(text):
            match = _PIECE.match(text, at)
            if match is None:
                break  # only spaces, or a minus that stands alone
            kind = str(match.lastgroup)
            self._pieces.append((kind, match.group(kind), match.start(kind)))
            at = match.end()
        self._at = 0

    def parse(self) -> Tree | None:
        tree = self._query(0)
        if (piece := self._peek()) is not None:
            raise BadQuery(
                f"A bracket closes at character {piece[2] + 1} that was never opened. Remove it or open one before."
            )
        return tree

    def _peek(self) -> tuple[str, str, int] | None:
        return self._pieces[self._at] if self._at < len(self._pieces) else None

    def _operator(self, name: str) -> bool:
        """Step over an operator if it comes next."""
        piece = self._peek()
        if piece is not None and piece[0] == "word" and piece[1] == name:
            self._at += 1
            return True
        return False

    def _query(self, depth: int) -> Tree | None:
        options = []
        while True:
            before = self._at
            option = self._option(depth)
            if option is not None:
                options.append(option)
            elif before == self._at:
                self._complain_at_operator("OR")
            if not self._operator("OR"):
                break
            if (following := self._peek()) is None or following[1] == ")":
                raise BadQuery("Nothing follows the last OR. Give a word after it, or write it small to look for it.")
        return None if not options else options[0] if len(options) == 1 else Or(tuple(options))

    def _complain_at_operator(self, name: str) -> None:
        piece = self._peek()
        if piece is not None and piece[0] == "word" and piece[1] in ("AND", "OR"):
            raise BadQuery(
                f"{piece[1]} at character {piece[2] + 1} has nothing before it. Give a word before it, "
                "or write it in small letters to look for it."
            )

    def _option(self, depth: int) -> Tree | None:
        parts: list[Tree] = []
        while (piece := self._peek()) is not None:
            if piece[1] == ")" and piece[0] == "mark":
                break
            if piece[0] == "word" and piece[1] == "OR":
                break
            if piece[0] == "word" and piece[1] == "AND":
                if not self._at or self._pieces[self._at - 1][1] in ("(", "OR", "AND"):
                    self._complain_at_operator("AND")
                self._at += 1
                following = self._peek()
                if following is None or following[1] == ")":
                    raise BadQuery(
                        "Nothing follows the last AND. Give a word after it, or write it small to look for it."
                    )
                continue
            part = self._part(depth)
            if part is not None:
                parts.append(part)
        return None if not parts else parts[0] if len(parts) == 1 else And(tuple(parts))

    def _part(self, depth: int) -> Tree | None:
        if depth > DEEPEST:
            raise BadQuery(f"The query is nested more than {DEEPEST} deep. Use fewer brackets and minus signs.")
        kind, text, at = self._pieces[self._at]
        self._at += 1
        if kind == "minus" or (kind == "word" and text == "NOT"):
            if (following := self._peek()) is None or following[1] in (")", "OR", "AND"):
                raise BadQuery(
                    f"Nothing follows the {'minus' if kind == 'minus' else 'NOT'} at character {at + 1}. "
                    "Give a word after it."
                )
            part = self._part(depth + 1)
            return None if part is None else Not(part)
        if kind == "mark":
            inner = self._query(depth + 1)
            if self._peek() is None:
                raise BadQuery(f"The bracket at character {at + 1} is never closed. Close it, or remove it.")
            self._at += 1
            return inner
        found = tuple(words(text))
        return Words(found) if found else None
