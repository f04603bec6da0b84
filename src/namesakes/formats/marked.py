"""Marked text: plain text in which it is marked who is meant, to measure how well people are told apart.

`[[John Smith|john-smith-plumber]]` is a name and the id of its person; `{{he|john-smith-plumber}}` is a pronoun or a
description. The texts of one folder are read together, and ids hold within it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.text_file import TextFile

_MARK: Final = re.compile(
    r"\[\[(?P<name>[^\[\]{}|\n]*)\|(?P<named>[^\[\]{}|\n]*)\]\]|\{\{(?P<other>[^\[\]{}|\n]*)\|(?P<meant>[^\[\]{}|\n]*)\}\}"
)
_BRACKETS: Final = re.compile(r"\[\[|\]\]|\{\{|\}\}")
_ID: Final = re.compile(r"\S+")
_ADVICE: Final = "A name is marked [[John Smith|john-smith]], any other word that means somebody {{he|john-smith}}."


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters of a text that mean a person.

    Parameters
    ----------
    start, end : the characters in the text without marks, the end exclusive.
    person : the id of the person.
    is_name : whether the characters are a name, and not a pronoun or a description.
    line : the line of the file, counted from 1.
    """

    start: int
    end: int
    person: str
    is_name: bool
    line: int


@dataclass(frozen=True)
class MarkedText:
    """A text without its marks, and the marks in the order of the text."""

    path: Path
    text: str
    marks: tuple[Mark, ...]

    def words(self, mark: Mark) -> str:
        """The characters of a mark."""
        return self.text[mark.start : mark.end]


@dataclass(frozen=True)
class MarkedFolder:
    """The texts of one folder, by name."""

    path: Path
    texts: tuple[MarkedText, ...]


def read_marked(folder: str | Path) -> Iterator[MarkedFolder]:
    """The folders of marked texts at and below a folder, in alphabetical order: each that has `.txt` files in it.

    A `DataError` where there are none, or with file and line where a mark is wrong.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise DataError("this is no folder", "Name folders of marked texts.", path=folder)
    found = sorted({file.parent for file in folder.rglob("*.txt") if file.is_file()})
    if not found:
        raise DataError("there is no .txt file in this folder or below it", _ADVICE, path=folder)
    for each in found:
        texts = tuple(_read_text(file) for file in sorted(each.glob("*.txt")) if file.is_file())
        _check_named(texts)
        yield MarkedFolder(each, texts)


def parse_marked(marked: str, path: str | Path) -> MarkedText:
    """A text and its marks; a `DataError` with the line where a mark is wrong.

    Parameters
    ----------
    marked : the text with marks.
    path : where it comes from.
    """
    marks, parts, size, end = [], [], 0, 0
    for found in _MARK.finditer(marked):
        before = marked[end : found.start()]
        _check_plain(before, marked, end, path)
        is_name = found["name"] is not None
        words, person = (found["name"], found["named"]) if is_name else (found["other"], found["meant"])
        line = marked.count("\n", 0, found.start()) + 1
        if words != words.strip() or not words or not _ID.fullmatch(person):
            problem = f"the mark '{found[0]}' has no words, no id, or spaces at their edges"
            raise DataError(problem, _ADVICE, path=path, line=line)
        parts += [before, words]
        size += len(before)
        marks.append(Mark(size, size + len(words), person, is_name, line))
        size, end = size + len(words), found.end()
    _check_plain(marked[end:], marked, end, path)
    return MarkedText(Path(path), "".join([*parts, marked[end:]]), tuple(marks))


def _read_text(path: Path) -> MarkedText:
    text = parse_marked(TextFile(path).decoded()[0], path)
    if not text.text.strip():
        raise DataError("this file is empty: there is no text in it", path=path)
    return text


def _check_plain(part: str, marked: str, start: int, path: str | Path) -> None:
    """Refuse brackets that are left where no mark is."""
    stray = _BRACKETS.search(part)
    if stray is not None:
        place = start + stray.start()
        shown = marked[place : place + 30].partition("\n")[0]
        line = marked.count("\n", 0, place) + 1
        raise DataError(f"'{stray[0]}' is no part of a mark, at '{shown}'", _ADVICE, path=path, line=line)


def _check_named(texts: tuple[MarkedText, ...]) -> None:
    """Refuse persons who are meant by a pronoun and have no name in the whole folder: the id is misspelt."""
    named = {mark.person for text in texts for mark in text.marks if mark.is_name}
    for text in texts:
        for mark in text.marks:
            if mark.person not in named:
                problem = f"'{text.words(mark)}' means '{mark.person}', whose name is marked nowhere in this folder"
                raise DataError(problem, "Correct the id, or mark a name.", path=text.path, line=mark.line)
