"""The `markers` classifier: cue words around the two objects, with negation and equality. Every step is explainable.

A sentence is read clause by clause around its strongest cue: who stands before the cue is what it speaks of
("Python is easier than Java"), unless the comparison opens the sentence ("Compared with Java, Python is easier").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from weigh.classify.cues import Cues, cues
from weigh.text.mentions import object_spans
from weigh.text.tokens import Token, tokenize
from weigh.types import Judgement, Object, Span, Stance

NONE = Judgement(Stance.NONE, 0.9)
_DOUBTFUL = 0.56
_SPREAD = 14
_NEAR = 8
"""Words between "than" and what is compared against: "than the much older Nikon"."""
_CLOSE = 3
"""Words between a thing and a comparative without "than" that still speaks of it."""
_REACH = 3
"""How many words before a cue a negation may stand: "is not very much faster"."""


@dataclass(frozen=True, slots=True)
class _Cue:
    """A sign of comparison at a token: polarity for the one it speaks of, 0 for equality."""

    at: int
    end: int
    polarity: int
    confidence: float


class MarkersClassifier:
    """Stance by cue words."""

    name = "markers"

    def classify(self, sentences: Sequence[str], first: Object, second: Object) -> list[Judgement]:
        return [self._judge(text, first, second) for text in sentences]

    def _judge(self, text: str, first: Object, second: Object) -> Judgement:
        tokens = tokenize(text)
        mentions = [(_token_at(tokens, span.start), span.name) for span in object_spans(text, (first, second), tokens)]
        if {name for _, name in mentions} != {first.name, second.name}:
            return NONE
        known = cues()
        words = [token.text for token in tokens]
        cue = _strongest(words, mentions, known)
        if cue is None:
            return NONE
        span = Span(
            tokens[cue.at].start, tokens[cue.end - 1].end, "cue", text[tokens[cue.at].start : tokens[cue.end - 1].end]
        )
        confidence = cue.confidence * (0.7 if any(word in known.hedge for word in words[: cue.at]) else 1.0)
        if cue.polarity == 0:
            return Judgement(Stance.EQUAL, confidence, (span,))
        topic = _topic(words, mentions, cue, known)
        if topic is None:
            return NONE
        favoured = topic if cue.polarity > 0 else (second.name if topic == first.name else first.name)
        return Judgement(Stance.FIRST if favoured == first.name else Stance.SECOND, confidence, (span,))


def _token_at(tokens: Sequence[Token], start: int) -> int:
    return next(i for i, token in enumerate(tokens) if token.start >= start)


def _strongest(words: Sequence[str], mentions: Sequence[tuple[int, str]], known: Cues) -> _Cue | None:
    """The most telling cue that relates the objects; of equally telling ones the first."""
    found = [
        cue
        for at in range(len(words))
        for cue in _cues_at(words, at, known)
        if cue.confidence > _DOUBTFUL and _relates(words, mentions, cue, known)
    ]
    return max(found, key=lambda cue: (cue.confidence, -cue.at), default=None)


def _relates(words: Sequence[str], mentions: Sequence[tuple[int, str]], cue: _Cue, known: Cues) -> bool:
    """Whether the cue stands where it compares these objects, not something else in the same sentence."""
    than = next((i for i in range(cue.at, min(cue.at + _SPREAD, len(words))) if words[i] in known.than), None)
    if than is not None:
        return any(0 < at - than <= _NEAR for at, _ in mentions) and any(at < than for at, _ in mentions)
    if cue.polarity == 0 or any(word in known.compared for word in words):
        return True
    before = {name for at, name in mentions if at < cue.at}
    after = {name for at, name in mentions if at >= cue.end}
    if words[cue.at] in known.prefer and len(after) > 1:
        return True
    nearest = cue.at - max((at for at, _ in mentions if at < cue.at), default=-_SPREAD)
    if len(before) > 1 and not after:
        # "Perl is fine, but I like Python better": the last one named is preferred
        places = sorted(at for at, _ in mentions)
        return nearest <= _CLOSE and any(word in known.turn for word in words[places[0] : places[-1]])
    return bool(before and after and before ^ after) and (nearest <= _CLOSE or words[cue.at] in known.wins)


def _cues_at(words: Sequence[str], at: int, known: Cues) -> list[_Cue]:
    word = words[at]
    after = words[at + 1] if at + 1 < len(words) else ""
    has_than = any(w in known.than for w in words[at : at + 14])
    negated = (
        any(w in known.negation for w in words[max(0, at - _REACH) : at]) and "only" not in words[max(0, at - 2) : at]
    )
    found: list[_Cue] = []
    if word in ("more", "less", "fewer"):
        polarity = 1 if word == "more" else -1
        end = at + 2 if after in known.adjectives else at + 1
        if after in known.adjectives:
            polarity *= known.adjectives[after]
        elif (after in known.bad_nouns) or any(w in known.cost_verbs for w in words[max(0, at - 2) : at]):
            polarity = -polarity
            end = at + 2 if after in known.bad_nouns else at + 1
        found.append(_Cue(at, min(end, len(words)), -polarity if negated else polarity, 0.85 if has_than else 0.55))
    elif polarity := known.comparative(word):
        if word == "longer" and any(w in known.cost_verbs for w in words[max(0, at - 2) : at]):
            polarity = -1
        certain = word in known.comparatives
        if not certain and not has_than:
            return found
        if word in ("better", "worse") and "no" in words[max(0, at - 1) : at]:
            found.append(_Cue(at, at + 1, 0, 0.8))
        else:
            confidence = (0.9 if has_than or word in ("superior", "inferior") else 0.6) if certain else 0.6
            found.append(_Cue(at, at + 1, -polarity if negated else polarity, confidence - (0.1 if negated else 0)))
    elif word == "as" and "as" in words[at + 2 : at + 6]:
        end = at + 2 + words[at + 2 : at + 6].index("as") + 1
        polarity = next((known.adjectives[w] for w in words[at + 1 : end - 1] if w in known.adjectives), 0)
        if polarity and negated:
            found.append(_Cue(at, end, -polarity, 0.85))
        elif polarity or end - at <= 4:
            found.append(_Cue(at, end, 0, 0.8))
    elif word in known.wins:
        found.append(_Cue(at, at + 1, -1 if negated else 1, 0.75))
    elif word in known.loses and after in ("to", "behind", "against"):
        found.append(_Cue(at, at + 2, 1 if negated else -1, 0.75))
    elif word in known.prefer and any(w in ("over", "to", "instead", "rather") for w in words[at : at + 8]):
        found.append(_Cue(at, at + 1, -1 if negated else 1, 0.75))
    for phrase in known.equal:
        if tuple(words[at : at + len(phrase)]) == phrase and not (
            negated and phrase[0] not in ("no", "not", "neither")
        ):
            found.append(_Cue(at, at + len(phrase), 0, 0.8 if len(phrase) > 1 else 0.55))
    return found


def _topic(words: Sequence[str], mentions: Sequence[tuple[int, str]], cue: _Cue, known: Cues) -> str | None:
    """The object that the cue speaks of."""
    before = [name for at, name in mentions if at < cue.at]
    after = [name for at, name in mentions if at >= cue.end]
    if words[cue.at] in known.prefer:
        return after[0] if after else (before[-1] if before else None)
    than = next((i for i in range(cue.at, len(words)) if words[i] in known.than), None)
    if than is not None and (behind := [name for at, name in mentions if at > than]):
        # whoever is compared against stands after "than"; the topic is the other one
        against = behind[0]
        return next((name for name in [*reversed(before), *after] if name != against), None)
    if before and (opening := [i for i, w in enumerate(words[: cue.at]) if w in known.compared]):
        # "Compared with Java, Python is easier": what follows the opening word is compared against
        opponent = next((name for at, name in mentions if at > opening[-1]), None)
        if opponent is not None:
            others = [name for _, name in mentions if name != opponent]
            return others[0] if others else None
    if before:
        return before[-1]
    return after[0] if after else None
