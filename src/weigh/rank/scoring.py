"""Judged sentences → scored arguments, by CAM's formula or by Weigh's.

Weigh's score is a product that can be followed by hand: how well the sentence serves as an argument (`fit`), how sure
its stance is, how much its aspect (or the asker's own case) matters, how many different sites say it. Each factor looks
at the sentence alone, so one more argument never changes another one's score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from weigh.rank.duplicates import group
from weigh.rank.fit import fit
from weigh.text.comparatives import is_comparative
from weigh.text.context import context_factor
from weigh.text.denial import denies
from weigh.text.frames import frame_in
from weigh.text.lexicon import Mention, aspect_of, entries, is_contrary, mentions
from weigh.text.mentions import aspect_spans, object_spans
from weigh.text.tokens import Token, tokenize
from weigh.types import (
    GENERAL,
    MULTIPLE,
    Argument,
    Breakdown,
    Comparison,
    Hit,
    Judgement,
    Object,
    Sentence,
    Span,
    Stance,
)

_CAM_STEPS = (0.8, 0.7, 0.6, 0.5)
_CAM_ENOUGH = 5
_CAM_UNSURE = 0.1
_CONCEDING = frozenset(("although", "though", "despite", "albeit"))
_GRADED_WITHIN = 3
_GRADES = frozenset(("more", "less", "as", "so", "most", "least", "how", "too"))
"""Words before an adjective that compare by it or take it back."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    hit: Hit
    judgement: Judgement
    turned: bool
    tokens: Sequence[Token]
    objects: list[Span]
    breakdown: Breakdown

    @property
    def stance(self) -> Stance:
        return self.judgement.stance.swapped() if self.turned else self.judgement.stance

    @property
    def score(self) -> float:
        return product(self.breakdown)


Scorer = Callable[[Hit, Judgement, Sequence[Token], list[Span]], Breakdown]


def product(breakdown: Breakdown) -> float:
    """The score that a breakdown stands for."""
    return breakdown.fit * breakdown.stance * breakdown.aspect * breakdown.sites


def damped(sites: int) -> float:
    """What many sites add: the second one most, the hundredth hardly anything."""
    return 1.0 + math.log(max(1, sites))


def score_arguments(
    first: Object,
    second: Object,
    taken: Sequence[tuple[Hit, Judgement]],
    comparison: Comparison,
    scoring: str,
    shown: int,
) -> tuple[Argument, ...]:
    """The arguments of one pair, best first, from the hits that take a stance.

    Only the best `shown` ones get the spans of their aspects.
    """
    weights = {aspect.name: aspect.weight for aspect in comparison.aspects}
    contrary = {aspect.name for aspect in comparison.aspects if is_contrary(aspect)}
    scorer = _cam(taken, weights) if scoring == "cam" else _weigh(weights, comparison.context)
    candidates = []
    for hit, judged in taken:
        tokens = tokenize(hit.sentence.text)
        spans = object_spans(hit.sentence.text, (first, second), tokens)
        if hit.aspects and judged.stance is not Stance.EQUAL and scoring != "cam":  # CAM only looks for the words
            loser = second.name if judged.stance is Stance.FIRST else first.name
            hit = replace(hit, aspects=tuple(n for n in hit.aspects if not _grants(n, loser, tokens, spans)))
        turned = not contrary.isdisjoint(hit.aspects) and _turns(hit, tokens, spans, contrary)
        candidates.append(_Candidate(hit, judged, turned, tokens, spans, scorer(hit, judged, tokens, spans)))
    candidates.sort(key=lambda item: (-item.score, item.hit.sentence.text, item.hit.sentence.id))
    under = group([[t.text for t in item.tokens] for item in candidates], [item.stance for item in candidates])
    members: dict[int, list[_Candidate]] = {}
    for item, leader in zip(candidates, under, strict=True):
        members.setdefault(leader, []).append(item)
    arguments = [_argument(first, second, found, scoring) for found in members.values()]
    arguments.sort(key=lambda argument: (-argument.score, argument.sentence.text, argument.sentence.id))
    if not comparison.aspects:
        return tuple(arguments)
    for i, argument in enumerate(arguments[:shown]):
        wanted = [aspect for aspect in comparison.aspects if aspect.name in argument.aspects]
        if wanted:
            spans = aspect_spans(argument.sentence.text, wanted)
            arguments[i] = replace(argument, spans=(*argument.spans, *spans))
    return tuple(arguments)


