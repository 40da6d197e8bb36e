"""The cue words of cues.txt, read once, and the questions the classifiers ask of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from weigh.text.forms import degree_forms
from weigh.text.tokens import words

COMPARATIVE_ENDING = "er"


@dataclass(frozen=True, slots=True)
class Cues:
    """The word lists, ready for look-up by folded word."""

    comparatives: dict[str, int]
    """Comparative forms ("faster", "worse") with their polarity."""
    no_comparatives: frozenset[str]
    """Words in -er that compare nothing."""
    adjectives: dict[str, int]
    """Base forms, as they stand after more, less and as."""
    bad_nouns: frozenset[str]
    cost_verbs: frozenset[str]
    wins: frozenset[str]
    loses: frozenset[str]
    prefer: frozenset[str]
    than: frozenset[str]
    versus: frozenset[str]
    compared: frozenset[str]
    equal: tuple[tuple[str, ...], ...]
    negation: frozenset[str]
    hedge: frozenset[str]
    turn: frozenset[str]
    """Words that set what follows against what came before."""

    def comparative(self, word: str) -> int:
        """The polarity of a comparative form; 0 where the word is none."""
        if word in self.comparatives:
            return self.comparatives[word]
        if word.endswith(COMPARATIVE_ENDING) and len(word) > 4 and word not in self.no_comparatives:
            return 1
        return 0


@cache
def cues() -> Cues:
    lists: dict[str, list[str]] = defaultdict(list)
    for line in files("weigh.classify").joinpath("cues.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, _, rest = line.partition(":")
            lists[kind].append(rest)

    def flat(kind: str) -> list[str]:
        return " ".join(lists[kind]).split()

    comparatives: dict[str, int] = {}
    adjectives: dict[str, int] = {}
    for kind, polarity in (("adjective +", 1), ("adjective -", -1)):
        for base in flat(kind):
            parts = words(base)
            adjectives[parts[-1]] = polarity
            if len(parts) == 1:
                for form in degree_forms(parts[0]):
                    if form.endswith("er") and form != parts[0]:
                        comparatives[form] = polarity
    comparatives |= {
        "better": 1,
        "worse": -1,
        "further": 1,
        "farther": 1,
        "superior": 1,
        "inferior": -1,
        "preferable": 1,
    }
    comparatives |= {"good": 0, "bad": 0}
    equal = tuple(tuple(words(text)) for text in " | ".join(lists["equal"]).split("|"))
    sets = {kind: frozenset(flat(kind)) for kind in lists}
    return Cues(
        comparatives=comparatives,
        no_comparatives=sets["no comparative"],
        adjectives=adjectives,
        bad_nouns=sets["noun -"],
        cost_verbs=sets["verb cost"],
        wins=sets["wins over"],
        loses=sets["loses to"],
        prefer=sets["prefer"],
        than=sets["than"],
        versus=sets["versus"],
        compared=sets["compared"],
        equal=equal,
        negation=sets["negation"],
        hedge=sets["hedge"],
        turn=sets["turn"],
    )
