"""An argument's own words for the summary: its whole sentence, a reported opinion, its comparing clause, or a quote.

Sentences from the web are rough. `whole` gives those that stand by themselves and are cleanly written once brackets
and stray marks are taken out, `opinion` reports what somebody thinks, `clause` cuts the comparison out of a longer
sentence where nothing that is left away could change what it says, `quoted` is word for word for use between
quotation marks. Each gives None where it cannot be done well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from weigh.summarize.check import word_lists
from weigh.summarize.clean import capitalised, cleaned, inner, shouts, without_heading, without_opener
from weigh.summarize.orders import gives_orders
from weigh.text.denial import denies
from weigh.text.frames import Frame, frame_in, frame_of
from weigh.text.itself import BE, SCOPING
from weigh.text.mentions import object_spans
from weigh.text.tokens import Token, tokenize
from weigh.text.wordnet import related
from weigh.types import Argument, Object, Span

LONGEST = 40
"""Words in a sentence that is quoted whole."""
_SHORTEST = 4
SURE = 0.6
"""Confidence in the stance below which a sentence is not put into words: it counts, but nobody should lean on it."""
_BACK = 4
_INSIDE_WORDS = ("'", "’", "/", "-", "+", "&")
_LATEST = 12
"""Words before the first object in a sentence that is quoted whole; later ones tend to be fragments."""
_ROUGH = ("“", "”", "(", ")", "[", "]", "{", "}", "…", "...", "?", "!", "|", "*", "»", "//", "@", ">", "<", "--",
          ":", " ,", "~", "_", "=", "''", " #", "â€", "â„", "Â")  # fmt: skip
"""Marks of text that is not one plain statement, or not plain text."""
_UNQUOTABLE = ('"', "“", "”", "[", "]", "{", "}", "…", "...", "?", "|", "*", "»", "//", "@", ">", "<", "~", "_", "=")
_EMOTICON = re.compile(r":\w+:|[:;]-?[)(DPp](?!\w)")
_MOST_FIGURES = 4
_OPINION = re.compile(
    r"(?:and |but |so |also,? |still,? |overall,? |personally,? |honestly,? )?i (?:also |still |really |do |just )?"
    r"(think|believe|find|found|feel)( that)? (?=\S)",
    re.IGNORECASE,
)
_REPORTED = {"think": "thinks", "believe": "believes", "find": "finds", "found": "found", "feel": "feels"}


def whole(argument: Argument) -> str | None:
    """The argument's sentence, if it stands by itself, says one thing and is cleanly written; else None."""
    if argument.confidence < SURE:
        return None
    text = _stated(cleaned(argument.sentence.text), argument)
    return None if text is None or _is_scrap(text, argument) else text


def opinion(argument: Argument) -> str | None:
    """What somebody thinks, reported: "I think that Java is faster" → "One writer thinks that Java is faster."."""
    found = _OPINION.match(argument.sentence.text)
    if found is None or argument.confidence < SURE:
        return None
    rest = cleaned(argument.sentence.text[found.end() :])
    names = [argument.sentence.text[span.start : span.end] for span in argument.spans if span.kind == "object"]
    stated = _stated(capitalised(rest), argument)
    if stated is None:
        return None
    body = stated if rest[:1] == stated[:1] and any(rest.startswith(name) for name in names) else inner(stated, names)
    verb = found.group(1).lower()
    link = "that " if found.group(2) or verb not in ("find", "found") else ""  # "finds Python simpler than Java"
    return f"One writer {_REPORTED[verb]} {link}{body}" if body else None


def _stated(text: str, argument: Argument) -> str | None:
    """A cleaned text that is a good sentence of its own about the argument's objects; else None."""
    tokens = tokenize(text)
    if not tokens or not _SHORTEST <= len(tokens) <= LONGEST or not text.endswith("."):
        return None
    if tokens[-1].text in word_lists()["dangling"]:
        return None
    spans = _spans(text, tokens, argument)
    if text[0].islower() and spans and spans[0].start == 0:
        text = capitalised(text)
    lists = word_lists()
    if any(mark in text for mark in _ROUGH) or not (text[0].isupper() or text[0].isdigit()):
        return None
    opener = tokens[0].text
    if opener in lists["leaning"] and not (opener in lists["joining"] and "," in text):
        return None
    if opener == "that" and tokens[1].text in BE | {"s"}:
        return None  # "That's as quick as …"
    if shouts(text) or gives_orders(text) or _unfit(tokens) or _is_table(tokens):
        return None
    frame = frame_in(text, tuple(spans))
    if frame is not None and frame.favoured not in (None, argument.winner):
        return None  # the words and the stance disagree: one of them is wrong
    return text if _stands_alone(tokens, spans) and not _taken_back(tokens, frame) else None


