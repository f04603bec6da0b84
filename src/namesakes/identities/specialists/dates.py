"""Dates: how close in time two profiles are, by what they did and by the years in their documents."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from statistics import median

import numpy as np

from namesakes.arrays import Float32Array, Float64Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.terms.term_matrix import similarities
from namesakes.profiles.profile import Profile

LONGEST = 100.0
"""The distance in years at which two lives have nothing to do with each other."""

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")
_MONTH = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*\b", re.IGNORECASE)
_NUMERIC = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})-(\d{1,2})(?:-\d{1,2})?(?!\d)")


@lru_cache(maxsize=1 << 16)
def moment(text: str) -> float | None:
    """The date in the text in years, to the month where one is named; None where no year of four digits is there."""
    if found := _NUMERIC.search(text):
        return int(found[1]) + (min(max(int(found[2]), 1), 12) - 0.5) / 12
    year = _YEAR.search(text)
    if year is None:
        return None
    month = _MONTH.search(text)
    return int(year[1]) + ((_MONTHS.index(month[1].lower()) + 0.5) / 12 if month else 0.5)


def acts(profile: Profile) -> list[float]:
    """When the person did something."""
    return [found for value in profile.values("date") if (found := moment(value)) is not None]


def years(profile: Profile) -> list[float]:
    """The years in the words of the document, as often as they stand there."""
    words = [word for word in profile.words if len(word) == 4 and word[0] in "12"]
    found = [(int(word), profile.words[word]) for word in words if _YEAR.fullmatch(word)]
    return [year + 0.5 for year, count in found for _ in range(min(int(count), 20))]


class Closeness(Rule):
    """1 for the same time, and less with the logarithm of the distance; 0 from a hundred years on."""

    @abstractmethod
    def read(self, profile: Profile) -> list[float]:
        """The dates of one profile, in years."""

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """1 − log(1 + 12·gap) / log(1 + 12·100), with the gap in years between the medians of dates."""
        found = [self.read(profile) for profile in profiles]
        middle: Float64Array = np.array([median(dates) if dates else np.nan for dates in found])
        gap = np.abs(np.nan_to_num(middle)[:, None] - np.nan_to_num(middle)[None, :])
        return similarities(1 - np.log1p(12 * gap) / np.log1p(12 * LONGEST), ~np.isnan(middle))


class Dates(Closeness):
    """How close in time their acts are."""

    name, about = "dates", "when they did something"

    def read(self, profile: Profile) -> list[float]:
        """When the person did something."""
        return acts(profile)


class Years(Closeness):
    """How close in time their documents are."""

    name, about = "years", "years in the document"

    def read(self, profile: Profile) -> list[float]:
        """The years in the words of the document."""
        return years(profile)
