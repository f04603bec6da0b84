"""Synthetic people: chains with known identities, in any number, for measuring how identities grow.

Given and family names follow a Zipf-Mandelbrot law, so that a few names have very many bearers; names are abbreviated,
replaced by nicknames, respelled and misspelled; profiles have a few facts and the people around them. Every chain is
made from its number alone, so that a million need no memory and any of them can be made again at any time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import overload

import numpy as np

from namesakes.arrays import Float64Array, Int32Array, Int64Array, IntegerArray
from namesakes.errors import ConfigError
from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile
from reproduction.synthetic.names import (
    law,
    made_families,
    made_givens,
    misspelled,
    nicknames,
    respelled,
    word,
)

_OCCUPATIONS_TEXT = """
actor architect artist baker banker biologist bishop botanist carpenter chemist coach conductor dancer dentist
diplomat economist editor engineer farmer geologist goalkeeper historian inventor journalist judge lawyer librarian
linguist mathematician mayor merchant midwife miner musician nurse novelist painter pharmacist philosopher
photographer physicist pilot poet priest producer programmer psychologist sailor sculptor senator singer soldier
striker surgeon surveyor teacher trader translator weaver zoologist
"""
_OCCUPATIONS = tuple(_OCCUPATIONS_TEXT.split())
_EVIDENCE = Evidence(0, 0, "", "synthetic")


@dataclass(frozen=True)
class Rates:
    """How often a chain's name is not the full name, and how often a profile knows something."""

    title_only: float = 0.03
    initial: float = 0.10
    nickname: float = 0.12
    respelled: float = 0.01
    misspelled: float = 0.02
    occupation: float = 0.5
    employer: float = 0.4
    place: float = 0.3
    birth: float = 0.15
    companions: float = 0.6


