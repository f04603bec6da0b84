"""Models that were made to do harm, or changed at random: our own errors only, and no memory for what is not there."""

import hashlib
import io
import json
import shutil
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import namesakes
from namesakes.config import fill, parse_toml, read_values
from namesakes.encoder.export.weights import load_weights, save_weights
from namesakes.errors import ConfigError, ModelError, NamesakesError
from namesakes.learning.model import describe, load_model
from namesakes.learning.packed_arrays import DAMAGED, LARGEST, unpacked
from namesakes.pipeline.parts import PARTS, Part, shipped_folder
from namesakes.syntax.tagging.tagger import TaggerSettings

DEEP = "[" * 100_000


def header(shape: tuple[int, ...], dtype: str = "<f8") -> bytes:
    """The beginning of an array that claims a shape."""
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": dtype, "fortran_order": False, "shape": shape})
    return stream.getvalue()


def archive(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(f"{name}.npy", data)
    return stream.getvalue()


def test_a_bomb_is_not_unpacked() -> None:
    zeros = archive(a=header((1 << 17,)) + bytes(1 << 20))
    claimed = bytearray(zeros)
    place = zeros.rindex(b"PK\x01\x02") + 24  # the size in the list of files
    claimed[place : place + 4] = (LARGEST + 1).to_bytes(4, "little")
    with pytest.raises(ValueError, match="are the most"):
        unpacked(bytes(claimed))


@pytest.mark.parametrize("shape", [(1 << 40,), (1 << 20, 1 << 20), (2,)])
def test_an_array_that_claims_more_than_it_has(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="fewer numbers"):
        unpacked(archive(a=header(shape)))


@given(st.integers(0, 400), st.binary(min_size=1, max_size=9))
def test_changed_archives_give_known_errors(place: int, change: bytes) -> None:
    data = bytearray(archive(a=header((4,)) + bytes(32), b=header((2, 2), "<u4") + bytes(16)))
    data[place : place + len(change)] = change
    with suppress(*DAMAGED):
        assert all(isinstance(array, np.ndarray) for array in unpacked(bytes(data)).values())


def copied(part: str, folder: Path) -> Path:
    """A copy of a shipped model."""
    shutil.copytree(str(shipped_folder(PARTS[part].shipped)), folder / part)
    return folder / part


HARMS: dict[str, Any] = {
    "text": "x",
    "number": -1,
    "huge": 10**400,
    "nothing": None,
    "list": [[1], {}],
    "table": {"bits": -1, "window": "no"},
}


def places(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The places of all settings in a table."""
    found = [path] if path else []
    for key, each in value.items() if isinstance(value, dict) and len(path) < 3 else ():
        found += places(each, (*path, key))
    return found


@pytest.mark.parametrize("part", ["tokenizer", "tagger", "lemmatizer", "gender", "chains", "identities"])
def test_settings_of_the_wrong_kind(tmp_path: Path, part: str) -> None:
    """Each setting of a model in turn is something else: the model is refused, or still a model."""
    folder = copied(part, tmp_path)
    right = json.loads((folder / "model.json").read_text())
    chosen = places(right["settings"])
    refused = 0
    for number, path in enumerate(chosen[:: max(1, len(chosen) // 12)]):
        found = json.loads(json.dumps(right))
        inside = found["settings"]
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = list(HARMS.values())[number % len(HARMS)]
        (folder / "model.json").write_text(json.dumps(found))
        try:
            assert Part(part, folder).model is not None
        except NamesakesError:
            refused += 1
    assert refused


def test_arrays_of_the_wrong_kind(tmp_path: Path) -> None:
    folder = copied("chains", tmp_path)
    data = archive(weights=header((3,)) + bytes(24), largest=header((1,)) + bytes(8))
    (folder / "arrays.npz").write_bytes(data)
    right = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps({**right, "arrays_sha256": hashlib.sha256(data).hexdigest()}))
    with pytest.raises(ModelError):
        namesakes.load("en").with_(chains=folder)("Ann Lee is here. She waved.")


@pytest.mark.parametrize("text", [DEEP, '{"format": 1, "settings": ' + "9" * 5000 + "}", "\ud800", "[]", "{}"])
def test_descriptions_that_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "model.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ModelError):
        describe(tmp_path)


def test_settings_that_are_no_table(tmp_path: Path) -> None:
    data = archive(a=header((1,)) + bytes(8))
    (tmp_path / "arrays.npz").write_bytes(data)
    about = {"kind": "toy", "format": 1, "settings": [1], "arrays_sha256": hashlib.sha256(data).hexdigest()}
    (tmp_path / "model.json").write_text(json.dumps(about))
    with pytest.raises(ModelError, match="no table"):
        load_model(tmp_path, "toy")


@pytest.mark.parametrize("bits", [-1, 0, 31, 10**30, True, "20"])
def test_bits_out_of_bounds(bits: object) -> None:
    with pytest.raises(ConfigError, match="bits"):
        fill(TaggerSettings, {"chain": {"bits": bits}})


def test_configurations_that_are_nested_too_deeply(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not valid TOML"):
        parse_toml(f"a = {DEEP}", "settings.toml")
    (tmp_path / "settings.json").write_text(DEEP)
    with pytest.raises(ConfigError, match="not valid JSON"):
        read_values(tmp_path / "settings.json")
    with pytest.raises(ConfigError, match="not a table"):
        fill(TaggerSettings, 3)  # type: ignore[arg-type]


def test_weights_that_unpack_to_more_than_their_shape(tmp_path: Path) -> None:
    (path,) = save_weights(tmp_path, {"a": np.zeros(50_000, dtype=np.float32)}, {})
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"shape": [50000]', b'"shape": [40000]'))
    with pytest.raises(ModelError, match="more than its shape"):
        load_weights(tmp_path)
