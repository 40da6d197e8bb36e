"""What each task puts on top of the encoder, as ONNX nodes (the mirror of the networks' `forward`)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
from onnx import TensorProto

from weigh.train.graph import MICROSOFT, Array, Graph, encode, finish, input_of

_END = int(np.iinfo(np.int64).max)


def _dense(graph: Graph, name: str, given: str, state: Mapping[str, Array], part: str) -> str:
    """A linear layer that multiplies in float, since heads are small; an int8 model stores its weights rounded."""
    if f"{part}.b" not in graph.weights:  # one copy, however often used
        graph.constant(f"{part}.b", state[f"{part}.bias"])
        graph.node("Transpose", [graph.table(f"{part}.weight", state[f"{part}.weight"])], f"{part}.turned", perm=[1, 0])
    product = graph.node("MatMul", [given, f"{part}.turned"], f"{name}.product")
    return graph.node("Add", [product, f"{part}.b"], name)


def _split(state: Mapping[str, Array]) -> tuple[dict[str, Array], dict[str, Array]]:
    """The encoder's weights and the head's."""
    prefix = "encoder.body."
    body = {name.removeprefix(prefix): value for name, value in state.items() if name.startswith(prefix)}
    return body, {name: value for name, value in state.items() if not name.startswith("encoder.")}


def stance(graph: Graph, state: Mapping[str, Array], heads: int, epsilon: float, longest: int) -> onnx.ModelProto:
    """Logits (batch, 4) of FIRST, SECOND, EQUAL, NONE."""
    body, head = _split(state)
    three = encode(graph, body, heads, epsilon, wanted="places", longest=longest)
    flat = graph.constant("flat", np.array([0, -1], np.int64))
    logits = []
    mixed = []
    for name, order in (("first", [0, 1, 2]), ("second", [0, 2, 1])):
        picked = graph.node(
            "Gather", [three, graph.constant(f"{name}.order", np.array(order, np.int64))], f"{name}.three", axis=1
        )
        row = graph.node("Reshape", [picked, flat], f"{name}.row")
        mixed.append(graph.node("Gelu", [_dense(graph, f"{name}.mix", row, head, "mix")], f"{name}.mixed", MICROSOFT))
        logits.append(_dense(graph, f"{name}.wins", mixed[-1], head, "wins"))
    both = graph.node("Add", mixed, "both")
    logits.append(_dense(graph, "neither", both, head, "neither"))
    output = graph.node("Concat", logits, "logits", axis=-1)
    return finish(graph, output, ["batch", 4], places=True, given=input_of(body))


def answers(graph: Graph, state: Mapping[str, Array], heads: int, epsilon: float, longest: int) -> onnx.ModelProto:
    """Logits (batch, places less two, 4) as `stance` has them, of the whole and of the mean of each sentence.

    The mixing layer is taken apart, so that the objects' share of it is computed once for all sentences.
    """
    body, head = _split(state)
    states = encode(graph, body, heads, epsilon, wanted="all", longest=longest)
    width = len(head["mix.bias"])
    inner = graph.constant("inner", np.array([-1]))
    bounds = {"one": (0, 1), "other": (1, 2), "ends": (2, _END)}
    at = {
        name: graph.node("Unsqueeze", [_part(graph, f"{name}.places", "places", 1, *own), inner], f"{name}.deep")
        for name, own in bounds.items()
    }
    running = graph.node("CumSum", [states, graph.constant("along", np.array(1))], "running")
    sums = graph.node("GatherND", [running, at["ends"]], "sums", batch_dims=1)
    totals, lengths = (
        graph.node("Sub", [_part(graph, f"{n}.to", of, 1, 1, _END), _part(graph, f"{n}.from", of, 1, 0, -1)], n)
        for n, of in (("totals", sums), ("lengths", at["ends"]))
    )
    some = graph.node("Max", [lengths, graph.constant("shortest", np.array(1))], "lengths.some")
    means = graph.node("Div", [totals, graph.node("Cast", [some], "lengths.float", to=TensorProto.FLOAT)], "means")
    each = graph.node("Concat", [_part(graph, "whole", states, 1, 0, 1), means], "each", axis=1)
    turned = graph.node("Transpose", [graph.table("mix.weight", head["mix.weight"])], "mix.turned", perm=[1, 0])
    own, winner, loser = (_part(graph, f"mix.{n}", turned, 0, n * width, (n + 1) * width) for n in range(3))
    shared = graph.node("MatMul", [each, own], "each.product")
    shared = graph.node("Add", [shared, graph.constant("mix.b", head["mix.bias"])], "each.mix")
    read = {name: graph.node("GatherND", [states, at[name]], name, batch_dims=1) for name in ("one", "other")}
    mixed, logits = [], []
    for name, who, whom in (("first", "one", "other"), ("second", "other", "one")):
        parts = [
            graph.node("MatMul", [read[object_], part], f"{name}.{object_}")
            for object_, part in ((who, winner), (whom, loser))
        ]
        both = graph.node("Add", [graph.node("Add", parts, f"{name}.objects"), shared], f"{name}.mix")
        mixed.append(graph.node("Gelu", [both], f"{name}.mixed", MICROSOFT))
        logits.append(_dense(graph, f"{name}.wins", mixed[-1], head, "wins"))
    logits.append(_dense(graph, "neither", graph.node("Add", mixed, "both"), head, "neither"))
    output = graph.node("Concat", logits, "logits", axis=-1)
    return finish(graph, output, ["batch", "read", 4], places=True, given=input_of(body))


def _part(graph: Graph, name: str, given: str, axis: int, begin: int, end: int) -> str:
    """A stretch of a tensor along an axis."""
    where = [graph.constant(f"{name}.{at}", np.array([value])) for at, value in enumerate((begin, end, axis))]
    return graph.node("Slice", [given, *where], name)


def trunk(graph: Graph, state: Mapping[str, Array], heads: int, epsilon: float, longest: int) -> onnx.ModelProto:
    """The states (batch, tokens, width) of lower layers that several models have in common."""
    body, _ = _split(state)
    states = encode(graph, body, heads, epsilon, wanted="all", longest=longest)
    width = len(body["embeddings.LayerNorm.bias"])
    return finish(graph, graph.node("Identity", [states], "states"), ["batch", "tokens", width])


def label(graph: Graph, state: Mapping[str, Array], heads: int, epsilon: float, longest: int) -> onnx.ModelProto:
    """Logits (batch, tokens, 4) of O, OBJ, ASP, PRED."""
    body, head = _split(state)
    states = encode(graph, body, heads, epsilon, wanted="all", longest=longest)
    return finish(graph, _dense(graph, "logits", states, head, "out"), ["batch", "tokens", 4])


def question(graph: Graph, state: Mapping[str, Array], heads: int, epsilon: float, longest: int) -> onnx.ModelProto:
    """Logits (batch, outputs) of identify or kinds; a head of one vector reads the first token alone."""
    body, head = _split(state)
    alone = head["out.weight"].shape[1] == body["embeddings.LayerNorm.weight"].shape[0]
    states = encode(graph, body, heads, epsilon, wanted="first" if alone else "all", longest=longest)
    read = graph.node("Gather", [states, graph.constant("beginning", np.array(0, np.int64))], "first", axis=1)
    if not alone:
        mean = graph.node("ReduceMean", [states], "mean", axes=[1], keepdims=0)
        read = graph.node("Concat", [read, mean], "both", axis=-1)
    return finish(graph, _dense(graph, "logits", read, head, "out"), ["batch", head["out.bias"].shape[0]])
