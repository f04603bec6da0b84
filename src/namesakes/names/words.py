"""The words around names: what `words.toml` holds, read once."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def words(table: str, *entries: str) -> frozenset[str]:
    """The words of these entries of a table, or of all its entries."""
    lists = tables()[table]
    chosen = [lists[entry] for entry in entries] if entries else list(lists.values())
    return frozenset(word for text in chosen for word in cut(text))


@cache
def shortened() -> dict[str, str]:
    """Given names that writers shorten (Geo., Wm.), each with the whole name."""
    return _pairs("shortened")


@cache
def countries() -> dict[str, str]:
    """Other names of countries, each with the usual one, both in small letters without spaces."""
    return _pairs("countries")


def _pairs(table: str) -> dict[str, str]:
    entries = (entry.split() for entry in cut(tables()[table]["words"]))
    return {entry[0]: entry[1] for entry in entries}


@cache
def tables() -> dict[str, dict[str, str]]:
    """All tables of `words.toml`: for each entry its words in one text."""
    return tomllib.loads((files("namesakes") / "names" / "words.toml").read_text(encoding="utf-8"))


def cut(text: str) -> list[str]:
    """The entries of a text that are told apart by commas."""
    return [" ".join(word.split()) for word in text.split(",") if word.strip()]
