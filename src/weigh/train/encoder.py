"""Pretrained encoders for fine-tuning: loading, thinning of layers, batches of token ids.

All models read the ids of one tokenizer, the package's, so that a text is cut into word pieces once for whichever of
them reads it. A base may count the same pieces otherwise (MPNet does, by four): its ids stay inside the encoder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoModel

from weigh.models.session import PACKAGE
from weigh.models.vectors import WordVectors

MARKER_TOKENS = ("[unused1]", "[unused2]")
_MPNET_NAMES = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>"}


class Encoder(nn.Module):  # type: ignore[misc]
    """A pretrained transformer with the few facts about its tokenizer that the tasks need."""

    def __init__(
        self, base: Path, layers: tuple[int, ...] | None = None, dropout: float = 0.1, frozen: int = 0
    ) -> None:
        super().__init__()
        self.base = base
        self.body = AutoModel.from_pretrained(base, attention_probs_dropout_prob=dropout, hidden_dropout_prob=dropout)
        if getattr(self.body, "pooler", None) is not None:
            self.body.pooler = None
        if layers is not None:
            kept = nn.ModuleList(self.body.encoder.layer[at] for at in layers)
            self.body.encoder.layer = kept
            self.body.config.num_hidden_layers = len(kept)
        # The word vectors stay as pretrained: a third of the optimiser's work, and little data would only bend them.
        self.body.get_input_embeddings().weight.requires_grad_(False)
        if frozen:  # the lowest layers too, where time is short: their gradients are a good part of the cost
            self.body.embeddings.requires_grad_(False)
            for layer in self.body.encoder.layer[:frozen]:
                layer.requires_grad_(False)
        self.rounded_words: WordVectors | None = None
        self.grain = 0.0  # of the weights in the layers while they learn (see `Recipe`)
        self.trunk = 0  # the lowest layers that stay as they are shipped, since other models stand on them too
        self.half = False  # multiply in bfloat16: twice as fast on processors that have it
        self.width: int = self.body.config.hidden_size
        self.tokenizer = Tokenizer.from_file(str(PACKAGE / "tokenizer.json"))
        self.start, self.end, self.pad = (id_of(self.tokenizer, name) for name in _MPNET_NAMES)
        self.register_buffer("base_ids", ids_in_base(self.tokenizer, base), persistent=False)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Hidden states (batch, tokens, width)."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.half):
            exact = self._round() if self.grain else []
            states: Tensor = self.body(input_ids=self.base_ids[ids], attention_mask=mask).last_hidden_state
            for weight, data in exact:
                weight.data = data
        return states.float()

    def _round(self) -> list[tuple[nn.Parameter, Tensor]]:
        """Round the weights of the layers as they will be shipped (`graph.quantised`); returned are the exact ones.

        Only while a text is read: what learns are the exact ones.
        """
        exact = []
        for part in self.body.encoder.layer[self.trunk :].modules():
            if isinstance(part, nn.Linear):
                weight = part.weight
                exact.append((weight, weight.data))
                steps = (weight.data.std(1, correction=0, keepdim=True) / self.grain).clamp_min_(1e-9)
                weight.data = (weight.data / steps).round_().mul_(steps)
        return exact

    def words(self) -> WordVectors:
        """The vectors of the word pieces as they are shipped, in the order of the package's tokenizer."""
        table = self.body.get_input_embeddings().weight[self.base_ids].numpy()
        return self.rounded_words or WordVectors.of(table)

    def round_words(self, grain: float) -> None:
        """Round the word vectors by `grain`, so that training sees what is read later."""
        table = self.body.get_input_embeddings().weight
        self.rounded_words = WordVectors.of(table[self.base_ids].numpy(), grain)
        with torch.no_grad():
            table[self.base_ids] = torch.from_numpy(self.rounded_words.rows * self.rounded_words.steps)

    def adopt_markers(self) -> tuple[int, int]:
        """Give the two marker tokens the mean vector of a few neutral nouns, told apart by a small difference."""
        table = self.body.get_input_embeddings().weight
        markers = marker_ids(self.tokenizer)
        with torch.no_grad():
            for marker, words in zip(markers, (("it", "product", "first"), ("it", "product", "second")), strict=True):
                same = self.base_ids[[id_of(self.tokenizer, word) for word in words]]
                table[self.base_ids[marker]] = table[same].mean(0)
        return markers


def ids_in_base(ours: Tokenizer, base: Path) -> Tensor:
    """For each id of the package's tokenizer the id that the base has for the same word piece."""
    theirs = Tokenizer.from_file(str(base / "tokenizer.json"))
    found = torch.zeros(ours.get_vocab_size(), dtype=torch.long)
    for token, at in ours.get_vocab().items():
        same = theirs.token_to_id(_MPNET_NAMES.get(token, token))
        same = theirs.token_to_id(token) if same is None else same
        if same is None:
            raise ValueError(f"the base in {base} has no word piece {token!r}: use one with BERT's vocabulary")
        found[at] = same
    return found


def marker_ids(tokenizer: Tokenizer) -> tuple[int, int]:
    """Ids of the two tokens that stand for the objects (never used in pretraining)."""
    first, second = (id_of(tokenizer, token) for token in MARKER_TOKENS)
    return first, second


def id_of(tokenizer: Tokenizer, token: str) -> int:
    """The id of a word piece that is known to be there."""
    return int(tokenizer.get_vocab()[token])


def pad(rows: Sequence[Sequence[int]], filler: int) -> tuple[Tensor, Tensor]:
    """A rectangle of ids and its mask."""
    longest = max(map(len, rows))
    ids = torch.full((len(rows), longest), filler, dtype=torch.long)
    mask = torch.zeros((len(rows), longest), dtype=torch.long)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        mask[at, : len(row)] = 1
    return ids, mask
