"""Training from beginning to end: read the data, ask the teachers, fit, export, choose thresholds, measure, write up.

A finished folder holds what is shipped (`model.onnx.gz`, `words.gz`, `tokenizer.json`, `config.json`,
`metrics.json`, `CARD.md`) and what is needed to teach others (`checkpoint.pt`, `run.json`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from weigh import models
from weigh.errors import BadInput
from weigh.models import data
from weigh.models.session import MODEL, Session
from weigh.models.stance import StanceModel
from weigh.train import (
    augment,
    card,
    heads,
    label,
    marked,
    question,
    recover,
    sentences,
    stance,
    teach,
    thresholds,
    unseen,
    verdicts,
)  # fmt: skip
from weigh.train import trunk as trunks
from weigh.train.encoder import marker_ids
from weigh.train.export import EXPORTED, export, predictor
from weigh.train.held import Held
from weigh.train.loop import fit, seed_everything
from weigh.train.recipe import Recipe, read_recipe

TASKS = ("identify", "kinds", "label", "stance")
READ_CORPUS, READ_FEEDBACK = ("stance",), ("identify", "label", "stance")


def train(
    task: str,
    base: Path,
    folder: Path,
    out: Path,
    *,
    seed: int = 1,
    changes: dict[str, Any] | None = None,
    teachers: Sequence[Path] = (),
    corpus: Sequence[Path] = (),
    feedback: Path | None = None,
    limit: int | None = None,
    threads: int | None = None,
) -> dict[str, Any]:
    """Train a task and leave the finished folder in `out`; the metrics are returned.

    `teachers` are finished folders of the same task whose mean prediction is learnt beside the labels; `corpus` are
    gzipped JSONL files with sentences, those that were read and others for the teachers (stance alone has any);
    `feedback` is a folder written by `weigh feedback export` (it has nothing for kinds).
    """
    if task not in TASKS:
        raise BadInput(f"There is no task {task!r} to train. Expected one of: {', '.join(TASKS)}.")
    for option, given, readers in (("corpus", corpus, READ_CORPUS), ("feedback", feedback, READ_FEEDBACK)):
        if given and task not in readers:
            raise BadInput(f"The training of {task} reads no {option}. Leave it out: it is for {', '.join(readers)}.")
    if threads:
        torch.set_num_threads(threads)
    seed_everything(seed)
    recipe = read_recipe(task, changes or {})
    job: Any = {"identify": _identify, "kinds": _kinds, "label": _label, "stance": _stance}[task]
    return job(base, folder, out, recipe, seed, teachers, corpus, feedback, limit)  # type: ignore[no-any-return]


def _note(out: Path, task: str, base: Path, recipe: Recipe, seed: int, teachers: Sequence[Path]) -> dict[str, Any]:
    """What a teacher's reader and the model card must know of a run."""
    run = {
        "task": task,
        "base": str(base),
        "seed": seed,
        "teachers": [teacher.name for teacher in teachers],
        "recipe": {name: getattr(recipe, name) for name in Recipe.__dataclass_fields__},
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "run.json").write_text(json.dumps(run, indent=2, default=list), encoding="utf-8")
    return run


