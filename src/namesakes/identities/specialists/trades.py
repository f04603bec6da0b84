"""Trades: the fields of work of titles and occupations, and which of them one person rarely has both of."""

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.identities.specialists.occupation_table import cuts
from namesakes.names.words import cut
from namesakes.profiles.profile import Profile


@cache
def _fields() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Of each word its fields of work, and of each field itself and those that go with it."""
    text = (files("namesakes") / "identities" / "specialists" / "trades.toml").read_text(encoding="utf-8")
    known, near = dict[str, frozenset[str]](), dict[str, frozenset[str]]()
    for field, table in tomllib.loads(text).items():
        near[field] = frozenset({field, *cut(table["goes_with"])})
        for word in cut(table["words"]):
            known[word] = known.get(word, frozenset()) | {field}
    return known, near


@lru_cache(maxsize=1 << 14)
def fields_of(title: str) -> frozenset[str]:
    """The fields of work that a title or an occupation may be of; none where it may be of any."""
    known, _ = _fields()
    return next((known[part] for part in cuts(title) if part in known), frozenset())


def trades(profile: Profile) -> frozenset[str]:
    """The fields of work of a profile, by all its titles and occupations."""
    values = profile.values("title", "occupation")
    return frozenset(field for value in values for field in fields_of(value))


def clashing_trades(profiles: Sequence[Profile]) -> BoolArray:
    """Whether each two work in fields that one person rarely has both of; not where one of the fields is unknown."""
    known = sorted({trades(profile) for profile in profiles}, key=sorted)
    rows = [known.index(trades(profile)) for profile in profiles]
    table = np.array([[_clash(one, other) for other in known] for one in known], dtype=np.bool_)
    return table[np.ix_(rows, rows)] if known else np.zeros((0, 0), dtype=np.bool_)


def _clash(some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether no field of the one goes with one of the other."""
    _, near = _fields()
    some, others = frozenset(some), frozenset(others)
    return bool(some and others) and not any(near[one] & others for one in some)
