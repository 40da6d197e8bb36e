"""question → Understanding: offensive wording, comparative or not, which kinds, and the comparison in it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from weigh.errors import BadInput
from weigh.settings import Settings
from weigh.stages import Parser
from weigh.text.plain import plain
from weigh.text.tokens import same_key, words
from weigh.types import Comparison, Object, Understanding

if TYPE_CHECKING:
    from weigh.parse.found import Found

_SPACES = re.compile(r"\s+")


def make_parser(settings: Settings) -> Parser:
    return QuestionParser(settings)


class QuestionParser:
    """The parse stage: rules and models behind one method."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, question: str, *, overrule: bool | None = None) -> Understanding:
        """What was understood. `overrule` is the user's own word on whether the question is comparative."""
        from weigh.parse.english import is_foreign
        from weigh.parse.guard import finding, message
        from weigh.parse.kinds import kinds_of
        from weigh.parse.label import label

        given, question = question, self._checked(question)
        if (found := finding(given)) is not None:
            return Understanding(question, found, False, 1.0, f"{found} wording", message=message(found))
        kinds = kinds_of([question])[0]
        labelled = label(question)
        comparative, probability, reason = self._verdict(question, labelled)
        if overrule is not None:
            comparative, reason = overrule, f"the user's word ({reason})"
        elif labelled.unnamed and len(labelled.objects) > 1:
            labelled.objects = []  # "what time difference is there between here and Lima": the patterns see two things
        seen = Understanding(
            question,
            "not comparative",
            comparative,
            probability,
            reason,
            kinds.kinds,
            kinds.intent,
            message=message("not_comparative"),
        )
        if not comparative:
            foreign = overrule is None and is_foreign(question)
            return replace(seen, message=message("not_english")) if foreign else seen
        names = _in_one_case(question, _distinct(labelled.objects))
        comparison = Comparison(
            tuple(Object(name) for name in names), tuple(labelled.aspects), labelled.predicate, labelled.context
        )
        if len(names) >= 2:
            return replace(seen, outcome="comparison", comparison=comparison, message=None)
        if labelled.kind:
            asked = replace(comparison, objects=(Object(labelled.kind),))
            return replace(seen, outcome="superlative", comparison=asked, message=None)
        told = message("one_object").format(name=names[0]) if names else message("too_few")
        return replace(seen, outcome="too few objects", comparison=comparison if names else None, message=told)

    def _verdict(self, question: str, labelled: Found) -> tuple[bool, float, str]:
        """Whether it compares, how probably, and why. The models that decide learned from whole questions ("tea or
        coffee" and stories are strange to them), so unless only the surest shall count the labeller has a say, too."""
        from weigh.parse.english import is_foreign
        from weigh.parse.identify import identify
        from weigh.parse.patterns import asks_for_alternatives
        from weigh.parse.spans import SURE

        point = self._settings.operating_point
        decision = identify([question], point, thorough=True)[0]
        if not decision.comparative and point != "precise" and not is_foreign(question):
            if labelled.certainty >= SURE:
                return True, labelled.certainty, f"names what it compares ({decision.reason})"
            if labelled.objects and asks_for_alternatives(question):
                return True, SURE, f"asks for an alternative ({decision.reason})"
        return decision.comparative, decision.probability, decision.reason

    def _checked(self, question: str) -> str:
        question = _SPACES.sub(" ", plain(question.replace("\x00", " "))).strip()
        limit = self._settings.max_question_length
        if (wrong := _no_text(question)) is not None:
            raise BadInput(f"A question with {wrong} arrived; expected text in UTF-8. Save or send it as UTF-8.")
        if not words(question):
            what = "A question without words" if question else "An empty question"
            raise BadInput(f"{what} arrived; expected something like “Is tea healthier than coffee?”.")
        if len(question) > limit:
            raise BadInput(
                f"A question of {len(question)} characters arrived; questions take at most {limit}. Shorten it."
            )
        return question


def _no_text(question: str) -> str | None:
    """What of a question cannot be written, and so not be read either: a byte that was no UTF-8, half a character."""
    try:
        question.encode()
    except UnicodeEncodeError as error:
        code = ord(question[error.start])
        what = f"the byte 0x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"half a character (U+{code:04X})"
        return f"{what} as character {error.start + 1}"
    return None


def _distinct(names: list[str]) -> list[str]:
    """Names once each, whatever their case."""
    return list({same_key(name): name for name in reversed(names) if words(name)}.values())[::-1]


def _in_one_case(question: str, names: list[str]) -> list[str]:
    """Names without the capital that only opens the question: of "Cats or dogs?" they are cats and dogs."""
    others = [name for name in names if not question.startswith(name)]
    opened = len(others) == len(names) - 1 > 0 and all(name == name.lower() for name in others)
    return [name[:1].lower() + name[1:] if opened and name[1:] == name[1:].lower() else name for name in names]
