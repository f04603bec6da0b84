"""Rows: documents that a query name brings up, and who is meant in each, as lines of JSON."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from namesakes.errors import DataError
from namesakes.profiles.profile import Profile

FIELDS = ("doc_id", "query_name", "text", "gold_identity")


@dataclass(frozen=True)
class QueryRow:
    """A document in which a name occurs, and who bears it there."""

    id: str
    name: str
    text: str
    gold: str


@dataclass(frozen=True)
class QueryGroup:
    """The profiles of all bearers of one name, who each of them is, and the corpus that the name is from."""

    name: str
    profiles: Sequence[Profile]
    gold: Sequence[str]
    corpus: str = ""


def read_rows(path: Path) -> Iterator[QueryRow]:
    """The rows of a JSONL file with `doc_id`, `query_name`, `text` and `gold_identity`; others are not looked at."""
    try:
        lines = path.open(encoding="utf-8")
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror}", path=path) from error
    with lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield _row(line, path, number)


def _row(line: str, path: Path, number: int) -> QueryRow:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"this line is not JSON: {error.msg}", path=path, line=number) from error
    if not isinstance(found, Mapping):
        raise DataError("this line is not an object with fields", path=path, line=number)
    values = [_value(found, field, path, number) for field in FIELDS]
    return QueryRow(*values)


def _value(found: Mapping[str, Any], field: str, path: Path, number: int) -> str:
    value = found.get(field)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or (not value.strip() and field != "text"):
        advice = f"A row has the fields {', '.join(FIELDS)}."
        raise DataError(
            f"the field '{field}' is {'not text' if field in found else 'missing'}", advice, path=path, line=number
        )
    return value


def grouped_by_name(rows: Iterable[QueryRow], profiles: Iterable[Profile], corpus: str = "") -> list[QueryGroup]:
    """The profiles of the rows, name by name, in the order in which names first come."""
    groups: dict[str, tuple[list[Profile], list[str]]] = {}
    for row, profile in zip(rows, profiles, strict=True):
        found, gold = groups.setdefault(row.name, ([], []))
        found.append(profile)
        gold.append(row.gold)
    return [QueryGroup(name, *group, corpus) for name, group in groups.items()]
