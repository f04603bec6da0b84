"""Quantization: weights as small integers, which are what a model's file holds and what some kernels add up."""

import numpy as np

from namesakes.arrays import AnyArray, Float32Array, Int8Array

BYTE = 127
"""The greatest absolute value of a weight in one byte."""

_CODES = np.arange(256, dtype=np.uint8).view(np.int8).astype(np.int32)
SIGNED_SQUARES = _CODES * np.abs(_CODES)
"""By byte, read as unsigned, what it stands for in `quantize_roots`, in units of `root_scale`."""


def quantize(
    weights: Float32Array, levels: int = BYTE, scale: float | Float32Array | None = None
) -> tuple[AnyArray, float | Float32Array]:
    """The integers round(w / scale) between ±levels, and the scale: by default the one that just fits the weights."""
    if scale is None:
        scale = float(np.abs(weights).max()) / levels or 1.0
    dtype = np.int8 if levels <= BYTE else np.int16
    return np.clip(np.round(weights / scale), -levels, levels).astype(dtype), scale


def dequantize(codes: AnyArray, scale: AnyArray) -> Float32Array:
    """The weights that the integers of `quantize` stand for."""
    return codes.astype(np.float32) * scale.astype(np.float32)


def quantize_signs(weights: Float32Array) -> Int8Array:
    """Bytes in proportion to the weights, for models that only ask for the sign of a sum; there is no scale."""
    largest = float(np.abs(weights).max(initial=0.0)) or 1.0
    codes: Int8Array = np.rint(weights * (BYTE / largest)).astype(np.int8)
    return codes


def quantize_roots(weights: Float32Array, least: int = 0) -> tuple[Int8Array, float]:
    """The bytes ±127·√(|w| / largest), and the largest |w|: fine steps where most weights are, which is near 0.

    Bytes below `least` become 0: most weights are noise of features seen once, and without them a model is a third of
    the size and no worse.
    """
    largest = float(np.abs(weights).max(initial=0.0)) or 1.0
    codes = np.rint(np.sign(weights) * np.sqrt(np.abs(weights) / largest) * BYTE).astype(np.int8)
    codes[np.abs(codes) < least] = 0
    return codes, largest


def dequantize_roots(codes: Int8Array, largest: float) -> Float32Array:
    """The weights that the bytes of `quantize_roots` stand for."""
    values = np.arange(-128, 128) / BYTE
    table = (values * np.abs(values) * largest).astype(np.float32)
    return table[codes.astype(np.int16) + 128]


def root_scale(largest: float) -> float:
    """What sums of `SIGNED_SQUARES` are multiplied with to become sums of weights."""
    return largest / BYTE**2
