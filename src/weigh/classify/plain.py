"""Where a sentence says plainly whom it favours, its own words correct the model.

The model at times takes "more wasteful" or "more malware" for praise and "fewer lines" for blame. Of the 5,759
sentences of train and validation four are changed, none as the label has it; of the 2,929 stances of the starter
library 29, and a reading of them found two changed for the worse.
"""

from __future__ import annotations

from dataclasses import replace

from weigh.text.compared import against_both
from weigh.text.frames import frame_in
from weigh.text.likeness import calls_equal
from weigh.text.mentions import object_spans
from weigh.text.tokens import tokenize, words
from weigh.types import Judgement, Object, Stance

_SURE = 0.9
_PLAIN = 0.7
"""Confidence in a stance that was corrected."""
_TURNS = frozenset(("but", "though", "although", "yet", "however"))
"""Words after which a sentence may say the opposite, which the model has read and the plain reading has not."""
_DENIED = 0.55
"""Most confidence in a comparison that is denied: who is not faster may still be as fast."""


def corrected(text: str, judged: Judgement, first: Object, second: Object) -> Judgement:
    """The judgement, or what the sentence plainly says instead: "A has fewer bugs", "A is just as fast as B"."""
    if judged.stance not in (Stance.FIRST, Stance.SECOND):
        return judged
    tokens = tokenize(text)
    spans = tuple(object_spans(text, (first, second), tokens))
    if against_both(text, tokens, spans):
        return Judgement(Stance.NONE, _PLAIN)
    frame = frame_in(text, spans)
    if frame is None:
        return replace(judged, stance=Stance.EQUAL, confidence=_PLAIN) if calls_equal(text, spans) else judged
    if frame.leaves_open:
        return replace(judged, confidence=min(judged.confidence, _DENIED))
    if frame.favoured is None or not (frame.aspect or frame.costs):
        return judged
    less = frame.phrase.lower().startswith(("less", "fewer"))
    if frame.costs is not None:
        plain = True
    elif not _TURNS.isdisjoint(words(text[frame.end :])):
        plain = False
    elif frame.with_as:
        plain = True  # few words to misread, and small models often do: "isn't as hard as"
    elif frame.favoured == frame.right:
        plain = not less or frame.direct  # "uses less fuel" is praise, "is less punctual" is none
    else:
        plain = less or (frame.direct and judged.confidence < _SURE)
    stance = Stance.FIRST if frame.favoured == first.name else Stance.SECOND
    return Judgement(stance, _PLAIN, judged.cues) if plain and stance is not judged.stance else judged