def _finish(out: Path, run: dict[str, Any], config: dict[str, Any], metrics: dict[str, Any]) -> dict[str, Any]:
    (out / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    (out / "metrics.json").write_text(json.dumps(metrics, indent=1), encoding="utf-8")
    (out / "CARD.md").write_text(card.write(run, metrics), encoding="utf-8")
    return metrics


def _stance(
    base: Path, folder: Path, out: Path, recipe: Recipe, seed: int,
    teachers: Sequence[Path], corpus: Sequence[Path], feedback: Path | None, limit: int | None,
) -> dict[str, Any]:  # fmt: skip
    options = recipe.options
    validation = data.stance(folder, "validation")
    examples = sentences.labelled(folder, corpus, float(options["second"]), feedback, limit)
    run = _note(out, "stance", base, recipe, seed, teachers)
    if teachers:
        pairs, around_than = int(options["pairs"]), int(options["around_than"])
        unlabelled = sentences.unlabelled(folder, corpus, pairs, around_than, feedback, limit)
        examples = teach.stance_targets(teachers, examples, unlabelled, float(options["trust"]))
    examples += augment.written() * int(options["written"])  # we know what we wrote: no teacher is asked
    trunk = int(options["trunk"])
    network = stance.StanceNet(base, recipe.layers, recipe.dropout, trunk or int(options["frozen"]))
    network.encoder.trunk = trunk
    task = stance.StanceTask(
        network, examples, validation, int(options["room"]), float(options["swap"]), float(options["contrary"]), seed,
        phrases=int(options["phrases"]), names=int(options["names"]),
    )  # fmt: skip
    recover.start_from(run["task"], network, recipe, out)
    best = fit(task, recipe, seed, out)
    said = task.probabilities(validation)
    best["temperature"] = thresholds.temperature(said, lambda own: stance.figures(validation, own)["likelihood"])
    network.cool(best["temperature"])
    config: dict[str, Any] = {
        "task": "stance", "version": out.name, "start": network.encoder.start, "end": network.encoder.end,
        "room": int(options["room"]), "names": int(options["names"]),
        "markers": list(marker_ids(network.encoder.tokenizer)),
    }  # fmt: skip
    if network.encoder.body.config.model_type not in EXPORTED:
        return _finish(out, run, config, {"validation": best})
    export(network, heads.stance, out, recipe, above=trunk)
    metrics: dict[str, Any] = {"validation": best}
    if trunk:
        config["trunk"] = trunks.lend(out)
    else:
        seen = task.encode(validation, [(0.0,) * 4] * len(validation), [True] * len(validation))
        logits = predictor(out / "float.onnx")([e.ids for e in seen], [[0, e.first, e.second] for e in seen])
        metrics["validation_float"] = stance.figures(validation, label.softmax(np.stack(logits)))
    if len(network.encoder.body.encoder.layer) == 1:  # a first step: what it may decide alone
        favouring = [item for item in validation if item.stance in ("FIRST", "SECOND")]
        config["surely_none"] = thresholds.surely_none(task.probabilities(favouring))
        config["surely_sided"] = thresholds.SURE
    _finish(out, run, config, metrics)  # before the model is read back as its users will read it
    said = StanceModel(Session(out)).probabilities([(item.text, item.first, item.second) for item in validation])
    metrics["validation_int8"] = stance.figures(validation, said)
    return _finish(out, run, config, metrics)


def _label(
    base: Path, folder: Path, out: Path, recipe: Recipe, seed: int,
    teachers: Sequence[Path], corpus: Sequence[Path], feedback: Path | None, limit: int | None,
) -> dict[str, Any]:  # fmt: skip
    validation = data.label(folder, "validation")
    held = Held(" ".join(q.words) for q in [*validation, *data.label(folder, "test")])
    labelled = data.label(folder, "train")[:limit] + data.collected(data.label, feedback)
    labelled, ours = ([q for q in own if " ".join(q.words) not in held] for own in (labelled, marked.questions()))
    moves = label.transitions(labelled)
    examples = [(q.words, label.certain(q), 1.0) for q in labelled]
    run = _note(out, "label", base, recipe, seed, teachers)
    if teachers:
        unlabelled = augment.comparative_questions(folder)
        examples = teach.label_targets(teachers, examples, unlabelled, float(recipe.options["trust"]))
    # no teacher is asked of what we wrote
    examples += [(q.words, label.certain(q), 1.0) for q in ours] * int(recipe.options["written"])
    examples += label.nothing(verdicts.read(folder), int(recipe.options["others"]))
    network = label.LabelNet(base, recipe.layers, recipe.dropout, int(recipe.options["frozen"]))
    task = label.LabelTask(network, examples, validation, moves)
    recover.start_from(run["task"], network, recipe, out)
    best = fit(task, recipe, seed, out)
    config = {"task": "label", "version": out.name, "start": network.encoder.start, "end": network.encoder.end}
    if network.encoder.body.config.model_type not in EXPORTED:
        return _finish(out, run, config, {"validation": best})
    export(network, heads.label, out, recipe)
    blank = [((0.0,) * 4,) * len(q.words) for q in validation]
    seen = task.encode([q.words for q in validation], blank, [1.0] * len(validation))
    metrics: dict[str, Any] = {"validation": best}
    for name, file in (("validation_float", "float.onnx"), ("validation_int8", MODEL)):
        every = predictor(out / file)([e.ids for e in seen], None)
        chances = [label.softmax(logits[list(e.starts)]) for e, logits in zip(seen, every, strict=True)]
        metrics[name] = label.figures(validation, chances, moves)
    strength = metrics["validation_int8"]["strength"]
    config |= {"labels": list(data.LABELS), "moves": (moves * strength).round(4).tolist()}
    return _finish(out, run, config, metrics)


def _identify(
    base: Path, folder: Path, out: Path, recipe: Recipe, seed: int,
    teachers: Sequence[Path], corpus: Sequence[Path], feedback: Path | None, limit: int | None,
) -> dict[str, Any]:  # fmt: skip
    options = recipe.options
    measured, taught = verdicts.halved(folder, options["measured"])
    measured_by = [Path(run) for run in options["measured_by"]]
    if measured_by:  # the figures come from these runs, so all that is left has to teach
        measured, taught = [], measured + taught
    examples: list[tuple[str, question.Target]] = [
        (text, (verdict,)) for text, verdict in verdicts.read(folder, feedback, limit, taught[:limit])
    ]
    if options["fold"]:
        left_out, folds = verdicts.checked_part("fold", options["fold"])
        examples = [example for example in examples if verdicts.fold_of(example[0], folds) != left_out]
    run = _note(out, "identify", base, recipe, seed, teachers)

    def easy(texts: Sequence[str]) -> NDArray[np.bool_]:
        chances: NDArray[np.float32] = models.load("identify-linear").probabilities(texts)
        return chances < float(options["surely_not"])

    if teachers:
        held = verdicts.measuring(folder)
        unlabelled = verdicts.questions_without_verdict(folder) if options["unlabelled"] else []
        unlabelled += verdicts.written(held) if options["written"] else []
        texts = [text for text, _ in examples]
        unclear = [text for text, sure in zip(texts, easy(texts), strict=True) if not sure]
        for number in range(int(options["varied"])):  # the same for every seed, so that teachers are asked only once
            unlabelled += verdicts.varied(unclear, texts, held, number)
        examples = teach.question_targets(teachers, examples, unlabelled, float(options["trust"]))
    surely_not = easy([text for text, _ in examples])
    examples = [(text, (*target, float(sure))) for (text, target), sure in zip(examples, surely_not, strict=True)]
    network = question.QuestionNet(
        base, 1, recipe.layers, recipe.dropout, int(options["frozen"]), bool(options["alone"])
    )
    task = question.IdentifyTask(
        network, examples, measured, float(options["easy"]), float(options["smoothing"]), seed,
        float(options["agreement"]),
    )  # fmt: skip
    config, metrics, said = _fit_question(task, out, recipe, seed, run)
    if measured_by:
        measured, said = unseen.validation(folder, measured_by)
        gold = np.array([q.comparative for q in measured])
        metrics = {"unseen_validation": question.identify_figures(gold, said[:, 0])}
    if len(said):
        config["thresholds"] = thresholds.identify([q.comparative for q in measured], said[:, 0])
    return _finish(out, run, config, metrics)


def _kinds(
    base: Path, folder: Path, out: Path, recipe: Recipe, seed: int,
    teachers: Sequence[Path], corpus: Sequence[Path], feedback: Path | None, limit: int | None,
) -> dict[str, Any]:  # fmt: skip
    options = recipe.options
    examples = question.kinds_targets(data.kinds(folder, "train")[:limit], int(options["others"]), seed)
    run = _note(out, "kinds", base, recipe, seed, teachers)
    if teachers:
        unlabelled = augment.questions_without_kinds(folder)
        examples = teach.question_targets(teachers, examples, unlabelled, float(options["trust"]))
    outputs = question.KindsTask.outputs
    network = question.QuestionNet(base, outputs, recipe.layers, recipe.dropout, int(options["frozen"]))
    task = question.KindsTask(network, examples, data.kinds(folder, "validation"))
    config, metrics, said = _fit_question(task, out, recipe, seed, run)
    if len(said):
        asked = np.array([q.comparative for q in task.validation])
        config["threshold"] = thresholds.kinds(np.array([q.kinds for q in task.validation])[asked], said[asked, :10])
    return _finish(out, run, config, metrics)


def _fit_question(
    task: question.QuestionTask, out: Path, recipe: Recipe, seed: int, run: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any], NDArray[np.floating]]:
    """What identify and kinds do alike: configuration, figures, and what the int8 model says of validation."""
    network: Any = task.model
    recover.start_from(run["task"], network, recipe, out)
    metrics: dict[str, Any] = {"validation": fit(task, recipe, seed, out)}
    config = {"task": run["task"], "version": out.name, "start": task.encoder.start, "end": task.encoder.end}
    said: NDArray[np.floating] = np.zeros((0, task.outputs))
    if task.encoder.body.config.model_type in EXPORTED:
        export(network, heads.question, out, recipe)
        texts = [q.text for q in task.validation]
        rows = [e.ids for e in task.encode(texts, [()] * len(texts))]
        for name, file in (("validation_float", "float.onnx"), ("validation_int8", MODEL)):
            if rows:
                said = task.chances(np.stack(predictor(out / file)(rows, None)))
                metrics[name] = task.figures(said)
    return config, metrics, said
