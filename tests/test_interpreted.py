"""Where nothing is compiled: every main command, from end to end, answers as the compiled one does."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chains.made import story
from tests.conftest import CHECKOUT

Both = Callable[..., str]
SOURCE = CHECKOUT / "src"
EXAMPLES = CHECKOUT / "examples"
LETTER = "Mayor Ann Lee met Bob Stone in Paris.\nShe praised him.\n\nThe two-thirds vote pleased the mayor, 41."
OTHER = "Ann Lee, the mayor, opened a bridge. Dr. Bob Stone of Acme Corp. was there with his wife."

TINY = """\
[chains]
epochs = 1
step = {kind = "perceptron"}
[chains.features]
bits = 12
pairs = ["same_head m.kind a.kind", "genders m.kind", "m.head a.head"]
alone = ["m.kind", "m.head"]
"""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without anything compiled."""
    target = tmp_path_factory.mktemp("plain") / "src"
    shutil.copytree(SOURCE, target, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info"))
    return target


@pytest.fixture
def both(plain: Path, tmp_path: Path) -> Both:
    """Runs a command compiled and interpreted, each in its own folder; what both print, the same but for times."""
    for name in ("compiled", "as_it_is"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "letter.txt").write_text(LETTER)
        (folder / "other.txt").write_text(OTHER)
        (folder / "story.conllu").write_text("".join(story(number) for number in range(3)))
        (folder / "chains.toml").write_text('syntax = "gold"\n' + TINY)

    def run(*arguments: object) -> str:
        printed = []
        for name, source in (("compiled", SOURCE), ("as_it_is", plain)):
            command = [sys.executable, "-W", "error:overflow:RuntimeWarning", "-m", "namesakes", *map(str, arguments)]
            environment = {**os.environ, "PYTHONPATH": str(source)}
            done = subprocess.run(
                command, cwd=tmp_path / name, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{name}: {done.stderr}"
            assert name == "as_it_is" or "not compiled" not in done.stderr
            lines = "".join(line for line in done.stdout.splitlines(True) if "second" not in line)
            printed.append(lines.replace(f"/{name}/", "/folder/"))
        assert printed[0] == printed[1]
        return printed[0]

    return run


def same_files(folder: Path, pattern: str) -> None:
    """Check that both runs wrote the same files."""
    names = sorted(path.relative_to(folder / "compiled") for path in (folder / "compiled").glob(pattern))
    assert names
    for name in names:
        one, other = (
            (folder / run / name).read_bytes().replace(f"/{run}/".encode(), b"/folder/")
            for run in ("compiled", "as_it_is")
        )
        assert one == other, name


def test_coref(both: Both) -> None:
    assert "Bob" in both("coref", "letter.txt", "--to", "jsonl", "--explain")


def test_profile(both: Both) -> None:
    assert "mayor" in both("profile", "letter.txt", "other.txt", "--json")


def test_parse(both: Both) -> None:
    assert "nsubj" in both("parse", "letter.txt", "--consistency")


def test_a_store(both: Both, tmp_path: Path) -> None:
    """Resolve, then what a store is asked; its ids are the same, too."""
    both("resolve", "letter.txt", "other.txt", "--jobs", 1, "--quiet")
    assert "Ann Lee" in both("people", "--json")
    both("show", "letter.txt")
    both("review", "--json")
    assert "Lee" in both("why", "ann-lee-1", "--json")
    assert "Ann Lee" in both("export", "--to", "csv", "--table", "facts")
    both("export", "--to", "csv", "--table", "memberships", "-o", "memberships.csv")
    same_files(tmp_path, "memberships.csv")


def test_score(both: Both) -> None:
    assert "conll" in both("score", EXAMPLES / "key.conll", EXAMPLES / "response.conll", "--json")


@pytest.mark.parametrize("config", ["tree", "structured-pairs"])
def test_train_and_evaluate_chains(both: Both, tmp_path: Path, config: str) -> None:
    for name in ("compiled", "as_it_is"):
        text = (EXAMPLES / "chains" / f"{config}.toml").read_text().replace("epochs = 10", "epochs = 2")
        (tmp_path / name / "chains.toml").write_text(text)
    both("train", "chains", "--config", "chains.toml", "--train", "story.conllu", "--out", "model", "--seed", 3)
    same_files(tmp_path, "model/*.npz")
    assert "conll" in both("evaluate", "chains", "--data", "story.conllu", "--model", "model", "--json")
