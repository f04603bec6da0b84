"""Evaluation: how much of what texts say of people is found, and how much of what is found is so.

Rows of JSONL: a `text`, and its `relations`, each with `name`, `field`, `value` and, of family, `relation`.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from namesakes.errors import DataError
from namesakes.profiles.names import plain
from namesakes.profiles.profile import FIELDS, Profile
from namesakes.profiles.words import entries

_SAME = {"occupation": "title"}
"""Fields that are one to the measure: a coach or a director has an occupation and a title in one word."""

_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True)
class Relation:
    """One value of one field of somebody, as it is compared."""

    name: tuple[str, ...]
    field: str
    value: tuple[str, ...]
    relation: str = ""

    @classmethod
    def of(cls, name: str, field: str, value: str, relation: str = "") -> "Relation":
        """The relation in plain words; relatives are told apart by classes, such as parent for father and mother."""
        kin = entries("family").get(relation, relation) if field == "family" else ""
        return cls(_words(name), field, _words(value), kin)

    def __str__(self) -> str:
        kin = f" ({self.relation})" if self.relation else ""
        return f"{' '.join(self.name)}: {self.field}: {' '.join(self.value)}{kin}"

    def agrees(self, other: "Relation") -> bool:
        """Whether two relations say the same: one value may hold the other, as may one name."""
        same = _SAME.get(self.field, self.field) == _SAME.get(other.field, other.field)
        if not same or self.relation != other.relation or not _holds(self.name, other.name):
            return False
        return _holds(self.value, other.value)


@dataclass(frozen=True)
class GoldText:
    """A text and the relations in it."""

    text: str
    relations: tuple[Relation, ...]


def read_gold(path: Path) -> list[GoldText]:
    """The texts of a JSONL file with their relations."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            relations = [
                Relation.of(each["name"], each["field"], each["value"], each.get("relation", ""))
                for each in row["relations"]
            ]
            found.append(GoldText(row["text"], tuple(relations)))
        except (ValueError, KeyError, TypeError) as error:
            advice = 'A row has "text" and "relations" with "name", "field" and "value".'
            raise DataError(f"this is no text with relations: {error!r}", advice, path=path, line=number) from error
    if not found:
        raise DataError("there are no texts in it", path=path)
    for unknown in sorted({each.field for text in found for each in text.relations} - set(FIELDS)):
        raise DataError(f"there is no field '{unknown}'", f"Fields are {', '.join(FIELDS)}.", path=path)
    return found


def evaluate_profiles(gold: Sequence[GoldText], extract: Callable[[str], Iterable[Profile]]) -> dict[str, Any]:
    """Precision, recall and F1 over all relations, and of each field; profiles without a name are left out.

    `errors` lists what was missed, with a minus, and what is wrong, with a plus.

    Parameters
    ----------
    extract : from a text to its profiles.
    """
    expected, found, right, reached = (Counter[str]() for _ in range(4))
    errors: list[str] = []
    for text in gold:
        facts = _relations(extract(text.text))
        for fact in facts:
            agreed = any(fact.agrees(relation) for relation in text.relations)
            found[fact.field] += 1
            right[fact.field] += agreed
            errors.extend([] if agreed else [f"+ {fact}"])
        for relation in text.relations:
            agreed = any(relation.agrees(fact) for fact in facts)
            expected[relation.field] += 1
            reached[relation.field] += agreed
            errors.extend([] if agreed else [f"- {relation}"])
    fields = sorted({*expected, *found}, key=list(FIELDS).index)
    scores = {name: _scores(right[name], found[name], reached[name], expected[name]) for name in fields}
    total = _scores(right.total(), found.total(), reached.total(), expected.total())
    return {"texts": len(gold), **total, "fields": scores, "errors": errors}


def _relations(profiles: Iterable[Profile]) -> list[Relation]:
    """The facts of the profiles that have a name, each once."""
    found = [
        Relation.of(profile.name.full, fact.field, fact.value, fact.relation)
        for profile in profiles
        if profile.name.full
        for fact in profile.facts
    ]
    return list(dict.fromkeys(found))


def _scores(right: int, found: int, reached: int, expected: int) -> dict[str, Any]:
    precision = right / found if found else 0.0
    recall = reached / expected if expected else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": precision, "recall": recall, "f1": f1, "found": found, "gold": expected}


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in plain(text).split() if word not in _ARTICLES)


def _holds(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the shorter of two runs of words stands in the longer one."""
    short, long = sorted((one, other), key=len)
    return bool(short) and any(long[place : place + len(short)] == short for place in range(len(long) - len(short) + 1))
