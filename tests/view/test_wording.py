"""Numbers with their nouns, and texts that do not steer terminals."""

import pytest

from namesakes.view.wording import Heading, counted, one_line, printable
from tests.view.conftest import HEBREW, LONG


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 words"), (1, "1 word"), (2, "2 words"), (1234567, "1,234,567 words")]
)
def test_counted(count: int, said: str) -> None:
    assert counted(count, "word") == said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        (" a\tb\r\n\u2028c ", "a b c"),
        ("\x1b[1mX\x7f\x9b\u202e\u2066", "\\u001b[1mX\\u007f\\u009b\\u202e\\u2066"),
        (HEBREW, HEBREW),
        (LONG, LONG),
    ],
    ids=["empty", "spaces", "control", "right to left", "long"],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


def test_a_heading_is_a_line_that_knows_its_head() -> None:
    line = Heading("Mark Poe", "  2 bearers")
    assert (line, line.head) == ("Mark Poe  2 bearers", "Mark Poe")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\tb\nc\r\n", "a\tb\nc\r\n"), ("a\rb", "a\\u000db"), ("\udcff", "\\udcff"), ("\u061c", "\\u061c")],
    ids=["tabs and ends of lines", "return", "half of a pair", "direction"],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown
