"""The files of an encoder as it is used: what there must be, and checks before any of it is run."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from namesakes.errors import ModelError, UsageError
from namesakes.learning.model import Model, load_model
from namesakes.resources import install_command

KIND = "encoder"
"""The kind of model, as its `model.json` says."""
VECTORS = "vectors"
"""The kind of one that makes vectors of texts."""
BESIDE = "chains"
"""The folder in an encoder's own that has a linear model of chains over its scores, where one was trained."""
MODEL_FORMAT = 1
"""The version of the graphs' inputs and outputs; a later one is refused."""
NEWEST_OPSET = 17
"""The version of the operators that the graphs are made of; a file with a later one, or with others, is refused."""
GRAPHS = ("encoder", "words", "spans", "pairs")
TABLES = (
    "shapes.weight", "corpora.weight", "arcs.bias", "arcs.root", "arcs.label_root", "arcs.label_weight",
    "spans.widths.weight", "antecedents.widths.weight",
)  # fmt: skip
"""The tables that inference needs beside the graphs."""
INPUTS = {
    "encoder": ("pieces", "lengths", "shapes", "corpus"),
    "words": ("states",),
    "spans": ("spans",),
    "pairs": ("product", "sum", "features", "alike", "known", "kind"),
}
"""What each graph is given."""


def check_installed() -> None:
    """Say what to install where the packages that read encoders are missing."""
    missing = [f"'{name}'" for name in ("onnxruntime", "tokenizers") if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"this pipeline has an encoder, and the packages that read it are not installed: {', '.join(missing)}.\n"
            f"Install them with: {install_command('accurate')}"
        )


def file_list(paths: Sequence[Path]) -> dict[str, dict[str, Any]]:
    """The size and the hash of each file, by its name."""
    return {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in paths
    }


def load_checked(
    folder: Path, kind: str = KIND, graphs: Sequence[str] = GRAPHS, tables: Sequence[str] = TABLES
) -> Model:
    """The description and the tables of an encoder, all of whose files are there and are those that it describes.

    Parameters
    ----------
    kind, graphs, tables : the kind of model, and the graphs and tables that one of this kind has.
    """
    model = load_model(folder, kind)
    settings = model.settings
    if settings.get("encoder_format", 0) > MODEL_FORMAT:
        raise ModelError(f"{folder}: this encoder was made by a newer release.\nUpdate namesakes, or export it again.")
    missing = [name for name in tables if name not in model.arrays]
    listed = settings.get("files", {})
    missing += [f"{name}.onnx" for name in graphs if f"{name}.onnx" not in listed]
    if missing:
        raise ModelError(f"{folder}: this encoder lacks {', '.join(missing)}.\nExport it again.")
    for name, about in listed.items():
        _check_file(folder / Path(name).name, about)
    for name in graphs:
        check_graph(folder / f"{name}.onnx")
    return model


def _check_file(path: Path, about: Mapping[str, Any]) -> None:
    try:
        size = path.stat().st_size
        if size != about["bytes"]:
            raise ModelError(
                f"{path}: this file has {size:,} bytes, and {about['bytes']:,} were written.\n"
                "It is truncated or another one; restore it, or export the encoder again."
            )
        if hashlib.sha256(path.read_bytes()).hexdigest() != about["sha256"]:
            raise ModelError(f"{path}: this is not the file that model.json describes.\nRestore it, or export again.")
    except OSError as error:
        raise ModelError(f"{path}: this file of the encoder cannot be read ({error.strerror}).\nRestore it.") from error


def check_graph(path: Path) -> None:
    """Refuse a file that is no ONNX graph, or is made of operators that are not of the standard's."""
    sets: dict[str, int] = {}
    try:
        for name, version in _operator_sets(path.read_bytes()):
            sets[name] = max(version, sets.get(name, 0))
    except (ValueError, IndexError):
        raise ModelError(f"{path}: this is no ONNX file.\nRestore it, or export the encoder again.") from None
    foreign = sorted(name for name in sets if name not in ("", "ai.onnx"))
    if foreign or not sets:
        what = f"of {', '.join(foreign)}" if foreign else "of no known set"
        raise ModelError(f"{path}: this file has operators {what}; only those of the ONNX standard are run.")
    newest = max(sets.values())
    if newest > NEWEST_OPSET:
        raise ModelError(
            f"{path}: this file was written for version {newest} of the operators, and {NEWEST_OPSET} is the newest "
            "that is read here.\nUpdate namesakes, or export the encoder again."
        )


_MODEL_GRAPH, _MODEL_SETS, _GRAPH_NODES, _NODE_DOMAIN = 7, 8, 1, 7
"""The fields of the format's messages that are looked at."""


def _operator_sets(data: bytes) -> Iterator[tuple[str, int]]:
    """The sets of operators that a file names, with their versions; those of its nodes with version 0."""
    for number, value in _fields(data):
        if number == _MODEL_SETS and isinstance(value, bytes):
            parts = dict(_fields(value))
            name, version = parts.get(1, b""), parts.get(2, 0)
            yield (name.decode() if isinstance(name, bytes) else ""), version if isinstance(version, int) else 0
        elif number == _MODEL_GRAPH and isinstance(value, bytes):
            for kind, node in _fields(value):
                if kind == _GRAPH_NODES and isinstance(node, bytes):
                    domain = dict(_fields(node)).get(_NODE_DOMAIN, b"")
                    if isinstance(domain, bytes) and domain:
                        yield domain.decode(), 0


def _fields(data: bytes) -> Iterator[tuple[int, bytes | int]]:
    """The fields of a message in the encoding of Protocol Buffers: whole numbers, and bytes."""
    place = 0
    while place < len(data):
        key, place = _number(data, place)
        kind = key & 7
        if kind == 0:
            value, place = _number(data, place)
            yield key >> 3, value
        elif kind in (1, 5):
            place += 8 if kind == 1 else 4
        elif kind == 2:
            length, place = _number(data, place)
            if place + length > len(data):
                raise ValueError("a field ends after its message")
            yield key >> 3, data[place : place + length]
            place += length
        else:
            raise ValueError("an unknown kind of field")


def _number(data: bytes, place: int) -> tuple[int, int]:
    found = shift = 0
    while True:
        byte = data[place]
        found |= (byte & 0x7F) << shift
        place += 1
        if byte < 0x80:
            return found, place
        shift += 7
        if shift > 63:
            raise ValueError("a number that never ends")


def session(path: Path, inputs: Sequence[str]) -> Any:
    """What runs a graph, on a GPU where ONNX Runtime has one, else on one thread of the processor."""
    try:
        import onnxruntime
    except ImportError:
        raise UsageError(
            "the package 'onnxruntime', which runs encoders, is not installed.\n"
            f"Install it with: {install_command('accurate')}"
        ) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    offered = onnxruntime.get_available_providers()
    wanted = [name for name in ("CUDAExecutionProvider", "CPUExecutionProvider") if name in offered]
    try:
        made = onnxruntime.InferenceSession(str(path), options, providers=wanted)
    except Exception as error:  # ONNX Runtime's errors have no common class
        raise ModelError(f"{path}: ONNX Runtime cannot read this file ({str(error).splitlines()[0][:200]}).") from error
    names = tuple(each.name for each in made.get_inputs())
    if names != tuple(inputs):
        raise ModelError(f"{path}: this graph takes {', '.join(names)}, and {', '.join(inputs)} are given.")
    return made
