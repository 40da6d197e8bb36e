"""What several tests of training need."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weigh.models.session import shipped


@pytest.fixture
def tiny_mpnet(tmp_path: Path) -> Path:
    """A base of MPNet's build whose tokenizer counts the word pieces from four on, as MPNet's does."""
    torch = pytest.importorskip("torch", reason="training needs the extra 'train'")
    transformers = pytest.importorskip("transformers", reason="training needs the extra 'train'")
    torch.manual_seed(1)
    shape = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
    transformers.MPNetModel(transformers.MPNetConfig(**shape)).save_pretrained(tmp_path / "base")
    tokenizer = json.loads(shipped("tokenizer.json").read_text(encoding="utf-8"))
    pieces = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
    tokenizer["model"]["vocab"] = pieces | {token: at + 4 for token, at in tokenizer["model"]["vocab"].items()}
    tokenizer["added_tokens"], tokenizer["post_processor"] = [], None
    (tmp_path / "base" / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    return tmp_path / "base"
