"""Checkpoints: all that training needs to go on after the epoch where it was stopped, as if it had not been."""

import hashlib
import json
import warnings
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from namesakes.arrays import AnyArray, Float32Array
from namesakes.chains.losses import LOSSES
from namesakes.chains.training.examples import Example
from namesakes.chains.training.update import LOSS_AUGMENTED
from namesakes.errors import ModelError
from namesakes.learning.steps import Stepper
from namesakes.learning.weights import Weights
from namesakes.learning.whole_files import before, is_there, write_part, writing


@dataclass
class TrainingState:
    """How far training has come.

    Parameters
    ----------
    history : the numbers of each epoch that is done.
    best, waited : the best score so far, and for how many epochs there was none better.
    values : the weights of the best epoch.
    """

    history: list[Mapping[str, float]] = field(default_factory=list)
    best: float = -1.0
    waited: int = 0
    values: Float32Array | None = None

    @property
    def epoch(self) -> int:
        """The last epoch that is done; 0 before the first."""
        return len(self.history)

    def add(self, found: Mapping[str, float], values: Float32Array) -> None:
        """Note an epoch: its numbers and its weights, kept where its `conll` is the best or where it has none."""
        self.history.append(found)
        if "conll" not in found or found["conll"] > self.best:
            self.best, self.values, self.waited = found.get("conll", self.best), values, 0
        else:
            self.waited += 1


@dataclass(frozen=True)
class Checkpoint:
    """A file that is written after each epoch, and that the same training on the same examples goes on from.

    Parameters
    ----------
    path : of the file.
    mark : what tells one training from another; see `fingerprint`.
    """

    path: Path
    mark: str

    def save(self, weights: Weights, stepper: Stepper, state: TrainingState) -> None:
        """Write where training stands; the file of the epoch before is there until this one is complete."""
        record = {
            "mark": self.mark,
            "clock": weights.clock,
            "steps": stepper.steps,
            "history": state.history,
            "best": state.best,
            "waited": state.waited,
        }
        values, sums, squares, times = _arrays(weights, stepper)
        best = np.zeros(0, dtype=np.float32) if state.values is None else state.values
        arrays = {"best": best, "values": values, "sums": sums, "squares": squares, "times": times}
        write_checkpoint(self.path, record, arrays)

    def restore(self, weights: Weights, stepper: Stepper) -> TrainingState:
        """Put weights and stepper where they stood, if there is a checkpoint; how far training had come."""
        if not is_there(self.path):
            return TrainingState()
        record, found = read_checkpoint(self.path, self.mark)
        for name, array in zip(_ARRAYS, _arrays(weights, stepper), strict=True):
            array[:] = found[name]
        weights.clock, stepper.steps = record["clock"], record["steps"]
        values = found["best"] if len(found["best"]) else None
        return TrainingState(record["history"], record["best"], record["waited"], values)


def write_checkpoint(path: Path, record: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> None:
    """Write a record, which has a `mark`, and arrays; the one before is kept beside it."""
    text = np.frombuffer(json.dumps(record).encode(), dtype=np.uint8)

    def write(stream: IO[bytes]) -> None:
        np.savez(stream, told=text, **arrays)  # type: ignore[arg-type]  # a name may be no option of savez

    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = write_part(path, write)
        if path.exists():
            path.replace(before(path))
        part.replace(path)


def read_checkpoint(path: Path, mark: str) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """The record of a checkpoint, and its arrays: of the last one that is whole; an error for another training."""
    reason = ""
    try:
        record, found = _unpacked(path)
    except ModelError as error:
        if not before(path).exists():
            raise
        record, found = _unpacked(before(path))
        reason = str(error).splitlines()[0]
    if record.get("mark") != mark:
        raise ModelError(
            f"{path}: this checkpoint is of another training: other settings, documents or features.\n"
            "Remove it, or name another working folder."
        )
    if reason:
        warnings.warn(f"{reason} Training goes on from the one before.", stacklevel=2)
        before(path).replace(path)
    return record, found


def _unpacked(path: Path) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as packed:
            found = {name: packed[name] for name in packed.files}
        record = json.loads(found["told"].tobytes())
        if not isinstance(record, dict):
            raise ValueError("it has no record")
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error) as error:
        raise ModelError(f"{path}: this checkpoint cannot be read ({error}).\nRemove it.") from error
    return record, found


_ARRAYS = ("values", "sums", "squares", "times")


def _arrays(weights: Weights, stepper: Stepper) -> tuple[AnyArray, ...]:
    return weights.values, weights.sums, stepper.squares, stepper.times


def fingerprint(settings: Any, examples: Sequence[Example]) -> str:
    """What tells a training from another: its settings, but for when it ends, and all that examples hold.

    Settings that change nothing are left out: those of a loss where none is asked for, and those that select no
    features.
    """
    learning = {name: value for name, value in asdict(settings).items() if name not in ("epochs", "patience")}
    if not learning.get("most"):
        learning.pop("most", None)
    augmented = learning.get("update") == LOSS_AUGMENTED
    if augmented:  # a learned loss is known by its weights, not by its folder
        learning["augmentation"]["model"] = LOSSES[learning["loss"]](settings.augmentation).mark
    else:
        learning = {name: value for name, value in learning.items() if name not in ("loss", "augmentation")}
    digest = hashlib.blake2b(json.dumps(learning, sort_keys=True).encode(), digest_size=16)
    for example in examples:
        pairs = example.pairs
        for array in (example.right, example.costs, pairs.hashes.later, pairs.hashes.alone, pairs.comparisons):
            digest.update(np.ascontiguousarray(array).tobytes())
        if augmented:
            digest.update(example.chains.tobytes() + example.sizes.tobytes())
    return digest.hexdigest()
