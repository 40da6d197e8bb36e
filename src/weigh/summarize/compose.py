"""Clean words out of rough sentences: names as the evidence writes them, sentences and clauses that can be quoted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from weigh.summarize.check import word_lists
from weigh.summarize.orders import gives_orders
from weigh.text.frames import NEGATIONS, Frame, frame_of
from weigh.text.tokens import Token, tokenize
from weigh.types import Argument, Span

LONGEST = 40
"""Words in a sentence that is quoted whole."""
_SHORTEST = 4
_SURE = 0.6
"""Confidence in the stance below which a sentence is not put into words: it counts, but nobody should lean on it."""
_BACK = 4
_INSIDE_WORDS = ("'", "’", "/", "-", "+", "&")
_LATEST = 9
"""Words before the first object in a sentence that is quoted whole; later ones tend to be fragments."""
_ROUGH = ('"', "“", "”", "(", ")", "[", "]", "{", "}", "…", "...", "?", "!", "|", "*", "»", "//", "@", ">", "<", "--",
          ":", ";", " ,", "#", "~", "_", "=")  # fmt: skip
"""Marks of text that is not one plain statement, or not plain text."""
_UNQUOTABLE = ('"', "“", "”", "[", "]", "{", "}", "…", "...", "?", "|", "*", "»", "//", "@", ">", "<", "~", "_", "=")


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
    for name in names:
        if text.lower().startswith(name.lower()):
            return text[:1].lower() + text[1:] if name[:1].islower() else text
    return None


def whole(argument: Argument) -> str | None:
    """The argument's sentence, if it stands by itself, says one thing and is cleanly written; else None."""
    if argument.confidence < _SURE:
        return None
    text = " ".join(argument.sentence.text.split())
    text = _without_opener(text)
    if text[-2:] == " .":
        text = text[:-2] + "."
    tokens = tokenize(text)
    lists = word_lists()
    if not _SHORTEST <= len(tokens) <= LONGEST or not text.endswith(".") or any(mark in text for mark in _ROUGH):
        return None
    if tokens[0].text in lists["leaning"] or not (text[0].isupper() or text[0].isdigit()):
        return None
    unfit = lists["personal"] | lists["unsure"] | lists["when"]
    if any(token.text in unfit for token in tokens) or _shouts(text) or gives_orders(text):
        return None
    frame = frame_of(argument)
    if frame is not None and frame.favoured not in (None, argument.winner):
        return None  # the words and the stance disagree: one of them is wrong
    return text if _stands_alone(text, argument) and not _taken_back(argument) else None


def quoted(argument: Argument) -> str | None:
    """The argument's sentence for use between quotation marks; None where it is no statement or does not fit."""
    text = _without_opener(" ".join(argument.sentence.text.split())).strip(" .,;\"'“”")
    tokens = tokenize(text)
    frame = frame_of(argument)
    if not _SHORTEST <= len(tokens) <= LONGEST or gives_orders(text) or _shouts(text) or argument.confidence < _SURE:
        return None
    if any(mark in text for mark in _UNQUOTABLE) or any(token.text in word_lists()["unsure"] for token in tokens):
        return None
    if (frame is not None and frame.favoured not in (None, argument.winner)) or _taken_back(argument):
        return None
    return text


def _stands_alone(text: str, argument: Argument) -> bool:
    """Whether the objects come early, and nothing before they are both named points back to another sentence."""
    cut = len(argument.sentence.text) - len(text)  # an opener that was left away
    starts: dict[str, int] = {}
    for span in argument.spans:
        if span.kind == "object":
            starts.setdefault(span.name, span.start - cut)
    if len(starts) < 2:
        return False
    tokens = tokenize(text)
    early = sum(token.start < min(starts.values()) for token in tokens) <= _LATEST
    pointing = word_lists()["pointing"]
    return early and not any(token.text in pointing and token.start < max(starts.values()) for token in tokens)


def _taken_back(argument: Argument) -> bool:
    """Whether something before the comparison denies it from afar: "this does not mean that …"."""
    frame = frame_of(argument)
    if frame is None or frame.negated:
        return False
    return any(t.text in NEGATIONS and t.start < frame.start for t in tokenize(argument.sentence.text))


def says_better(argument: Argument, aspect: str, *, plainly: bool) -> bool:
    """Whether the sentence's own words say who is better by the aspect; `plainly`, of the objects themselves."""
    frame = frame_of(argument)
    if frame is None or frame.aspect != aspect or frame.favoured != argument.winner or _taken_back(argument):
        return False
    return frame.direct or not plainly