def _argument(first: Object, second: Object, members: Sequence[_Candidate], scoring: str) -> Argument:
    """One argument of a sentence and its near-duplicates: the best one speaks, all their sites count."""
    best = members[0]
    sentence = best.hit.sentence
    if len(members) > 1:
        sources = dict.fromkeys(source for item in members for source in item.hit.sentence.sources)
        count = sum(item.hit.sentence.source_count for item in members)
        sentence = Sentence(sentence.id, sentence.text, tuple(sources), max(count, len(sources)))
    breakdown = best.breakdown
    if scoring != "cam":
        breakdown = replace(breakdown, sites=damped(len({source.site for source in sentence.sources})))
    aspects = best.hit.aspects
    return Argument(
        id=0,
        sentence=sentence,
        objects=(first.name, second.name),
        stance=best.stance,
        confidence=best.judgement.confidence,
        score=product(breakdown),
        category=GENERAL if not aspects else aspects[0] if len(aspects) == 1 else MULTIPLE,
        aspects=aspects,
        spans=(*best.objects, *best.judgement.cues),
        breakdown=breakdown,
        variants=tuple(item.hit.sentence.text for item in members[1:]),
        turned=best.turned,
    )


def _grants(aspect: str, loser: str, tokens: Sequence[Token], spans: Sequence[Span]) -> bool:
    """Whether a sentence speaks of an aspect only to grant it to the one that it ranks lower: "A is a solid choice, but
    can't match B" is no word on B's reliability."""
    known = aspect_of(aspect)
    said = [mention for mention in mentions(tokens) if mention.aspect == known]
    return bool(said) and all(_is_granted(mention, loser, tokens, spans) for mention in said)


def _is_granted(said: Mention, loser: str, tokens: Sequence[Token], spans: Sequence[Span]) -> bool:
    start = tokens[said.start].start
    if any(tokens[i].text in _CONCEDING and _names_both(spans, tokens[i].start) for i in range(said.start)):
        return True  # "tea is better than coffee, although coffee is cheaper"
    before = [span for span in spans if span.end <= start]
    if said.amount is not entries()[said.aspect].direction or not before or before[-1].name != loser:
        return False
    near = range(max(0, said.start - _GRADED_WITHIN), said.start)
    graded = any(tokens[i].text in _GRADES or denies(tokens, i) for i in near)
    return not graded and not any(is_comparative(token.text) for token in tokens[said.start : said.end])


def _names_both(spans: Sequence[Span], end: int) -> bool:
    return len({span.name for span in spans if span.end <= end}) > 1


def _turns(hit: Hit, tokens: Sequence[Token], spans: list[Span], contrary: set[str]) -> bool:
    """Whether a sentence compares by an aspect of which the contrary of what is usual is wanted."""
    wanted = {aspect_of(name) for name in hit.aspects if name in contrary}
    frame = frame_in(hit.sentence.text, tuple(spans))
    told = frame.told if frame else None
    if told is not None and told in wanted:
        return True
    if not contrary.issuperset(hit.aspects):
        return False
    # by something else, unless it grades both: "cheaper and faster than"
    return told is None or any(mention.amount and mention.aspect in wanted for mention in mentions(tokens))


def _weigh(weights: dict[str, int], context: str | None) -> Scorer:
    in_context = context_factor(context)

    def scorer(hit: Hit, judged: Judgement, tokens: Sequence[Token], spans: list[Span]) -> Breakdown:
        weight = max((weights.get(name, 0) for name in hit.aspects), default=0)
        asked = (1.0 + weight / 3) * in_context(tokens)
        return Breakdown(fit(hit.sentence.text, tokens, spans), judged.confidence, asked, 1.0)

    return scorer


def _cam(taken: Sequence[tuple[Hit, Judgement]], weights: dict[str, int]) -> Scorer:
    """The thesis's score: α + e + e_max above the threshold γ, 0.1 (α + e) below, told as a product."""
    best = max((hit.score for hit, _ in taken), default=0.0)
    sure = next(
        (step for step in _CAM_STEPS if sum(judged.confidence > step for _, judged in taken) > _CAM_ENOUGH), 0.0
    )

    def scorer(hit: Hit, judged: Judgement, tokens: Sequence[Token], spans: list[Span]) -> Breakdown:
        boost = best * max((weights.get(name, 0) for name in hit.aspects), default=0)
        above = judged.confidence > sure
        base = hit.score + (best if above else 0.0)
        aspect = (boost + base) / base if base > 0 else 1.0
        return Breakdown(base, 1.0 if above else _CAM_UNSURE, aspect, 1.0)

    return scorer
