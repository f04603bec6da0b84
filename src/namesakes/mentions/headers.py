"""Headers: the lines of mails and memos that say From, To, Date and Subject, wherever in a text they stand."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from namesakes.mentions.lines import Line
from namesakes.text.document import Document

_MARK: Final = r"[*_]{0,2}"
"""What programs put around a label that they show in bold."""
_LABELS: Final = r"from|to|cc|bcc|copy to|also to|sent|date|subject|reply-to|re|attachments?"
HEADER: Final = re.compile(rf"{_MARK}({_LABELS}){_MARK}\s*:{_MARK}\s*(.*)", re.IGNORECASE)
"""A line of a header: its label, and what it says."""
DATES: Final = frozenset({"sent", "date"})
_INLINE: Final = re.compile(r"(?<!\S)(?:From|To|Cc|CC|Sent|Date|Subject)\s*:(?=\s)")
_FEWEST, _LABEL = 3, 16
"""The labels that a header in one line has at least; and the characters in which a label ends."""


def header_of(line: Line) -> re.Match[str] | None:
    """The label of a line and what it says, where the line looks like one of a header."""
    return HEADER.fullmatch(line.text) if ":" in line.text[:_LABEL] else None


def unfolded(document: Document, found: Sequence[Line]) -> list[Line]:
    """The lines, a header that stands in one line taken apart: From: Ann Lee To: Bo Wise Subject: The roof."""
    return [part for line in found for part in _parts(document, line)]


def _parts(document: Document, line: Line) -> Iterator[Line]:
    places = [match.start() for match in _INLINE.finditer(line.text)] if line.text.count(":") >= _FEWEST else []
    if len(places) < _FEWEST or places[0] != 0:
        yield line
        return
    for begin, end in pairwise([*places, len(line.text)]):
        text = line.text[begin:end].rstrip()
        start = line.start + begin
        first = int(np.searchsorted(document.ends, start, side="right"))
        last = int(np.searchsorted(document.starts, start + len(text), side="left"))
        yield replace(line, first=first if begin else line.first, end=last, start=start, text=text)


def header_lines(found: Sequence[Line]) -> frozenset[int]:
    """The numbers of the lines of headers: those with a label that follow each other, one of which says *From*.

    A lone line with another label, such as the date of minutes, is no header.
    """
    kept: list[int] = []
    run: list[int] = []
    labels = [match[1].lower() if (match := header_of(line)) else "" for line in found]
    for number, label in enumerate([*labels, ""]):
        if label and (not run or found[number].depth == found[run[-1]].depth):
            run.append(number)
            continue
        if any(labels[each] == "from" for each in run):
            kept += run
        run = [number] if label else []
    return frozenset(kept)
