"""The notebooks of the examples run, from top to bottom, and are kept without outputs."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT

nbformat = pytest.importorskip("nbformat")
NOTEBOOKS = sorted((CHECKOUT / "examples").glob("*.ipynb"))


def cells(path: Path) -> Iterator[tuple[int, Any]]:
    """The cells with code, and their places."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return ((place, cell) for place, cell in enumerate(notebook.cells) if cell.cell_type == "code")


def run(source: str, name: str, namespace: dict[str, Any]) -> Any:
    """Run a cell as a kernel does; the value of its last line where that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), namespace)
    return None if last is None else eval(compile(ast.Expression(last.value), name, "eval"), namespace)


def test_there_are_notebooks() -> None:
    assert [path.name for path in NOTEBOOKS] == ["newsroom.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    for _, cell in cells(path):
        assert cell.outputs == []
        assert cell.execution_count is None


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_everything_shows_itself(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pandas")
    shutil.copytree(path.parent, tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    namespace: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    for place, cell in cells(path):
        value = run(cell.source, f"{path.name}, cell {place}", namespace)
        if value is not None:
            drawn = [getattr(value, name)() for name in ("_repr_html_", "_repr_svg_") if hasattr(value, name)]
            assert len(drawn) == 1, f"cell {place} shows a {type(value).__name__}, which does not show itself"
            shown += drawn
    assert len(shown) > 8
    assert all("<script" not in each for each in shown)
    assert "Susan Lee" in "".join(shown)
