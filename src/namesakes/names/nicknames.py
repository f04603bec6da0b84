"""Nicknames: Bill is short for William, Sasha for Alexander, Pepe for José."""

import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from namesakes.names.folding import fold
from namesakes.names.lists import NameLists
from namesakes.names.words import shortened

USUAL = 130
"""The share from which on a nickname is a given name of its own, as Lisa and Nancy are."""


@cache
def _formal() -> dict[str, frozenset[str]]:
    """For each given name that has other forms, or is one: the names it may stand for."""
    found: dict[str, set[str]] = {}
    text = (files("namesakes") / "names" / "nicknames.toml").read_text(encoding="utf-8")
    own = [line.split() for table in tomllib.loads(text).values() for line in table["names"].splitlines()]
    shipped = [[name, *forms] for name, forms in NameLists.shipped().nicknames.items()]
    short = [[whole, form] for form, whole in shortened().items()]
    for name, *forms in filter(None, (*shipped, *own, *short)):
        found.setdefault(name, set()).add(name)
        for form in forms:
            found.setdefault(form, set()).add(name)
    return {form: frozenset(formal) for form, formal in found.items()}


def formal_names(given: str) -> frozenset[str]:
    """The names that a given name, however it is written, may stand for; itself where none is known."""
    name = fold(given)
    return _formal().get(name) or frozenset({name})


def is_nickname(given: str) -> bool:
    """Whether a given name is known as a short or pet form of another."""
    name = fold(given)
    return bool(formal_names(name) - {name})


@lru_cache(maxsize=1 << 16)
def same_given(one: str, other: str) -> bool:
    """Whether two folded given names may be forms of one: Bill and William, Bob and Rob, but not Lisa and Betty.

    Two forms of a third name are forms of one only where one of them is not a usual name by itself.
    """
    if one == other:
        return True
    mine, theirs = formal_names(one), formal_names(other)
    if one in theirs or other in mine:
        return True
    return not mine.isdisjoint(theirs) and not (is_usual(one) and is_usual(other))


def is_usual(name: str) -> bool:
    """Whether a folded given name is usual by itself, and not only as a form of another."""
    formal = formal_names(name)
    return name in formal or NameLists.shipped().genders.get(name, (0, 0))[1] >= USUAL
