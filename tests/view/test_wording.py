"""Numbers with their nouns, and texts that do not steer terminals."""

import pytest

from namesakes.view.wording import counted, one_line
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
        ("\x1b[1mX\x7f\x9b\u202e\u2066", "\ufffd[1mX\ufffd\ufffd\ufffd\ufffd"),
        (HEBREW, HEBREW),
        (LONG, LONG),
    ],
    ids=["empty", "spaces", "control", "right to left", "long"],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line
