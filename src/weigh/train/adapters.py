"""Adapters: a task learns small corrections to the layers of the stance model, which stay as they are shipped.

A wide encoder is too large to be shipped once for every task. The stance model's is there already: beside each of its
linear layers stands a correction of low rank (after LoRA, Hu and others 2021), and norms, biases and the head are the
task's own. That is a tenth of the size.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from weigh.errors import BadInput
from weigh.models.session import WORDS, lent_by, parts, shipped
from weigh.models.vectors import WordVectors
from weigh.train import recover
from weigh.train.encoder import Encoder

ADAPTS = "stance"


class Adapted(nn.Linear):  # type: ignore[misc]
    """A linear layer whose weights stay as they are, with a correction of low rank beside them that learns."""

    def __init__(self, kept: nn.Linear, rank: int) -> None:
        super().__init__(kept.in_features, kept.out_features, device="meta")
        self.weight, self.bias = kept.weight, kept.bias
        self.weight.requires_grad_(False)
        self.narrow = nn.Parameter(torch.randn(rank, self.in_features) / self.in_features**0.5)
        self.widen = nn.Parameter(torch.zeros(self.out_features, rank))

    def forward(self, given: Tensor) -> Tensor:
        """What the layer says, corrected; before the first step of training that is what it said before."""
        corrected: Tensor = super().forward(given) + functional.linear(
            functional.linear(given, self.narrow), self.widen
        )
        return corrected


def adapt(encoder: Encoder, rank: int) -> None:
    """Let an encoder be the stance model's, with adapters of that rank; of a fresh base only the build is kept."""
    folders = parts(shipped(ADAPTS))
    words = WordVectors.load(folders[0] / WORDS)
    if encoder.body.config.model_type != "mpnet" or encoder.width != words.rows.shape[1]:
        raise BadInput("Adapters stand on the layers of the stance model. Expected its base: --base mpnet.")
    weights = recover.weights(folders)
    layers = encoder.body.encoder.layer
    encoder.body.encoder.layer = layers[: recover.depth(weights)]
    encoder.body.config.num_hidden_layers = len(encoder.body.encoder.layer)
    prefix = "encoder."
    fresh = {prefix + name: value for name, value in encoder.state_dict().items()}
    state = recover.body(weights, fresh)
    encoder.load_state_dict({name.removeprefix(prefix): value for name, value in state.items()})
    encoder.use_words(words)
    encoder.body.embeddings.requires_grad_(False)
    encoder.body.encoder.relative_attention_bias.requires_grad_(False)
    for part in list(encoder.body.encoder.layer.modules()):
        for name, child in list(part.named_children()):
            if type(child) is nn.Linear:
                setattr(part, name, Adapted(child, rank))
    encoder.adapted = True


def lend(out: Path) -> dict[str, Any]:
    """Put the lenders beside the model in `out`, where it looks for them; returned is what its configuration notes."""
    for folder in parts(shipped(ADAPTS)):
        if not (out.parent / folder.name).is_dir():
            shutil.copytree(folder, out.parent / folder.name)
    return {"adapts": ADAPTS, "lent_by": lent_by(parts(out.parent / ADAPTS))}
