"""What each task puts on top of the encoder, as ONNX nodes (the mirror of the networks' `forward`)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx

from weigh.train.graph import MICROSOFT, Array, Graph, encode, finish


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
    return finish(graph, output, ["batch", 4], places=True)


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
