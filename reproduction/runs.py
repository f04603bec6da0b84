"""Runs: many of them in as many processes, and kept when they are done, so that an experiment can be resumed."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

import namesakes
from namesakes.metrics.result import Result
from namesakes.resources import cores
from namesakes.workers import workers
from reproduction.environment import cache_folder
from reproduction.provenance import Recorded, joined, note_kept, recorded, recorded_folder

SEEDS = (1, 2, 3)
"""The seeds of the orders of training documents that are tried."""

METRICS = ("muc", "b3", "ceaf_m", "ceaf_e")

Key = TypeVar("Key")
Item = TypeVar("Item")
Found = TypeVar("Found")


def in_processes(call: Callable[[Item], Found], items: Sequence[Item], jobs: int | None = None) -> list[Found]:
    """What the call makes of each item, in as many processes as there are cores; in this one where that is one."""
    jobs = min(jobs or cores(), len(items))
    if jobs <= 1:
        return [call(item) for item in items]
    with workers(jobs) as pool:
        return [joined(*each) for each in pool.map(Recorded(call, recorded_folder()), items)]


def grouped(keys: Iterable[Key], found: Sequence[Found]) -> dict[Key, Sequence[Found]]:
    """What was found by key, where each key has as many runs, one after the other."""
    listed = list(keys)
    size = len(found) // max(len(listed), 1)
    return {key: found[place * size : (place + 1) * size] for place, key in enumerate(listed)}


def kept(
    path: Path | None, make: Callable[[], Found], encode: Callable[[Found], Any], decode: Callable[[Any], Found]
) -> Found:
    """What is kept in a JSON file, or else what is made now and kept there with the seconds that it took.

    Nothing is kept without a path.
    """
    if path is not None and path.exists():
        values = json.loads(path.read_text(encoding="utf-8"))
        if not (isinstance(values, dict) and values.keys() == {"took", "found"}):  # as it was kept before
            return decode(values)
        note_kept(values["took"])
        return decode(values["found"])
    with recorded(None) as record:
        made = make()
    if path is not None:
        _write(path, {"took": round(record.spent + record.kept, 1), "found": encode(made)})
    return made


def _write(path: Path, value: Any) -> None:
    """Write a JSON file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(value), encoding="utf-8")
    unfinished.replace(path)


def result_to_json(result: Result) -> dict[str, Any]:
    """The counts of a result as JSON's types."""
    counts = {name: rows.tolist() for name, rows in result.counts.items()}
    return {"names": result.names, "genres": result.genres, "counts": counts}


def result_from_json(values: Mapping[str, Any]) -> Result:
    """The result of these counts."""
    counts = {name: np.array(rows) for name, rows in values["counts"].items()}
    return Result(values["names"], values["genres"], counts)


class Cells:
    """Finished cells of a table in one file of the user's cache, so that a run that was stopped goes on.

    A cell is found again under its name as long as the code that made it is the same.

    Parameters
    ----------
    table, seed : whose cells they are.
    code : the code that the cells depend on, as patterns of files in the package or in `reproduction/`.
    folder : where the file is, if not in the cache.
    """

    def __init__(self, table: str, seed: int, code: tuple[str, ...], folder: Path | None = None) -> None:
        self.path = (folder or cache_folder()) / f"{table}-{seed}-{code_fingerprint(code)}.json"
        self.cells: dict[str, Any] = {}
        if self.path.exists():
            self.cells = json.loads(self.path.read_text(encoding="utf-8"))

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        """The cell of that name, made now if it is not there."""
        if name in self.cells:
            note_kept(self.cells.get(_took(name), 0.0))
            return self.cells[name]
        with recorded(None) as record:
            self.cells[name] = make()
        self.cells[_took(name)] = round(record.spent + record.kept, 1)
        _write(self.path, self.cells)
        return self.cells[name]


def _took(name: str) -> str:
    """Under which name the seconds of a cell are kept."""
    return f"{name} took"


@cache
def code_fingerprint(patterns: tuple[str, ...]) -> str:
    """A short hash of the files of the package and of `reproduction/` that match the patterns."""
    folders = (Path(namesakes.__file__).parent, Path(__file__).parent)
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(path for folder in folders for pattern in patterns for path in folder.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()
