"""Measures of casts as rows of tables: each novel, all together, and the mean."""

from collections.abc import Iterator, Sequence
from typing import Any

Rows = tuple[Sequence[str], list[list[str]]]
"""The titles of the columns, and the cells of each row."""

CHARACTERS = ("characters", "found", "right", "F1", "forms", "each")
ALIASES = ("names", "P", "R", "B³", "purity", "theirs", "forms", "each")
GENDERS = ("gender", "right", "wrong", "names", "male")
SPEAKERS = ("speakers", "right", "own", "nearest", "frequent", "told", "sure", "right of told")


def rows(found: dict[str, Any]) -> Iterator[Rows]:
    """The tables: characters that are found, their names, their genders, who speaks."""
    each = [*found["novels"].items(), ("all", found), ("mean", found["means"])]
    yield CHARACTERS, [[name, *characters(one)] for name, one in each]
    yield ALIASES, [[name, *aliases(one)] for name, one in each]
    yield GENDERS, [[name, *genders(one)] for name, one in each]
    yield SPEAKERS, [[name, *speakers(one)] for name, one in each]


def characters(one: dict[str, Any]) -> list[str]:
    """Recall, precision and F1 of characters, and F1 of the simple ways."""
    own = one["characters"]
    shares = [own["cast"][name] for name in ("recall", "precision", "f1")]
    return [*map(percent, [*shares, own["forms"]["f1"], own["each"]["f1"]])]


def aliases(one: dict[str, Any]) -> list[str]:
    """B³ and purity of the list of names, the share of names of matched characters that are theirs, and simple ways."""
    own = one["aliases"]
    shares = [own["cast"][name] for name in ("precision", "recall", "f1", "purity", "right")]
    return [*map(percent, [*shares, own["forms"]["f1"], own["each"]["f1"]])]


def genders(one: dict[str, Any]) -> list[str]:
    """The shares of genders that are right and wrong, and those that are right by names alone, and as male."""
    own = one["gender"]
    return [*map(percent, (own["cast"]["right"], own["cast"]["wrong"], own["names"]["right"], own["male"]["right"]))]


def speakers(one: dict[str, Any]) -> list[str]:
    """The shares of quotes whose speaker is right, by way, and how sure we are of those that have one."""
    own = one["speakers"]
    names = ("cast", "own", "nearest", "frequent", "told", "sure", "right_of_told")
    return [percent(own[name]) for name in names]


def percent(share: float) -> str:
    """A share in per cent."""
    return f"{100 * share:.1f}"
