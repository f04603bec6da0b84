"""Names as lines: the parts of a name, and what two names say of each other."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from namesakes.names import NameRelation, PersonName, Relation
from namesakes.names.organisations import OrganisationName

_COMPUTED = ("text", "title_gender", "role", "written", "the")
_SENTENCES = {
    Relation.EQUAL: "equal",
    Relation.SHORT_FORM: "a short form",
    Relation.COMPATIBLE: "compatible",
    Relation.DIFFERENT: "different",
    Relation.UNKNOWN: "can't tell",
}


def name_parts(name: PersonName | OrganisationName) -> dict[str, Any]:
    """The parts that a name has, as plain data; what is empty is left out."""
    shown = [each.name for each in fields(name) if each.init and each.name not in _COMPUTED]
    parts = {part: getattr(name, part) for part in shown}
    return {part: list(value) if isinstance(value, tuple) else value for part, value in parts.items() if value}


def name_lines(name: PersonName | OrganisationName) -> Iterator[str]:
    """A name and below it its parts, one a line."""
    yield name.text
    for part, value in name_parts(name).items():
        shown = " ".join(value) if isinstance(value, list) else "yes" if value is True else value
        yield f"  {part.replace('_', ' '):<13} {shown}"


def relation_line(found: NameRelation, one: str, other: str) -> str:
    """What two names say of each other, and why."""
    which = f": {(one, other)[found.shorter - 1]} is the shorter one" if found.shorter else ""
    return f"{_SENTENCES[found.relation]}{which} ({found.reason})"
