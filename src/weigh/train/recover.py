"""Where training begins: at an earlier run, or at the weights of a finished model that has no checkpoint.

What is shipped is int8; a weight read back differs from the one trained by at most half a step of its channel, which
the first steps of training mend. The mirror of `weigh.train.graph` and `weigh.train.heads`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from weigh.errors import BadInput
from weigh.models import packed
from weigh.models.session import MODEL, parts, shipped
from weigh.train.export import AS_BERT, BODY
from weigh.train.graph import Array
from weigh.train.recipe import Recipe

_PARTS = {
    "qkv": ("attention.self.query", "attention.self.key", "attention.self.value"),
    "q": ("attention.self.query",),
    "kv": ("attention.self.key", "attention.self.value"),
    "out": ("attention.output.dense",),
    "up": ("intermediate.dense",),
    "down": ("output.dense",),
}
_NORMS = {"norm1": "attention.output.LayerNorm", "norm2": "output.LayerNorm"}
_HEADS = ("mix", "wins", "neither", "out")


def start_from(task: str, network: Any, recipe: Recipe, out: Path) -> None:
    """Go on from an earlier run of the same shape, where the option `init` names it; of several, the mean.

    "shipped" is the model that comes with the package. With no passes to come, the outcome is only to be exported.
    """
    network.encoder.half = recipe.half
    if recipe.words_grain:
        network.encoder.round_words(recipe.words_grain)
    network.encoder.grain = recipe.grain
    folders = [shipped(task) if one == "shipped" else Path(one) for one in recipe.options["init"]]
    if folders:
        states = [
            _of_layers(torch.load(folder / "checkpoint.pt", weights_only=True), network.state_dict(), recipe.layers)
            if (folder / "checkpoint.pt").is_file()
            else state(folder, network.state_dict())
            for folder in folders
        ]
        network.load_state_dict({
            name: torch.stack([each[name] for each in states]).mean(0) if first.is_floating_point() else first
            for name, first in states[0].items()
        })  # fmt: skip
        if not recipe.epochs:
            torch.save(network.state_dict(), out / "checkpoint.pt")


def _of_layers(state: dict[str, Any], own: dict[str, Any], layers: tuple[int, ...] | None) -> dict[str, Any]:
    """A run's weights for a network of these layers: a student may begin as some layers of its teacher."""
    stack = f"{BODY}encoder.layer."
    depth = 1 + max(int(name.removeprefix(stack).split(".")[0]) for name in state if name.startswith(stack))
    if layers is None or depth == len(layers):
        return state
    found = {name: value for name, value in state.items() if not name.startswith(stack)}
    for at, layer in enumerate(layers):
        prefix = f"{stack}{layer}."
        found |= {f"{stack}{at}.{n.removeprefix(prefix)}": value for n, value in state.items() if n.startswith(prefix)}
    words = f"{BODY}embeddings.word_embeddings.weight"
    return found | {words: own[words]}  # rounded already


def state(folder: Path, fresh: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The state of a network as the model in `folder` tells it; `fresh` is a new network's of that shape."""
    if not (folder / MODEL).is_file():
        raise BadInput(f"There is nothing to go on from in {folder}: it has neither checkpoint.pt nor {MODEL}.")
    networks = [onnx.load_from_string(packed.read(part / MODEL)) for part in parts(folder)]
    held = {one.name: numpy_helper.to_array(one) for network in networks for one in network.graph.initializer}
    told: dict[str, Array] = {}
    depth = 1 + max(int(name[1 : name.index(".")]) for name in held if name.endswith(".up.w"))
    for number in range(depth):
        layer = f"{BODY}encoder.layer.{number}."
        for short, names in _PARTS.items():
            if f"l{number}.{short}.w" in held:
                weight, bias = _linear(held, f"l{number}.{short}")
                for at, part in enumerate(names):
                    own = slice(at * bias.size // len(names), (at + 1) * bias.size // len(names))
                    told[f"{layer}{part}.weight"], told[f"{layer}{part}.bias"] = weight[:, own].T, bias[own]
        for short, norm in _NORMS.items():
            told |= _norm(held, f"l{number}.{short}", layer + norm)
    told |= _norm(held, "start", f"{BODY}embeddings.LayerNorm")
    for part in _HEADS:
        if f"{part}.b" in held:
            told[f"{part}.weight"], told[f"{part}.bias"] = _table(held, f"{part}.weight"), held[f"{part}.b"]
    found = {name: value.clone() for name, value in fresh.items()}
    like_bert = f"{BODY}embeddings.token_type_embeddings.weight" in found
    if not like_bert:
        for theirs, bert in AS_BERT.items():
            told = {name.replace(bert, theirs): value for name, value in told.items()}
        if "by_distance.w" in held:
            told[f"{BODY}encoder.relative_attention_bias.weight"] = _by_distance(held, found)
    unknown = [n for n, v in told.items() if n not in found or tuple(found[n].shape) != v.shape]
    unknown += [n for n in found if not n.startswith("encoder.") and n not in told]  # a head left to chance
    if unknown or f"{BODY}encoder.layer.{depth}.output.dense.bias" in found:
        raise BadInput(f"The model in {folder} has another shape ({depth} layers) than the one to be trained.")
    for name, value in told.items():
        found[name] = torch.from_numpy(np.array(value, np.float32))
    positions = torch.from_numpy(_table(held, "positions"))
    if like_bert:
        positions -= found[f"{BODY}embeddings.token_type_embeddings.weight"][0]
    begin = 0 if like_bert else 2  # MPNet counts its places from behind the padding's
    found[f"{BODY}embeddings.position_embeddings.weight"][begin : begin + len(positions)] = positions
    return found


def _by_distance(held: Mapping[str, Array], fresh: Mapping[str, Tensor]) -> Array:
    """MPNet's bias for every bucket of distances, out of the table for all distances that is shipped."""
    from transformers.models.mpnet.modeling_mpnet import MPNetEncoder

    table = _table(held, "by_distance")  # heads, distances from behind to ahead
    weight: Array = fresh[f"{BODY}encoder.relative_attention_bias.weight"].numpy().copy()  # buckets, heads
    distances = torch.arange(table.shape[1]) - table.shape[1] // 2
    buckets = MPNetEncoder.relative_position_bucket(distances, num_buckets=len(weight)).numpy()
    for bucket in np.unique(buckets):
        weight[bucket] = table[:, buckets == bucket].mean(1)
    return weight


def _linear(held: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    """Weight (inputs by outputs) and bias of a linear layer: whole numbers times steps."""
    return held[f"{name}.w"].astype(np.float32) * held[f"{name}.steps"], held[f"{name}.b"]


def _table(held: Mapping[str, Array], name: str) -> Array:
    """A table of which every row is whole numbers times a step."""
    return np.array(held[f"{name}.w"] * held[f"{name}.steps"][:, None], np.float32)


def _norm(held: Mapping[str, Array], short: str, name: str) -> dict[str, Array]:
    return {f"{name}.weight": held[f"{short}.g"], f"{name}.bias": held[f"{short}.beta"]}
