"""Whole novels of the Project Dialogism Novel Corpus: a folder each, with the text, its characters and its quotes.

    novel_text.txt
    character_info.csv    Character ID, Main Name, Aliases, Gender, Category
    quotation_info.csv    quoteID, quoteText, subQuotationList, quoteByteSpans, speaker, addressees, quoteType, …

Aliases, addressees and spans are written as lists or sets of Python. A quote has several spans where words of the
narrator stand inside ("No," said Ann, "never."). Spans are counted in characters or, where only that fits what is
quoted, in bytes. Who speaks may be called by an alias; speakers that begin with an underscore are nobody in particular
(`_group`, `_unknowable`), but for `_narr`, who tells the story.

Vishnubhotla, Hammond and Hirst (2022), The Project Dialogism Novel Corpus: A Dataset for Quotation Attribution in
Literary Texts.
"""

import ast
import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from namesakes.errors import DataError

TEXT, CHARACTERS, QUOTES = "novel_text.txt", "character_info.csv", "quotation_info.csv"
NARRATOR = "_narr"

Span = tuple[int, int]


@dataclass(frozen=True)
class Character:
    """Somebody in a novel: all the names that the key has for them, the main one first; M, F or another letter."""

    name: str
    aliases: tuple[str, ...]
    gender: str = ""

    @property
    def is_somebody(self) -> bool:
        """Whether this is one person, and not a group or somebody whom nobody can know."""
        return not self.name.startswith("_") or NARRATOR in self.aliases


@dataclass(frozen=True)
class SpokenQuote:
    """A quote: the characters of its parts, and who speaks.

    Parameters
    ----------
    speaker : the main name of a character; as it is written where no character has it.
    type : how the text says who speaks: explicit, anaphoric, implicit, or nothing.
    expression : the words that say so.
    """

    id: str
    spans: tuple[Span, ...]
    speaker: str
    type: str = ""
    expression: str = ""


@dataclass(frozen=True)
class Novel:
    """A novel with its characters and its quotes."""

    id: str
    text: str
    characters: tuple[Character, ...]
    quotes: tuple[SpokenQuote, ...]


def read_novels(folder: Path) -> list[Novel]:
    """The novels in the folders of a folder, in the order of their names; or the one novel that a folder is."""
    if not folder.is_dir():
        raise DataError("there is no such folder", path=folder)
    places = [folder] if (folder / TEXT).is_file() else sorted(each.parent for each in folder.glob(f"*/{TEXT}"))
    if not places:
        raise DataError(f"there is no {TEXT} in this folder, nor in those inside it", path=folder)
    return [read_novel(place) for place in places]


def read_novel(folder: Path) -> Novel:
    """The novel in a folder."""
    text = _read(folder / TEXT)
    characters = tuple(_characters(folder / CHARACTERS))
    return Novel(folder.name, text, characters, tuple(_quotes(folder / QUOTES, text, characters)))


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise DataError(f"the file cannot be read: {reason}", path=path) from error


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table with the number of the line that each ends in."""
    reader = csv.DictReader(_read(path).splitlines(keepends=True))
    missing = [column for column in columns if column not in (reader.fieldnames or ())]
    if missing:
        raise DataError(f"the first line does not name the column {', '.join(missing)}", path=path, line=1)
    for row in reader:
        if any(row[column] is None for column in columns):
            raise DataError("this row has fewer columns than the first line", path=path, line=reader.line_num)
        yield reader.line_num, row


_LONGEST_CELL, _DEEPEST_CELL = 1_000_000, 10
"""The characters and the brackets within brackets that a list in a cell may have."""


def _characters(path: Path) -> Iterator[Character]:
    for line, row in _rows(path, ("Main Name", "Aliases", "Gender")):
        name = row["Main Name"].strip()
        others = sorted(str(each).strip() for each in _value(row["Aliases"], path, line))
        yield Character(name, (name, *(each for each in others if each and each != name)), row["Gender"])


def _value(cell: str, path: Path, line: int) -> Any:
    """What a list or a set of Python in a cell holds; literals alone are read, and nothing is run."""
    if len(cell) > _LONGEST_CELL or _depth(cell) > _DEEPEST_CELL:
        raise DataError(f"this list is too long or too deep: {cell[:60]}", path=path, line=line)
    try:
        found = ast.literal_eval(cell)
    except (ValueError, SyntaxError, TypeError) as error:
        raise DataError(f"this is no list: {cell[:60]}", path=path, line=line) from error
    if not isinstance(found, list | set | tuple | frozenset):
        raise DataError(f"this is no list: {cell[:60]}", path=path, line=line)
    return found


def _depth(cell: str) -> int:
    """How deep brackets lie in each other, at most; a parser of literals goes as deep."""
    steps = [(letter in "([{") - (letter in ")]}") for letter in cell]
    return max(accumulate(steps), default=0)


def _quotes(path: Path, text: str, characters: tuple[Character, ...]) -> Iterator[SpokenQuote]:
    main = {alias: each.name for each in characters for alias in reversed(each.aliases)}
    main |= {each.name: each.name for each in characters}
    rows = list(_rows(path, ("quoteID", "subQuotationList", "quoteByteSpans", "speaker", "quoteType")))
    places = _Places(text)
    for line, row in rows:
        pieces = _value(row["subQuotationList"], path, line)
        spans = tuple(
            places.span(str(piece), span, path, line)
            for piece, span in zip(pieces, _value(row["quoteByteSpans"], path, line), strict=False)
        )
        speaker, kind = row["speaker"].strip(), _given(row["quoteType"]).lower()
        expression = _given(row.get("referringExpression") or "")
        yield SpokenQuote(row["quoteID"], spans, main.get(speaker, speaker), kind, expression)


def _given(cell: str) -> str:
    """What a cell says, where it says something."""
    return "" if cell.strip() == "nan" else cell.strip()


class _Places:
    """Finds the characters of quotes, whose spans are counted in characters or in bytes."""

    def __init__(self, text: str) -> None:
        self.text, self.data = text, text.encode("utf-8")

    def span(self, piece: str, span: Any, path: Path, line: int) -> Span:
        """The characters of a quote that reads as `piece`, white space not counted."""
        try:
            start, end = (int(each) for each in span)
        except (TypeError, ValueError) as error:
            raise DataError(f"this is no span: {str(span)[:60]}", path=path, line=line) from error
        if self.text[start:end].split() == piece.split():
            return start, end
        if self.data[start:end].decode("utf-8", "replace").split() == piece.split():
            first = len(self.data[:start].decode("utf-8", "replace"))
            return first, first + len(self.data[start:end].decode("utf-8", "replace"))
        found = f"the text at {start} reads {self.text[start:end][:40]!r}, and the quote {piece[:40]!r}"
        raise DataError(found, "Spans count characters or bytes of the text from 0.", path=path, line=line)


def speakers_of(novel: Novel) -> Mapping[str, Character]:
    """The characters by their main names, but for groups and those whom nobody can know."""
    return {each.name: each for each in novel.characters if each.is_somebody}
