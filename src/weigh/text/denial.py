"""Words that deny what follows them: "not", "hardly", "can't"."""

from __future__ import annotations

from collections.abc import Sequence

from weigh.text.tokens import Token

_NEGATIONS = frozenset(
    ("not", "no", "never", "hardly", "isn", "aren", "wasn", "weren", "doesn", "don", "didn", "cannot", "neither",
     "nor", "nothing", "nobody")
)  # fmt: skip
_BEFORE_T = frozenset(("can", "won"))
"""Words that deny only with the "t" of "can't" and "won't" after them."""


def denies(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word at a place denies what follows: "not", "hardly", "can't"; not "can", nor "won"."""
    word = tokens[at].text
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in _BEFORE_T:
        return following == "t"
    return word in _NEGATIONS and not (word == "no" and following in ("doubt", "question"))


def denied(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether a word shortly before the comparative denies it, in the same breath; "if not" and "not only" do not."""
    for i in range(at - 1, max(-1, at - 5), -1):
        if text[tokens[i].end : tokens[i + 1].start].strip(" '’-\"") or tokens[i].text in ("and", "but"):
            return False
        if denies(tokens, i):
            return not if_not(tokens, i + 1) and tokens[i + 1].text not in ("only", "just")
    return False


def if_not(tokens: Sequence[Token], at: int) -> bool:
    """Whether "if not" stands before a word: "as fast, if not faster, than" denies nothing, nor says it for sure."""
    return at > 1 and tokens[at - 1].text == "not" and tokens[at - 2].text == "if"
