"""The model card that stands beside a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_WHAT = {
    "stance": (
        "Stance of a sentence towards two objects that it names: FIRST, SECOND, EQUAL, NONE.",
        "CompSent-19 (CC BY 4.0, the CAM 2.0 split), sentences written for this project, web sentences labelled by a "
        "large language model for this project, and others labelled by the teachers.",
        "English sentences that name both objects. Irony, quoted opinions and comparisons across sentences are beyond "
        "it; it may repeat the leanings of web text.",
    ),
    "label": (
        "Objects, aspects and predicate of a comparative question, word by word.",
        "Webis-CompQuestions-22 (CC BY 4.0, the CAM 2.0 split); comparative questions of the identify and kinds "
        "training parts, labelled by the teachers; questions with marked words, and some that compare nothing, written "
        "for this project; questions of the identify training part that compare nothing.",
        "English questions. Those of the public data are in lower case and without punctuation; on others it is "
        "measured by questions that the same kind of writer wrote. Aspects are the weakest class, as for people.",
    ),
    "identify": (
        "Is a question comparative?",
        "Webis-CompQuestions-22 and -20 (CC BY 4.0), each question by its last verdict; with teachers also questions "
        "written for this project, and where asked for variants, and questions of Mintaka and of Beloucif et al. 2022.",
        "English questions. What counts as comparative follows the data: superlatives without a choice do not always.",
    ),
    "kinds": (
        "Which of ten kinds is a comparative question, and does a question ask for a fact, a method or arguments?",
        "Webis-CompQuestions-20 (CC BY 4.0); those of Webis-CompQuestions-22, labelled by the teachers.",
        "English questions. The three-way outcome was learnt from the kinds and from question words, not from labels "
        "of its own.",
    ),
    "identify-linear": (
        "Is a question plainly comparative, or plainly not?",
        "what the identify model says of the training questions of Webis-CompQuestions-22 and -20 (CC BY 4.0) and of "
        "variants of them.",
        "English questions. What lies between its two thresholds is for the larger models.",
    ),
    "stance-linear": (
        "May a sentence hold a stance at all?",
        "CompSent-19 (CC BY 4.0, the CAM 2.0 split), sentences written and read for this project, and sentences of an "
        "encyclopedia as what holds none.",
        "English sentences. It knows words, not who is compared: what it keeps is for the larger models to read.",
    ),
}


def write(run: dict[str, Any], metrics: dict[str, Any]) -> str:
    """The card as Markdown."""
    what, learnt, limits = _WHAT[run["task"]]
    lines = [f"# {run['task']}", "", what, "", f"- Base: {Path(run['base']).name} (Apache-2.0), layers kept: "
             f"{run['recipe']['layers'] or 'all'}", f"- Learnt from: {learnt}", f"- Limits: {limits}"]  # fmt: skip
    if run["teachers"]:
        lines.append(f"- Teachers: {', '.join(run['teachers'])}")
    lines += ["- Form: int8 weights per channel, a scale for every token, ONNX", f"- Seed: {run['seed']}", ""]
    lines += [f"- {part}: {_row(figures)}" for part, figures in metrics.items() if isinstance(figures, dict)]
    return "\n".join(lines) + "\n"


def write_linear(task: str, metrics: dict[str, float]) -> str:
    """The card of a linear first step."""
    what, learnt, limits = _WHAT[task]
    lines = [f"# {task}", "", what, "", "- Base: none; logistic regression on hashed words, pairs and triples of words",
             f"- Learnt from: {learnt}", f"- Limits: {limits}", "", f"- validation: {_row(metrics)}"]  # fmt: skip
    return "\n".join(lines) + "\n"


def _row(figures: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in figures.items() if isinstance(value, int | float))
