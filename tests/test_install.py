"""Installing where there is no compiler: everything works, interpreted, with one warning."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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


def run(target: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "namesakes", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(target)}
    return subprocess.run(command, cwd=target, env=environment, capture_output=True, text=True, check=False)


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


def test_models_and_styles_are_in_the_package(without_compiler: Path) -> None:
    assert (without_compiler / "namesakes" / "py.typed").exists()
    assert (without_compiler / "namesakes" / "formats" / "html" / "page.css").exists()


def test_the_experiments_are_not_in_the_package(without_compiler: Path) -> None:
    assert not list(without_compiler.rglob("reproduction*"))
    assert not list(without_compiler.rglob("tests"))
    done = run(without_compiler, "experiment")
    assert done.returncode == 2
    assert "experiments are not in the installed package" in done.stderr
