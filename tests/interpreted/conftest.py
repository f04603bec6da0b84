"""A command run twice: compiled, and where nothing is compiled."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT
from tests.interpreted.calls import write_inputs

SOURCE = CHECKOUT / "src"
RUNS = ("compiled", "as_it_is")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?[+\d:.Z]*")

VARIES = ("second", "memory")
"""What is in lines that differ from run to run."""

TIMED = ("checkpoint.npz", "training.json")
"""Files that say how long training took."""

Both = Callable[..., str]


class Driver:
    """A process that makes calls with the package of a folder; an overflow would be an error in it.

    Parameters
    ----------
    source : the folder that the package is in.
    """

    def __init__(self, source: Path) -> None:
        command = [sys.executable, "-W", "error:overflow:RuntimeWarning", str(Path(__file__).with_name("driver.py"))]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> "Driver":
        return self

    def __exit__(self, *_: object) -> None:
        with self.process as process:
            assert process.stdin is not None
            process.stdin.close()

    def __call__(self, folder: Path, call: tuple[object, ...]) -> dict[str, Any]:
        """What a call gave: its status, what it printed, and what it said on the error stream."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = {"folder": str(folder), "call": [str(each) for each in call]}
        self.process.stdin.write(f"{json.dumps(asked)}\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"status": -1, "said": "it is gone"}')
        return answer


@pytest.fixture(scope="session")
def drivers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Driver]]:
    """Calls with the package as it is installed, and with a copy in which nothing is compiled."""
    plain = tmp_path_factory.mktemp("plain") / "src"
    shutil.copytree(SOURCE, plain, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info"))
    with ExitStack() as stack:
        yield {name: stack.enter_context(Driver(source)) for name, source in zip(RUNS, (SOURCE, plain), strict=True)}


@pytest.fixture
def both(drivers: dict[str, Driver], tmp_path: Path) -> Both:
    """Runs a command compiled and interpreted, each in its own folder; what both print, the same but for times."""
    for name in RUNS:
        write_inputs(tmp_path / name)

    def run(*arguments: object) -> str:
        printed = []
        for name, driver in drivers.items():
            done = driver(tmp_path / name, arguments)
            assert done["status"] == 0, f"{name}: {done['said']}"
            stays = (line for line in done["printed"].splitlines(True) if not any(each in line for each in VARIES))
            lines = "".join(stays)
            printed.append(_TIME.sub("then", lines.replace(f"/{name}/", "/folder/")))
        assert printed[0] == printed[1]
        return printed[0]

    return run


def files_of(folder: Path, run: str) -> set[Path]:
    """The files in the folder of a run that hold what was learned or written, without logs."""
    return {
        path.relative_to(folder / run)
        for path in (folder / run).rglob("*")
        if path.suffix in (".npz", ".json", ".toml", ".csv", ".jsonl")
    }


def same_files(folder: Path, names: set[Path]) -> None:
    """Check that both runs wrote these files, with the same bytes but for the names of the runs."""
    assert names
    for name in sorted(each for each in names if each.name not in TIMED):
        one, other = ((folder / run / name).read_bytes().replace(f"/{run}/".encode(), b"/folder/") for run in RUNS)
        assert one == other, name
