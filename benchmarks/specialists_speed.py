"""All specialists over a block of full profiles: seconds for a million pairs on one core.

Run: `OMP_NUM_THREADS=1 python benchmarks/specialists_speed.py [profiles]`. The profiles are made up: 50 facts and
names, 100 words near the name and 400 of the document each, drawn by Zipf's law from vocabularies of thousands.
"""

import sys
import time

import numpy as np

from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.identities.specialists import SPECIALISTS
from namesakes.identities.terms.statistics import Statistics
from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile

PROFILES = 1415
"""1,415 profiles make 1,000,405 pairs."""

GIVEN = "John|William|Mary|Elizabeth|James|Robert|Bill|Liz|Anatoly|Sergei|Anna|J.|W.|Kate|Thomas"
TITLES = "president|senator|ambassador|secretary of state|general|nurse|professor|foreign minister|chairman|engineer"
CITIES = "Paris|London|Moscow|Berlin|Chicago|Austin|Tokyo|Cairo|Rome|Vienna|Boston|Seoul"
FIELDS = ("title", "occupation", "employer", "member", "education", "family", "lives", "born", "date", "birth", "email")


def words(random: np.random.Generator, count: int, letters: str = "etaoinshrdlucmfwygpbvk") -> list[str]:
    """So many made-up words of two to five syllables."""
    vowels, others = [x for x in letters if x in "aeiouy"], [x for x in letters if x not in "aeiouy"]
    return [
        "".join(random.choice(others) + random.choice(vowels) for _ in range(random.integers(2, 6)))
        for _ in range(count)
    ]


def made(count: int, seed: int = 0) -> list[Profile]:
    """Full profiles."""
    random = np.random.default_rng(seed)
    vocabulary, families = words(random, 20_000), [word.title() for word in words(random, 4000)]
    people = [f"{random.choice(GIVEN.split('|'))} {family}" for family in families]
    organizations = [f"{families[i]} {random.choice(['Bank', 'University', 'Committee'])}" for i in range(2000)]

    def drawn(items: list[str], size: int) -> dict[str, int]:
        places = np.minimum(random.zipf(1.3, size * 2) - 1, len(items) - 1)
        places = np.where(random.random(size * 2) < 0.6, places, random.integers(0, len(items), size * 2))
        return {items[place]: int(random.integers(1, 5)) for place in dict.fromkeys(places.tolist()[: size * 2])}

    def value(field: str) -> str:
        if field in ("title", "occupation"):
            return str(random.choice(TITLES.split("|")))
        if field in ("lives", "born"):
            return str(random.choice(CITIES.split("|")))
        if field in ("date", "birth"):
            return f"May {random.integers(1, 28)}, {random.integers(1900, 2000)}"
        return str(random.choice(people if field == "family" else organizations)) if field != "email" else "a@b.org"

    found = []
    for place in range(count):
        facts = tuple(Fact(field, value(field), Evidence(0, 1, "", "")) for field in FIELDS for _ in range(2))
        given, family = str(random.choice(GIVEN.split("|"))), families[int(random.integers(0, 40))]
        found.append(
            Profile(
                document=str(place),
                chain=0,
                name=PersonName(full=f"{given} {family}", given=given, family=family),
                forms={family: 3, f"Mr. {family}": 1},
                gender=str(random.choice(["male", "female", ""])),
                facts=facts,
                people=drawn(people, 14),
                organizations=drawn(organizations, 8),
                places=drawn(CITIES.split("|"), 6),
                context=dict(list(drawn(vocabulary, 100).items())[:100]),
                words=dict(list(drawn(vocabulary, 400).items())[:400]),
                phrases=dict(list(drawn(vocabulary, 30).items())[:30]),
                summary=(" ".join(drawn(vocabulary, 10)),),
            )
        )
    return found


def main() -> None:
    """Print the seconds of each specialist, and of all with the mixer."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else PROFILES
    profiles = made(count)
    statistics = Statistics.learn(profiles)
    for name in SPECIALISTS:
        specialist = SPECIALISTS[name](statistics)
        start = time.perf_counter()
        specialist.compare(profiles)
        print(f"{name:24}{time.perf_counter() - start:8.2f} s")
    ensemble = Ensemble.untrained(EnsembleSettings(), statistics)
    start = time.perf_counter()
    ensemble.similarities(profiles)
    pairs = count * (count - 1) // 2
    print(f"{'all, mixed':24}{time.perf_counter() - start:8.2f} s for {pairs:,} pairs")


if __name__ == "__main__":
    main()