def _is_table(tokens: Sequence[Token]) -> bool:
    """Whether it is a row of figures rather than a sentence: "Harvard 114, Yale 49 Harvard 89, Yale 73"."""
    return sum(token.text.isdigit() for token in tokens) > _MOST_FIGURES


def _is_scrap(text: str, argument: Argument) -> bool:
    """Whether nothing in it can be a verb: "First baseball season; much harder than football." """
    lists = word_lists()
    tokens = tokenize(text)
    objects = _spans(text, tokens, argument)
    named = {token.start for token in tokens for span in objects if span.start <= token.start < span.end}
    return not any(
        token.text in lists["verbs"]
        or related(token.text).part == "v"
        or (token.text.endswith(("s", "ed")) and token.text not in lists["no_verbs"])
        for token in tokens
        if token.start not in named
    )


def _unfit(tokens: Sequence[Token]) -> bool:
    """Whether something shows a personal story, a guess or a passing day; "if you need …" is advice, no guess."""
    lists = word_lists()
    for i, token in enumerate(tokens):
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.text == "if" and following in ("you", "your"):
            continue
        if token.text in lists["personal"] or token.text in lists["unsure"] or token.text in lists["when"]:
            return True
    return False


def quoted(argument: Argument) -> str | None:
    """The argument's sentence for use between quotation marks; None where it is no statement or does not fit."""
    text = without_opener(" ".join(argument.sentence.text.split())).strip(" .,;:\"'“”")
    tokens = tokenize(text)
    frame = frame_of(argument)
    if not _SHORTEST <= len(tokens) <= LONGEST or gives_orders(text) or shouts(text) or argument.confidence < SURE:
        return None
    if _EMOTICON.search(argument.sentence.text) or _is_table(tokens):
        return None
    if any(mark in text for mark in _UNQUOTABLE) or any(token.text in word_lists()["unsure"] for token in tokens):
        return None
    if frame is not None and frame.favoured not in (None, argument.winner):
        return None
    return None if _taken_back(tokenize(argument.sentence.text), frame) else capitalised(text)


def _spans(text: str, tokens: Sequence[Token], argument: Argument) -> list[Span]:
    """Where a text made from an argument's sentence names its objects, in whatever form the sentence does."""
    written: dict[str, list[str]] = {name: [] for name in argument.objects}
    for span in argument.spans:
        if span.kind == "object" and span.name in written:
            written[span.name].append(argument.sentence.text[span.start : span.end])
    return object_spans(text, [Object(name, tuple(forms)) for name, forms in written.items()], tokens)


def _stands_alone(tokens: Sequence[Token], spans: Sequence[Span]) -> bool:
    """Whether the objects come early, and nothing before they are both named points back to another sentence."""
    starts: dict[str, int] = {}
    for span in spans:
        starts.setdefault(span.name, span.start)
    if len(starts) < 2:
        return False
    first, second = min(starts.values()), max(starts.values())
    if sum(token.start < first for token in tokens) > _LATEST:
        return False
    lists = word_lists()
    for i, token in enumerate(tokens):
        if token.start >= second:
            break
        before, after = tokens[i - 1].text if i else "", tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.text not in lists["pointing"] or (token.text == "that" and after not in ("than", "then")):
            continue
        if token.start > first and before in lists["joining"]:
            continue  # "the RAV4 is a hit, since it has …": the object itself is meant
        return False
    return True


def _taken_back(tokens: Sequence[Token], frame: Frame | None) -> bool:
    """Whether something before the comparison denies it from afar: "this does not mean that …"."""
    if frame is None or frame.negated:
        return False
    return any(denies(tokens, i) for i, token in enumerate(tokens) if token.start < frame.start)


def says_better(argument: Argument, aspect: str) -> bool:
    """Whether the sentence's own words say who is better by the aspect."""
    frame = frame_of(argument)
    if frame is None or frame.told != aspect or frame.favoured != argument.winner:
        return False
    return not _taken_back(tokenize(argument.sentence.text), frame)


def says_plainly(argument: Argument, aspect: str) -> bool:
    """Whether it says so of the objects themselves and without reserve: "in most loops" and "when it rains" are one."""
    frame = frame_of(argument)
    if frame is None or not (frame.direct and frame.of_itself) or frame.narrow or not says_better(argument, aspect):
        return False
    text = argument.sentence.text
    rights = [span for span in argument.spans if span.kind == "object" and span.name == frame.right]
    right = next((span for span in rights if span.start > frame.end), None)
    return right is not None and _clause_end(text, tokenize(text), right) is not None


