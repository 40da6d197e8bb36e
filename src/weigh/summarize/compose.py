"""Clean words out of rough sentences: names as the evidence writes them, sentences and clauses that can be quoted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from weigh.summarize.check import word_lists
from weigh.summarize.orders import gives_orders
from weigh.text.forms import noun_forms
from weigh.text.frames import NEGATIONS, Frame, frame_of
from weigh.text.tokens import Token, tokenize
from weigh.types import Argument, Span

LONGEST = 30
"""Words in a sentence that is quoted whole."""
_SHORTEST = 4
_BACK = 4
_ROUGH = ('"', "“", "”", "(", ")", "[", "]", "{", "}", "…", "...", "?", "!", "|", "*", "»", "//", "@", ">", "<", "--",
          ":", ";", "#", "~", "_", "=")  # fmt: skip
"""Marks of text that is not one plain statement, or not plain text."""


@dataclass(frozen=True, slots=True)
class Name:
    """An object as the text shall write it: "Python", "cats", "an electric car"; `bare` is without the article."""

    text: str
    bare: str
    plural: bool


def shown_names(names: Sequence[str], arguments: Sequence[Argument]) -> dict[str, Name]:
    """Each object as the evidence writes it inside a sentence, most often; as asked where the evidence has no habit.

    What the evidence mostly calls "a cat" is written in the plural, what it calls "the train" keeps its article.
    """
    forms: dict[str, Counter[str]] = {name: Counter() for name in names}
    articles: dict[str, Counter[str]] = {name: Counter() for name in names}
    openers: dict[str, set[str]] = {name: set() for name in names}
    votes: Counter[str] = Counter()
    for argument in arguments:
        text = argument.sentence.text
        for span in argument.spans:
            written = text[span.start : span.end]
            if span.kind != "object" or span.name not in forms or len(written.split()) != len(span.name.split()):
                continue
            before = text[max(0, span.start - 5) : span.start].split()
            article = before[-1].lower() if before and before[-1].lower() in ("a", "an", "the") else ""
            articles[span.name][article] += 1
            if span.start > 0 or any(letter.isupper() for letter in written[1:]):
                forms[span.name][written] += 1
            else:
                openers[span.name].add(written)
            following = text[span.end : span.end + 6].split()
            word = following[0].lower() if following else ""
            votes[written.lower()] += (word in ("are", "have", "were", "do")) - (word in ("is", "has", "was", "does"))
    inside = [form for counted in forms.values() for form in counted]
    if inside and all(form[:1].isupper() for form in inside):  # proper names, so one that only opens sentences is too
        for name in names:
            forms[name].update({form: 1 for form in openers[name] if not forms[name]})
    return {name: _shown(name, forms[name], articles[name], votes) for name in names}


def _shown(name: str, forms: Counter[str], articles: Counter[str], votes: Counter[str]) -> Name:
    same = [(count, form) for form, count in sorted(forms.items()) if form.lower() == name.lower()]
    written = max(same)[1] if same else name
    article = max(("a", "an", "the"), key=lambda word: articles[word])
    if written[:1].islower() and articles[article] and sum(articles.values()) < 2 * (articles.total() - articles[""]):
        head, _, last = written.rpartition(" ")
        plurals = sorted(form for form in noun_forms(last) if form.endswith("s") and form != last)
        if plurals and last.isalpha() and article != "the":
            several = f"{head} {plurals[0]}".strip()
            return Name(several, several, True)
        return Name(f"{article} {written}", written, False)
    last = written.split()[-1]
    plural = last.islower() and last.endswith("s") and not last.endswith(("ss", "us", "is"))
    if votes[written.lower()]:
        plural = votes[written.lower()] > 0
    return Name(written, written, plural)


def capitalised(text: str) -> str:
    """With a capital at the start, unless the first word has its own spelling ("iPhone")."""
    first = text.split(maxsplit=1)[0] if text.split() else ""
    return text if any(c.isupper() for c in first) else text[:1].upper() + text[1:]


def whole(argument: Argument) -> str | None:
    """The argument's sentence, if it stands by itself, says one thing and is cleanly written; else None."""
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
    return text


def says_better(argument: Argument, aspect: str, *, plainly: bool) -> bool:
    """Whether the sentence's own words say who is better by the aspect; `plainly`, of the objects themselves."""
    frame = frame_of(argument)
    if frame is None or frame.aspect != aspect or frame.favoured != argument.winner:
        return False
    return frame.direct or not plainly


def clause(argument: Argument) -> str | None:
    """The clause that makes the comparison, as a sentence of its own; None where none can be cut out cleanly."""
    text = argument.sentence.text
    tokens = tokenize(text)
    objects = [span for span in argument.spans if span.kind == "object"]
    frame = frame_of(argument)
    if frame is None or frame.favoured != argument.winner:
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
    return capitalised(" ".join(cut.split())).rstrip(" ,;.") + "."


def _clause_start(text: str, tokens: Sequence[Token], left: Span) -> int | None:
    """Where the clause of the left object begins: after a boundary at most a few words before it."""
    boundaries = word_lists()["boundaries"]
    at = next(i for i, token in enumerate(tokens) if token.start == left.start)
    for back in range(_BACK + 1):
        i = at - back
        if i == 0:
            return tokens[0].start
        gap = text[tokens[i - 1].end : tokens[i].start]
        if gap.strip() or tokens[i - 1].text in boundaries:
            return tokens[i].start
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
            return None if gap.strip() in ("'", "’", "/", "-", "+") else tokens[i].end
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
    first, _, rest = text.partition(" ")
    if first.lower().rstrip(",") in word_lists()["openers"] and rest:
        return capitalised(rest)
    return text


def _shouts(text: str) -> bool:
    """Whether ordinary words are in capitals: a headline or anger."""
    return sum(word.isupper() and len(word) > 4 for word in text.split()) > 1
