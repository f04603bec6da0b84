"""Nicknames: Bill is short for William, Sasha for Alexander, Pepe for José."""

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from namesakes.names.folding import fold
from namesakes.names.lists import NameLists
from namesakes.names.words import shortened

USUAL = 130
"""The share from which on a nickname is a given name of its own, as Lisa and Nancy are."""


@cache
def _lines() -> dict[str, list[list[str]]]:
    """The lines of `nicknames.toml`, each a name and its forms, by table."""
    text = (files("namesakes") / "names" / "nicknames.toml").read_text(encoding="utf-8")
    return {
        name: [line.split() for line in table["names"].splitlines() if line]
        for name, table in tomllib.loads(text).items()
    }


@cache
def _formal() -> tuple[dict[str, frozenset[str]], ...]:
    """For each given name that has other forms, or is one, the names it may stand for.

    The English ones of our own, those of other languages, and those of the shipped list, which has the most and knows
    least which of them are usual.
    """
    lines = _lines()
    wrong = {(name, form) for name, *forms in lines["wrong"] for form in forms}
    short = [[whole, form] for form, whole in shortened().items()]
    others = [line for table, rows in lines.items() if table not in ("wrong", "english") for line in rows]
    shipped = [
        [name, *(form for form in forms if (name, form) not in wrong)]
        for name, forms in NameLists.shipped().nicknames.items()
    ]
    return tuple(_by_form(rows) for rows in ([*lines["english"], *short], others, shipped))


def _by_form(rows: Iterable[Sequence[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, *forms in rows:
        for form in (name, *forms):
            found.setdefault(form, set()).add(name)
    return {form: frozenset(formal) for form, formal in found.items()}


def formal_names(given: str) -> frozenset[str]:
    """The names that a given name, however it is written, is usually short for; itself where none is known."""
    name = fold(given)
    return next((table[name] for table in _formal() if name in table), frozenset({name}))


@lru_cache(maxsize=1 << 15)
def every_name(name: str) -> frozenset[str]:
    """All names that a folded given name may stand for, in any of the lists; itself where none knows it."""
    english, others, shipped = (table.get(name, frozenset()) for table in _formal())
    return (english | others | (shipped if not english else frozenset())) or frozenset({name})


def is_nickname(given: str) -> bool:
    """Whether a given name is known as a short or pet form of another."""
    name = fold(given)
    return bool(every_name(name) - {name})


@lru_cache(maxsize=1 << 16)
def same_given(one: str, other: str) -> bool:
    """Whether two folded given names may be forms of one: Bill and William, Bob and Rob, but not Lisa and Betty.

    Two forms of a third name are forms of one only where they begin alike, as Tom and Tommy, or where one of them is
    not a usual name by itself.
    """
    if one == other:
        return True
    mine, theirs = every_name(one), every_name(other)
    if one in theirs or other in mine:
        return True
    if mine.isdisjoint(theirs):
        return False
    return one[:3] == other[:3] or not (is_usual(one) and is_usual(other))


def is_usual(name: str) -> bool:
    """Whether a folded given name is usual by itself, and not only as a form of another."""
    return name in every_name(name) or NameLists.shipped().genders.get(name, (0, 0))[1] >= USUAL
