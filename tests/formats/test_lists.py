"""The lists of formats in the documentation and in the help are those of the registry."""

import re

import pytest
from click.testing import CliRunner

from namesakes.cli.convert import command
from namesakes.formats import FORMATS
from tests.conftest import CHECKOUT

ONES = "one two three four five six seven eight nine".split()
NUMBERS = {20 + number: f"twenty-{word}" for number, word in enumerate(ONES, 1)} | {30: "thirty"}
NUMBERS |= {30 + number: f"thirty-{word}" for number, word in enumerate(ONES, 1)}


def rows(page: str) -> dict[str, tuple[str, ...]]:
    """The names and endings in the table of formats of a page."""
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| name \| endings \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    cells = [row.split("|") for row in table.splitlines()]
    found = {re.findall(r"`(\w+)`", row[1])[0]: re.findall(r"`([^`]+)`", row[2]) for row in cells}
    assert len(found) == len(cells)
    return {name: tuple(endings) for name, endings in found.items()}


@pytest.mark.parametrize("page", ["README.md", "docs/formats.md"])
def test_tables_have_all_formats_with_their_endings(page: str) -> None:
    listed = rows(page)
    assert list(listed) == list(FORMATS)
    for name, endings in listed.items():
        companion = (".txt",) if name == "brat" and page == "README.md" else ()
        assert endings == (*FORMATS[name].extensions, *companion)


@pytest.mark.parametrize("page", ["README.md", "docs/formats.md"])
def test_pages_have_the_right_number(page: str) -> None:
    text = (CHECKOUT / page).read_text(encoding="utf-8").lower()
    assert re.findall(r"([\w-]+) formats\b", text).count(NUMBERS[len(FORMATS)]) >= 1
    assert not [word for number, word in NUMBERS.items() if number != len(FORMATS) and f"{word} formats" in text]


def test_the_help_of_convert_names_those_that_are_written_and_those_that_are_read() -> None:
    text = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    listed = re.search(r"Formats: ([^.;]*); read only: ([^.;]*)\.", text)
    assert listed is not None
    able = [name for name in FORMATS if FORMATS[name].write or FORMATS[name].save]
    assert listed[1].split(", ") == able
    assert listed[2].split(", ") == [name for name in FORMATS if name not in able]
