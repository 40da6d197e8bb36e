"""From a trained network to the shipped files, and what these say of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import nn

from weigh.models import packed
from weigh.models.batches import batches
from weigh.models.session import MODEL, WORDS
from weigh.models.vectors import WordVectors
from weigh.train.graph import BY_DISTANCE, Array, Graph
from weigh.train.recipe import Recipe

Feed = dict[str, NDArray[np.generic]]
Head = Callable[[Graph, Mapping[str, Array], int, float, int], onnx.ModelProto]
LONGEST = 130
BODY = "encoder.body."


def _feeds(
    words: WordVectors, rows: Sequence[Sequence[int]], places: Sequence[Sequence[int]] | None
) -> Iterator[tuple[list[int], Feed]]:
    """Batches of texts of one length each: which they are, and what the model is given."""
    for part in batches([len(row) for row in rows], 32, LONGEST * 32):
        feed: Feed = {"words": words.of_ids([rows[at] for at in part])}
        if places is not None:
            feed["places"] = np.array([places[at] for at in part], np.int64)
        yield part, feed


def _session(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def predictor(file: Path) -> Callable[[Sequence[Sequence[int]], Sequence[Sequence[int]] | None], list[Array]]:
    """A function from rows of token ids to rows of logits; the word vectors stand beside the file."""
    session = _session(onnx.load(file) if file.suffix == ".onnx" else onnx.load_from_string(packed.read(file)))
    words = WordVectors.load(file.parent / WORDS)

    def predict(rows: Sequence[Sequence[int]], places: Sequence[Sequence[int]] | None) -> list[Array]:
        found: list[Array] = [np.zeros(0, np.float32)] * len(rows)
        for part, feed in _feeds(words, rows, places):
            for at, logits in zip(part, session.run(["logits"], feed)[0], strict=True):
                found[at] = logits
        return found

    return predict


EXPORTED = ("bert", "mpnet")
"""Kinds of encoders that can be exported; others serve as teachers only."""
AS_BERT = {  # names of MPNet's parts, and BERT's
    "attention.attn.q.": "attention.self.query.",
    "attention.attn.k.": "attention.self.key.",
    "attention.attn.v.": "attention.self.value.",
    "attention.attn.o.": "attention.output.dense.",
    "attention.LayerNorm.": "attention.output.LayerNorm.",
}


def _state(network: nn.Module, longest: int) -> dict[str, Array]:
    """The weights under BERT's names, which the graph reads.

    MPNet has other names, its places are counted from behind the padding's, it knows no kinds of tokens, and all its
    layers attend by distance as well: a bias that is written out here for every distance, behind and ahead.
    """
    state = {name: value.detach().numpy().astype(np.float32) for name, value in network.state_dict().items()}
    body = network.encoder.body
    if body.config.model_type == "bert":
        return state
    for theirs, bert in AS_BERT.items():
        state = {name.replace(theirs, bert): value for name, value in state.items()}
    places = state[f"{BODY}embeddings.position_embeddings.weight"][body.config.pad_token_id + 1 :]
    square = body.encoder.compute_position_bias(torch.zeros(1, longest, 1)).detach().numpy()[0]  # heads, tokens, tokens
    distances = np.concatenate([square[:, :0:-1, 0], square[:, 0]], 1)
    return state | {
        f"{BODY}embeddings.position_embeddings.weight": places,
        f"{BODY}embeddings.token_type_embeddings.weight": np.zeros((1, places.shape[1]), np.float32),
        f"{BODY}{BY_DISTANCE}": distances.astype(np.float32),
    }


def export(
    network: nn.Module, head: Head, out: Path, recipe: Recipe, longest: int = LONGEST, above: int = 0
) -> None:  # fmt: skip
    """Write the int8 model, its word vectors and `tokenizer.json` to `out`, and `float.onnx` for comparison.

    `longest` is the most tokens a text may have. Of a model that stands on a trunk only the layers from `above` on are
    written; words are the trunk's matter then.
    """
    out.mkdir(parents=True, exist_ok=True)
    state = _state(network, longest)
    lower = tuple(f"{BODY}encoder.layer.{number}." for number in range(above))
    state = {name: value for name, value in state.items() if not name.startswith(lower)}
    config = network.encoder.body.config
    facts = (config.num_attention_heads, config.layer_norm_eps, longest)
    onnx.save(head(Graph(), state, *facts), out / "float.onnx")
    packed.write(out / MODEL, head(Graph(True, recipe.grain or None), state, *facts).SerializeToString())
    network.encoder.tokenizer.save(str(out / "tokenizer.json"), pretty=False)
    if not above:
        network.encoder.words().save(out / WORDS)
