"""`namesakes experiment`: where experiments are found, and what is listed and written."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import namesakes as package
from reproduction import EXPERIMENTS
from tests.conftest import CHECKOUT, Command


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which the package lies without its checkout, as where it is installed from a wheel."""
    (tmp_path / "lib" / "site-packages").mkdir(parents=True)
    (tmp_path / "lib" / "site-packages" / "namesakes").symlink_to(Path(package.__file__).parent)
    return tmp_path / "lib" / "site-packages"


def run(installed: Path, cwd: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command of that package, with nothing of the current folder on the path."""
    command = [sys.executable, "-P", "-m", "namesakes", "experiment", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def test_experiments_are_found_from_any_folder(namesakes: Command) -> None:
    done = namesakes("experiment", "--json")
    assert json.loads(done.stdout) == {name: EXPERIMENTS[name].title for name in EXPERIMENTS}
    lines = namesakes("experiment").stdout.splitlines()  # a long title goes on in an indented line
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(EXPERIMENTS)


def test_an_installed_package_finds_them_in_the_folder_of_a_checkout(installed: Path) -> None:
    done = run(installed, CHECKOUT, "clusterer-speed", "--seed", "-1")
    assert "--seed" in done.stderr
    done = run(installed, CHECKOUT, "scorer-agreement")
    assert "this experiment needs the corpora" in done.stderr


def test_without_a_checkout_one_sentence_says_what_to_do(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if "not compiled" not in line]
    assert lines == [
        "namesakes: experiments are not in the installed package: run them in a checkout of namesakes, or install that "
        "with pip install -e ."
    ]


def test_an_outcome_is_written_down_and_replaced(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "corpora" / "scorer-cases").mkdir(parents=True)
    (tmp_path / "corpora" / "scorer-cases" / "expected.json").write_text("[]")
    call = ("experiment", "scorer-agreement", "--data", "corpora", "--write", "results.md")
    found = json.loads(namesakes(*call, "--json").stdout)
    assert found["experiment"] == "scorer-agreement"
    assert found["rows"][0] == {"measure": "muc", "cases that agree to 1e-9": "0 of 0", "largest difference": "0.0e+00"}
    text = (tmp_path / "results.md").read_text()
    assert "<!-- begin scorer-agreement -->\n## Agreement with the reference scorer\n" in text
    assert re.search(r" --data corpora` · scorer-cases · 1 file [0-9a-f]{12} · [\d,]+ s · 2", text)
    assert found["files"] == 1
    assert "0 of 0" in namesakes(*call).stdout
    without_time = re.compile(r" · [\d,]+ s · ")
    assert without_time.sub("", (tmp_path / "results.md").read_text()) == without_time.sub("", text)
