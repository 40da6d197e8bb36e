"""The plain frame of a comparative sentence: who is said to be how, compared with whom.

"For web work, Python is easier to learn than Java" → left Python, phrase "easier to learn", right Java, aspect
learning curve. Only common shapes are read; a sentence of another shape has no frame, and whoever asks does without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from weigh.text.comparatives import EMPTY, GRADING, is_comparative
from weigh.text.denial import denied, if_not
from weigh.text.equatives import equatives
from weigh.text.itself import ADVERBS, BE, Place, is_direct, is_narrow, is_of_itself
from weigh.text.lexicon import Mention, aspect_of, entries, mentions
from weigh.text.tokens import Token, tokenize
from weigh.text.unwelcome import bad_amount, graded, lists, subject
from weigh.text.wordnet import is_noun
from weigh.types import Argument, Direction, Span

_REACH = 5
"""Words between "than" and the object it leads to: "than in a typical Java program"."""
_PHRASE = 10
"""Longest way from the comparative to "than", in words."""
_COST_VERBS = frozenset(
    ("need", "needs", "needed", "require", "requires", "required", "take", "takes", "took", "cost", "costs", "consume",
     "consumes", "consumed", "waste", "wastes", "demand", "demands", "demanded")
)  # fmt: skip
"""Verbs after which an amount is a cost: "needs fewer lines", "takes more room"."""
_USE_VERBS = frozenset(("use", "uses", "used", "using", "eat", "eats", "burn", "burns"))
_DRAWING = frozenset(("draw", "draws", "drew", "drawing"))
_USED_UP = {"power": "energy use"}
"""What is compared where an aspect of which more is better is used up: "uses less power" is no weakness."""
_DRAINED = frozenset(("fuel economy", "battery life"))
"""Aspects that suffer where what they are named by is used up: "uses more fuel", "uses more battery"."""
_STRAIN = {"harder": Direction.MORE, "easier": Direction.LESS}
_LOSING = frozenset(("lose", "loses", "lost", "losing"))
_EARNING = frozenset(("command", "commands", "fetch", "fetches", "earn", "earns", "get", "gets", "charge", "charges"))
"""Verbs after which a cost is somebody else's: "commands a higher price"."""
_BOTH_WAYS = frozenset(
    ("memory", "ram", "energy", "electricity", "money", "weight", "mass", "pound", "pounds", "bargain", "bargains")
)
"""Nouns of aspects of which less is better that also name what one wants more of."""
_OCCURRING = frozenset(("common", "commoner", "rare", "rarer", "widespread"))
"""What is said of something in a place, not of the place: "gold is more common on Mars than on Earth"."""
_NEXT_CLAUSE = frozenset(("whereas", "while", "but", "although", "though", "because"))
_LINKS = frozenset(("to", "for", "in", "on", "at", "per", "and", "or", "with", "by", "as", "of", "over", "during"))
_GOOD = frozenset(("better", "superior", "preferable", "good", "well"))
_BAD = frozenset(("worse", "inferior", "bad", "badly", "poor", "poorly"))
_STRIVING = frozenset(
    ("work", "works", "worked", "working", "try", "tries", "tried", "trying", "hit", "hits", "play", "plays", "played")
)
_WITH_TO = frozenset(("superior", "inferior", "preferable"))


