"""Quantized weights: as near as the steps allow, and cases worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from namesakes.learning.quantization import (
    SIGNED_SQUARES,
    dequantize,
    dequantize_roots,
    quantize,
    quantize_roots,
    quantize_signs,
    root_scale,
)

weights = arrays(np.float32, st.integers(1, 20), elements=st.floats(-100, 100, width=32, allow_subnormal=False))


@given(weights, st.sampled_from([127, 2047]))
def test_no_weight_is_off_by_more_than_half_a_step(values: np.ndarray, levels: int) -> None:
    codes, scale = quantize(values, levels)
    assert codes.dtype == (np.int8 if levels == 127 else np.int16)
    assert np.abs(codes.astype(int)).max() == (levels if values.any() else 0)
    error = np.abs(dequantize(codes, np.array(scale)) - values)
    assert float(error.max()) <= (0.5 + 1e-4) * float(scale) + np.finfo(np.float32).smallest_normal


def test_a_scale_may_be_given_and_clips() -> None:
    values = np.array([[1.0, 10.0], [-300.0, 4.9]], dtype=np.float32)
    codes, scale = quantize(values, scale=np.array([1.0, 2.0], dtype=np.float32))
    assert codes.tolist() == [[1, 5], [-127, 2]]
    assert dequantize(codes, np.asarray(scale)).tolist() == [[1.0, 10.0], [-127.0, 4.0]]


def test_roots_by_hand() -> None:
    codes, largest = quantize_roots(np.array([4.0, -1.0, 0.0, 0.0002], dtype=np.float32))
    assert (codes.tolist(), largest) == ([127, -64, 0, 1], 4.0)
    assert quantize_roots(np.array([4.0, -1.0, 0.0002], dtype=np.float32), least=2)[0].tolist() == [127, -64, 0]
    expected = [4.0, -4 * (64 / 127) ** 2, 0.0, 4 / 127**2]
    assert dequantize_roots(codes, largest).tolist() == pytest.approx(expected)


@given(arrays(np.int8, 5, elements=st.integers(-127, 127)), st.floats(0.1, 50))
def test_sums_of_squares_are_sums_of_weights(codes: np.ndarray, largest: float) -> None:
    total = root_scale(largest) * int(SIGNED_SQUARES[codes.view(np.uint8)].sum())
    assert total == pytest.approx(float(dequantize_roots(codes, largest).sum(dtype=float)), rel=1e-5, abs=1e-4)


def test_signs_keep_their_proportions() -> None:
    assert quantize_signs(np.array([0.5, -0.25, 0.0], dtype=np.float32)).tolist() == [127, -64, 0]
    assert quantize_signs(np.zeros(2, dtype=np.float32)).tolist() == [0, 0]
