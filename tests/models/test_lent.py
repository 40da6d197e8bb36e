"""Weights that one model lends another: the joined file runs as if it had always been one."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weigh import models
from weigh.errors import ModelMissing
from weigh.models.lent import completed
from weigh.models.session import MODEL, Session, lenders, parts, shipped

onnx = pytest.importorskip("onnx", reason="these tests make small networks: pip install 'weigh[bench]'")

OTHERS = np.arange(40_000, dtype=np.float32).reshape(200, 200) / 40_000  # long enough for lengths of several bytes
OWN = np.linspace(-1, 1, 200, dtype=np.float32)


def network(nodes: list[tuple[str, list[str], str]], **weights: np.ndarray) -> bytes:
    from onnx import TensorProto, helper, numpy_helper

    made = helper.make_graph(
        [helper.make_node(kind, given, [name]) for kind, given, name in nodes],
        "small",
        [helper.make_tensor_value_info("given", TensorProto.FLOAT, ["rows", 200])],
        [helper.make_tensor_value_info(nodes[-1][2], TensorProto.FLOAT, ["rows", 200])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    opsets = [helper.make_opsetid("", 17)]
    return bytes(helper.make_model(made, opset_imports=opsets, ir_version=9).SerializeToString())


BORROWER = network([("MatMul", ["given", "others"], "product"), ("Add", ["product", "own"], "sum")], own=OWN)
LENDER = network([("MatMul", ["given", "others"], "product")], others=OTHERS, unused=OTHERS, own=OWN + 1)


def test_a_network_runs_with_the_weights_lent_to_it_and_keeps_its_own() -> None:
    import onnxruntime

    whole = completed(BORROWER, [LENDER])
    assert {one.name for one in onnx.load_from_string(whole).graph.initializer} == {"own", "others"}
    session = onnxruntime.InferenceSession(whole, providers=["CPUExecutionProvider"])
    rows = np.random.default_rng(1).standard_normal((3, 200)).astype(np.float32)
    assert session.run(None, {"given": rows})[0] == pytest.approx(rows @ OTHERS + OWN, abs=1e-4)


def test_nothing_is_lent_where_nothing_is_lacking() -> None:
    assert onnx.load_from_string(completed(LENDER, [BORROWER])) == onnx.load_from_string(LENDER)


@given(st.binary(max_size=60))
def test_a_lender_that_is_no_network_is_refused_in_words(content: bytes) -> None:
    with suppress(ModelMissing):  # some bytes read as an empty network
        found = completed(BORROWER, [content])
        assert [one.name for one in onnx.load_from_string(found).graph.initializer] == ["own"]


@given(st.integers(0, len(LENDER) - 1))
def test_a_lender_that_was_cut_off_is_refused_or_lends_whole_weights(size: int) -> None:
    try:
        found = completed(BORROWER, [LENDER[:size]])
    except ModelMissing:
        return
    assert len(onnx.load_from_string(found).graph.initializer) in (1, 2)


def copied(tmp_path: Path) -> Path:
    """The shipped identify model, with those that lend to it, in a folder of its own."""
    for part in (shipped("identify"), *lenders(shipped("identify"))):
        shutil.copytree(part, tmp_path / part.name)
    shutil.copy(shipped("tokenizer.json"), tmp_path)
    return tmp_path / "identify"


def test_adapters_beside_other_weights_than_their_own_are_refused(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    Session(folder)
    other = lenders(folder)[-1] / MODEL
    other.write_bytes((lenders(folder)[0] / MODEL).read_bytes())
    with pytest.raises(ModelMissing, match="made for other weights"):
        Session(folder)


def test_a_model_is_not_available_without_its_lenders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(tmp_path)
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    assert models.available("identify")
    (parts(folder.parent / "stance")[0] / MODEL).unlink()
    assert not models.available("identify")
    with pytest.raises(ModelMissing, match="missing"):
        Session(folder)


def test_a_configuration_names_the_weights_it_was_made_for() -> None:
    config = json.loads((shipped("identify") / "config.json").read_text(encoding="utf-8"))
    assert config["adapts"] == "stance"
    assert len(config["lent_by"].split()) == 2
