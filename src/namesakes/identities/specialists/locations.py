"""Locations: where people were born, live and work, by what lies in what: city, state, country."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.terms import terms
from namesakes.identities.terms.best_matches import best_matches
from namesakes.identities.terms.term_matrix import TermMatrix, no_evidence, similarities
from namesakes.profiles.profile import Profile

Path = tuple[str, ...]
"""A place after all that it lies in, the largest first."""

STATES_OF = "united states"
_SHORT = ("uk", "us")


@cache
def gazetteer() -> dict[str, Path]:
    """The paths of countries, their peoples, states and cities, by their folded names."""
    text = (files("namesakes") / "identities" / "specialists" / "places.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    found: dict[str, Path] = {}
    inside: dict[str, Path] = {}
    for country, others in tables["countries"].items():
        whole = tables["parts"].get(country)
        inside[country] = (whole, country) if whole else (country,)
        for name in (country, *_names(others)):
            found.setdefault(terms.entity(name.replace(".", "")), inside[country])
    for state, others in tables["states"].items():
        inside[state] = (STATES_OF, state)
        for name in (state, *_names(others)):
            found.setdefault(terms.entity(name.replace(".", "")), inside[state])
    for area, cities in tables["cities"].items():
        for city in _names(cities):
            found.setdefault(terms.entity(city), (*inside[area], terms.entity(city)))
    return found


def _names(others: str) -> list[str]:
    return [name for name in others.split(", ") if name]


def path(place: str) -> Path:
    """What the place lies in, and itself: "Austin, Texas" is in Texas; a place that is not known lies nowhere.

    Abbreviations of states are read after a comma alone: "Gary, IN", but not "LA".
    """
    table, plain = gazetteer(), place.replace(".", "")
    whole = terms.entity(plain)
    if whole in table and (len(whole) > 2 or whole in _SHORT):
        return table[whole]
    parts = [part for part in map(terms.entity, plain.split(",")) if part]
    for length in range(1, len(parts)):
        area = table.get(" ".join(parts[length:]))
        if area is not None:
            return area if area[-1] == parts[0] else (*area, parts[0])
    words = whole.split()
    for length in range(1, len(words)):
        first, area = " ".join(words[:length]), table.get(" ".join(words[length:]))
        if area is not None and table.get(first) == (*area, first):
            return table[first]
    return (whole,)


def nearness(some: Path, other: Path) -> float:
    """Twice the levels in common over the levels of both (Wu & Palmer 1994): 1 for one place, 0 for two countries."""
    shared = 0
    for one, two in zip(some, other, strict=False):
        if one != two:
            break
        shared += 1
    return 2.0 * shared / (len(some) + len(other))


class Locations(Rule):
    """Where they were born, live, work, come from, and whose citizens they are."""

    name: ClassVar[str] = "locations"
    about: ClassVar[str] = "where they come from, live and work"

    def read(self, profile: Profile) -> terms.Bag:
        """The places of one profile."""
        return terms.listed_places(profile.values("born", "lives", "works", "from", "nationality", "location"))

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The mean of each place's nearness to the nearest of the other's. O(places²)."""
        bags = TermMatrix.of_profiles(profiles, self.read)
        if not bags.terms:
            return no_evidence(len(profiles))
        paths = [path(place) for place in bags.terms]
        distinct = sorted(set(paths))
        order = {one: row for row, one in enumerate(distinct)}
        rows = np.array([order[one] for one in paths], dtype=np.int64)
        near = np.array([[nearness(some, other) for other in distinct] for some in distinct])
        return similarities(best_matches(bags.counts, near[np.ix_(rows, rows)]), bags.nonempty)
