"""From a trained network to the shipped files: calibration, int8 ONNX, and the loss this costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from torch import nn

from weigh.models.batches import batches
from weigh.train.encoder import load_tokenizer
from weigh.train.graph import Array, Graph, Range

Feed = dict[str, NDArray[np.generic]]
Head = Callable[[Graph, Mapping[str, Array], int, float, int], onnx.ModelProto]
LONGEST = 130
CLIPPED = 99.995  # per cent of the values that the one scale of an activation must hold


def feeds(rows: Sequence[Sequence[int]], places: Sequence[Sequence[int]] | None = None, size: int = 32) -> list[Feed]:
    """Token ids as batches of one length each."""
    found = []
    for part in batches([len(row) for row in rows], size):
        feed: Feed = {"ids": np.array([rows[at] for at in part], np.int64)}
        if places is not None:
            feed["places"] = np.array([places[at] for at in part], np.int64)
        found.append(feed)
    return found


def _session(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def predictor(file: Path) -> Callable[[Sequence[Sequence[int]], Sequence[Sequence[int]] | None], list[Array]]:
    """A function from rows of token ids to rows of logits."""
    session = _session(onnx.load(file))

    def predict(rows: Sequence[Sequence[int]], places: Sequence[Sequence[int]] | None) -> list[Array]:
        found: list[Array] = [np.zeros(0, np.float32)] * len(rows)
        for part in batches([len(row) for row in rows], 32):
            feed: Feed = {"ids": np.array([rows[at] for at in part], np.int64)}
            if places is not None:
                feed["places"] = np.array([places[at] for at in part], np.int64)
            for at, logits in zip(part, session.run(["logits"], feed)[0], strict=True):
                found[at] = logits
        return found

    return predict


def calibrate(model: onnx.ModelProto, samples: Sequence[Feed]) -> dict[str, Range]:
    """Spans of the watched activations over the sample."""
    session = _session(model)
    watched = [output.name for output in session.get_outputs()][1:]
    lows: dict[str, list[float]] = {name: [] for name in watched}
    highs: dict[str, list[float]] = {name: [] for name in watched}
    channels: dict[str, Array] = {}
    for feed in samples:
        for name, value in zip(watched, session.run(watched, feed), strict=True):
            rows = value.reshape(-1, value.shape[-1])
            lows[name].append(float(np.percentile(rows, 100 - CLIPPED)))
            highs[name].append(float(np.percentile(rows, CLIPPED)))
            top = np.abs(rows).max(0)
            channels[name] = np.maximum(channels.get(name, top), top)
    return {name: Range(float(np.min(lows[name])), float(np.max(highs[name])), channels[name]) for name in watched}


def export(
    network: nn.Module, head: Head, samples: Sequence[Feed], out: Path, base: Path, smoothing: float = 0.5
) -> tuple[Path, Path]:
    """Write `model.onnx` (int8) and `tokenizer.json` to `out`, and `float.onnx` beside it for comparison."""
    out.mkdir(parents=True, exist_ok=True)
    state = {name: value.detach().numpy().astype(np.float32) for name, value in network.state_dict().items()}
    config = network.encoder.body.config
    facts = (config.num_attention_heads, config.layer_norm_eps, LONGEST)
    exact = head(Graph(), state, *facts)
    ranges = calibrate(exact, samples)
    small = head(Graph(ranges, smoothing), state, *facts)
    while len(exact.graph.output) > 1:
        exact.graph.output.pop()
    onnx.save(exact, out / "float.onnx")
    onnx.save(small, out / "model.onnx")
    tokenizer = load_tokenizer(base)
    tokenizer.save(str(out / "tokenizer.json"), pretty=False)
    return out / "model.onnx", out / "float.onnx"