def clause(argument: Argument) -> str | None:
    """The clause that makes the comparison, as a sentence of its own; None where none can be cut out cleanly."""
    text = argument.sentence.text
    tokens = tokenize(text)
    objects = [span for span in argument.spans if span.kind == "object"]
    frame = frame_of(argument)
    if frame is None or frame.favoured != argument.winner or argument.confidence < SURE:
        return None
    left = next((s for s in reversed(objects) if s.name == frame.left and s.start < frame.start), None)
    right = next((s for s in objects if s.name == frame.right and s.start > frame.end), None)
    if left is None or right is None:
        return None
    start, end = _clause_start(text, tokens, left), _clause_end(text, tokens, right)
    if start is None or end is None:
        return None
    start = _with_scope(text, start)
    cut = without_heading(text[start:end])
    found = tokenize(cut)
    if any(token.text in ("both", "either") for token in tokenize(text[frame.end : right.start])):
        return None  # "superior to both A and B": cut behind A, "both" would hang in the air
    if not _SHORTEST <= len(found) <= LONGEST or any(mark in cut for mark in _ROUGH) or _unfit(found) or shouts(cut):
        return None
    if _doubted(tokens, start) or not _has_verb(text, left, frame) or text[left.end : frame.start].count(","):
        return None
    if cut.lower().startswith("the fact") or any(t.text in ("it", "they", "this", "these", "those") for t in found):
        return None
    return capitalised(" ".join(cut.split())).rstrip(" ,;.") + "."


def _clause_start(text: str, tokens: Sequence[Token], left: Span) -> int | None:
    """Where the clause of the left object begins: at the start, or after a joining word or a comma just before it."""
    at = next(i for i, token in enumerate(tokens) if token.start == left.start)
    for i in range(at, max(-1, at - _BACK - 1), -1):
        if i == 0:
            return tokens[0].start
        gap = text[tokens[i - 1].end : tokens[i].start].strip()
        if gap and gap in _INSIDE_WORDS:
            continue
        if gap or tokens[i - 1].text in word_lists()["opening"]:
            return tokens[i].start
        if tokens[i - 1].text in word_lists()["boundaries"]:
            return None  # "going from Oracle to PostgreSQL is …", "Perl and Ruby are …"
    return None


def _with_scope(text: str, start: int) -> int:
    """Where the clause begins with what says where it holds: "for a small garden, …" is part of what is said."""
    before = text[:start].rstrip()
    if not before.endswith(","):
        return start
    nearest = max(before.rfind(mark, 0, len(before) - 1) + 1 for mark in (",", ";", ":"))
    for begin in (0, nearest):  # "In dams, bridges and cellars, …" has commas of its own
        first = tokenize(before[begin:])[:1]
        if first and first[0].text in SCOPING:
            return begin + first[0].start
    return start


def _clause_end(text: str, tokens: Sequence[Token], right: Span) -> int | None:
    """Where the noun group of the right object ends, if what follows only adds to it: a comma, "because", "and"."""
    at = next(i for i, token in enumerate(tokens) if token.end >= right.end)
    for i in range(at, at + _BACK):
        if i >= len(tokens):
            return None
        if i + 1 == len(tokens):
            return tokens[i].end
        gap = text[tokens[i].end : tokens[i + 1].start].strip()
        if gap and gap in _INSIDE_WORDS:
            return None
        if gap == "," or tokens[i + 1].text in word_lists()["adding"]:
            return None if tokens[i + 1].text in word_lists()["reserving"] else tokens[i].end
        if gap or tokens[i + 1].text in word_lists()["boundaries"]:
            return None  # "than Ruby in some areas": without its end it would say too much
    return None


def _doubted(tokens: Sequence[Token], start: int) -> bool:
    """Whether something before the clause takes it back: "I don't think …", "if …", "imagine …"."""
    lists = word_lists()
    return any(
        token.start < start and (denies(tokens, i) or token.text in lists["unsure"] or token.text in lists["doubting"])
        for i, token in enumerate(tokens)
    )


def _has_verb(text: str, left: Span, frame: Frame) -> bool:
    """Whether something like a verb stands between the object and the comparative."""
    between = tokenize(text[left.end : frame.start])
    return any(
        token.text.endswith(("s", "ed", "are", "re")) or token.text in word_lists()["verbs"] for token in between
    )
