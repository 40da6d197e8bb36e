"""How fast the models are: sentences a second, beside encoders of the sizes that the papers used, in the same run.

The large encoders have random weights and float arithmetic; only their size matters for speed. Ratios between rows of
one run carry over to other machines, the figures themselves do not.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from weigh import models
from weigh.bench.tasks import data_folder
from weigh.errors import BadInput, ExtraMissing

SIZES = (1, 32, 128)
# Layers, width, heads, feed-forward of the published encoders.
SHAPES = {"BERT-base-sized": (12, 768, 12, 3072), "DeBERTa-v3-large-sized": (24, 1024, 16, 4096)}
_SAMPLE = (
    "In my experience {0} has been far more reliable than {1} when it comes to long trips with family and luggage.",
    "{0} is cheaper, but the support that you get with {1} is faster and people there really know what they are doing.",
    "We tested {0} and {1} side by side for a month and could not find any difference that would matter in daily work.",
)


def sentences(count: int) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Made-up sentences of about 30 tokens, all different."""
    found = []
    for at in range(count):
        one, other = f"Alpha{at % 97}", f"Beta{at % 89}"
        text = _SAMPLE[at % len(_SAMPLE)].format(one, other)
        found.append(
            (text, (text.index(one), text.index(one) + len(one)), (text.index(other), text.index(other) + len(other)))
        )
    return found


def rate(job: Callable[[], object], count: int, least: float = 1.0) -> float:
    """Items a second, the best of at least three runs and `least` seconds."""
    job()
    best, began, runs = float("inf"), time.perf_counter(), 0
    while runs < 3 or time.perf_counter() - began < least:
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
        runs += 1
    return count / best


def speed_models(data: Path | None = None) -> dict[str, Any]:
    """Sentences a second of the stance model at several batch sizes, and of the large encoders."""
    model = models.load("stance")
    found: dict[str, Any] = {}
    for size in (*SIZES, 2000):
        items = sentences(size)
        found[f"stance, {size} at a time"] = rate(partial(model.probabilities, items), size)
    if data is not None:
        from weigh.models.data import stance as public_stance

        # The small steps before the model know what they learnt from, so what they have never seen is measured too.
        for part, name in (("train", "sentences of the data"), ("validation", "sentences of validation")):
            real = [(item.text, item.first, item.second) for item in public_stance(data, part)]
            found[f"stance, {name}"] = rate(partial(model.probabilities, real), len(real))
    for name, shape in SHAPES.items():
        other = _random_encoder(*shape)
        for size in (1, 32):
            found[f"{name}, {size} at a time"] = rate(partial(other, size), size, 0.5)
        found[f"stance as a multiple of {name} (32)"] = found["stance, 32 at a time"] / found[f"{name}, 32 at a time"]
    return found


def _random_encoder(layers: int, width: int, heads: int, inner: int, tokens: int = 30) -> Callable[[int], object]:
    """A float encoder of a given size on all cores; random weights, shared by all layers to save memory."""
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError as error:
        raise ExtraMissing("The speed comparison (onnx)", "train") from error
    import numpy as np
    import onnxruntime

    chance = np.random.default_rng(1)
    shapes = {"qkv": (width, 3 * width), "o": (width, width), "up": (width, inner), "down": (inner, width)}
    weights = [
        numpy_helper.from_array((chance.standard_normal(shape) * 0.02).astype(np.float32), name)
        for name, shape in shapes.items()
    ]
    weights += [
        numpy_helper.from_array(np.ones(width, np.float32), "g"),
        numpy_helper.from_array(np.zeros(width, np.float32), "b"),
    ]
    nodes, state, contrib = [], "x", "com.microsoft"
    for at in range(layers):
        nodes += [
            helper.make_node("MatMul", [state, "qkv"], [f"qkv{at}"]),
            helper.make_node("Split", [f"qkv{at}"], [f"q{at}", f"k{at}", f"v{at}"], axis=-1, num_outputs=3),
            helper.make_node(
                "MultiHeadAttention", [f"q{at}", f"k{at}", f"v{at}"], [f"m{at}"], domain=contrib, num_heads=heads
            ),
            helper.make_node("MatMul", [f"m{at}", "o"], [f"o{at}"]),
            helper.make_node(
                "SkipLayerNormalization", [f"o{at}", state, "g", "b"], [f"n{at}"], domain=contrib, epsilon=1e-7
            ),
            helper.make_node("MatMul", [f"n{at}", "up"], [f"u{at}"]),
            helper.make_node("Gelu", [f"u{at}"], [f"g{at}"], domain=contrib),
            helper.make_node("MatMul", [f"g{at}", "down"], [f"d{at}"]),
            helper.make_node(
                "SkipLayerNormalization", [f"d{at}", f"n{at}", "g", "b"], [f"x{at}"], domain=contrib, epsilon=1e-7
            ),
        ]
        state = f"x{at}"
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", tokens, width])
    out = helper.make_tensor_value_info(state, TensorProto.FLOAT, ["batch", tokens, width])
    graph = helper.make_graph(nodes, "random", [given], [out], weights)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(contrib, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    state_in = chance.standard_normal((128, tokens, width)).astype(np.float32)
    return lambda size: session.run(None, {"x": state_in[:size]})


def speed_identify(data: Path | None = None) -> dict[str, Any]:
    """Questions a second of the identify cascade over the questions of the data, and of its steps alone."""
    from weigh.models.data import identify as public_identify

    folder = data_folder(data)
    questions: Sequence[str] = [question.text for question in public_identify(folder, "train")]
    if not questions:
        raise BadInput(f"There are no questions in {folder}.")
    from weigh.parse.identify import identify

    linear, quick = models.load("identify-linear"), models.load("identify-quick")
    model = models.load("identify")
    steps = Counter(decision.by for decision in identify(questions))
    shares = {f"share settled by the {name}": steps[name] / len(questions) for name in ("linear model", "quick model")}
    return {
        "linear model": rate(lambda: linear.probabilities(questions), len(questions)),
        "quick model": rate(lambda: quick.probabilities(questions[:2000]), 2000),
        "transformer": rate(lambda: model.probabilities(questions[:1000]), 1000),
        "cascade": rate(lambda: identify(questions), len(questions)),
        **shares,
        "share left to the transformer": steps["model"] / len(questions),
    }
