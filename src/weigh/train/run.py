"""Training from beginning to end: read the data, ask the teachers, fit, export, choose thresholds, measure, write up.

A finished folder holds what is shipped (`model.onnx`, `tokenizer.json`, `config.json`, `metrics.json`, `CARD.md`) and
what is needed to teach others (`checkpoint.pt`, `run.json`).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import torch

from weigh.errors import BadInput
from weigh.models import data
from weigh.train import augment, card, heads, label, question, stance, teach, thresholds
from weigh.train.encoder import marker_ids
from weigh.train.export import export, feeds, predictor
from weigh.train.loop import Recipe, fit, seed_everything

TASKS = ("question", "label", "stance")  # identify and kinds are learnt together, as `question`
CALIBRATION = 512  # examples from which the int8 scales are taken


def read_recipe(task: str, changes: dict[str, Any]) -> Recipe:
    """The task's configuration file with the caller's changes."""
    text = (files("weigh.train") / "config" / f"{task}.toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    values = read["recipe"] | {name: value for name, value in changes.items() if name in Recipe.__dataclass_fields__}
    if values.get("layers"):
        values["layers"] = tuple(values["layers"])
    else:
        values["layers"] = None
    options = read.get("options", {})
    options |= {name: value for name, value in changes.items() if name not in Recipe.__dataclass_fields__}
    return Recipe(**values, options=options)


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
    gzipped JSONL files with sentences for them to label; `feedback` is a folder written by
    `weigh feedback export`.
    """
    if task not in TASKS:
        raise BadInput(f"There is no task {task!r} to train. Expected one of: {', '.join(TASKS)}.")
    if threads:
        torch.set_num_threads(threads)
    seed_everything(seed)
    recipe = read_recipe(task, changes or {})
    job: Any = {"question": _question, "label": _label, "stance": _stance}[task]
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


def _start_from(network: torch.nn.Module, recipe: Recipe) -> None:
    """Go on from an earlier run of the same shape, where the option `init` names its folder."""
    if recipe.options.get("init"):
        network.load_state_dict(torch.load(Path(recipe.options["init"]) / "checkpoint.pt", weights_only=True))


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
    labelled = data.stance(folder, "train")[:limit] + data.collected(data.stance, feedback)
    validation = data.stance(folder, "validation")
    examples = augment.with_targets(labelled) + augment.written() * int(options["written"])
    run = _note(out, "stance", base, recipe, seed, teachers)
    if teachers:
        known = {item.text for split in ("train", "validation", "test") for item in data.stance(folder, split)}
        unlabelled = [item for path in corpus for item in augment.pairs_in(path, labelled, known)]
        unlabelled = unlabelled[: int(options.get("unlabelled", len(unlabelled)))]
        examples = teach.stance_targets(teachers, examples, unlabelled, float(options.get("trust", 0.7)))
    network = stance.StanceNet(base, recipe.layers, recipe.dropout, int(options.get("frozen", 0)))
    task = stance.StanceTask(
        network, examples, validation, int(options["room"]), float(options["swap"]), float(options["contrary"]), seed
    )
    _start_from(network, recipe)
    best = fit(task, recipe, seed, out)
    sample = (
        task.encode(labelled[:CALIBRATION], [(0.0,) * 4] * CALIBRATION, [True] * CALIBRATION)
        if not limit
        else task.epoch(0)
    )
    config = {
        "task": "stance", "version": out.name, "start": network.encoder.start, "end": network.encoder.end,
        "room": int(options["room"]), "markers": list(marker_ids(network.encoder.tokenizer)),
    }  # fmt: skip
    if network.encoder.body.config.model_type != "bert":  # other encoders serve as teachers only
        return _finish(out, run, config, {"validation": best})
    rows = [example.ids for example in sample]
    export(network, heads.stance, feeds(rows, [[0, e.first, e.second] for e in sample]), out, base)
    seen = task.encode(validation, [(0.0,) * 4] * len(validation), [True] * len(validation))
    places = [[0, e.first, e.second] for e in seen]
    metrics: dict[str, Any] = {"validation": best}
    for name, file in (("validation_float", "float.onnx"), ("validation_int8", "model.onnx")):
        logits = np.stack(predictor(out / file)([e.ids for e in seen], places))
        chances = np.exp(logits - logits.max(1, keepdims=True))
        metrics[name] = stance.figures(validation, chances / chances.sum(1, keepdims=True))
    return _finish(out, run, config, metrics)


