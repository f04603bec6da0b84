"""Constraints: mentions that must be linked, or must not be, whatever the scores say.

Mentions are named by their characters. A file of constraints is JSON, one object or an array of them, or JSONL:

    {"doc_id": "letter", "must_link": [[[0, 11], [27, 29]]], "cannot_link": [[[0, 11], [48, 54]]]}

Each list of spans is a group: all its mentions must be linked to each other, or no two of them may be. Without `doc_id`
the constraints are about the only document that there is.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from namesakes.errors import DataError
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document

Span = tuple[int, int]
_KEYS = {"must_link": True, "cannot_link": False}
_LAYOUT = 'Expected {"doc_id": "a", "must_link": [[[0, 3], [10, 13]]], "cannot_link": [[[0, 3], [20, 25]]]}.'


@dataclass(frozen=True)
class Group:
    """Mentions that must all be linked to each other, or of which no two may be; and where that was said."""

    must: bool
    spans: tuple[Span, ...]
    path: object = None
    line: int | None = None

    def error(self, found: str, advice: str = "") -> DataError:
        """An error about this group."""
        return DataError(found, advice, path=self.path, line=self.line)


class Constraints:
    """The constraints on one document.

    Parameters
    ----------
    must, cannot : groups of character spans `(start, end)`, end-exclusive, of two mentions or more.
    """

    def __init__(
        self, must: Iterable[Sequence[Sequence[int]]] = (), cannot: Iterable[Sequence[Sequence[int]]] = ()
    ) -> None:
        rows = [(True, group) for group in must] + [(False, group) for group in cannot]
        self.groups = tuple(Group(kind, _spans(group)) for kind, group in rows)

    @classmethod
    def of_groups(cls, groups: Iterable[Group]) -> "Constraints":
        """The constraints of these groups."""
        found = cls()
        found.groups = tuple(groups)
        return found

    @property
    def boundaries(self) -> list[int]:
        """The characters at which mentions begin and end."""
        return sorted({place for group in self.groups for span in group.spans for place in span})

    def __len__(self) -> int:
        return len(self.groups)

    def __repr__(self) -> str:
        must = sum(group.must for group in self.groups)
        return f"Constraints({must} must-link, {len(self.groups) - must} cannot-link)"


def marked_groups(document: Document) -> list[Group]:
    """What the chains of an edition say: the mentions of each must be linked, and no two people may be one."""
    chains = [[(part.start, part.end) for mention in chain for part in mention.parts[:1]] for chain in document.chains]
    groups = [Group(True, tuple(spans)) for spans in chains if len(spans) > 1]
    apart = tuple(spans[0] for spans in chains if spans)
    return [*groups, Group(False, apart)] if len(apart) > 1 else groups


def read_constraints(path: str | Path) -> dict[str | None, Constraints]:
    """The constraints of a file by the id of their document; None for those of the only one."""
    groups: dict[str | None, list[Group]] = {}
    for line, row in _rows(TextFile(path)):
        try:
            name, found = _groups(row, path, line)
        except DataError as error:
            raise error.at(path, line) from error
        groups.setdefault(name, []).extend(found)
    if not groups:
        raise DataError("there are no constraints in this file", _LAYOUT, path=path)
    return {name: Constraints.of_groups(found) for name, found in groups.items()}


def _rows(source: TextFile) -> Iterator[tuple[int, Any]]:
    """The objects of the file and the lines where they begin: those of an array, or one after the other."""
    text = source.text()
    place, decoder = _blank(text, 0), json.JSONDecoder()
    inside = text[place : place + 1] == "["
    place = _blank(text, place + inside)
    while place < len(text) and text[place] != "]":
        line = text.count("\n", 0, place) + 1
        try:
            row, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            raise DataError(f"this is not JSON: {error.msg}", _LAYOUT, path=source.name, line=error.lineno) from error
        except RecursionError as error:
            raise DataError("this is not JSON: it is nested too deeply", path=source.name, line=line) from error
        yield line, row
        place = _blank(text, place)
        if inside and text[place : place + 1] == ",":
            place = _blank(text, place + 1)
        elif inside and text[place : place + 1] != "]":
            line = text.count("\n", 0, place) + 1
            found = f"{text[place : place + 10]!r} stands after an object" if text[place:] else "the file ends early"
            raise DataError(found, "Objects stand in one array, with commas.", path=source.name, line=line)


def _blank(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _groups(row: Any, path: object, line: int) -> tuple[str | None, list[Group]]:
    if not isinstance(row, dict):
        raise DataError(f"this is a JSON {type(row).__name__}, not an object", _LAYOUT)
    unknown = sorted(set(row) - set(_KEYS) - {"doc_id"})
    if unknown or not set(row) & set(_KEYS):
        raise DataError(f"this object has the keys {', '.join(sorted(row)) or 'none'}", _LAYOUT)
    name = row.get("doc_id")
    if name is not None and not isinstance(name, str):
        raise DataError(f"'doc_id' is a {type(name).__name__}; a string was expected", _LAYOUT)
    found = []
    for key, must in _KEYS.items():
        groups = row.get(key, [])
        if not isinstance(groups, list):
            raise DataError(f"'{key}' is a {type(groups).__name__}; a list of groups of spans was expected", _LAYOUT)
        found += [Group(must, _spans(group), path, line) for group in groups]
    return name, found


def _spans(group: Any) -> tuple[Span, ...]:
    """The spans of a group, checked."""
    if not isinstance(group, list | tuple) or len(group) < 2:
        raise DataError(f"a constraint needs two mentions or more, and this is {_short(group)}", _LAYOUT)
    for span in group:
        whole = isinstance(span, list | tuple) and len(span) == 2
        if not whole or not all(isinstance(place, int) and not isinstance(place, bool) for place in span):
            raise DataError(f"a mention is [start, end] in characters, not {_short(span)}", _LAYOUT)
    return tuple((int(start), int(end)) for start, end in group)


def _short(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return shown if len(shown) <= 60 else shown[:59] + "…"
