"""Checkpoints: all that training needs to go on after the epoch where it was stopped, as if it had not been."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.losses import LOSSES
from namesakes.chains.training.updates import Example
from namesakes.errors import ModelError
from namesakes.learning.steps import Stepper
from namesakes.learning.weights import Weights

LOSS_AUGMENTED = "loss-augmented"
"""The update that settings of a loss are for."""


@dataclass
class Progress:
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
    values: NDArray[np.float32] | None = None

    @property
    def epoch(self) -> int:
        """The last epoch that is done; 0 before the first."""
        return len(self.history)

    def add(self, found: Mapping[str, float], values: NDArray[np.float32]) -> None:
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

    def save(self, weights: Weights, stepper: Stepper, progress: Progress) -> None:
        """Write where training stands; the file of the epoch before is there until this one is complete."""
        told = {
            "mark": self.mark,
            "clock": weights.clock,
            "steps": stepper.steps,
            "history": progress.history,
            "best": progress.best,
            "waited": progress.waited,
        }
        values, sums, squares, times = _arrays(weights, stepper)
        best = np.zeros(0, dtype=np.float32) if progress.values is None else progress.values
        arrays = {"best": best, "values": values, "sums": sums, "squares": squares, "times": times}
        write_checkpoint(self.path, told, arrays)

    def restore(self, weights: Weights, stepper: Stepper) -> Progress:
        """Put weights and stepper where they stood, if there is a checkpoint; how far training had come."""
        if not self.path.exists():
            return Progress()
        told, found = read_checkpoint(self.path, self.mark)
        for name, array in zip(_ARRAYS, _arrays(weights, stepper), strict=True):
            array[:] = found[name]
        weights.clock, stepper.steps = told["clock"], told["steps"]
        values = found["best"] if len(found["best"]) else None
        return Progress(told["history"], told["best"], told["waited"], values)


def write_checkpoint(path: Path, told: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write what is told, its `mark` with it, and arrays; the file before is there until this one is complete."""
    text = np.frombuffer(json.dumps(told).encode(), dtype=np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    with partial.open("wb") as stream:
        np.savez(stream, told=text, **arrays)  # type: ignore[arg-type]  # a name may be no option of savez
    partial.replace(path)


def read_checkpoint(path: Path, mark: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What is told in a checkpoint, and its arrays; an error where it is broken, or that of another training."""
    try:
        with np.load(path, allow_pickle=False) as packed:
            found = {name: packed[name] for name in packed.files}
        told = json.loads(found["told"].tobytes())
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"{path}: this checkpoint cannot be read ({error}).\nRemove it.") from error
    if told["mark"] != mark:
        raise ModelError(
            f"{path}: this checkpoint is of another training: other settings, documents or features.\n"
            "Remove it, or name another working folder."
        )
    return told, found


_ARRAYS = ("values", "sums", "squares", "times")


def _arrays(weights: Weights, stepper: Stepper) -> tuple[NDArray[Any], ...]:
    return weights.values, weights.sums, stepper.squares, stepper.times


def fingerprint(settings: Any, examples: Sequence[Example]) -> str:
    """What tells a training from another: its settings, but for when it ends, and all that examples hold.

    Settings that change nothing are left out: those of a loss where none is asked for, and those that select no
    features.
    """
    told = {name: value for name, value in asdict(settings).items() if name not in ("epochs", "patience")}
    if not told.get("most"):
        told.pop("most", None)
    augmented = told.get("update") == LOSS_AUGMENTED
    if augmented:  # a learned loss is known by its weights, not by its folder
        told["augmentation"]["model"] = LOSSES[told["loss"]](settings.augmentation).mark
    else:
        told = {name: value for name, value in told.items() if name not in ("loss", "augmentation")}
    digest = hashlib.blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=16)
    for example in examples:
        instance = example.instance
        for array in (example.right, example.costs, instance.later, instance.alone, instance.comparisons):
            digest.update(np.ascontiguousarray(array).tobytes())
        if augmented:
            digest.update(example.chains.tobytes() + example.sizes.tobytes())
    return digest.hexdigest()
