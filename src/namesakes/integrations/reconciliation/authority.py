"""Authority: a table of known people, a row each, as profiles that can be compared with those of documents.

The table is a CSV, such as a query of Wikidata gives. Its columns are found by their names, whatever case they are in;
a cell holds several values between bars. What a row says is read as a document would be, so that its words count, too.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.text_file import TextFile
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Evidence, Fact, Profile
from namesakes.text.document import Document

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": ("id", "qid", "item", "uri", "person", "key"),
    "name": ("name", "label", "itemlabel", "personlabel", "full name"),
    "alias": ("alias", "aliases", "altlabel", "itemaltlabel", "also known as", "names"),
    "description": ("description", "itemdescription", "abstract", "bio", "about", "notes"),
    "gender": ("gender", "sex", "genderlabel", "sexlabel"),
    "birth": ("birth", "born", "date of birth", "dateofbirth", "dob", "birth date", "birth year"),
    "death": ("death", "died", "date of death", "dateofdeath", "dod", "death date", "death year"),
    "occupation": ("occupation", "occupations", "occupationlabel", "profession"),
    "title": ("title", "titles", "position", "positionlabel", "office"),
    "employer": ("employer", "employers", "employerlabel", "works for"),
    "member": ("member", "member of", "affiliation", "party", "team", "memberlabel"),
    "education": ("education", "educated at", "school", "university"),
    "nationality": ("nationality", "citizenship", "country", "countrylabel"),
    "place": ("place", "birthplace", "place of birth", "placeofbirthlabel", "born in"),
    "lives": ("residence", "lives", "lives in", "home"),
}
"""What a column is of, and the names that it may have."""
_FIELDS: Final = {"place": "born"}
"""The fields of profiles, where they are called otherwise."""
_NO_FACTS: Final = frozenset({"id", "name", "alias", "description", "gender"})
_DATES: Final = frozenset({"birth", "death"})
_GENDERS: Final = {"m": "male", "male": "male", "man": "male", "f": "female", "female": "female", "woman": "female"}
LONGEST: Final = 10_000
"""So many characters of a description are read."""

Reading = Callable[[Document], Sequence[Profile]]
"""What reads the profiles of a document."""


@dataclass(frozen=True)
class Entry:
    """A known person.

    Parameters
    ----------
    id : what the table calls the person.
    name : the first of the names.
    description : what the table says, in its words.
    profile : the same as a profile.
    """

    id: str
    name: str
    description: str
    profile: Profile


def read_entries(path: str | Path, reading: Reading, encoding: str | None = None) -> list[Entry]:
    """The entries of a table; a `DataError` names the line that is wrong."""
    source = TextFile(path, encoding)
    lines = source.text().splitlines(keepends=True)
    rows = csv.reader(lines, dialect=_dialect(lines))
    try:
        columns = _columns(next(rows, []))
        found = list(_entries(rows, columns, reading))
    except DataError as error:
        raise error.at(source.name, rows.line_num or None) from error
    except csv.Error as error:
        said = f"this is not a table: {error}"
        raise DataError(said, "Save it as CSV in UTF-8.", path=source.name, line=rows.line_num) from error
    if not found:
        raise DataError("this table has no rows", path=source.name)
    return found


def _dialect(lines: Sequence[str]) -> type[csv.Dialect]:
    """Commas, semicolons or tabs, whichever the first line has most of."""
    head = lines[0] if lines else ""
    separator = max(",;\t", key=head.count)
    return type("Table", (csv.excel,), {"delimiter": separator, "strict": True})


def _columns(header: Sequence[str]) -> dict[str, int]:
    """The place of each column that is known, by what it is of."""
    names = [cell.strip().lstrip("\ufeff").casefold() for cell in header]
    found: dict[str, int] = {}
    for what, known in COLUMNS.items():
        place = next((names.index(name) for name in known if name in names), None)
        if place is not None and place not in found.values():
            found[what] = place
    missing = [what for what in ("id", "name") if what not in found]
    if missing:
        said = f"this table has no column {' or '.join(missing)}; it has {', '.join(filter(None, header)) or 'none'}"
        raise DataError(said, f"Call them: {'; '.join(f'{what}: {COLUMNS[what][0]}' for what in missing)}.")
    return found


def _entries(rows: Iterator[list[str]], columns: Mapping[str, int], reading: Reading) -> Iterator[Entry]:
    known: set[str] = set()
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        cells = {what: row[place].strip() if place < len(row) else "" for what, place in columns.items()}
        for what in ("id", "name"):
            if not cells[what]:
                raise DataError(f"this row has no {what}", "Every known person needs an id and a name.")
        if cells["id"] in known:
            raise DataError(f"'{cells['id']}' is the id of a row before", "Every row needs an id of its own.")
        known.add(cells["id"])
        yield _entry(cells, reading)


def _values(cell: str) -> list[str]:
    return [value.strip() for value in cell.split("|") if value.strip()]


def _entry(cells: Mapping[str, str], reading: Reading) -> Entry:
    """The entry of a row."""
    names = [*_values(cells["name"]), *_values(cells.get("alias", ""))]
    said = "; ".join(cells[what] for what in cells if what not in ("id", "name", "alias") and cells[what])
    values = [value for what in cells if what not in _NO_FACTS | _DATES for value in _values(cells[what])]
    described = ", ".join(filter(None, (cells.get("description", ""), *dict.fromkeys(values))))
    read = _read(cells["id"], names[0], described[:LONGEST], reading)
    given = [
        Fact(_FIELDS.get(what, what), value, Evidence(0, 0, said, "table"))
        for what in cells
        if what not in _NO_FACTS
        for value in _values(cells[what])
    ]
    stated = {fact.field for fact in given}
    facts = (*given, *(fact for fact in read.facts if fact.field not in stated))
    gender = _GENDERS.get(cells.get("gender", "").casefold(), "") or read.gender
    profile = replace(
        read, document=cells["id"], chain=0, kind="person", name=split_name(names[0]), gender=gender, facts=facts,
        forms=dict.fromkeys(names, 1), summary=(said,) if said else (), apart=(),
    )  # fmt: skip
    return Entry(cells["id"], names[0], said, profile)


def _read(id: str, name: str, description: str, reading: Reading) -> Profile:
    """The profile of what is said; an empty one where that is nothing."""
    if not description:
        return Profile(id, 0)
    found = reading(Document(id=id, text=f"{name}: {description}"))
    return next((one for one in found if name in one.forms), found[0] if found else Profile(id, 0))
