"""The environment variables of the experiments, which are read here and nowhere else."""

import os
from collections.abc import Sequence
from pathlib import Path

from namesakes.errors import UsageError

WORK = "NAMESAKES_WORK"
"""Names the folder where runs are kept, so that an experiment that was stopped goes on where it was."""
PEERS = "NAMESAKES_PEERS"
"""Names the folder where trained peers are kept."""
VECTORS = "NAMESAKES_VECTORS"
"""Names the folders of models that make vectors of texts, with the system's separator of paths between them."""
CHAINS = "NAMESAKES_SCALE"
"""The numbers of chains of `identities-scale`, with commas between them: `NAMESAKES_SCALE=1000,10000`."""
DOCUMENTS = "NAMESAKES_DOCUMENTS"
"""The numbers of documents of `resolve-scale`."""
STORED = "NAMESAKES_STORED"
"""The numbers of documents of `store-growth`."""
FRAMED = "NAMESAKES_FRAMED"
"""The numbers of documents of `to-frame`."""
SERVED = "NAMESAKES_SERVED"
"""The numbers of documents of `serve-speed`."""
TOKENS = "NAMESAKES_TOKENS"
"""The numbers of tokens of `coref-scale`."""
SPARK_DOCUMENTS = "NAMESAKES_SPARK_DOCUMENTS"
"""The numbers of documents of `spark-scale`."""


def folder_in(variable: str) -> Path | None:
    """The folder that a variable names, if it names one."""
    folder = os.environ.get(variable)
    return Path(folder) if folder else None


def work_folder() -> Path | None:
    """The folder where runs are kept, if there is one."""
    return folder_in(WORK)


def vector_folders() -> list[Path]:
    """The folders of the models that make vectors of texts."""
    return [Path(folder) for folder in os.environ.get(VECTORS, "").split(os.pathsep) if folder]


def cache_folder() -> Path:
    """The folder of experiments in the user's cache."""
    home = folder_in("XDG_CACHE_HOME") or Path.home() / ".cache"
    return home / "namesakes" / "experiments"


def sizes_in(variable: str, default: Sequence[int]) -> tuple[int, ...]:
    """The sizes that a variable lists, or the default ones where it is not set."""
    listed = os.environ.get(variable, "")
    try:
        sizes = tuple(int(size) for size in listed.split(",")) if listed else tuple(default)
    except ValueError as error:
        raise UsageError(f"{variable} holds numbers with commas between them; it is '{listed}'.") from error
    if min(sizes) < 1:
        raise UsageError(f"{variable} holds numbers above 0; it is '{listed}'.")
    return sizes


def setting_of(variable: str) -> str:
    """The variable with its value, to be said of the data; nothing where it is not set."""
    listed = os.environ.get(variable)
    return f", {variable}={listed}" if listed else ""