@dataclass(frozen=True, slots=True)
class Frame:
    """`left` is said to be `phrase` than `right`; `start` and `end` are the phrase's, `aspect` is the lexicon's."""

    left: str
    right: str
    phrase: str
    start: int
    end: int
    negated: bool
    aspect: str | None
    amount: Direction | None
    costs: Direction | None
    """How much of something unwelcome the left object is said to have: "needs fewer lines", "has more bugs"."""
    direct: bool
    """Whether the left object itself is said to be so: "Java is much faster than …", not "the price of Java is …"."""
    of_itself: bool = False
    """Whether the aspect is the object's own ("Java uses less memory"), not that of something done with it."""
    narrow: bool = False
    """Whether the sentence first says where it holds: "For small sites, Python is …"."""
    with_as: bool = False
    """Whether "as … as" compares: then a denial says less, where "not faster" may be as fast."""
    turned: bool = False
    """Whether the contrary of what is usual is wanted of the aspect: then whoever is slower does better."""

    @property
    def leaves_open(self) -> bool:
        """Whether it only denies: who is not faster may still be as fast."""
        return self.negated and not self.with_as

    @property
    def says_nothing_but_better(self) -> bool:
        """Whether the phrase is just "better", "worse" or the like."""
        return self.phrase.lower() in _GOOD | _BAD

    @property
    def told(self) -> str | None:
        """The aspect by which one is said to be ahead: none where a denial leaves that open."""
        return None if self.leaves_open else self.aspect

    @property
    def favoured(self) -> str | None:
        """Who does better, read off "better" and "worse" or off the lexicon; None where neither knows."""
        head = self.phrase.split(maxsplit=1)[0].lower()
        if self.costs is not None:
            good = self.costs is Direction.LESS
        elif head in _GOOD or head in _BAD:
            good = head in _GOOD
        elif self.aspect is None or self.amount is None or entries()[self.aspect].neutral:
            return None
        else:
            good = entries()[self.aspect].direction is self.amount
        return self.left if (good != self.negated) != self.turned else self.right


@lru_cache(maxsize=8192)
def frame_in(text: str, objects: tuple[Span, ...]) -> Frame | None:
    """The frame of a sentence with these mentions of the objects, or None. Remembered: several stages ask for it."""
    return read(text, tokenize(text), objects)


def frame_of(argument: Argument) -> Frame | None:
    """The frame of an argument's sentence; turned as the argument is, if it compares by an aspect asked for."""
    frame = frame_in(argument.sentence.text, tuple(span for span in argument.spans if span.kind == "object"))
    if frame is None or frame.told is None or not argument.turned:
        return frame
    return replace(frame, turned=frame.told in map(aspect_of, argument.aspects))


def told_beside(argument: Argument) -> frozenset[str]:
    """The aspects by which one is ahead too, of comparatives joined to that of the frame: "lighter and easier to use
    than" tells of the weight as well."""
    frame = frame_of(argument)
    if frame is None or argument.turned or frame.negated or frame.with_as:
        return frozenset()
    text = argument.sentence.text
    tokens = tokenize(text)
    at = next(i for i, token in enumerate(tokens) if token.start == frame.start)
    joined: list[Mention] = []
    while (said := _joined_before(text, tokens, joined[-1].start if joined else at)) is not None:
        joined.append(said)
    lefts = {span.start: span.end for span in argument.spans if span.kind == "object" and span.name == frame.left}
    places = _places(tokens, [i for i, token in enumerate(tokens[:at]) if token.start in lefts], lefts)
    if not joined or not is_direct(tokens, joined[-1].start, joined[-1].end, places):
        return frozenset()
    good = {said.aspect: said.amount is entries()[said.aspect].direction for said in joined}
    ahead = {name: frame.left if better else frame.right for name, better in good.items()}
    return frozenset(name for name, who in ahead.items() if who == argument.winner and not entries()[name].neutral)


def _joined_before(text: str, tokens: Sequence[Token], at: int) -> Mention | None:
    """The comparative that a comma or "and" joins to the one at a place; None where there is none."""
    while at and tokens[at - 1].text in ADVERBS:
        at -= 1
    joined = at > 0 and tokens[at - 1].text in ("and", "or")
    end = at - 1 if joined else at
    if not joined and not (end and text[tokens[end - 1].end : tokens[end].start].strip() == ","):
        return None
    said = next((mention for mention in mentions(tokens[:end]) if mention.end == end and mention.amount), None)
    if said is None:
        return None
    if is_comparative(tokens[said.start].text):
        return said
    graded_by = tokens[said.start - 1].text if said.start else ""
    if graded_by == "more":
        return said._replace(start=said.start - 1)
    return None


