"""Texts for a terminal: numbers with their nouns, headings, and names without control characters."""

import re

_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)"
)
"""Control characters but for tabs and ends of lines, those that turn the direction of writing, halves of pairs."""


class Heading(str):
    """A line whose first words, the head, are bold on a terminal."""

    head: str

    def __new__(cls, head: str, rest: str = "") -> "Heading":
        """The line of the head and what follows it."""
        line = super().__new__(cls, head + rest)
        line.head = head
        return line


def counted(count: int, noun: str) -> str:
    """`1 document`, `2 documents`."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def counted_people(count: int, more: str = "") -> str:
    """`1 person`, `2 people`; with a word between: `2 more people`."""
    return f"{count:,} {more}{'person' if count == 1 else 'people'}"


def one_line(text: str) -> str:
    """The text in one line, without control characters."""
    return printable(" ".join(text.split()))


def printable(text: str) -> str:
    """The text with an escape as in JSON for each character that would steer a terminal or turn writing around."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
