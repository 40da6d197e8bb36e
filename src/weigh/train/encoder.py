"""Pretrained encoders for fine-tuning: loading, thinning of layers, batches of token ids."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoModel

MARKER_TOKENS = ("[unused1]", "[unused2]")


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
        self.half = False  # multiply in bfloat16: twice as fast on processors that have it
        self.width: int = self.body.config.hidden_size
        self.tokenizer = load_tokenizer(base)
        self.start, self.end, self.pad = special_ids(self.tokenizer)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Hidden states (batch, tokens, width)."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.half):
            states: Tensor = self.body(input_ids=ids, attention_mask=mask).last_hidden_state
        return states.float()

    def adopt_markers(self) -> tuple[int, int]:
        """Give the two marker tokens the mean vector of a few neutral nouns, told apart by a small difference."""
        table = self.body.get_input_embeddings().weight
        markers = marker_ids(self.tokenizer)
        with torch.no_grad():
            for marker, words in zip(markers, (("it", "product", "first"), ("it", "product", "second")), strict=True):
                table[marker] = torch.stack([table[self.tokenizer.token_to_id(word)] for word in words]).mean(0)
        return markers


def load_tokenizer(base: Path) -> Tokenizer:
    """The tokenizer of a base model without padding and truncation: those are ours."""
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def marker_ids(tokenizer: Tokenizer) -> tuple[int, int]:
    """Ids of the two tokens that stand for the objects (never used in pretraining)."""
    first, second = (tokenizer.token_to_id(token) for token in MARKER_TOKENS)
    if first is None or second is None:
        raise ValueError(f"the tokenizer has no tokens {MARKER_TOKENS}: use a base with a BERT vocabulary")
    return first, second


def special_ids(tokenizer: Tokenizer) -> tuple[int, int, int]:
    """Ids of the tokens that open, close and pad a text (BERT's names or MPNet's)."""
    found = []
    for names in (("<s>", "[CLS]"), ("</s>", "[SEP]"), ("<pad>", "[PAD]")):
        ids = [tokenizer.token_to_id(name) for name in names]
        known = [one for one in ids if one is not None]
        if not known:
            raise ValueError(f"the tokenizer knows none of the tokens {names}: use a BERT or MPNet base")
        found.append(known[0])
    return found[0], found[1], found[2]


def pad(rows: Sequence[Sequence[int]], filler: int) -> tuple[Tensor, Tensor]:
    """A rectangle of ids and its mask."""
    longest = max(map(len, rows))
    ids = torch.full((len(rows), longest), filler, dtype=torch.long)
    mask = torch.zeros((len(rows), longest), dtype=torch.long)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        mask[at, : len(row)] = 1
    return ids, mask