@dataclass(frozen=True, eq=False)
class SyntheticPeople(Sequence[Profile]):
    """So many chains of people, made when they are asked for; the same ones for the same seed.

    The number of chains of a person has a power law: most have one or two, a few have `most`.
    """

    chains: int
    seed: int = 0
    rates: Rates = Rates()
    families: int = 60_000
    givens: int = 1_000
    most: int = 100

    def __post_init__(self) -> None:
        if self.chains < 0 or min(self.families, self.givens, self.most) < 1:
            raise ConfigError("synthetic people need 0 or more chains, and at least one name of each kind.")

    def __len__(self) -> int:
        return self.chains

    @overload
    def __getitem__(self, place: int) -> Profile: ...
    @overload
    def __getitem__(self, place: slice) -> list[Profile]: ...
    def __getitem__(self, place: int | slice) -> Profile | list[Profile]:
        if isinstance(place, slice):
            return self.profiles(np.arange(self.chains, dtype=np.int64)[place])
        if not -self.chains <= place < self.chains:
            raise IndexError(place)
        return self.profiles(np.array([place % self.chains]))[0]

    def __iter__(self) -> Iterator[Profile]:
        for start in range(0, self.chains, 10_000):
            yield from self.profiles(np.arange(start, min(start + 10_000, self.chains)))

    @cached_property
    def identities(self) -> Int32Array:
        """For each chain the person that it is of."""
        random = np.random.default_rng([self.seed, 1])
        shares = np.arange(1, self.most + 1) ** -2.0
        sizes = random.choice(np.arange(1, self.most + 1), size=self.chains, p=shares / shares.sum())
        labels = np.repeat(np.arange(self.chains, dtype=np.int32), sizes)[: self.chains]
        return random.permutation(labels)

    def profiles(self, places: IntegerArray) -> list[Profile]:
        """The profiles of the chains with these numbers."""
        numbers = places.astype(np.int64)
        people = self.identities[numbers].astype(np.int64)
        chance = {name: self._draw(f"chain {name}", numbers) for name in _CHAIN_DRAWS}
        person = {name: self._draw(f"person {name}", people) for name in _PERSON_DRAWS}
        family, given = self._names(people)
        beside = self._companions(people, numbers)
        rows = zip(
            numbers.tolist(),
            family,
            given,
            beside,
            zip(*(chance[name].tolist() for name in _CHAIN_DRAWS), strict=True),
            zip(*(person[name].tolist() for name in _PERSON_DRAWS), strict=True),
            strict=True,
        )
        return [self._profile(*row) for row in rows]

    def _draw(self, purpose: str, numbers: Int64Array) -> Float64Array:
        """A number in [0, 1) for each number, always the same one for the same purpose (SplitMix64)."""
        start = int.from_bytes(blake2b(f"{self.seed} {purpose}".encode(), digest_size=8).digest(), "little")
        mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(start)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        bits = (mixed ^ (mixed >> np.uint64(31))) >> np.uint64(11)
        return bits.astype(np.float64) * 2.0**-53

    def _names(self, people: Int64Array) -> tuple[list[str], list[str]]:
        """The family and given names of people."""
        families, givens = made_families(self.families), made_givens(self.givens)
        family = np.searchsorted(law(self.families, 0.95), self._draw("family", people))
        given = np.searchsorted(law(self.givens, 1.0), self._draw("given", people))
        return [families[place] for place in family.tolist()], [givens[place] for place in given.tolist()]

    def _companions(self, people: Int64Array, numbers: Int64Array) -> list[dict[str, int]]:
        """Who stands beside each chain: some of the six people whom its person knows."""
        found: list[dict[str, int]] = [{} for _ in people]
        for slot in range(3):
            which = np.floor(self._draw(f"slot {slot}", numbers) * 6).astype(np.int64)
            known = self._draw("knows", people * 6 + which)
            family, given = self._names(np.floor(known * max(self.chains, 1)).astype(np.int64))
            there = self._draw(f"beside {slot}", numbers) < self.rates.companions
            for place in np.flatnonzero(there).tolist():
                found[place][f"{given[place]} {family[place]}"] = 1
        return found

    def _profile(
        self,
        number: int,
        family: str,
        given: str,
        beside: dict[str, int],
        chance: tuple[float, ...],
        person: tuple[float, ...],
    ) -> Profile:
        name = self._written(family, given, *chance[:3])
        rates, (occupation, employer, place, birth) = self.rates, person
        says_occupation, says_employer, says_place, says_birth = chance[3:]
        facts = []
        if says_occupation < rates.occupation:
            facts.append(Fact("occupation", _OCCUPATIONS[int(occupation * len(_OCCUPATIONS))], _EVIDENCE))
        if says_employer < rates.employer:
            facts.append(Fact("employer", f"{word(int(employer**2 * 20_000)).title()} Works", _EVIDENCE))
        if says_place < rates.place:
            facts.append(Fact("lives", word(30_000 + int(place**2 * 2_000)).title(), _EVIDENCE))
        if says_birth < rates.birth:
            facts.append(Fact("birth", str(1880 + int(birth * 120)), _EVIDENCE))
        organizations = {fact.value: 1 for fact in facts if fact.field == "employer"}
        places = {fact.value: 1 for fact in facts if fact.field == "lives"}
        return Profile(
            f"made-{number // 3}",
            number % 3,
            name=name,
            forms={name.full: 1},
            facts=tuple(facts),
            people=beside,
            organizations=organizations,
            places=places,
        )

    def _written(self, family: str, given: str, form: float, slip: float, where: float) -> PersonName:
        """The name as this chain has it."""
        rates = self.rates
        if slip < rates.misspelled:
            if where < 0.7:
                family = misspelled(family, where / 0.7)
            else:
                given = misspelled(given, (where - 0.7) / 0.3)
        elif slip < rates.misspelled + rates.respelled:
            family = respelled(family)
        if form < rates.title_only:
            return PersonName(f"Mr {family}", honorific="Mr", family=family)
        form -= rates.title_only
        if form < rates.initial:
            return PersonName(f"{given[0]}. {family}", given=f"{given[0]}.", family=family)
        form -= rates.initial
        called = nicknames().get(given, ())
        if form < rates.nickname and called:
            given = called[int(where * len(called))]
        return PersonName(f"{given} {family}", given=given, family=family)


_CHAIN_DRAWS = ("form", "slip", "where", "occupation", "employer", "place", "birth")
_PERSON_DRAWS = ("occupation", "employer", "place", "birth")