def belied(argument: Argument) -> bool:
    """Whether the sentence's own words favour the other object than its stance does: one of the two is wrong."""
    frame = frame_of(argument)
    return argument.winner is not None and frame is not None and frame.favoured not in (None, argument.winner)


def read(text: str, tokens: Sequence[Token], objects: Sequence[Span]) -> Frame | None:
    """The frame of a sentence that names both objects, or None."""
    starts = {span.start: span.name for span in objects}
    ends = {span.start: span.end for span in objects}
    named = [(i, starts[token.start]) for i, token in enumerate(tokens) if token.start in starts]
    against = -_REACH - 1  # the last "than" so far: what follows it is compared against
    for than in range(len(tokens)):
        if not leads_against(tokens, than):
            continue
        right = next((name for i, name in named if than < i <= reach(tokens, than)), None)
        if any(leads_against(tokens, i) for i in range(than + 1, min(than + _REACH, len(tokens)))):
            right = None  # "more than two times faster than Java"
        at = _comparative_before(tokens, than)
        if right is not None and at is not None:
            left = next(((i, name) for i, name in reversed(named) if i < than and name != right), None)
            if left is not None and not 0 < left[0] - against <= _REACH:
                places = _places(tokens, [i for i, name in named if name == left[1]], ends)
                frame = _frame(text, tokens, at, than, left[1], right, places)
                if not frame.direct and not _OCCURRING.isdisjoint(token.text for token in tokens[at:than]):
                    return replace(frame, aspect=None, amount=None) if frame.costs is None else frame
                return frame
        against = than
    return _with_as(text, tokens, named, ends)


def reach(tokens: Sequence[Token], than: int) -> int:
    """How far the object may stand that "than" leads to: not in the next clause, "slower than it looks, while B …"."""
    further = range(than + 1, min(than + 1 + _REACH, len(tokens)))
    return next((i for i in further if tokens[i].text in _NEXT_CLAUSE), than + _REACH)


def _places(tokens: Sequence[Token], starts: Sequence[int], ends: Mapping[int, int]) -> list[Place]:
    """The first and last tokens of the names that begin at these tokens."""
    found = []
    for start in starts:
        last = start
        while last + 1 < len(tokens) and tokens[last + 1].start < ends[tokens[start].start]:
            last += 1
        found.append((start, last))
    return found


def _with_as(
    text: str, tokens: Sequence[Token], named: Sequence[tuple[int, str]], ends: Mapping[int, int]
) -> Frame | None:
    """The frame of "A is not as fast as B" or "A is twice as fast as B"; None where the lexicon knows no such word."""
    for at, again, said in equatives(text, tokens):
        right = next((name for i, name in named if again < i <= again + _REACH), None)
        left = next((name for i, name in reversed(named) if i < at and name != right), None)
        if said is None or left is None or right is None:
            continue
        aspect, amount, costs = _as_much(tokens, at, again)
        head = tokens[at + 1].text
        if costs or (aspect and amount) or head in _GOOD or head in _BAD:
            start, end = tokens[at + 1].start, tokens[again - 1].end
            places = _places(tokens, [i for i, name in named if name == left], ends)
            direct = is_direct(tokens, at + 1, again, places)
            narrow, less = is_narrow(tokens, places), said is Direction.LESS
            phrase, own = text[start:end], direct
            return Frame(
                left, right, phrase, start, end, less, aspect, amount, costs, direct, own, narrow, with_as=True
            )
    return None


