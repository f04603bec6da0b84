"""The files of the page: all are in the package, they need no build and no other host, and text stays text."""

import re
import tomllib
from pathlib import Path, PurePosixPath

import pytest

import namesakes
from namesakes.server.page_files import page_files
from tests.conftest import CHECKOUT

FOLDER = Path(namesakes.__file__).parent / "server" / "page"
FILES = sorted(FOLDER.iterdir())


def test_all_are_in_the_package() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["namesakes"]
    for path in FILES:
        assert any(PurePosixPath(f"server/page/{path.name}").match(each) for each in patterns), path
    assert set(page_files()) == {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_other_host_and_nothing_that_runs_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    addresses = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]+[^\s\"')]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "srcdoc",
        "style=",
    ):
        assert word not in text
    assert re.search(r"<script(?![^>]*src=)|\son\w+=\"", text) is None


def test_modules_import_each_other_alone() -> None:
    for path in FILES:
        if path.suffix == ".js":
            for name in re.findall(r'(?m)^import .* from "([^"]+)";$', path.read_text(encoding="utf-8")):
                assert (FOLDER / name).resolve() in FILES
    named = re.findall(r'"/page/([^"]+)"', (FOLDER / "index.html").read_text(encoding="utf-8"))
    assert {"main.js", "base.css", "people.css", "reading.css", "icon.svg"} == set(named)