def _label(
    base: Path, folder: Path, out: Path, recipe: Recipe, seed: int,
    teachers: Sequence[Path], corpus: Sequence[Path], feedback: Path | None, limit: int | None,
) -> dict[str, Any]:  # fmt: skip
    labelled = data.label(folder, "train")[:limit] + data.collected(data.label, feedback)
    validation = data.label(folder, "validation")
    moves = label.transitions(labelled)
    examples = [(q.words, np.eye(4)[[data.LABELS.index(name) for name in q.labels]], 1.0) for q in labelled]
    run = _note(out, "label", base, recipe, seed, teachers)
    if teachers:
        unlabelled = augment.comparative_questions(folder)
        examples = teach.label_targets(teachers, examples, unlabelled, float(recipe.options.get("trust", 0.7)))
    network = label.LabelNet(base, recipe.layers, recipe.dropout, int(recipe.options.get("frozen", 0)))
    task = label.LabelTask(network, examples, validation, moves)
    _start_from(network, recipe)
    best = fit(task, recipe, seed, out)
    config = {"task": "label", "version": out.name, "start": network.encoder.start, "end": network.encoder.end}
    if network.encoder.body.config.model_type != "bert":
        return _finish(out, run, config, {"validation": best})
    export(network, heads.label, feeds([e.ids for e in task.train[:CALIBRATION]]), out, base)
    blank = [((0.0,) * 4,) * len(q.words) for q in validation]
    seen = task.encode([q.words for q in validation], blank, [1.0] * len(validation))
    metrics: dict[str, Any] = {"validation": best}
    for name, file in (("validation_float", "float.onnx"), ("validation_int8", "model.onnx")):
        every = predictor(out / file)([e.ids for e in seen], None)
        chances = [label.softmax(logits[list(e.starts)]) for e, logits in zip(seen, every, strict=True)]
        metrics[name] = label.figures(validation, chances, moves)
    strength = metrics["validation_int8"]["strength"]
    config |= {"labels": list(data.LABELS), "moves": (moves * strength).round(4).tolist()}
    return _finish(out, run, config, metrics)


def _question(
    base: Path, folder: Path, out: Path, recipe: Recipe, seed: int,
    teachers: Sequence[Path], corpus: Sequence[Path], feedback: Path | None, limit: int | None,
) -> dict[str, Any]:  # fmt: skip
    asked = data.identify(folder, "train")[:limit] + data.collected(data.identify, feedback)
    examples = question.targets(asked, data.kinds(folder, "train")[:limit])
    identify, kinds = data.identify(folder, "validation"), data.kinds(folder, "validation")
    run = _note(out, "question", base, recipe, seed, teachers)
    if teachers:
        examples = teach.question_targets(teachers, examples, float(recipe.options.get("trust", 0.7)))
    network = question.QuestionNet(base, recipe.layers, recipe.dropout, int(recipe.options.get("frozen", 0)))
    task = question.QuestionTask(network, examples, identify, kinds, float(recipe.options.get("easy", 1.0)), seed)
    _start_from(network, recipe)
    best = fit(task, recipe, seed, out)
    config = {"task": "question", "version": out.name, "start": network.encoder.start, "end": network.encoder.end}
    if network.encoder.body.config.model_type != "bert":
        return _finish(out, run, config, {"validation": best})
    export(network, heads.question, feeds([e.ids for e in task.train[:CALIBRATION]]), out, base)
    metrics: dict[str, Any] = {"validation": best}
    for name, file in (("validation_float", "float.onnx"), ("validation_int8", "model.onnx")):
        run_model = predictor(out / file)
        rows = [
            question.chances(
                np.stack(run_model([e.ids for e in task.encode([q.text for q in part], [()] * len(part))], None))
            )
            for part in (identify, kinds)
        ]
        metrics[name] = question.figures(identify, rows[0], kinds, rows[1])
    config["identify_thresholds"] = thresholds.identify([q.comparative for q in identify], rows[0][:, 0])
    config["kinds_thresholds"] = thresholds.kinds(np.array([q.kinds for q in kinds]), rows[1][:, 1:11])
    return _finish(out, run, config, metrics)


def finish_from_checkpoint(task: str, base: Path, folder: Path, out: Path) -> dict[str, Any]:
    """Export a folder that has only its checkpoint: no training, same files."""
    read = json.loads((out / "run.json").read_text(encoding="utf-8"))["recipe"]
    recipe = replace(read_recipe(task, read.get("options", {})), layers=read["layers"], epochs=0)
    job: Any = {"question": _question, "label": _label, "stance": _stance}[task]
    return job(base, folder, out, recipe, 1, (), (), None, None)  # type: ignore[no-any-return]
