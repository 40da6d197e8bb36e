"""What one argument gives as its reasons, by the three methods of the thesis.

1. comparatives that carry information: "faster", "more reliable", never "better";
2. a comparative with its *to* or *for* phrase: "easier to deploy", "better for scientific computing";
3. nouns after *because*, *since it has*, *the reason is*.

Each find has a key (what it is merged by: the aspect of the lexicon, else its own words) and the words as written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from weigh.text.comparatives import EMPTY, GRADING, is_comparative
from weigh.text.frames import Frame, frame_of
from weigh.text.lexicon import aspect_of, better_phrase, entries, mentions
from weigh.text.tokens import Token, tokenize
from weigh.text.wordnet import is_noun, related
from weigh.types import Argument, Span

_TO_PHRASE = 4
_FOR_PHRASE = 3
_AFTER_REASON = 12
_EASE = "ease"
"""The one aspect that says little without its phrase: "easier to clean" is told apart from "easier to find"."""


class Reason(NamedTuple):
    """One find: merged by `key`, shown as `name`, standing in the sentence as `words`; `method` is 1, 2 or 3."""

    key: str
    name: str
    words: str
    method: int


@lru_cache(maxsize=1)
def _lists() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    path = Path(__file__).parent / "data" / "stops.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            group, listed = line.split(":", 1)
            found.setdefault(group, set()).update(listed.split())
    return {group: frozenset(words) for group, words in found.items()}


def reasons(argument: Argument) -> list[Reason]:
    """The aspects that this argument speaks of in favour of its winner, each once."""
    if argument.turned:
        return []  # it praises the other one
    text = argument.sentence.text
    tokens = tokenize(text)
    objects = [span for span in argument.spans if span.kind == "object"]
    named = {t.start for t in tokens for span in objects if span.start <= t.start < span.end}
    frame = frame_of(argument)
    found: dict[str, Reason] = {}
    if frame is None or (frame.favoured in (None, argument.winner) and not frame.leaves_open):
        # the phrase may be said of the loser ("dogs are more expensive to keep"): then it is named the other way round
        turned = frame.left != argument.winner if frame else _is_behind_than(argument.winner, tokens, objects)
        for at in _comparatives(tokens, frame):
            for reason in _phrase(text, tokens, at, named, turned):
                if frame is None or not _misread(reason, frame, tokens[at]):
                    found.setdefault(reason.key, reason)
        if frame is not None and frame.with_as and frame.told:  # "not as fast as" has no comparative
            found.setdefault(frame.told, Reason(frame.told, frame.told, frame.phrase, 1))
    for reason in _because(text, tokens, named):
        found.setdefault(reason.key, reason)
    return list(found.values())


def _is_behind_than(winner: str | None, tokens: Sequence[Token], objects: Sequence[Span]) -> bool:
    """Whether the comparative is said of another one than the winner, where no frame tells."""
    than = next((token.start for token in tokens if token.text == "than"), None)
    return than is not None and all((span.name == winner) == (span.start > than) for span in objects)


def _misread(reason: Reason, frame: Frame, head: Token) -> bool:
    """Whether the sentence compares by something else: "breaks more easily" and "errors are more common" tell of none.

    A comparative that is joined to that of the frame ("cheaper and faster than") speaks for itself.
    """
    return reason.key in entries() and reason.key != frame.told and frame.start <= head.start < frame.end


def _comparatives(tokens: Sequence[Token], frame: Frame | None) -> list[int]:
    """Where the comparatives stand that the stance rests on: those of the frame, or the only one there is."""
    places = [i for i, token in enumerate(tokens) if _is_cue(token.text)]
    places = [i for i in places if not (i and tokens[i - 1].text in GRADING)]
    if frame is not None:
        inside = [i for i in places if frame.start <= tokens[i].start < frame.end]
        if inside:  # "faster and cheaper than": the ones joined to it by "and" or a comma count as well
            before = [i for i in places if i < inside[0] and inside[0] - i <= 3]
            return before + inside
        return []
    return places if len(places) == 1 else []


def _is_cue(word: str) -> bool:
    return word in EMPTY or word in GRADING or is_comparative(word)


def _phrase(text: str, tokens: Sequence[Token], at: int, named: set[int], turned: bool) -> Iterator[Reason]:
    """Methods 1 and 2 at one comparative."""
    lists = _lists()
    head = tokens[at].text
    if at and at + 1 < len(tokens) and tokens[at + 1].text == "than" and tokens[at - 1].start not in named:
        before = [mention for mention in mentions(tokens[at - 1 : at + 1]) if mention.start == 0]
        if before and (head in GRADING or before[0].end > 1):  # "costs more than", "lasts longer than"
            yield Reason(before[0].aspect, before[0].aspect, text[tokens[at - 1].start : tokens[at].end], 1)
            return
    if at + 1 < len(tokens) and tokens[at + 1].text == "than" and head in GRADING:
        return  # "harms the wood more than": no word says of what
    words = 2 if head in GRADING else 1
    after = at + words
    if after - 1 >= len(tokens) or tokens[after - 1].start in named:
        return
    link = tokens[after].text if after < len(tokens) and tokens[after - 1].end + 1 == tokens[after].start else ""
    if link == "to" and head in EMPTY:
        return  # "better to take the train" advises, "superior to Oracle" compares: neither says in what
    if link in ("to", "for"):
        most = _TO_PHRASE if link == "to" else _FOR_PHRASE
        end = _run(text, tokens, after + 1, most, named)
        if end > after + 1 and tokens[after + 1].text not in lists["empty"]:
            written = text[tokens[at].start : tokens[end - 1].end]
            inner = text[tokens[after + 1].start : tokens[end - 1].end]
            known = _known(tokens[at:end], beyond=words) or _known(tokens[after + 1 : end], nouns=True)
            own = inner if link == "for" else _opposite(tokens[at:after], inner) if turned else written
            graded = _known(tokens[at:after])
            known = known or (graded if graded != _EASE or not own else None)
            if known or own:
                yield Reason(known or own.lower(), known or own, written, 2)
            return
    if head in EMPTY:  # "better performance": the noun is the reason
        end = _run(text, tokens, at + 1, 2, named)
        if end > at + 1 and (known := _known(tokens[at + 1 : end])):
            yield Reason(known, known, text[tokens[at].start : tokens[end - 1].end], 1)
        return
    written = text[tokens[at].start : tokens[after - 1].end]
    known = _known(tokens[at : min(len(tokens), after + 2)]) or aspect_of(written)
    if known:
        yield Reason(known, known, written, 1)
    elif head in GRADING:
        second = tokens[after - 1].text
        if second not in EMPTY and second not in lists["vague"] and (related(second).part == "a" or is_noun(second)):
            if (end := _noun_group(text, tokens, after, named)) > after:
                after, written = end, text[tokens[at].start : tokens[end - 1].end]  # "more native speakers"
            said = text[tokens[at + 1].start : tokens[after - 1].end]
            several = any(_is_several(token.text) for token in tokens[at + 1 : after])
            other = ("fewer" if several else "less") if head == "more" else "more"
            name = f"{other} {said}" if turned else f"{head} {said}"
            yield Reason(name.lower(), name, written, 1)
    elif head not in lists["vague"] and not turned:
        yield Reason(head, head, written, 1)


def _noun_group(text: str, tokens: Sequence[Token], start: int, named: set[int]) -> int:
    """The end of the one or two words that the word before them belongs to, the last of them a noun."""
    if start < len(tokens) and text[tokens[start - 1].end : tokens[start].start] not in (" ", "-"):
        return start
    end = _run(text, tokens, start, 2, named)
    while end > start and not is_noun(tokens[end - 1].text):
        end -= 1
    return end


def _is_several(word: str) -> bool:
    return word == "people" or (word.endswith("s") and is_noun(word))


def _opposite(comparative: Sequence[Token], rest: str) -> str:
    """A phrase said of the loser, turned round: "harder to clean" → "easier to clean"; empty where there is no word."""
    head, adjective = comparative[0].text, comparative[-1].text
    graded = next((mention for mention in mentions(comparative[-1:]) if mention.amount), None)
    if graded and graded.amount is not entries()[graded.aspect].direction:
        better = better_phrase(graded.aspect)
        if better and " " not in better:
            return f"{better} to {rest}"
    return f"less {adjective} to {rest}" if head == "more" else ""


def _because(text: str, tokens: Sequence[Token], named: set[int]) -> Iterator[Reason]:
    """Method 3: what the lexicon knows after a reason word, else its first nouns."""
    lists = _lists()
    at = next((i for i, t in enumerate(tokens) if t.text in lists["reasons"] and not _as_time(tokens, i)), None)
    if at is None:
        return
    part = tokens[at + 1 : at + 1 + _AFTER_REASON]
    known = [mention for mention in mentions(part) if mention.amount is None]
    for mention in known:
        if _is_verb(part, mention.start, mention.end):
            continue
        written = text[part[mention.start].start : part[mention.end - 1].end]
        if part[mention.start].start not in named:
            yield Reason(mention.aspect, mention.aspect, written, 3)
    if known:
        return
    for token in part:
        if (
            token.start not in named
            and len(token.text) > 3
            and token.text not in lists["empty"]
            and is_noun(token.text)
        ):
            yield Reason(token.text, token.text, text[token.start : token.end], 3)
            return


def _is_verb(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether words that may name an aspect are a verb here: "more systems support it", "easy to control"."""
    before, after = tokens[start - 1].text if start else "", tokens[end].text if end < len(tokens) else ""
    return before in ("to", "can", "will", "must") or after in ("it", "them", "this", "that", "these", "those")


