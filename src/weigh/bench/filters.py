"""What the cheap steps before the stance model drop: sentences without a cue word, and those the quick model waves off.

A filter is paid for with arguments that nobody reads any more. Of labelled sentences that favour an object, counted are
those that each step drops, and how many of these the whole model would have read rightly: only they are a loss.
The parts that models are chosen by are used, never the test part.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from weigh import models
from weigh.bench import metrics
from weigh.bench.tasks import data_folder
from weigh.classify.cues import may_compare
from weigh.models import data as public
from weigh.models.stance import decide
from weigh.text.tokens import words

PARTS = ("train", "validation")
_NAMES = {"FIRST": "BETTER", "SECOND": "WORSE"}


def run(data: Path | None = None, *, on_progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """For each part: what is dropped, what of it is lost, what is spared, and the score with and without the steps."""
    folder = data_folder(data)
    both_steps = models.load("stance")
    alone = both_steps.whole()
    found = {}
    for part in PARTS:
        if on_progress:
            on_progress(part)
        items = public.stance(folder, part)
        asked = [(item.text, item.first, item.second) for item in items]
        gold = [_NAMES.get(str(item.stance), "NONE") for item in items]
        cue = [may_compare(words(item.text.lower())) for item in items]
        whole, quick = (
            [_NAMES.get(decide(row)[0], "NONE") for row in model.probabilities(asked)] for model in (alone, both_steps)
        )
        said = [name if kept else "NONE" for name, kept in zip(quick, cue, strict=True)]
        sided = [at for at, name in enumerate(gold) if name != "NONE"]
        no_cue = [at for at in sided if not cue[at]]
        waved_off = [at for at in sided if cue[at] and quick[at] == "NONE" != whole[at]]
        found[part] = {
            "sentences": len(items),
            "favouring": len(sided),
            "without_cue": len(no_cue),
            "without_cue_lost": sum(whole[at] == gold[at] for at in no_cue),
            "waved_off": len(waved_off),
            "waved_off_lost": sum(whole[at] == gold[at] for at in waved_off),
            "neutral_spared_by_cues": sum(not cue[at] for at, name in enumerate(gold) if name == "NONE"),
            "weighted_f1": metrics.stance(gold, said)["weighted_f1"],
            "weighted_f1_model_alone": metrics.stance(gold, whole)["weighted_f1"],
            "examples": [items[at].text for at in no_cue[:10]],
        }
    return found
