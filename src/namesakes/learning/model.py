"""Models as data: a folder with `model.json` and `arrays.npz`, and nothing that could run.

`model.json` names the kind of model, the version of its format, its settings, and the hash of the arrays; a model of a
newer format, a truncated file or one with another hash is refused with a sentence that says what to do.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray
from namesakes.errors import ModelError
from namesakes.learning.packed_arrays import DAMAGED, unpacked
from namesakes.learning.whole_files import partial, write_part, writing

FORMAT = 1
"""The version of the layout; a reader refuses models of a later one."""

ARRAYS, ABOUT = "arrays.npz", "model.json"

Arrays = Mapping[str, AnyArray]


@dataclass(frozen=True)
class Model:
    """A model's kind, its settings, and its arrays by name."""

    kind: str
    settings: Mapping[str, Any]
    arrays: Arrays

    def group(self, name: str) -> dict[str, AnyArray]:
        """The arrays of one part of the model, without its name."""
        return {key.removeprefix(f"{name}."): each for key, each in self.arrays.items() if key.startswith(f"{name}.")}


def grouped(**groups: Arrays) -> dict[str, AnyArray]:
    """The arrays of a model's parts, each under the name of its part; `Model.group` gives them back."""
    return {f"{name}.{key}": array for name, arrays in groups.items() for key, array in arrays.items()}


def save_model(folder: Path, model: Model) -> None:
    """Write a model; the same model gives the same bytes. A card, if any, stands beside it and is not touched.

    Until all is written the former model is there. Whoever is stopped between the two files has the new one:
    `load_model` finds the description that belongs to the arrays.
    """
    data = _packed(model.arrays)
    description = {
        "kind": model.kind,
        "format": FORMAT,
        "settings": dict(model.settings),
        "arrays_sha256": hashlib.sha256(data).hexdigest(),
    }
    arrays, about = folder / ARRAYS, folder / ABOUT
    with writing(arrays, about):
        folder.mkdir(parents=True, exist_ok=True)
        parts = [write_part(arrays, lambda stream: stream.write(data)), _write_about(about, description)]
        for part, path in zip(parts, (arrays, about), strict=True):
            part.replace(path)


def _write_about(path: Path, description: Mapping[str, Any]) -> Path:
    text = json.dumps(description, indent=2, sort_keys=True, ensure_ascii=False)
    return write_part(path, lambda stream: stream.write(f"{text}\n".encode()))


def load_model(folder: Path | Traversable, kind: str) -> Model:
    """The model in a folder, which must be of that kind."""
    description = describe(folder)
    if description.get("kind") != kind:
        raise ModelError(f"{folder}: this is a model for '{description.get('kind')}', and one for '{kind}' is needed.")
    try:
        data = (folder / "arrays.npz").read_bytes()
    except OSError as error:
        raise ModelError(f"{folder}: arrays.npz cannot be read.\nRestore the model, or train it again.") from error
    digest = hashlib.sha256(data).hexdigest()
    if digest != description.get("arrays_sha256"):
        description = _waiting(folder) or description
    if digest != description.get("arrays_sha256"):
        raise ModelError(
            f"{folder}: arrays.npz is not the file that model.json describes.\nRestore it, or train again."
        )
    try:
        arrays = unpacked(data)
    except DAMAGED as error:
        raise ModelError(
            f"{folder}: arrays.npz is damaged ({error}).\nRestore the model, or train it again."
        ) from error
    settings = description.get("settings", {})
    if not isinstance(settings, dict):
        raise ModelError(f"{folder}: the settings in {ABOUT} are no table.\nRestore the model, or train it again.")
    return Model(kind, settings, arrays)


def _waiting(folder: Path | Traversable) -> dict[str, Any] | None:
    """The description that did not take its place when saving was stopped after the arrays."""
    try:
        return _described(folder, partial(Path(ABOUT)).name)
    except ModelError:
        return None


def describe(folder: Path | Traversable) -> dict[str, Any]:
    """What `model.json` says of the model in a folder: its kind, its settings, perhaps its language."""
    return _described(folder, ABOUT)


def _described(folder: Path | Traversable, name: str) -> dict[str, Any]:
    try:
        found = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"{folder}: there is no readable model.json here ({error}).") from error
    if not isinstance(found, dict) or not isinstance(found.get("format"), int):
        raise ModelError(f"{folder}: model.json does not describe a model.")
    if found["format"] > FORMAT:
        raise ModelError(f"{folder}: this model was made by a newer release.\nUpdate namesakes, or train it again.")
    return found


def set_language(folder: Path, language: str) -> None:
    """Note in `model.json` which language a model is for, so that a pipeline for another one refuses it."""
    with writing(folder / ABOUT):
        _write_about(folder / ABOUT, {**describe(folder), "language": language}).replace(folder / ABOUT)


def _packed(arrays: Arrays) -> bytes:
    """The arrays as an NPZ archive with fixed dates and order, so that equal arrays give equal bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(arrays):
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            content = io.BytesIO()
            np.lib.format.write_array(content, np.ascontiguousarray(arrays[name]), allow_pickle=False)
            archive.writestr(entry, content.getvalue())
    return stream.getvalue()