def _as_much(tokens: Sequence[Token], at: int, again: int) -> tuple[str | None, Direction | None, Direction | None]:
    """Of what there is as much between "as" and "as": the aspect, which way its word grades it, and what it costs."""
    place = _place_before(tokens, at)
    head, verb = tokens[at + 1].text, tokens[place].text
    if head == "hard" and (again == at + 2 or verb in _STRIVING):
        return None, None, None  # as of "harder": no difficulty
    if any((tokens[i].text,) in lists()["verb"] for i in (place, place - 1) if i >= 0):
        return None, None, Direction.MORE  # "does not wear out as quickly as": the less of it, the better
    said = tokens[at + 2 if head in ("much", "many") else at + 1 : again]
    # "does not last as long as", "burns twice as many calories as": the verb may belong to it
    with_verb = [m for m in mentions((tokens[place], *said)) if m.start == 0]
    found = next((m for m in with_verb if m.end > 1), None) or _graded(mentions(said)) or _graded(with_verb)
    costs = Direction.MORE if head in ("much", "many") and verb in _COST_VERBS else None
    found = _of_use(found, verb) if found else None
    if found is None or (costs is None and any(token.text in _BOTH_WAYS for token in tokens[at:again])):
        return None, None, costs
    if found.amount is None and head in ("much", "many"):
        return found.aspect, Direction.MORE, costs
    if found.amount is None and head in _GOOD:  # "not as good support as"
        return found.aspect, entries()[found.aspect].direction, costs
    return found.aspect, found.amount, costs


def leads_against(tokens: Sequence[Token], at: int) -> bool:
    """Whether what follows is compared against: after "than" (often written "then"), "superior to" and the like."""
    word = tokens[at].text
    if word == "then":
        return at > 0 and (tokens[at - 1].text in EMPTY or is_comparative(tokens[at - 1].text))
    return word == "than" or (word == "to" and at > 0 and tokens[at - 1].text in _WITH_TO)


def _comparative_before(tokens: Sequence[Token], than: int) -> int | None:
    """Where the comparative of this "than" stands: the nearest before it, with its "more" or "less"."""
    for i in range(than - 1, max(-1, than - 1 - _PHRASE), -1):
        word = tokens[i].text
        if word in GRADING or word in EMPTY or is_comparative(word):
            return i - 1 if i and tokens[i - 1].text in GRADING else i
    return None


def _frame(
    text: str, tokens: Sequence[Token], at: int, than: int, left: str, right: str, places: Sequence[Place]
) -> Frame:
    start, end = tokens[at].start, tokens[than - 1].end
    head, before = tokens[at].text, _before(tokens, at)
    bad = bad_amount(text, tokens, at, than, before)
    with_verb = _graded(mentions(tokens[at - 1 : than])) if at else None
    in_subject = False
    phrase = [_of_use(mention, before) for mention in mentions(tokens[at:than])]
    on_others = head in _STRAIN and tokens[at + 1].text == "on" and is_direct(tokens, at, at + 1, places)
    if on_others:
        found, bad = None, _STRAIN[head]  # "coffee is harder on the stomach": no matter of ease
    elif head == "harder" and (at + 1 == than or before in _STRIVING or tokens[at + 1].text in _STRIVING):
        found = None  # "works harder" and "harder hit" are no difficulty, and "steel is harder than wood" none either
    else:
        found = _graded(phrase, of_noun=graded(head) is not None)
        if with_verb and (found is None or (with_verb.start == 0 and with_verb.end > 2)):
            found = with_verb  # "costs less than", "burns more calories": the word before it says of what
        of_subject = bad is not None if found is None or found.amount else False
        if of_subject or (found is None and graded(head) and head not in GRADING and before in BE):
            # "the price of Java is lower", "malware is more common": what there is more of stands before the verb
            found = next((m for m in reversed(mentions(subject(text, tokens, at))) if m.amount is None), None)
            in_subject = found is not None
    aspect = amount = None
    if found is not None:
        aspect, amount = found.aspect, found.amount
        if amount is None and graded(head):  # "more memory", "fewer bugs", "a lower price"
            amount = graded(head)
        elif amount is not None and head in ("less", "fewer"):  # "less expensive"
            amount = Direction.LESS if amount is Direction.MORE else Direction.MORE
        elif amount is None and head in _GOOD:  # "better performance": good of it
            amount = entries()[aspect].direction
    if aspect in _DRAINED and head == "more" and before in _USE_VERBS:
        amount = Direction.LESS
    verbs = _COST_VERBS if head == "more" else _COST_VERBS | _USE_VERBS
    own_verb = found is not None and found is with_verb and found.end > 2  # "burns fewer calories" is no thrift
    spent = head in GRADING and before in verbs and (found is None or not found.amount) and not own_verb
    if head in GRADING and before in _LOSING and found and entries()[found.aspect].direction is Direction.MORE:
        spent = not found.amount  # "loses more range"; who loses more weight gains by it
    if bad is None and found and found.amount is None and not in_subject and (before,) not in lists()["mending"]:
        start_of = at - 1 if found is with_verb else at
        named = tuple(token.text for token in tokens[start_of + found.start : start_of + found.end])
        bad = graded(head) if named in lists()["bad"] else None  # "less often the target of malware"
    costs = graded(head) if spent else bad
    if spent and aspect and not _is_toil(aspect):
        aspect = amount = None  # "takes more disk space" tells of no capacity
    if any((token.text,) in lists()["reducing"] for token in tokens[max(0, at - _REACH) : at]):
        aspect = amount = costs = None
    gain = found is not None and graded(head) is Direction.MORE and costs is None and _is_gain(tokens, at, than, found)
    if gain or if_not(tokens, at):
        aspect = amount = costs = None
    negated = denied(text, tokens, at)
    direct = is_direct(tokens, at, than, places)
    if found is not None and found.amount is None and found is not with_verb and not in_subject:
        # "fewer greenhouse gas emissions per head" ends with the emissions
        found = found._replace(end=max(mention.end for mention in phrase if mention.aspect == found.aspect))
    own = in_subject or (found is not None and is_of_itself(tokens, at, than, places, found, found is with_verb))
    narrow = is_narrow(tokens, places)
    return Frame(left, right, text[start:end], start, end, negated, aspect, amount, costs, direct, own, narrow)


