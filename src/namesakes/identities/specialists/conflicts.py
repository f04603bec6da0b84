"""Conflicts: gender, and years of birth and death, that two mentions of one person cannot have."""

from collections.abc import Sequence
from statistics import median
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array, Float64Array
from namesakes.identities.specialists.dates import acts, moment
from namesakes.identities.specialists.rule import Rule
from namesakes.profiles.profile import Profile

YOUNGEST = 10
"""The age below which nobody does what documents tell of."""

_GENDERS = {"male": 1, "female": 2}


class Gender(Rule):
    """0 where one is male and the other female; it abstains where they agree, which tells little."""

    name: ClassVar[str] = "gender"
    about: ClassVar[str] = "gender that clashes"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """0 for pairs that clash, NaN for all others."""
        codes = np.array([_GENDERS.get(profile.gender, 0) for profile in profiles], dtype=np.int64)
        clash = codes[:, None] + codes[None, :] == 3
        clash &= (codes[:, None] > 0) & (codes[None, :] > 0)
        return np.where(clash, np.float32(0), np.float32(np.nan))


def birth_years(profile: Profile) -> tuple[float, float] | None:
    """The first and the last year in which the person may have been born, by a date of birth, or an age at a date."""
    stated = [int(found) for value in profile.values("birth") if (found := moment(value)) is not None]
    if stated:
        return float(stated[0]), float(stated[0])
    told, dates = ages(profile), acts(profile)
    if not told or not dates:
        return None
    year = int(median(dates)) - told[0]
    return year - 1.0, float(year)


def ages(profile: Profile) -> list[int]:
    """The ages that a document tells of somebody."""
    return [int(digits) for value in profile.values("age") if 0 < int(digits := _digits(value) or "0") < 120]


def death_year(profile: Profile) -> float:
    """The year of death; NaN where none is stated."""
    stated = [int(found) for value in profile.values("death") if (found := moment(value)) is not None]
    return float(stated[0]) if stated else float("nan")


def _digits(text: str) -> str:
    words = [word for word in text.replace("-", " ").split() if word.isascii() and word.isdigit()]
    return words[0] if words else ""


class Births(Rule):
    """Years of birth and of death: 1 where they agree, 0.5 one year apart, 0 beyond."""

    name: ClassVar[str] = "births"
    about: ClassVar[str] = "years of birth and death"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The worse of births and deaths; NaN for a pair with neither."""
        spans = [birth_years(profile) or (np.nan, np.nan) for profile in profiles]
        first, last = (np.array([span[side] for span in spans], dtype=np.float64) for side in (0, 1))
        dead = np.array([death_year(profile) for profile in profiles], dtype=np.float64)
        found = np.fmin(_agreement(first, last), _agreement(dead, dead))
        return np.asarray(found, dtype=np.float32)


def _agreement(first: Float64Array, last: Float64Array) -> Float64Array:
    """1 where spans of years meet, 0.5 where they are one year apart, 0 beyond; NaN where one is unknown."""
    gap = np.maximum(first[:, None] - last[None, :], first[None, :] - last[:, None])
    return np.where(np.isnan(gap), np.nan, np.clip(1 - np.maximum(gap, 0) / 2, 0, 1) * (gap <= 1))


class Lifetimes(Rule):
    """0 where one did something after the other's death or as a small child; it abstains elsewhere."""

    name: ClassVar[str] = "lifetimes"
    about: ClassVar[str] = "acts outside the other's lifetime"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """0 for pairs that clash, NaN for all others."""
        dates = [acts(profile) for profile in profiles]
        active = np.array([median(found) if found else np.nan for found in dates], dtype=np.float64)
        spans = [birth_years(profile) for profile in profiles]
        born = np.array([np.nan if span is None else span[0] for span in spans], dtype=np.float64)
        dead = np.array([death_year(profile) for profile in profiles], dtype=np.float64)
        clash = (active[None, :] >= dead[:, None] + 2) | (active[None, :] < born[:, None] + YOUNGEST)
        return np.where(clash | clash.T, np.float32(0), np.float32(np.nan))
