"""Checkpoints: all that a run of training must know to go on as if it had never stopped; nothing in them is run."""

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from namesakes.errors import ModelError
from namesakes.learning.whole_files import before

if TYPE_CHECKING:
    from namesakes.encoder.training.trainer import Trainer


def save_checkpoint(path: Path, trainer: "Trainer") -> None:
    """Write a run's checkpoint: whole, or the one before stays; the one before is kept beside it."""
    mean = trainer.mean
    state: dict[str, Any] = {
        "network": trainer.network.state_dict(),
        "optimizer": trainer.optimizer.state_dict(),
        "mean": None if mean is None else {"weights": mean.weights, "count": mean.count},
        "step": trainer.progress.step,
        "seconds": trainer.progress.seconds,
        "tally": (trainer.tally.due, trainer.tally.count, trainer.tally.sums),
        "random": torch.get_rng_state(),
        "random_cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        "seed": trainer.settings.seed,
    }
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        torch.save(state, temporary)
        if path.exists():
            path.replace(before(path))
        temporary.replace(path)
    except (OSError, RuntimeError) as error:  # PyTorch's own error for a disk that is full
        said = str(error).splitlines()[0]
        raise ModelError(f"{path}: this checkpoint cannot be written ({said}).\nThe one before is unharmed.") from error
    finally:
        temporary.unlink(missing_ok=True)


def load_checkpoint(path: Path, trainer: "Trainer") -> None:
    """Put a run where a checkpoint was: weights, rates, means, randomness, and the batches drawn so far.

    Where the last one is damaged it is the one before.
    """
    try:
        _restore(path, trainer)
    except _DamagedError as error:
        if not before(path).exists():
            raise
        _restore(before(path), trainer)
        warnings.warn(f"{str(error).splitlines()[0]} The run goes on from the one before.", stacklevel=2)
        before(path).replace(path)
    trainer.sampler.skip(trainer.progress.step)


class _DamagedError(ModelError):
    """A file that is no checkpoint."""


def _restore(path: Path, trainer: "Trainer") -> None:
    device = trainer.device
    try:
        state = torch.load(path, map_location=device, weights_only=True)
        if state["seed"] != trainer.settings.seed:
            raise ModelError(
                f"{path}: a run with another seed was saved here.\nTake another folder, or remove the file."
            )
        trainer.network.load_state_dict(state["network"])
        trainer.optimizer.load_state_dict(state["optimizer"])
        if trainer.mean is not None:
            trainer.mean.weights, trainer.mean.count = state["mean"]["weights"], state["mean"]["count"]
        trainer.tally.due, trainer.tally.count, trainer.tally.sums = state["tally"]
        torch.set_rng_state(state["random"].cpu())
        if state["random_cuda"] and device.type == "cuda":
            torch.cuda.set_rng_state_all([each.cpu() for each in state["random_cuda"]])
        trainer.progress.go_on(state["step"], state["seconds"])
    except ModelError:
        raise
    except Exception as error:  # whatever a file that is no checkpoint of this run makes of itself
        said = next(iter(str(error).splitlines()), type(error).__name__)
        raise _DamagedError(f"{path}: this is no checkpoint of this run ({said}).\nRemove it to begin anew.") from error
