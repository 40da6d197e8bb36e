"""Int8 weights: fine steps, and sums that no processor cuts off."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

onnx = pytest.importorskip("onnx", reason="the graph needs the extra 'bench'")
from onnx import numpy_helper  # noqa: E402

from weigh.models import packed  # noqa: E402
from weigh.models.session import MODEL, shipped  # noqa: E402
from weigh.train.graph import HIGHEST_PAIR, quantised  # noqa: E402

ENCODERS = sorted(path.parent.name for path in Path(shipped("")).glob(f"*/{MODEL}"))


@given(
    arrays.arrays(
        np.float32,
        st.tuples(st.integers(1, 40), st.integers(1, 6)),
        elements=st.floats(-5, 5, width=32, allow_nan=False),
    )
)
def test_neighbouring_weights_never_add_up_to_more_than_16_bits_hold(weight: np.ndarray) -> None:
    whole, steps = quantised(weight)
    sums = whole[:-1].astype(int) + whole[1:]
    assert 255 * np.abs(sums).max(initial=0) <= 2**15 - 1
    assert np.abs(whole * steps - weight).max() <= 1.51 * steps.max()


def test_weights_keep_the_full_range_where_no_neighbours_are_large() -> None:
    weight = np.zeros((8, 2), np.float32)
    weight[::2] = 1.0
    whole, steps = quantised(weight)
    assert whole.max() == 127
    assert np.allclose(whole * steps, weight)


def test_the_runtime_multiplies_such_weights_exactly_on_this_processor() -> None:
    chance = np.random.default_rng(3)
    whole, _ = quantised(np.abs(chance.normal(size=(384, 64))).astype(np.float32))
    given = np.full((5, 384), 255, np.uint8)
    made = onnx.helper.make_graph(
        [onnx.helper.make_node("MatMulInteger", ["given", "weight"], ["product"])],
        "product",
        [onnx.helper.make_tensor_value_info("given", onnx.TensorProto.UINT8, [None, 384])],
        [onnx.helper.make_tensor_value_info("product", onnx.TensorProto.INT32, None)],
        [numpy_helper.from_array(whole, "weight")],
    )
    model = onnx.helper.make_model(made, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    assert (session.run(None, {"given": given})[0] == given.astype(int) @ whole.astype(int)).all()


@pytest.mark.parametrize("name", ENCODERS)
def test_a_shipped_model_says_the_same_on_processors_that_add_in_16_bits(name: str) -> None:
    model = onnx.load_from_string(packed.read(shipped(name) / MODEL))
    held = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    parts = [name.removesuffix(".steps") for name in held if re.fullmatch(r"l\d+\..*\.steps", name)]
    layers = [held[f"{part}.w"].astype(int) for part in parts]
    assert layers
    assert max(np.abs(weight[:-1] + weight[1:]).max() for weight in layers) <= HIGHEST_PAIR
