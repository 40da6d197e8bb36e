"""The ONNX graph of an encoder with its head, written node by node so that it is small, fast and exact.

Why not a traced export with dynamic quantisation: that takes the scale of the activations over the whole batch, so a
prediction would depend on its batch mates. Here every token has a scale of its own, weights are int8 per output
channel, and everything else stays float. (Scales that are fixed when the model is made are a little faster, but one
large channel spoils them: mpnet changed its mind on 4 % of the sentences with them, on 1 % with a scale a token.) The
input are the vectors of the word pieces, which all models share (`weigh.models.vectors`). There is no mask: the texts
of a batch have the same number of tokens, so nothing is padded. The last layer is computed only for the tokens that
the head reads (`Wanted`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Array = NDArray[np.float32]
Wanted = Literal["all", "first", "places"]
"""For which tokens the last layer is computed: for all, the first, or those that the input `places` names."""
MICROSOFT = "com.microsoft"
BY_DISTANCE = "encoder.by_distance"  # name of what is added to attention by distance, where an encoder has that
HIGHEST_WEIGHT = 127  # of the int8 range
HIGHEST_PAIR = 128  # of two neighbouring weights together: see `quantised`


def quantised(weight: Array, grain: float | None = None) -> tuple[NDArray[np.int8], Array]:
    """Weights (inputs by outputs) as whole numbers, and the step of each output: its spread divided by `grain`.

    A small grain makes a small file (`weigh.models.packed`); without one the steps are as fine as int8 allows.

    Processors without VNNI add two neighbouring products in 16 bits and cut off what is more, so the same file would
    say other things there. 255 times two neighbours that add up to no more than 128 is never cut off. Steps as fine as
    this allows: 1.3 times those of the full range in the mean, where 7 bits would double them.
    """
    pairs = np.abs(weight[:-1] + weight[1:]).max(0, initial=0.0)
    widest = np.maximum(np.abs(weight).max(0) / HIGHEST_WEIGHT, pairs / HIGHEST_PAIR)
    if grain is not None:
        widest = np.maximum(widest, weight.std(0) / grain)
    steps = np.maximum(widest, 1e-9).astype(np.float32)
    whole = np.round(weight / steps)
    for at in range(1, len(whole)):  # rounding may have lifted a pair over the limit: towards nought again
        over = np.abs(whole[at - 1] + whole[at]) > HIGHEST_PAIR
        whole[at, over] -= np.sign(whole[at, over])
    return np.clip(whole, -HIGHEST_WEIGHT, HIGHEST_WEIGHT).astype(np.int8), steps


@dataclass(slots=True)
class Graph:
    """Nodes and weights under construction; with `int8` linear layers are so, their weights in steps by `grain`."""

    int8: bool = False
    grain: float | None = None
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """A named weight."""
        self.weights[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def table(self, name: str, rows: Array) -> str:
        """A table of numbers, which an int8 model stores in whole steps, each row with a step of its own."""
        if not self.int8:
            return self.constant(name, rows)
        whole, steps = quantised(rows.T)
        stored = [self.constant(f"{name}.w", whole.T), self.constant(f"{name}.steps", steps)]
        return self.node("DequantizeLinear", stored, name, axis=0)

    def node(self, kind: str, inputs: list[str], name: str, domain: str = "", **attributes: object) -> str:
        """One node with one output, named after it."""
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, domain=domain, **attributes))
        return name

    def linear(self, name: str, given: str, weight: Array, bias: Array) -> str:
        """`given @ weight + bias`; for int8 every token is divided by its largest value, and multiplied at the end."""
        if not self.int8:
            product = self.node("MatMul", [given, self.constant(f"{name}.w", weight)], f"{name}.product")
            return self.node("Add", [product, self.constant(f"{name}.b", bias)], name)
        sizes = self.node("Abs", [given], f"{name}.sizes")
        largest = self.node("ReduceMax", [sizes], f"{name}.largest", axes=[-1], keepdims=1)
        top = self.node("Max", [largest, self.constant("least", np.array(1e-6, np.float32))], f"{name}.top")
        even = self.node("Div", [given, top], f"{name}.even")
        step = self.constant("step", np.array(1 / 127, np.float32))
        nought = self.constant("zero", np.array(128, np.uint8))
        small = self.node("QuantizeLinear", [even, step, nought], f"{name}.in")
        whole, steps = quantised(weight, self.grain)
        parts = [small, self.constant(f"{name}.w", whole), step, self.constant(f"{name}.steps", steps), nought]
        product = self.node("MatMulIntegerToFloat", parts, f"{name}.product", MICROSOFT)
        sized = self.node("Mul", [product, top], f"{name}.sized")
        return self.node("Add", [sized, self.constant(f"{name}.b", bias)], name)

    def norm(self, name: str, given: str, skip: str | None, gamma: Array, beta: Array, epsilon: float) -> str:
        """Layer normalisation of `given` (plus `skip`)."""
        # Two nodes: the runtime's fused SkipLayerNormalization is slower (380 against 430 sentences a core-second).
        if skip is not None:
            given = self.node("Add", [given, skip], f"{name}.sum")
        inputs = [given, self.constant(f"{name}.g", gamma), self.constant(f"{name}.beta", beta)]
        return self.node("LayerNormalization", inputs, name, axis=-1, epsilon=epsilon)


def encode(
    graph: Graph, state: Mapping[str, Array], heads: int, epsilon: float, *, wanted: Wanted, longest: int
) -> str:
    """The layers of BERT (or of MPNet, under BERT's names) over the input `words`: the states of the wanted tokens.

    Where the state begins with a later layer, the others are a trunk's, and the input are its `states`.
    """
    numbers = sorted({int(name.split(".")[2]) for name in state if name.startswith("encoder.layer.")})
    given = input_of(state)
    shape = graph.node("Shape", [given], "shape", start=1, end=2)
    nought = graph.constant("from", np.array([0], np.int64))
    hidden = given if numbers[0] else _embedded(graph, state, epsilon, longest, shape, nought)
    distances = _distances(graph, state[BY_DISTANCE], shape, nought, wanted) if BY_DISTANCE in state else ("", "")
    for number in numbers:
        own = {k.removeprefix(f"encoder.layer.{number}."): v for k, v in state.items()}
        last = number == numbers[-1]
        hidden = _layer(graph, f"l{number}", own, hidden, heads, epsilon, wanted if last else "all", distances[last])
    return hidden


def input_of(state: Mapping[str, Array]) -> str:
    """What a model is given: the vectors of word pieces, or a trunk's states where it lacks the first layer."""
    return "words" if any("encoder.layer.0." in name for name in state) else "states"


def _embedded(
    graph: Graph, state: Mapping[str, Array], epsilon: float, longest: int, shape: str, nought: str
) -> str:  # fmt: skip
    """Word pieces with their places."""
    places = (
        state["embeddings.position_embeddings.weight"][:longest] + state["embeddings.token_type_embeddings.weight"][0]
    )
    places_name = graph.node("Slice", [graph.table("positions", places), nought, shape, nought], "position")
    summed = graph.node("Add", ["words", places_name], "embedded")
    norm = "embeddings.LayerNorm"
    return graph.norm("start", summed, None, state[f"{norm}.weight"], state[f"{norm}.bias"], epsilon)


def _distances(graph: Graph, bias: Array, shape: str, nought: str, wanted: Wanted) -> tuple[str, str]:
    """What attention adds by distance (1, heads, tokens, tokens), and that of the wanted tokens for the last layer.

    `bias` is a number for each head and distance, from as far behind as can be to as far ahead.
    """
    table = graph.table("by_distance", bias)
    count = graph.node("Squeeze", [shape], "count")
    zero, one = (graph.constant(name, np.array(value)) for name, value in (("zero.at", 0), ("one.at", 1)))
    at = graph.node("Range", [zero, count, one], "at")
    behind = graph.node("Unsqueeze", [at, graph.constant("axis.1", np.array([1]))], "behind")
    moved = graph.node("Add", [at, graph.constant("middle", np.array(bias.shape[1] // 2))], "moved")
    between = graph.node("Sub", [moved, behind], "between")  # tokens, tokens: how far ahead the second is of the first
    flat = graph.node("Gather", [table, between], "distances.flat", axis=1)  # heads, tokens, tokens
    every = graph.node("Unsqueeze", [flat, nought], "distances")
    if wanted == "all":
        return every, every
    if wanted == "first":
        one = graph.constant("one", np.array([1], np.int64))
        two = graph.constant("two", np.array([2], np.int64))
        return every, graph.node("Slice", [every, nought, one, two], "distances.first")
    rows = graph.node("Gather", [flat, "places"], "distances.rows", axis=1)  # heads, batch, places, tokens
    return every, graph.node("Transpose", [rows], "distances.places", perm=[1, 0, 2, 3])


def _layer(
    graph: Graph, name: str, own: Mapping[str, Array], hidden: str, heads: int, epsilon: float, wanted: Wanted,
    distances: str,
) -> str:  # fmt: skip
    """One layer: attention and feed-forward, each with its residual and norm."""

    def linear_of(part: str) -> tuple[Array, Array]:
        return own[f"{part}.weight"].T, own[f"{part}.bias"]

    parts = [linear_of(f"attention.self.{part}") for part in ("query", "key", "value")]
    width = parts[0][0].shape[1]
    asking = hidden
    if wanted != "all":
        if wanted == "first":
            first = graph.constant("nought", np.array([0], np.int64))
            asking = graph.node("Gather", [hidden, first], f"{name}.asking", axis=1)
        else:
            three = graph.node("Unsqueeze", ["places", graph.constant("last", np.array([-1], np.int64))], "three")
            asking = graph.node("GatherND", [hidden, three], f"{name}.asking", batch_dims=1)
        query = graph.linear(f"{name}.q", asking, *parts[0])
        weight, bias = (np.concatenate([parts[1][at], parts[2][at]], -1) for at in (0, 1))
        both = graph.linear(f"{name}.kv", hidden, weight, bias)
        names = [f"{name}.k", f"{name}.v"]
        sizes = graph.constant(f"{name}.sizes", np.array([width] * 2, np.int64))
        graph.nodes.append(helper.make_node("Split", [both, sizes], names, axis=-1))
        names = [query, *names]
    else:
        weight, bias = (np.concatenate([part[at] for part in parts], -1) for at in (0, 1))
        all_three = graph.linear(f"{name}.qkv", hidden, weight, bias)
        names = [f"{name}.q", f"{name}.k", f"{name}.v"]
        sizes = graph.constant(f"{name}.sizes", np.array([width] * 3, np.int64))
        graph.nodes.append(helper.make_node("Split", [all_three, sizes], names, axis=-1))
    if distances:
        names += ["", "", distances]
    mixed = graph.node("MultiHeadAttention", names, f"{name}.mixed", MICROSOFT, num_heads=heads)
    out = graph.linear(f"{name}.out", mixed, *linear_of("attention.output.dense"))
    norm = "attention.output.LayerNorm"
    hidden = graph.norm(f"{name}.norm1", out, asking, own[f"{norm}.weight"], own[f"{norm}.bias"], epsilon)
    wide = graph.linear(f"{name}.up", hidden, *linear_of("intermediate.dense"))
    wide = graph.node("Gelu", [wide], f"{name}.gelu", MICROSOFT)
    down = graph.linear(f"{name}.down", wide, *linear_of("output.dense"))
    return graph.norm(
        f"{name}.norm2", down, hidden, own["output.LayerNorm.weight"], own["output.LayerNorm.bias"], epsilon
    )


def finish(
    graph: Graph, output: str, shape: list[int | str], *, places: bool = False, given: str = "words"
) -> onnx.ModelProto:
    """The whole model; `given` is what it reads (`input_of`)."""
    inputs = [helper.make_tensor_value_info(given, TensorProto.FLOAT, ["batch", "tokens", "width"])]
    if places:
        inputs.append(helper.make_tensor_value_info("places", TensorProto.INT64, ["batch", "places"]))
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
    made = helper.make_graph(graph.nodes, "weigh", inputs, outputs, list(graph.weights.values()))
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(made, opset_imports=opsets, ir_version=9, producer_name="weigh")
