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
from weigh.models.data import Question
from weigh.train import verdicts
from weigh.train.question import identify_figures
from weigh.train.teach import left_out, options_of, said_of_questions


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


def validation(folder: Path, runs: Sequence[Path]) -> tuple[list[Question], np.ndarray]:
    """The questions of validation and what is said of them by runs that each were taught all but the `measured` part.

    A model that learns from all of validation is measured, and its thresholds are chosen, by such runs of its recipe.
    """
    questions: list[Question] = []
    said: list[np.ndarray] = []
    for run in runs:
        part = options_of(run).get("measured")
        if not part:
            raise BadInput(f"The run in {run} was taught no part of validation. Expected one trained with 'measured'.")
        measures, _ = verdicts.halved(folder, part)
        questions += measures
        said.append(said_of_questions(run, [question.text for question in measures], 1))
    if len({question.text for question in questions}) < len({q.text for q in verdicts.halved(folder, [])[0]}):
        raise BadInput("Some questions of validation measured none of the runs. Expected one run for every part.")
    return questions, np.concatenate(said)
