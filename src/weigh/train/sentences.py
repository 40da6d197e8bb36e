"""Which sentences teach stances: labelled, read and unlabelled ones, and never one that measures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from weigh.models.data import StanceItem, collected, stance
from weigh.train import augment, readings
from weigh.train.augment import Target
from weigh.train.held import Held


def measuring(folder: Path) -> list[str]:
    """The sentences that stance is measured by."""
    return [item.text for split in ("validation", "test") for item in stance(folder, split)]


def labelled(
    folder: Path, corpus: Sequence[Path], second: float, feedback: Path | None = None, limit: int | None = None
) -> list[tuple[StanceItem, Target, bool]]:
    """The sentences whose stance somebody told, with their targets; `second` is the weight of second readings.

    Even of the training rows some are left out: the parts of the public data have a few sentences in common.
    """
    held = Held(measuring(folder))
    found = readings.mixed(stance(folder, "train")[:limit], second)
    told = collected(stance, feedback) + readings.of_web(corpus, held) + augment.web_like()
    return [example for example in found + augment.with_targets(told) if example[0].text not in held]


def unlabelled(
    folder: Path, corpus: Sequence[Path], pairs: int, around_than: int,
    feedback: Path | None = None, limit: int | None = None,
) -> list[StanceItem]:  # fmt: skip
    """Sentences of the corpus for teachers to judge, with at most `pairs` pairs of names that labelled ones have.

    Of those that say "one is … than another" come `around_than`, the same for every training, so that teachers need to
    be asked only once.
    """
    held = Held(measuring(folder))
    rows = stance(folder, "train")[:limit] + collected(stance, feedback)
    named = rows + readings.of_web(corpus, held)
    found = [item for path in corpus for item in augment.pairs_in(path, named, held, pairs)]
    known = Held([*measuring(folder), *(item.text for item in rows)])
    around = [item for path in corpus for item in augment.pairs_around_than(path, known)]
    random.Random(1).shuffle(around)
    return found + around[:around_than]