def clause(argument: Argument) -> str | None:
    """The clause that makes the comparison, as a sentence of its own; None where none can be cut out cleanly."""
    text = argument.sentence.text
    tokens = tokenize(text)
    objects = [span for span in argument.spans if span.kind == "object"]
    frame = frame_of(argument)
    if frame is None or frame.favoured != argument.winner or argument.confidence < _SURE:
        return None
    left = next((s for s in reversed(objects) if s.name == frame.left and s.start < frame.start), None)
    right = next((s for s in objects if s.name == frame.right and s.start > frame.end), None)
    if left is None or right is None:
        return None
    start = _clause_start(text, tokens, left)
    end = _clause_end(text, tokens, right)
    if start is None or end is None:
        return None
    cut = text[start:end]
    lists = word_lists()
    found = tokenize(cut)
    unfit = lists["personal"] | lists["unsure"] | lists["when"]
    inside = [token.text for token in found]
    if not _SHORTEST <= len(found) <= LONGEST or any(mark in cut for mark in _ROUGH) or any(w in unfit for w in inside):
        return None
    if (
        _doubted(tokens, start)
        or not _has_verb(text, left, frame)
        or _shouts(cut)
        or text[left.end : frame.start].count(",")
    ):
        return None
    if cut.lower().startswith("the fact") or any(word in ("it", "they", "this", "these", "those") for word in inside):
        return None
    return capitalised(" ".join(cut.split())).rstrip(" ,;.") + "."


def _clause_start(text: str, tokens: Sequence[Token], left: Span) -> int | None:
    """Where the clause of the left object begins: after a boundary at most a few words before it."""
    boundaries = word_lists()["boundaries"]
    at = next(i for i, token in enumerate(tokens) if token.start == left.start)
    for back in range(_BACK + 1):
        i = at - back
        if i == 0:
            return tokens[0].start
        gap = text[tokens[i - 1].end : tokens[i].start].strip()
        if gap in _INSIDE_WORDS and gap:
            continue
        if gap or tokens[i - 1].text in boundaries:
            return None if tokens[i - 1].text in ("and", "or") else tokens[i].start  # half of "Perl and Ruby are"
    return None


def _clause_end(text: str, tokens: Sequence[Token], right: Span) -> int | None:
    """Where the noun group of the right object ends: at a boundary at most a few words after it."""
    boundaries = word_lists()["boundaries"]
    at = next(i for i, token in enumerate(tokens) if token.end >= right.end)
    for ahead in range(_BACK):
        i = at + ahead
        if i >= len(tokens):
            return None
        if i + 1 == len(tokens):
            return tokens[i].end
        gap = text[tokens[i].end : tokens[i + 1].start]
        if gap.strip() or tokens[i + 1].text in boundaries:
            return None if gap.strip() in _INSIDE_WORDS and gap.strip() else tokens[i].end
    return None


def _doubted(tokens: Sequence[Token], start: int) -> bool:
    """Whether something before the clause takes it back: "I don't think …", "if …", "imagine …"."""
    lists = word_lists()
    return any(t.start < start and (t.text in NEGATIONS or t.text in lists["unsure"]) for t in tokens)


def _has_verb(text: str, left: Span, frame: Frame) -> bool:
    """Whether something like a verb stands between the object and the comparative."""
    between = tokenize(text[left.end : frame.start])
    return any(token.text.endswith(("s", "ed", "are", "re")) or token.text in _VERBS for token in between)


_VERBS = frozenset(
    ("is", "are", "was", "were", "can", "will", "do", "run", "have", "give", "make", "offer", "cost", "be", "feel",
     "look", "taste", "perform", "last")
)  # fmt: skip


def _without_opener(text: str) -> str:
    """Without "But", "However," and the like, which tie a sentence to the one before it."""
    for phrase in word_lists()["phrases"]:
        words_of = phrase.replace("_", " ") + ", "
        if text.lower().startswith(words_of):
            return capitalised(text[len(words_of) :])
    first, _, rest = text.partition(" ")
    if first.lower().rstrip(",") in word_lists()["openers"] and rest:
        return capitalised(rest)
    return text


def _shouts(text: str) -> bool:
    """Whether ordinary words are in capitals: a headline or anger."""
    longer = [word for word in text.split() if len(word) > 3 and word.isalpha()]
    capitals = sum(word[0].isupper() for word in longer)
    return sum(word.isupper() and len(word) > 4 for word in text.split()) > 1 or 3 <= capitals > 0.7 * len(longer)
