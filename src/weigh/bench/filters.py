"""What the cheap steps before the stance model drop: the linear filter and, of what it keeps, the quick model.

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
from weigh.models import data as public
from weigh.models.stance import decide

PARTS = ("train", "validation")
_NAMES = {"FIRST": "BETTER", "SECOND": "WORSE"}


def run(data: Path | None = None, *, on_progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """For each part: what is dropped, what of it is lost, what is spared, and the score with and without the steps."""
    folder = data_folder(data)
    both_steps = models.load("stance")
    alone, linear = both_steps.whole(), models.load("stance-linear")
    found = {}
    for part in PARTS:
        if on_progress:
            on_progress(part)
        items = public.stance(folder, part)
        asked = [(item.text, item.first, item.second) for item in items]
        gold = [_NAMES.get(str(item.stance), "NONE") for item in items]
        kept = linear.probabilities([item.text for item in items]) >= linear.thresholds["none"]
        whole, quick = (
            [_NAMES.get(decide(row)[0], "NONE") for row in model.probabilities(asked)] for model in (alone, both_steps)
        )
        said = [name if passed else "NONE" for name, passed in zip(quick, kept, strict=True)]
        sided = [at for at, name in enumerate(gold) if name != "NONE"]
        dropped = [at for at in sided if not kept[at]]
        waved_off = [at for at in sided if kept[at] and quick[at] == "NONE" != whole[at]]
        found[part] = {
            "sentences": len(items),
            "favouring": len(sided),
            "filtered": len(dropped),
            "filtered_lost": sum(whole[at] == gold[at] for at in dropped),
            "waved_off": len(waved_off),
            "waved_off_lost": sum(whole[at] == gold[at] for at in waved_off),
            "neutral_spared": sum(not kept[at] for at, name in enumerate(gold) if name == "NONE"),
            "weighted_f1": metrics.stance(gold, said)["weighted_f1"],
            "weighted_f1_model_alone": metrics.stance(gold, whole)["weighted_f1"],
            "examples": [items[at].text for at in dropped[:10]],
        }
    return found
