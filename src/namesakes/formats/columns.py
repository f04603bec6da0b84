"""Columns: which columns of a table have the text, the id and the date of a document; all others are metadata.

They are those that `ReadOptions` names, else those that are plainly called so, whatever the case and the gaps in the
name (`Full Text` is `full_text`). Of several text columns each is a paragraph. Of two columns with the same name the
first one is meant; the other one is called `name~2`.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any, Final

from namesakes.errors import DataError, NoTextError
from namesakes.formats.read_options import ReadOptions
from namesakes.text.document import Document

TEXTS: Final = ("text", "body", "content", "full_text", "fulltext", "article", "story", "message", "transcript")
"""What a column of texts is plainly called, the plainest first."""
IDS: Final = ("id", "doc_id", "doc_key", "document_id", "uuid")
"""What a column of ids is plainly called."""
DATES: Final = ("date", "published", "publication_date", "published_at", "sent", "written", "timestamp")
"""What a column of dates is plainly called."""
MOST: Final = 16_384
"""The most columns of a table."""
_NOTHING: Final = frozenset({"NaTType", "NAType"})
"""What pandas has where there is nothing."""
_SHOWN, _LONGEST_NAME, _DEEPEST = 20, 60, 20
_RESERVED: Final = frozenset({"encoding", "language", "partial_chains", "phrases", "provisional_tokens"})
"""Keys of `meta` that mean something to readers and models, and not what a table says."""


class NoColumnError(DataError):
    """A table that does not have the columns that it should."""


@dataclass(frozen=True)
class Columns:
    """The columns of a table.

    Parameters
    ----------
    names : what each is called, no two the same; also the keys in `meta`.
    texts : the places of those with the text.
    id, date : the places of these; -1 where there is none.
    """

    names: tuple[str, ...]
    texts: tuple[int, ...]
    id: int = -1
    date: int = -1

    @classmethod
    def of(cls, names: Iterable[Any], options: ReadOptions, *, sparse: bool = False) -> "Columns":
        """The columns of these names; a `DataError` that lists them where none has the text, or one that was named.

        `sparse` is for the keys of a row that need not have all that options name.
        """
        own = unique_names(names)
        if sparse:
            options = _as_far_as_there(options, own)
        plain = {key: place for place, key in reversed(list(enumerate(map(_plain, own))))}
        texts = tuple(_place(name, own, plain, "--text-column") for name in options.text_columns)
        found = next((plain[key] for key in TEXTS if key in plain), -1)
        if not texts and found < 0:
            advice = f"Name it with --text-column (in Python ReadOptions(text_columns=…)). {_listed(own)}"
            raise NoColumnError("none of the columns is plainly called text", advice)
        texts = texts or (found,)
        others = {key: place for key, place in plain.items() if place not in texts}
        id, day = (
            _place(name, own, plain, option) if name else next((others[key] for key in usual if key in others), -1)
            for name, usual, option in (
                (options.id_column, IDS, "--id-column"),
                (options.date_column, DATES, "--date-column"),
            )
        )
        return cls(own, texts, id, day)

    def text(self, cells: Sequence[Any]) -> str:
        """The text of a row; a `NoTextError` where it has none."""
        parts = [cells[place] for place in self.texts if place < len(cells)]
        text = "\n\n".join(part for part in parts if isinstance(part, str) and part.strip())
        if not text:
            raise NoTextError(f"there is no text in the column {', '.join(self.names[place] for place in self.texts)}")
        return text

    def name(self, cells: Sequence[Any]) -> str:
        """The id of a row; nothing where it has none."""
        value = plain_value(cells[self.id]) if 0 <= self.id < len(cells) else None
        return "" if value is None else str(value).strip()

    def meta(self, cells: Sequence[Any]) -> dict[str, Any]:
        """What else a row says; when its text was written as `date`."""
        found: dict[str, Any] = {}
        taken = {*self.texts, self.id, self.date}
        day = plain_value(cells[self.date]) if 0 <= self.date < len(cells) else None
        if day is not None and day != "":
            found["date"] = day
        for place, cell in enumerate(cells):
            if place in taken or cell is None or cell == "":
                continue
            value = plain_value(cell)
            name = self.names[place] if place < len(self.names) else f"column {place + 1}"
            if value is not None:
                found[f"{name}~2" if name in _RESERVED or (name == "date" and self.date >= 0) else name] = value
        return found

    def document(self, cells: Sequence[Any], fallback: str, **meta: Any) -> Document:
        """The document of a row; `fallback` is what it is called without an id, `meta` what else is known of it."""
        text = self.text(cells)
        return Document(id=self.name(cells) or fallback, text=text, meta={**self.meta(cells), **meta})


def with_columns(row: Mapping[str, Any], options: ReadOptions) -> dict[str, Any]:
    """A row of JSON whose text, id and date are under `text`, `doc_id` and `date`, as far as its keys say which it is.

    A row that has a `text` or words is as it is, unless options name columns.
    """
    named = options.text_columns or options.id_column or options.date_column
    if not named and (not row or row.get("text") is not None or "tokens" in row or "sentences" in row):
        return dict(row)
    try:
        columns = Columns.of(row, options, sparse=True)
    except NoColumnError:
        if named:
            raise
        return dict(row)
    cells = list(row.values())
    taken = {columns.names[place] for place in (*columns.texts, columns.id, columns.date) if place >= 0}
    found = {key: value for key, value in row.items() if key not in taken}
    found["text"] = columns.text(cells)
    if columns.name(cells):
        found["doc_id"] = columns.name(cells)
    day = plain_value(cells[columns.date]) if columns.date >= 0 else None
    return found if day is None or day == "" else {**found, "date": day}


def unique_names(names: Iterable[Any]) -> tuple[str, ...]:
    """The names of columns, one for each; a `DataError` where there are too many."""
    found: dict[str, None] = {}
    for place, each in enumerate(names, start=1):
        name = " ".join(str(each).split()) if each is not None else ""
        name, number = name or f"column {place}", 1
        called = name
        while called in found:
            number += 1
            called = f"{name}~{number}"
        found[called] = None
        if len(found) > MOST:
            raise DataError(f"this table has more than {MOST:,} columns", "Leave out those that are not needed.")
    return tuple(found)


def plain_value(value: Any, depth: int = 0) -> Any:
    """A cell as JSON can hold it; None for one that has nothing."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if type(value).__name__ in _NOTHING:
        return None
    if isinstance(value, datetime | date | time):
        return _day(value)
    if depth > _DEEPEST:
        return "…"
    if hasattr(value, "tolist"):  # a number or an array of NumPy
        return plain_value(value.tolist(), depth + 1)
    if isinstance(value, Mapping):
        return {str(key): plain_value(each, depth + 1) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(each, depth + 1) for each in value]
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _day(value: datetime | date | time) -> str:
    """A date as ISO 8601 writes it; midnight is no time."""
    midnight = isinstance(value, datetime) and value.tzinfo is None and value.time() == time()
    return value.date().isoformat() if midnight and isinstance(value, datetime) else value.isoformat()


def _plain(name: str) -> str:
    """A name without what does not matter in it."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _as_far_as_there(options: ReadOptions, names: tuple[str, ...]) -> ReadOptions:
    """The options without columns that a row does not have; of the text's the first stays where it has none of them."""
    there = {*names, *map(_plain, names)}

    def has(name: str) -> bool:
        return name in there or _plain(name) in there

    texts = tuple(filter(has, options.text_columns)) or options.text_columns[:1]
    id, day = (name if has(name) else "" for name in (options.id_column, options.date_column))
    return replace(options, text_columns=texts, id_column=id, date_column=day)


def _place(name: str, names: tuple[str, ...], plain: Mapping[str, int], option: str) -> int:
    """The place of the column of this name."""
    place = names.index(name) if name in names else plain.get(_plain(name), -1)
    if place < 0:
        raise NoColumnError(f"there is no column '{name[:_LONGEST_NAME]}'", f"Name one with {option}. {_listed(names)}")
    return place


def _listed(names: Sequence[str]) -> str:
    """The columns, as a sentence that is not too long."""
    shown = [name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…" for name in names[:_SHOWN]]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"The columns are: {', '.join(shown) or 'none'}{more}."