def _as_time(tokens: Sequence[Token], at: int) -> bool:
    """ "since 2010", "since then" give no reason."""
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return tokens[at].text == "since" and (following[:1].isdigit() or following in ("then", "the", "last", ""))


def _known(tokens: Sequence[Token], *, beyond: int = 0, nouns: bool = False) -> str | None:
    """The aspect of the longest mention; with `beyond`, only of one that starts at once and reaches further."""
    found = [mention for mention in mentions(tokens) if not (nouns and mention.amount)]
    if beyond:
        found = [mention for mention in found if mention.start == 0 and mention.end > beyond]
    return max(found, key=lambda mention: mention.end - mention.start).aspect if found else None


def _run(text: str, tokens: Sequence[Token], start: int, most: int, named: set[int]) -> int:
    """The end of the phrase that begins at a token: before a stop word, an object, a comma or after `most` words."""
    ends, links = _lists()["ends"], _lists()["links"]
    at = start
    whole = False
    while at < len(tokens) and tokens[at].text not in ends and tokens[at].start not in named:
        if at - start == most:
            break
        at += 1
        if at < len(tokens) and text[tokens[at - 1].end : tokens[at].start] not in (" ", "-"):
            whole = True
            break
    else:
        whole = True
    if not whole:  # cut off: what stands behind the last link is half a phrase ("to fit into the | daily allowance")
        linked = [i for i in range(start + 1, at) if tokens[i].text in links]
        at = linked[0] if linked else at
    if whole and at > start + 1 and tokens[at - 1].text == "with" and at < len(tokens) and tokens[at].text == "than":
        return at  # "easier to live with than"
    while at > start + 1 and tokens[at - 1].text in links:
        at -= 1
    return at
