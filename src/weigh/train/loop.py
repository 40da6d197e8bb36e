"""The one training loop of all tasks: bucketed batches, AdamW with warm-up, early stopping on validation."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn
from tqdm import tqdm  # type: ignore[import-untyped]

from weigh.train.recipe import Recipe


class Task(Protocol):
    """What the loop needs to know of a task."""

    model: nn.Module

    def epoch(self, number: int) -> list[Any]:
        """The examples of one pass (augmentation happens here)."""

    def length(self, example: Any) -> int:
        """Tokens of an example, for batches of like lengths."""

    def loss(self, batch: Sequence[Any]) -> Tensor:
        """The mean loss of a batch."""

    def validate(self) -> dict[str, float]:
        """Figures on validation; `score` decides which weights are kept."""


def seed_everything(seed: int) -> None:
    """Fix every source of chance used in training."""
    random.seed(seed)
    torch.manual_seed(seed)


def batches(examples: Iterable[Any], size: int, length: Callable[[Any], int], chance: random.Random) -> list[list[Any]]:
    """Shuffled batches whose members have about the same length."""
    shuffled = list(examples)
    chance.shuffle(shuffled)
    found = []
    stretch = size * 40
    for start in range(0, len(shuffled), stretch):
        near = sorted(shuffled[start : start + stretch], key=length)
        found += [near[at : at + size] for at in range(0, len(near), size)]
    chance.shuffle(found)
    return found


def _groups(model: nn.Module, recipe: Recipe) -> list[dict[str, Any]]:
    """Parameter groups: no decay for norms and biases, a higher rate for heads, a lower one for lower layers."""
    encoder = dict(model.named_parameters())
    depth = 1 + max((int(n.split(".layer.")[1].split(".")[0]) for n in encoder if ".layer." in n), default=0)
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    for name, weight in encoder.items():
        if not weight.requires_grad:
            continue
        rate = recipe.rate
        if not name.startswith("encoder."):
            rate *= recipe.head_rate_factor
        else:
            level = int(name.split(".layer.")[1].split(".")[0]) if ".layer." in name else -1
            rate *= recipe.rate_decay_by_layer ** (depth - 1 - level)
        decay = 0.0 if weight.ndim < 2 else recipe.weight_decay
        groups.setdefault((rate, decay), []).append(weight)
    return [{"params": weights, "lr": rate, "weight_decay": decay} for (rate, decay), weights in groups.items()]


def fit(task: Task, recipe: Recipe, seed: int, out: Path, note: Callable[[str], None] = print) -> dict[str, float]:
    """Train and leave the weights of the best epoch in `out/checkpoint.pt`; its figures are returned.

    With `keep` the weights of every pass stay too, in `out/pass-1` and so on: their mean is often better than any.
    """
    out.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)
    model = task.model
    optimizer = torch.optim.AdamW(_groups(model, recipe), betas=(0.9, 0.98), eps=1e-6, fused=True)
    steps = max(1, recipe.epochs) * len(batches(task.epoch(0), recipe.batch, task.length, random.Random(0)))
    warm = max(1, int(steps * recipe.warm_up))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))
    )
    average = (
        torch.optim.swa_utils.AveragedModel(
            model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(recipe.average_weights)
        )
        if recipe.average_weights
        else None
    )
    best: dict[str, float] = {}
    waited = 0
    for number in range(recipe.epochs):
        began, total = time.monotonic(), 0.0
        model.train()
        parts = batches(task.epoch(number), recipe.batch, task.length, chance)
        for batch in tqdm(parts, desc=f"epoch {number + 1}/{recipe.epochs}", mininterval=10):
            loss = task.loss(batch)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            if average is not None:
                average.update_parameters(model)
            total += float(loss.detach())
        judged = average.module if average is not None else model
        trained = model
        task.model = judged
        judged.eval()
        with torch.inference_mode():
            figures = task.validate()
        task.model = trained
        figures |= {"epoch": number + 1, "loss": total / len(parts), "seconds": round(time.monotonic() - began)}
        note(" ".join(f"{name}={value:.4g}" for name, value in figures.items()))
        if recipe.keep:
            (out / f"pass-{number + 1}").mkdir(exist_ok=True)
            torch.save(judged.state_dict(), out / f"pass-{number + 1}" / "checkpoint.pt")
        waited += 1
        if not best or figures["score"] >= best["score"]:
            best, waited = figures, 0
            torch.save(judged.state_dict(), out / "checkpoint.pt")
        if waited >= recipe.patience:
            break
    if not recipe.epochs:  # an earlier checkpoint is only to be exported
        model.load_state_dict(torch.load(out / "checkpoint.pt", weights_only=True))
        model.eval()
        with torch.inference_mode():
            return task.validate()
    model.load_state_dict(torch.load(out / "checkpoint.pt", weights_only=True))
    model.eval()
    return best
