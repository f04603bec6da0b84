"""Texts for a terminal: numbers with their nouns, and names without control characters."""

import re

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def counted(count: int, noun: str) -> str:
    """`1 document`, `2 documents`."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def one_line(text: str) -> str:
    """The text in one line, without control characters."""
    return printable(" ".join(text.split()))


def printable(text: str) -> str:
    """The text with U+FFFD for each character that would steer a terminal or turn the direction of writing."""
    return _CONTROL.sub("\ufffd", text)
