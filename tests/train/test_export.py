"""From a trained network to the shipped files and back: both say the same, on a small base of MPNet's build."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from weigh.errors import BadInput
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


ROWS = [[101, *range(2000 + at, 2012 + at), 102] for at in range(8)]


@pytest.mark.parametrize("wanted", ["places", "first", "all"])
def test_an_exported_mpnet_says_the_same_as_the_trained_one(tmp_path: Path, tiny_mpnet: Path, wanted: str) -> None:
    import torch

    from weigh.models.session import MODEL
    from weigh.train import heads
    from weigh.train.export import export, predictor
    from weigh.train.question import QuestionNet
    from weigh.train.recipe import Recipe
    from weigh.train.stance import StanceNet

    rows = ROWS
    places = [[0, 2, 7], [0, 9, 4]] * 4 if wanted == "places" else None
    if wanted == "places":
        network, head = StanceNet(tiny_mpnet, None, 0.0), heads.stance
    else:
        network, head = QuestionNet(tiny_mpnet, 3, None, 0.0, alone=wanted == "first"), heads.question
    network.eval()
    export(network, head, tmp_path / "out", Recipe())
    more = [] if places is None else [torch.tensor(column) for column in zip(*places, strict=True)][1:]
    with torch.inference_mode():
        trained = network(torch.tensor(rows), torch.ones(8, 14, dtype=torch.long), *more).numpy()
    assert np.stack(predictor(tmp_path / "out" / "float.onnx")(rows, places)) == pytest.approx(trained, abs=5e-3)
    assert np.stack(predictor(tmp_path / "out" / MODEL)(rows, places)) == pytest.approx(trained, abs=5e-2)


def test_an_exported_model_of_answers_says_the_same_of_every_place_above_any_trunk(
    tmp_path: Path, tiny_mpnet: Path
) -> None:
    import torch

    from weigh.models.session import MODEL, WORDS, Session
    from weigh.train import heads
    from weigh.train.answer_reader import AnswerNet
    from weigh.train.export import export, predictor
    from weigh.train.recipe import Recipe

    network = AnswerNet(tiny_mpnet, None, 0.0).eval()
    places = [[1, 3, 5, 9, 13, 13], [2, 4, 6, 7, 8, 13]] * 4  # the last sentence of one has no length
    with torch.inference_mode():
        trained = network(torch.tensor(ROWS), torch.ones(8, 14, dtype=torch.long), torch.tensor(places)).numpy()
    assert trained.shape == (8, 4, 4)
    export(network, heads.answers, tmp_path / "whole", Recipe())
    assert np.stack(predictor(tmp_path / "whole" / "float.onnx")(ROWS, places)) == pytest.approx(trained, abs=5e-3)
    export(network, heads.answers, tmp_path / "answers", Recipe(), above=1)
    assert not (tmp_path / "answers" / WORDS).exists()
    network.encoder.body.encoder.layer = network.encoder.body.encoder.layer[:1]
    export(network, heads.trunk, tmp_path / "trunk", Recipe())
    (tmp_path / "answers" / "config.json").write_text('{"start": 101, "end": 102, "trunk": "trunk"}')
    found = np.stack(Session(tmp_path / "answers").run(ROWS, places))
    assert found == pytest.approx(np.stack(predictor(tmp_path / "whole" / MODEL)(ROWS, places)), abs=1e-5)
    assert found == pytest.approx(trained, abs=5e-2)


def test_a_stance_model_cut_in_two_says_the_same(tmp_path: Path, tiny_mpnet: Path) -> None:
    import torch

    from weigh.models.session import Session
    from weigh.train import heads
    from weigh.train.export import export
    from weigh.train.recipe import Recipe
    from weigh.train.stance import StanceNet
    from weigh.train.trunk import split

    network, run = StanceNet(tiny_mpnet, None, 0.0).eval(), tmp_path / "run"
    network.encoder.round_words(2.5)
    recipe = Recipe(grain=2.5, words_grain=2.5)
    export(network, heads.stance, run, recipe)
    torch.save(network.state_dict(), run / "checkpoint.pt")
    written = {name: getattr(recipe, name) for name in Recipe.__dataclass_fields__}
    (run / "run.json").write_text(json.dumps({"base": str(tiny_mpnet), "recipe": written}))
    (run / "config.json").write_text('{"task": "stance", "start": 101, "end": 102}')
    for name in ("metrics.json", "CARD.md"):
        (run / name).write_text("{}")
    split(run, 1, tmp_path / "cut")
    places = [[0, 2, 7], [0, 9, 4]] * 4
    whole, cut = (np.stack(Session(folder).run(ROWS, places)) for folder in (run, tmp_path / "cut" / "stance"))
    assert cut == pytest.approx(whole, abs=1e-5)
    for wrong, said in ((tmp_path / "nothing", "nothing to split"), (run, "cannot be split")):
        with pytest.raises(BadInput, match=said):
            split(wrong, 2, tmp_path / "cut")


def test_the_weights_of_an_mpnet_are_read_back_from_its_file(tmp_path: Path, tiny_mpnet: Path) -> None:
    import torch

    from weigh.train import heads, recover
    from weigh.train.export import LONGEST, export
    from weigh.train.recipe import Recipe
    from weigh.train.stance import StanceNet

    torch.manual_seed(3)
    network, fresh = StanceNet(tiny_mpnet, None, 0.0), StanceNet(tiny_mpnet, None, 0.0)
    with torch.no_grad():
        for weight in network.parameters():
            weight += torch.randn_like(weight) * 0.02 * weight.requires_grad
    export(network, heads.stance, tmp_path / "out", Recipe())
    (tmp_path / "out" / "config.json").write_text("{}")
    found = recover.state(tmp_path / "out", fresh.state_dict())
    # Places beyond the longest text are not shipped, and one bucket of distances (ahead, yet by none) is never read.
    part = {"position_embeddings": slice(2, LONGEST), "relative_attention_bias": [at for at in range(32) if at != 16]}
    for name, value in network.state_dict().items():
        rows = next((rows for known, rows in part.items() if known in name), slice(None))
        assert (value[rows] - found[name][rows]).abs().max() < 0.01, name


def test_a_base_that_counts_word_pieces_otherwise_is_given_its_own_ids(tiny_mpnet: Path) -> None:
    from weigh.train.encoder import Encoder

    encoder = Encoder(tiny_mpnet)
    assert (encoder.start, encoder.end, encoder.pad) == (101, 102, 0)
    assert encoder.base_ids[[101, 102, 0, 2000]].tolist() == [0, 2, 1, 2004]
    own = encoder.body.get_input_embeddings().weight[2004].numpy()
    assert encoder.words().of_ids([[2000]])[0, 0] == pytest.approx(own, abs=1e-3)


def test_training_with_rounded_weights_sees_what_is_shipped(tmp_path: Path, tiny_mpnet: Path) -> None:
    import torch

    from weigh.models.session import MODEL, WORDS
    from weigh.models.vectors import WordVectors
    from weigh.train import heads
    from weigh.train.export import export, predictor
    from weigh.train.recipe import Recipe
    from weigh.train.recover import start_from
    from weigh.train.stance import StanceNet

    recipe = Recipe(grain=1.0, words_grain=1.0, options={"init": []})  # so coarse that it cannot be overlooked
    exact, network = StanceNet(tiny_mpnet, None, 0.0).eval(), StanceNet(tiny_mpnet, None, 0.0).eval()
    network.load_state_dict(exact.state_dict())
    start_from("stance", network, recipe, tmp_path)
    given = torch.tensor(ROWS), torch.ones(8, 14, dtype=torch.long), torch.full((8,), 2), torch.full((8,), 7)
    with torch.inference_mode():
        before, rounded = exact(*given).numpy(), network(*given).numpy()
    export(network, heads.stance, tmp_path / "out", recipe)
    shipped_as = np.stack(predictor(tmp_path / "out" / MODEL)(ROWS, [[0, 2, 7]] * 8))
    assert np.abs(shipped_as - rounded).max() < 0.3 * np.abs(before - rounded).max()
    words = WordVectors.load(tmp_path / "out" / WORDS)
    assert (words.of_ids([[2000]])[0, 0] == network.encoder.body.get_input_embeddings().weight[2004].numpy()).all()
    network(*given).sum().backward()
    assert all(
        layer.weight.grad.abs().sum() > 0 for layer in (network.encoder.body.encoder.layer[0].intermediate.dense,)
    )


def test_a_student_may_begin_as_some_layers_of_its_teacher(tmp_path: Path, tiny_mpnet: Path) -> None:
    import torch

    from weigh.train.recipe import Recipe
    from weigh.train.recover import start_from
    from weigh.train.stance import StanceNet

    teacher, student = StanceNet(tiny_mpnet, None, 0.0), StanceNet(tiny_mpnet, (1,), 0.0)
    with torch.no_grad():
        for weight in teacher.parameters():
            weight += torch.rand_like(weight)
    torch.save(teacher.state_dict(), tmp_path / "checkpoint.pt")
    start_from("stance", student, Recipe(layers=(1,), options={"init": [str(tmp_path)]}), tmp_path)
    taught, own = teacher.encoder.body.encoder.layer[1], student.encoder.body.encoder.layer[0]
    assert all((value == own.state_dict()[name]).all() for name, value in taught.state_dict().items())
    assert (student.mix.weight == teacher.mix.weight).all()
