"""Weights in few bits and in parts."""

from pathlib import Path

import numpy as np
import pytest

from namesakes.encoder.export.weights import load_weights, quantized, restored, save_weights
from namesakes.errors import ModelError


def made() -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    return {"table": random.normal(size=(100, 80)).astype(np.float32), "bias": random.normal(size=7).astype(np.float32)}


def test_blocks_by_hand() -> None:
    numbers, scales = quantized(np.array([[-2.0, 1.0, 0.5]]), levels=4)
    assert scales.tolist() == [0.5]
    assert numbers[0, :4].tolist() == [-4, 2, 1, 0]
    assert restored(numbers, scales, (1, 3)).tolist() == [[-2.0, 1.0, 0.5]]


def test_weights_come_back_nearly_equal_from_small_parts(tmp_path: Path) -> None:
    paths = save_weights(tmp_path, made(), {"size": 80}, part=3000)
    assert len(paths) > 2
    assert all(path.stat().st_size <= 3000 for path in paths)
    found, about = load_weights(tmp_path)
    assert about == {"size": 80}
    for name, array in made().items():
        assert found[name].shape == array.shape
        assert np.abs(found[name] - array).max() < 0.03


def test_what_is_no_weights_is_said(tmp_path: Path) -> None:
    paths = save_weights(tmp_path, made(), {}, part=3000)
    paths[-1].unlink()
    with pytest.raises(ModelError, match="truncated"):
        load_weights(tmp_path)
    with pytest.raises(ModelError, match="truncated"):
        load_weights(tmp_path / "nowhere")
