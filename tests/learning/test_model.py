"""Models as data: they come back, and what is not right is refused."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from namesakes.errors import ModelError
from namesakes.learning.model import FORMAT, Model, load_model, save_model

MODEL = Model("tagger", {"bits": 4, "labels": ["NN"]}, {"weights": np.arange(4, dtype=np.float32), "b": np.eye(2)})


def test_a_model_comes_back_and_has_the_same_bytes(tmp_path: Path) -> None:
    save_model(tmp_path / "one", MODEL)
    save_model(tmp_path / "two", MODEL)
    found = load_model(tmp_path / "one", "tagger")
    assert found.settings == MODEL.settings
    assert {name: array.tolist() for name, array in found.arrays.items()} == {
        name: array.tolist() for name, array in MODEL.arrays.items()
    }
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def damage(folder: Path, what: str) -> None:
    """Spoil a saved model in one way."""
    description, arrays = folder / "model.json", folder / "arrays.npz"
    if what == "truncated":
        arrays.write_bytes(arrays.read_bytes()[:-10])
    elif what == "missing":
        arrays.unlink()
    elif what == "newer":
        description.write_text(json.dumps({**json.loads(description.read_text()), "format": FORMAT + 1}))
    elif what == "no json":
        description.write_text("{")
    elif what == "other json":
        description.write_text("[]")
    elif what == "none":
        description.unlink()


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("truncated", "not the file that model.json describes"),
        ("missing", "cannot be read"),
        ("newer", "newer release"),
        ("no json", "no readable model.json"),
        ("other json", "does not describe a model"),
        ("none", "no readable model.json"),
    ],
)
def test_damaged_models_are_refused(tmp_path: Path, what: str, message: str) -> None:
    save_model(tmp_path, MODEL)
    damage(tmp_path, what)
    with pytest.raises(ModelError, match=message):
        load_model(tmp_path, "tagger")


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    save_model(tmp_path, MODEL)
    with pytest.raises(ModelError, match="a model for 'tagger', and one for 'parser' is needed"):
        load_model(tmp_path, "parser")


def test_objects_cannot_be_stored(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="pickle"):
        save_model(tmp_path, Model("x", {}, {"a": np.array([object()])}))


@pytest.mark.parametrize("stop", range(4))
def test_saving_that_is_stopped_anywhere_leaves_a_whole_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    """Writing two files and putting them in their places are four steps; before each of them the disk is full."""
    old, new = (Model("toy", {"size": size}, {"rows": np.arange(size)}) for size in (3, 5))
    save_model(tmp_path, old)
    steps = iter(range(9))

    def failing(function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            if next(steps) == stop:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return function(*arguments)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(os.fsync))
        patch.setattr(Path, "replace", failing(Path.replace))
        patch.setattr(Path, "unlink", lambda path, missing_ok: None)  # as after a kill
        with pytest.raises(ModelError, match="cannot be written: No space left"):
            save_model(tmp_path, new)
    found = load_model(tmp_path, "toy")
    size = 5 if stop == 3 else 3
    assert (found.settings, len(found.arrays["rows"])) == ({"size": size}, size)
    save_model(tmp_path, new)
    assert load_model(tmp_path, "toy").settings == {"size": 5}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arrays.npz", "model.json"]
