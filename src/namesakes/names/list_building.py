"""How the lists of names are made, from the census of 1990, names by country, and a list of nicknames."""

import csv
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from math import log2
from pathlib import Path
from typing import Final

import numpy as np

from namesakes.arrays import ByteArray
from namesakes.errors import DataError
from namesakes.names.folding import fold, unmarked
from namesakes.names.lists import NameLists

LEAST_SURNAME: Final = 0.001
"""The share of people, in per cent, that a surname of the census must have."""
ABROAD: Final = 0.004
"""What a name that is common in a country is taken to have of all people, in per cent."""

_CULTURES: Final = {
    "chinese": ("CN", "TW"),
    "korean": ("KR",),
    "vietnamese": ("VN",),
    "japanese": ("JP",),
    "hungarian": ("HU",),
    "iberian": ("ES", "PT", "MX", "AR", "CL", "CO", "CU", "DO", "PE", "PY", "SV", "GT", "CR", "BR"),
}


def build_lists(data: Path) -> NameLists:
    """The lists from a folder with `census`, `countries` and `nicknames`."""
    census, countries = data / "census", data / "countries"
    shares = {
        gender: dict(_census(census / f"dist.{gender}.first", 0.0)) for gender in ("male", "female")
    }  # in per cent of the men, or of the women
    genders = _genders(shares["male"], shares["female"], _rows(countries / "common-forenames-by-country.csv"))
    surnames = dict(_census(census / "dist.all.last", LEAST_SURNAME))
    cultures: dict[str, list[str]] = {culture: [] for culture in _CULTURES}
    for row in _rows(countries / "common-surnames-by-country.csv"):
        for name in _names(row["Romanized Name"] or row["Localized Name"]):
            surnames.setdefault(name, ABROAD)
            for culture, members in _CULTURES.items():
                if row["Country"] in members:
                    cultures[culture].append(name)
    given, families = sorted(genders), sorted(surnames)
    return NameLists(
        tuple(given),
        np.array([round(100 * genders[name][0]) for name in given], dtype=np.uint8),
        _shares(genders[name][1] for name in given),
        tuple(families),
        _shares(surnames[name] for name in families),
        {culture: tuple(sorted(set(found))) for culture, found in cultures.items()},
        _nicknames(data / "nicknames" / "names.csv", genders),
    )


def _genders(
    men: Mapping[str, float], women: Mapping[str, float], countries: Iterable[Mapping[str, str]]
) -> dict[str, tuple[float, float]]:
    """For each given name the share of women among its bearers, and its share of all people in per cent.

    A name that is common among the men of one country and the women of another is of either gender.
    """
    weights: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for name in sorted({*men, *women}):
        weights[name] = [men.get(name, 0.0) / 2, women.get(name, 0.0) / 2]
    abroad: dict[str, set[int]] = defaultdict(set)
    for row in countries:
        for name in _names(row["Romanized Name"]):
            abroad[name].add("MF".index(row["Gender"]))
    for name, found in abroad.items():
        for side in found:
            known = sum(weights[name])
            weights[name][side] += max(ABROAD, known / 3 if known and weights[name][side] < known / 2 else 0)
    shares = {name: (woman / (man + woman), man + woman) for name, (man, woman) in weights.items() if man + woman > 0}
    return {**shares, **_own_genders(shares)}


def _own_genders(known: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """What `given.toml` says: the gender of names that are not listed, and names that are of both."""
    own = tomllib.loads((files("namesakes") / "names" / "given.toml").read_text(encoding="utf-8"))
    found = {}
    for women, entry in ((0.0, "male"), (1.0, "female"), (0.5, "either")):
        for name in own[entry].split():
            found[name] = women, known.get(name, (0.0, ABROAD))[1]
    return found


def _nicknames(path: Path, genders: Mapping[str, tuple[float, float]]) -> dict[str, tuple[str, ...]]:
    """For each name its nicknames, without those that are names of the other gender."""
    found: dict[str, list[str]] = defaultdict(list)
    for row in _rows(path):
        name, nickname = fold(row["name1"]), fold(row["name2"])
        mine, theirs = genders.get(name, (0.5, 0))[0], genders.get(nickname, (0.5, 0))[0]
        if name != nickname and abs(mine - theirs) < 0.9:
            found[name].append(nickname)
    return {name: tuple(sorted(set(forms))) for name, forms in sorted(found.items())}


def _census(path: Path, least: float) -> Iterator[tuple[str, float]]:
    """The names of a file of the census with their shares in per cent."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except OSError as error:
        raise DataError(f"{path}: this list of the census cannot be read: {error.strerror}") from error
    for line in lines:
        name, share, *_ = line.split()
        if float(share) >= least:
            yield name.casefold(), max(float(share), 0.0005)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            yield from csv.DictReader(stream)
    except OSError as error:
        raise DataError(f"{path}: this list of names cannot be read: {error.strerror}") from error


def _names(text: str) -> list[str]:
    """The names of a cell, folded: `Huỳnh/Hoàng` are two."""
    latin = (part for part in text.split("/") if unmarked(part).isascii())
    return [name for part in latin if len(name := fold(part)) > 1 and name.isalpha()]


def _shares(shares: Iterable[float]) -> ByteArray:
    return np.array([min(round(12 * log2(1 + 1e5 * share)), 255) for share in shares], dtype=np.uint8)
