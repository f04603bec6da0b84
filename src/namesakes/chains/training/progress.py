"""Progress of training: who is told of it, and how training is run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ProgressCallback = Callable[[str], None]
"""Gets a line now and then."""

EpochCallback = Callable[[Mapping[str, float]], None]
"""Gets the numbers of each epoch."""


def silent(_: object) -> None:
    """The callback where nobody listens."""


@dataclass(frozen=True)
class RunOptions:
    """How training is run, which changes nothing in what comes out.

    Parameters
    ----------
    work : a folder for parsed folds and checkpoints, which a run that was stopped goes on from.
    jobs : processes for the jackknife.
    on_epoch : gets the numbers of each epoch.
    progress : gets lines about everything else.
    """

    work: Path | None = None
    jobs: int = 1
    on_epoch: EpochCallback = silent
    progress: ProgressCallback = silent
