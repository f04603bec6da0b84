"""A command run twice: compiled, and where nothing is compiled."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.interpreted.calls import write_inputs

SOURCE = CHECKOUT / "src"
RUNS = ("compiled", "as_it_is")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?[+\d:.Z]*")

Both = Callable[..., str]


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without anything compiled."""
    target = tmp_path_factory.mktemp("plain") / "src"
    shutil.copytree(SOURCE, target, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info"))
    return target


@pytest.fixture
def both(plain: Path, tmp_path: Path) -> Both:
    """Runs a command compiled and interpreted, each in its own folder; what both print, the same but for times."""
    for name in RUNS:
        write_inputs(tmp_path / name)

    def run(*arguments: object) -> str:
        printed = []
        for name, source in zip(RUNS, (SOURCE, plain), strict=True):
            command = [sys.executable, "-W", "error:overflow:RuntimeWarning", "-m", "namesakes", *map(str, arguments)]
            environment = {**os.environ, "PYTHONPATH": str(source)}
            done = subprocess.run(
                command, cwd=tmp_path / name, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{name}: {done.stderr}"
            assert name == "as_it_is" or "not compiled" not in done.stderr
            lines = "".join(line for line in done.stdout.splitlines(True) if "second" not in line)
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
    for name in sorted(names):
        one, other = ((folder / run / name).read_bytes().replace(f"/{run}/".encode(), b"/folder/") for run in RUNS)
        assert one == other, name
