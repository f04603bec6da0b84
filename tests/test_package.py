"""The package as a whole: which way imports point, what importing costs, what is exported."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import namesakes
from namesakes import resources

SOURCE = Path(namesakes.__file__).parent
LAYERS = (
    "structures learning names text formats metrics syntax encoder mentions chains characters profiles identities "
    "explain store pipeline engines view client server integrations cli"
).split()
"""The folders from top to bottom, as the architecture lists them; a module imports from its own and those above."""
ABOVE_ALL = {"arrays", "budget", "errors", "config", "resources", "threads", "workers", "__init__", "models"}


def imported(path: Path) -> set[str]:
    """The layers of our own package that a module imports from, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [node.module or ""]
        found |= {
            name.split(".")[1] if "." in name else "__init__" for name in names if name.split(".")[0] == "namesakes"
        }
    return found


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_upwards(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    if len(parts) == 1:
        if parts[0] not in ("__init__.py", "__main__.py"):
            assert imported(path) <= ABOVE_ALL
        return
    assert parts[0] in LAYERS, f"{parts[0]} is not a room of the architecture"
    allowed = {*LAYERS[: LAYERS.index(parts[0]) + 1], *ABOVE_ALL}
    assert imported(path) <= allowed


def test_the_rule_would_be_noticed(tmp_path: Path) -> None:
    module = tmp_path / "wrong.py"
    module.write_text("def f():\n    from namesakes.cli import main\n")
    assert imported(module) == {"cli"}


HEAVY = {"pyarrow", "spacy", "pyspark", "fastapi", "psycopg", "sklearn", "matplotlib", "pandas", "mkdocs", "scorch"}
HEAVY |= {"polars", "torch", "onnx", "onnxruntime", "tokenizers", "safetensors"}


@pytest.mark.parametrize("statement", ["import namesakes", "import namesakes; namesakes.read; namesakes.score"])
def test_importing_brings_in_no_extra(statement: str) -> None:
    program = f"{statement}\nimport sys\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.split())


def test_importing_is_cheap() -> None:
    """Half a second is allowed and a hundredth of it is needed, so the best of three does not hang on the weather."""
    program = (
        "import sys, time; modules = set(sys.modules); start = time.perf_counter(); import namesakes; "
        "print(time.perf_counter() - start, len(set(sys.modules) - modules))"
    )
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in range(3)
    ]
    seconds, modules = zip(*(map(float, run.stdout.split()) for run in runs), strict=True)
    assert min(seconds) < 0.5
    assert max(modules) < 60


def test_public_names_are_there() -> None:
    for name in namesakes.__all__:
        assert getattr(namesakes, name) is not None
    assert set(namesakes.__all__) <= set(dir(namesakes))
    with pytest.raises(AttributeError, match=r"it offers .*Document"):
        namesakes.nothing  # noqa: B018


def test_installation_says_what_is_there() -> None:
    found = resources.installation()
    assert found["namesakes"] == namesakes.__version__
    assert found["cores"] >= 1
    assert found["dependencies"]["numpy"]
    assert found["dependencies"]["rapidfuzz"]
    assert "pyspark" not in found["dependencies"]
    assert set(found["extras"]) == set(resources.EXTRAS)
