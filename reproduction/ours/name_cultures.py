"""Whether people are found by their names whatever culture these come from: made-up sentences, names by region."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from namesakes.config import generator
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import in_processes

REGIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "English-speaking": ("US", "CA", "AU", "NZ", "GB", "IE"),
    "Western and Southern Europe": ("AT", "DE", "FR", "NL", "BE", "CH", "IT", "ES", "PT", "LU", "GR"),
    "Nordic and Baltic": ("DK", "NO", "FI", "IS", "FO", "EE", "LV", "LT"),
    "Eastern Europe": ("PL", "CZ", "SK", "RO", "BG", "RU", "UA", "HU", "RS", "HR", "SI"),
    "Latin America": ("MX", "AR", "CL", "BR", "PE", "PY", "CO", "SV", "CR"),
    "Turkey, Caucasus, Central Asia": ("TR", "AM", "AZ", "GE", "KZ"),
    "East Asia": ("JP", "KR", "TW", "CN"),
    "South and South-East Asia": ("IN", "NP", "LK", "PH", "VN", "KH"),
}
"""Countries by region, those of which the lists have both forenames and surnames."""
TEXTS: Final = (
    "{name} came to the meeting on Monday with a colleague. {He} said that {his} office would answer the letter.",
    "The award for the best work of the year went to {name}. {He} thanked {his} students.",
    "In the evening {name} called from the station. The train was late, and {he} had lost {his} ticket.",
)
MASCULINE: Final = {"He": "He", "he": "he", "his": "his"}
FEMININE: Final = {"He": "She", "he": "she", "his": "her"}
PIPELINES: Final = ("en", "en-accurate")


@dataclass(frozen=True)
class Named:
    """A person's name, and whether she is a woman."""

    forename: str
    surname: str
    feminine: bool

    def text(self, pattern: str) -> str:
        """A sentence or two about this person."""
        words = FEMININE if self.feminine else MASCULINE
        return pattern.format(name=f"{self.forename} {self.surname}", **words)


def run(data: Path | None, seed: int, *, names: int = 60, pipelines: Sequence[str] = PIPELINES) -> Outcome:
    """By region and pipeline: names found whole, and texts whose pronouns are all given to the name."""
    made = {region: people(data, countries, names, seed, region) for region, countries in REGIONS.items()}
    found = in_processes(partial(_rates, list(made.values())), list(pipelines))
    rows = [
        [region, str(len(made[region])), *(f"{100 * value:.0f} %" for each in found for value in each[place])]
        for place, region in enumerate(made)
    ]
    columns = ["names of", "names", *(f"{name}: {what}" for name in pipelines for what in ("name found", "all right"))]
    notes = (
        f"Each name, half of them women's, stands in {len(TEXTS)} made-up texts of two sentences with two pronouns. "
        "'Name found': a mention is the whole name and nothing else. 'All right': its chain is the name and both "
        "pronouns. Forenames and surnames are drawn from the lists of one country, in Latin letters. The lists are "
        "those that en-names and en-gender know names from, so that differences between regions are the point of the "
        "table, not its level."
    )
    return Outcome(columns, rows, f"names/countries, seed {seed}", notes)


def people(data: Path | None, countries: Sequence[str], count: int, seed: int, region: str) -> list[Named]:
    """So many names drawn from the lists of some countries, women and men in turn."""
    folder = corpus_path(data, "names") / "countries"
    surnames: dict[str, list[str]] = {country: [] for country in countries}
    for row in _rows(folder / "common-surnames-by-country.csv"):
        if row["Country"] in surnames and row["Romanized Name"].isascii():
            surnames[row["Country"]].append(row["Romanized Name"])
    forenames: dict[tuple[str, str], list[str]] = {}
    for row in _rows(folder / "common-forenames-by-country.csv"):
        if surnames.get(row["Country"]) and row["Romanized Name"].isascii():
            forenames.setdefault((row["Country"], row["Gender"]), []).append(row["Romanized Name"])
    there = [each for each in countries if (each, "F") in forenames and (each, "M") in forenames]
    random = generator(seed, f"names of {region}")
    found = []
    for number in range(count):
        country, gender = str(random.choice(there)), "FM"[number % 2]
        forename, surname = random.choice(forenames[country, gender]), random.choice(surnames[country])
        found.append(Named(str(forename), str(surname), gender == "F"))
    return found


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        yield from csv.DictReader(stream)


def _rates(groups: Sequence[Sequence[Named]], pipeline: str) -> list[tuple[float, float]]:
    """For each group the share of texts in which the name is found, and of those in which all is right."""
    nlp = load(pipeline)
    return [
        tuple(np.mean([_right(nlp, each, pattern) for each in group for pattern in TEXTS], axis=0)) for group in groups
    ]


def _right(nlp: Pipeline, named: Named, pattern: str) -> tuple[bool, bool]:
    """Whether the name is a mention, and whether its chain is the name and the two pronouns."""
    text = named.text(pattern)
    start = text.index(f"{named.forename} {named.surname}")
    end = start + len(named.forename) + len(named.surname) + 1
    document = nlp(Document(id="text", text=text), singletons=True)
    pronouns = set(FEMININE.values() if named.feminine else MASCULINE.values())
    for chain in document.chains:
        spans = [(mention.start, mention.end) for mention in chain]
        if (start, end) in spans:
            return True, len(spans) == 3 and sum(mention.text in pronouns for mention in chain) == 2
    return False, False


EXPERIMENT = Experiment(
    "Names of many cultures",
    "Whether people are found, and pronouns given to them, whatever country their names come from.",
    run,
)
