"""What we promise: every promise names tests that are there, and its numbers are those of the code."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from namesakes.budget import SECONDS
from namesakes.chains.resolver import LONG, LONG_WINDOW
from namesakes.formats import unpacking
from namesakes.formats.columns import MOST as MOST_COLUMNS
from namesakes.formats.docx import LARGEST as LARGEST_DOCX
from namesakes.formats.mail.message import DEEPEST, MOST_PARTS
from namesakes.formats.records import Limits
from namesakes.formats.tables import LONGEST_ROW, MOST_ROWS
from namesakes.formats.zip_parts import RATIO, STREAMED
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.learning.packed_arrays import LARGEST as LARGEST_MODEL
from namesakes.profiles.surroundings import FEWEST, NAMES, WORDS
from namesakes.syntax.tokenization.sentences import LONGEST
from namesakes.syntax.tokenization.tokenizer import LONGEST_RUN
from tests.conftest import CHECKOUT

PAGE = (CHECKOUT / "docs" / "promises.md").read_text(encoding="utf-8")
TEST = re.compile(r"`(tests/[a-z0-9_/]+\.py)::(test_[a-z0-9_]+)`")


def lines(text: str) -> list[tuple[str, ...]]:
    """The cells of all rows of tables, without heads."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in row) for row in rows if row[-1].strip() not in ("held by", "---")]


@cache
def functions_of(file: str) -> frozenset[str]:
    """The functions of a file of tests that pytest runs."""
    path = CHECKOUT / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def wrong(text: str) -> list[str]:
    """The promises without a test, and the tests that are not there."""
    found = []
    for *promise, held in lines(text):
        named = TEST.findall(held)
        if not named or TEST.sub("", held).strip():
            found.append(promise[0])
        found += [f"{file}::{name}" for file, name in named if name not in functions_of(file)]
    return found


def test_every_promise_names_a_test_that_is_there() -> None:
    assert wrong(PAGE) == []
    assert len(lines(PAGE)) > 60
    sections = re.split(r"(?m)^## ", PAGE)[1:]
    assert [part.split("\n")[0] for part in sections if not lines(part)] == []


@pytest.mark.parametrize(
    ("held", "found"),
    [
        ("`tests/test_promises.py::test_every_promise_names_a_test_that_is_there`", []),
        ("", ["a promise"]),
        ("`tests/test_promises.py`", ["a promise"]),
        ("our word", ["a promise"]),
        ("`tests/test_promises.py::test_of_nothing`", ["tests/test_promises.py::test_of_nothing"]),
        ("`tests/test_nothing.py::test_of_nothing`", ["tests/test_nothing.py::test_of_nothing"]),
    ],
)
def test_a_promise_without_a_test_is_noticed(held: str, found: list[str]) -> None:
    assert wrong(f"| we promise | held by |\n|---|---|\n| a promise | {held} |\n") == found


def test_limits_are_those_of_the_code() -> None:
    limits, blocks = Limits(), LinkingSettings().block
    said = {
        "a file that is one document": [f"{limits.megabytes:,.0f} MB"],
        "a text": [f"{limits.characters:,} characters"],
        "time for a document": [f"{SECONDS:,.0f} seconds"],
        "a file in an archive, or a mail, that is a document": [f"{unpacking.LARGEST / 1e6:,.0f} MB"],
        "all that is unpacked of a file": [f"{unpacking.FREE >> 30} GB", f"{unpacking.RATIO} times"],
        "files inside each other": [f"{unpacking.DEPTH}"],
        "files in a file, in all": [f"{unpacking.MOST:,}"],
        "parts of a mail": [f"{MOST_PARTS:,}", f"{DEEPEST} inside"],
        "a Word file": [f"{LARGEST_DOCX >> 20:,} MB"],
        "a workbook (XLSX, ODS)": [f"{STREAMED >> 30} GB unpacked", f"{RATIO} times its size"],
        "a row of a table": [f"{LONGEST_ROW:,} characters", f"{MOST_COLUMNS:,} columns"],
        "a sheet of a workbook": [f"{MOST_ROWS:,} rows"],
        "the arrays of a model": [f"{LARGEST_MODEL >> 20:,} MB"],
        "a sentence": [f"{LONGEST:,} tokens"],
        "characters without white space that are words": [f"{LONGEST_RUN:,}"],
        "a text whose mentions are all compared": [f"{LONG:,} mentions", f"nearest {LONG_WINDOW:,}"],
        "chains that are compared with each other": [f"{blocks:,} in a block"],
        "names of others, and words, in the profiles of a document": [f"{NAMES:,} and {WORDS:,}", f" {FEWEST:,} of"],
    }
    rows = {row[0]: " ".join(row[1:3]) for row in lines(PAGE) if len(row) == 4}
    assert rows.keys() == said.keys()
    assert [(what, number) for what, numbers in said.items() for number in numbers if number not in rows[what]] == []


WATCHED = """
import json, os, sys
allowed, seen = os.path.realpath(sys.argv[1]), []

def watch(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        seen.append(event)
    elif event == "pickle.find_class":
        seen.append(f"{event} {arguments}")
    elif event == "open" and isinstance(arguments[0], str):
        mode, flags = arguments[1] or "", arguments[2]
        writes = bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)) if isinstance(flags, int) else "w" in mode
        place = os.path.realpath(arguments[0])
        if writes and place != os.devnull and not place.startswith(allowed + os.sep):
            seen.append(f"{event} {place}")
    elif event == "sqlite3.connect":
        if not os.path.realpath(arguments[0].removeprefix("file:").split("?")[0]).startswith(allowed):
            seen.append(f"{event} {arguments[0]}")
    elif event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.truncate"):
        if isinstance(arguments[0], (str, os.PathLike)) and not os.path.realpath(arguments[0]).startswith(allowed):
            seen.append(f"{event} {arguments[0]}")

sys.dont_write_bytecode = True
sys.addaudithook(watch)
from namesakes.cli.main import main
try:
    main(sys.argv[2:])
except SystemExit as ended:
    assert not ended.code, ended.code
print(json.dumps(seen), file=sys.stderr)
"""


def test_nothing_is_fetched_and_nothing_is_written_elsewhere(tmp_path: Path) -> None:
    """What a run opens, connects to and unpickles, as Python itself tells."""
    (tmp_path / "a.txt").write_text("Mayor Ann Lee met Bob Stone in Paris. She praised him.", encoding="utf-8")
    calls = (
        ("resolve", "a.txt", "--jobs", "1", "--quiet"),
        ("coref", "a.txt", "--to", "html", "--out", "a.html", "--quiet"),
    )
    for call in calls:
        command = [sys.executable, "-W", "ignore", "-c", WATCHED, str(tmp_path), *call]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stderr.splitlines()[-1]) == []
    written = {"a.txt", "a.html", "people.db", "people.db-lock"}
    assert {path.name for path in tmp_path.iterdir()} == written
