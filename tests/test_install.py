"""Installing where there is no compiler: everything works, interpreted, with one warning."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.chains.made import story
from tests.conftest import CHECKOUT

pytestmark = pytest.mark.install


@pytest.fixture(scope="module")
def without_compiler(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed by a C compiler that always fails."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for name in ("src", "reproduction", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        item = CHECKOUT / name
        if item.is_dir():
            shutil.copytree(
                item, source / name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
            )
        else:
            shutil.copy(item, source / name)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
    environment = {**os.environ, "CC": "false", "CXX": "false"}
    subprocess.run([*command, "--target", target, source], check=True, capture_output=True, env=environment)
    return target


def run(target: Path, *arguments: object, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run the installed package's command in a folder; every warning of an overflow would be an error."""
    command = [sys.executable, "-W", "error:overflow:RuntimeWarning", "-m", "namesakes", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(target)}
    return subprocess.run(command, cwd=folder or target, env=environment, capture_output=True, text=True, check=False)


def test_an_install_without_a_compiler_works_and_says_so(without_compiler: Path) -> None:
    assert not list(without_compiler.rglob("*.so"))
    done = run(without_compiler, "info", "--json")
    assert json.loads(done.stdout)["kernels"]["compiled"] is False
    assert done.stderr.count("the kernels of namesakes are not compiled") == 1


def test_scores_are_the_same(without_compiler: Path) -> None:
    files = [str(CHECKOUT / "examples" / name) for name in ("key.conll", "response.conll")]
    slow = run(without_compiler, "score", *files, "--json")
    quick = subprocess.run(
        [sys.executable, "-m", "namesakes", "score", *files, "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(slow.stdout) == json.loads(quick.stdout)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder with two texts of one person, and gold chains."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "one.txt").write_text("Mayor Ann Lee met Bob Stone in Paris. She praised him.")
    (tmp_path / "texts" / "two.txt").write_text("Ann Lee, the mayor, opened a bridge. Bob Stone was there.")
    (tmp_path / "gold.conllu").write_text(story(0))
    return tmp_path


CALLS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("coref", "texts/one.txt", "--to", "text"), "Bob Stone"),
    (("resolve", "texts", "--store", "people.db", "--json"), '"new": 2'),
    (("people", "--json"), "ann-lee-1"),
    (("show", "ann-lee-1"), "two.txt"),
    (("check",), "as it was written"),
    (("evaluate", "chains", "--data", "gold.conllu", "--json"), '"conll"'),
)


def test_commands_work_from_text_to_people(without_compiler: Path, work: Path) -> None:
    """In the order in which somebody would try them; tests/interpreted compares all answers with the compiled ones."""
    for call, said in CALLS:
        done = run(without_compiler, *call, folder=work)
        assert done.returncode == 0, f"{call}: {done.stderr}"
        assert said in done.stdout, call
        assert done.stderr.count("the kernels of namesakes are not compiled") == 1
        assert "Traceback" not in done.stderr


def test_a_run_that_could_read_nothing_fails(without_compiler: Path, work: Path) -> None:
    (work / "texts" / "one.txt").write_bytes(b"")
    done = run(without_compiler, "resolve", "texts/one.txt", "--store", "nobody.db", folder=work)
    assert done.returncode == 1
    assert "texts/one.txt" in done.stdout


def test_models_and_styles_are_in_the_package(without_compiler: Path) -> None:
    assert (without_compiler / "namesakes" / "py.typed").exists()
    assert (without_compiler / "namesakes" / "formats" / "html" / "page.css").exists()


def test_the_experiments_are_not_in_the_package(without_compiler: Path) -> None:
    assert not list(without_compiler.rglob("reproduction*"))
    assert not list(without_compiler.rglob("tests"))
    done = run(without_compiler, "experiment")
    assert done.returncode == 2
    assert "experiments are not in the installed package" in done.stderr