def used_up(aspect: str, verb: str) -> str:
    """The aspect that is compared if this verb stands before its noun: who "uses more power" is not more powerful."""
    uses = verb in _COST_VERBS or verb in _USE_VERBS or verb in _DRAWING
    return _USED_UP.get(aspect, aspect) if uses else aspect


def _of_use(mention: Mention, verb: str) -> Mention:
    """The mention of a noun under the aspect that the verb before it makes of it."""
    return mention if mention.amount else mention._replace(aspect=used_up(mention.aspect, verb))


def _is_toil(aspect: str) -> bool:
    """Whether less of what an aspect's nouns name is good: costs and weight, fuel, the toil of learning or cleaning."""
    entry = entries()[aspect]
    return entry.direction is Direction.LESS or aspect == "fuel economy" or entry.better.startswith("easier")


def _is_gain(tokens: Sequence[Token], at: int, than: int, found: Mention) -> bool:
    """Whether more of a cost may be a gain: "supports more memory", "plays more old films"."""
    if found.amount is not None:  # "more old films" is about the films
        return at + 2 < than and is_noun(tokens[at + 2].text) and tokens[at + 2].text not in _LINKS
    verb = _before(tokens, at)
    if verb in _EARNING:
        return entries()[found.aspect].direction is Direction.LESS
    return verb not in _USE_VERBS and any(token.text in _BOTH_WAYS for token in tokens[at:than])


def _before(tokens: Sequence[Token], at: int) -> str:
    """The word before the comparative, adverbs left out: "takes much more" → takes."""
    return tokens[_place_before(tokens, at)].text if at else ""


def _place_before(tokens: Sequence[Token], at: int) -> int:
    before = at - 1
    while before > 0 and tokens[before].text in ADVERBS:
        before -= 1
    return before


def _graded(found: Sequence[Mention], *, of_noun: bool = False) -> Mention | None:
    """The mention that the phrase is about: an adjective before a noun; the noun where the adjective only counts it."""
    first = next((mention for mention in found if mention.amount is not None), found[0] if found else None)
    if of_noun and first is not None and first.amount is not None and first.start == 0:  # "a larger ecosystem"
        return next((mention for mention in found if mention.start == first.end and mention.amount is None), first)
    return first
