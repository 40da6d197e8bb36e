"""How good identify models are on questions that they left out.

Validation has some 290 comparative questions: two models that are a point of F1 apart there may be equally good. The
training part has nine times as many, and models trained with `fold` have not seen all of them. Several runs that left
the same questions out are heard together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from weigh.errors import BadInput
from weigh.train import verdicts
from weigh.train.question import identify_figures
from weigh.train.teach import left_out, said_of_questions


def figures(folder: Path, runs: Sequence[Path]) -> dict[str, float]:
    """Figures over all questions that some run left out, by the mean of what such runs say."""
    texts, targets = zip(*verdicts.read(folder), strict=True)
    total, heard = np.zeros(len(texts)), np.zeros(len(texts))
    for run in runs:
        own = np.flatnonzero(left_out(run, texts))
        if not len(own):
            raise BadInput(f"The run in {run} left no question out. Expected one that was trained with 'fold'.")
        total[own] += said_of_questions(run, [texts[at] for at in own.tolist()], 1)[:, 0]
        heard[own] += 1
    asked = heard > 0
    found = identify_figures(np.array(targets)[asked] > 0.5, total[asked] / heard[asked])
    return {"questions": int(asked.sum()), **found}
