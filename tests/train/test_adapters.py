"""A task that learns corrections to the stance model's layers: only these are its own, and what is exported says the same."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from weigh.errors import BadInput

ROWS = [[101, *range(2000 + at, 2012 + at), 102] for at in range(8)]


@pytest.fixture
def tiny_stance(tmp_path: Path, tiny_mpnet: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small stance model in the place of the shipped one; its base is returned."""
    import torch

    from weigh.train import heads
    from weigh.train.export import export
    from weigh.train.loop import Recipe
    from weigh.train.stance import StanceNet

    torch.manual_seed(2)
    export(StanceNet(tiny_mpnet, None, 0.0), heads.stance, tmp_path / "shipped" / "stance", Recipe(grain=4))
    (tmp_path / "shipped" / "stance" / "config.json").write_text('{"start": 101, "end": 102}')
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path / "shipped"))
    return tiny_mpnet


def adapted(base: Path, rank: int = 4, alone: bool = False):  # type: ignore[no-untyped-def]
    import torch

    from weigh.train.question import QuestionNet

    torch.manual_seed(3)
    network = QuestionNet(base, 1, None, 0.0, alone=alone, adapt=rank)
    with torch.no_grad():
        for weight in network.parameters():
            weight += torch.randn_like(weight) * 0.05 * weight.requires_grad
    return network.eval()


def test_only_corrections_biases_and_norms_learn(tiny_stance: Path) -> None:
    network = adapted(tiny_stance)
    learns = {name.rsplit(".", 1)[1] for name, weight in network.named_parameters() if weight.requires_grad}
    assert learns == {"narrow", "widen", "bias", "weight"}
    matrices = [n for n, w in network.named_parameters() if w.requires_grad and n.endswith(".weight") and w.ndim > 1]
    assert matrices == ["out.weight"]


@pytest.mark.parametrize("alone", [True, False])
def test_an_adapted_model_says_exported_what_it_said_trained_and_holds_its_own_weights_alone(
    tmp_path: Path, tiny_stance: Path, alone: bool
) -> None:
    import onnx
    import torch

    from weigh.models import packed
    from weigh.models.session import MODEL, Session, parts
    from weigh.train import heads
    from weigh.train.adapters import lend
    from weigh.train.export import export, predictor
    from weigh.train.loop import Recipe

    network, out = adapted(tiny_stance, alone=alone), tmp_path / "runs" / "identify"
    export(network, heads.question, out, Recipe())
    (out / "config.json").write_text(json.dumps({"start": 101, "end": 102, **lend(out)}))
    with torch.inference_mode():
        trained = network(torch.tensor(ROWS), torch.ones(8, 14, dtype=torch.long)).numpy()
    lent = parts(out.parent / "stance")
    assert np.stack(predictor(out / "float.onnx", lent)(ROWS, None)) == pytest.approx(trained, abs=5e-3)
    assert np.stack(predictor(out / MODEL, lent)(ROWS, None)) == pytest.approx(trained, abs=5e-2)
    assert np.stack(Session(out).run(ROWS)) == pytest.approx(trained, abs=5e-2)
    own = {one.name for one in onnx.load_from_string(packed.read(out / MODEL)).graph.initializer}
    assert "l0.qkv.b" in own
    assert not any(name.endswith(("qkv.w", "out.w", "up.w", "down.w")) for name in own)


def test_adapters_are_read_back_from_their_file(tmp_path: Path, tiny_stance: Path) -> None:
    from weigh.train import heads, recover
    from weigh.train.adapters import lend
    from weigh.train.export import export
    from weigh.train.loop import Recipe

    network, out = adapted(tiny_stance), tmp_path / "runs" / "identify"
    export(network, heads.question, out, Recipe())
    (out / "config.json").write_text(json.dumps({"start": 101, "end": 102, **lend(out)}))
    found = recover.state(out, adapted(tiny_stance).state_dict())
    for name, value in network.state_dict().items():
        if name.endswith(("narrow", "widen", "bias", "dense.weight", "out.weight")):
            assert (value - found[name]).abs().max() < 0.01, name
    with pytest.raises(BadInput, match="another shape"):
        recover.state(out, adapted(tiny_stance, rank=8).state_dict())


def test_adapters_ask_for_the_base_of_the_stance_model(tmp_path: Path, tiny_stance: Path) -> None:
    import transformers

    from weigh.train.question import QuestionNet

    shape = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    transformers.MPNetModel(transformers.MPNetConfig(**shape)).save_pretrained(tmp_path / "other")
    (tmp_path / "other" / "tokenizer.json").write_text((tiny_stance / "tokenizer.json").read_text(encoding="utf-8"))
    with pytest.raises(BadInput, match="--base mpnet"):
        QuestionNet(tmp_path / "other", 1, None, 0.0, adapt=4)
