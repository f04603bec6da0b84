"""Word lists: what `words.toml` holds here and in the room of names, read once."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from namesakes.names.words import cut, tables

_OF_NAMES = ("honorifics", "offices", "suffixes", "particles")
"""Tables that the room of names has."""


@cache
def words(table: str, entry: str = "") -> frozenset[str]:
    """The words of one entry of a table, or of all its entries."""
    lists = _tables()[table]
    chosen = [lists[entry]] if entry else list(lists.values())
    return frozenset(word for text in chosen for word in cut(text))


@cache
def entries(table: str) -> Mapping[str, str]:
    """Each word of a table with the entry that it stands under; the first one where it stands under several."""
    found: dict[str, str] = {}
    for entry, text in _tables()[table].items():
        for word in cut(text):
            found.setdefault(word, entry)
    return found


@cache
def _tables() -> dict[str, dict[str, str]]:
    own = tomllib.loads((files("namesakes") / "profiles" / "words.toml").read_text(encoding="utf-8"))
    return {**{name: tables()[name] for name in _OF_NAMES}, **own}
