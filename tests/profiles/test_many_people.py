"""A document with very many people: what is kept and compared grows with it, not with the square of its people."""

import numpy as np
import pytest

import namesakes
from namesakes.names import grouping as grouping_module
from namesakes.names import parse
from namesakes.names.grouping import group_names
from namesakes.profiles import surroundings
from namesakes.profiles.profile import Profile

SYLLABLES = ("ba", "de", "fi", "go", "lu", "mer", "nor", "sti", "tan", "wil")
GIVEN = ("Ann", "Robert", "Clara", "Daniel", "Eve", "Walter", "Helen", "Thomas", "Ida", "Peter")


def surname(number: int) -> str:
    return "".join(SYLLABLES[int(digit)] for digit in f"{number:03d}").capitalize()


def present(count: int) -> str:
    """A text that names so many people, all of them different."""
    return " ".join(
        f"{GIVEN[number % 10]} {surname(number)} of Leeds met the mayor in May. Wine was served."
        for number in range(count)
    )


def sizes(profiles: list[Profile]) -> tuple[int, int]:
    return sum(len(one.people) for one in profiles), sum(len(one.proper) for one in profiles)


def test_profiles_of_many_people_hold_the_most_frequent_names(monkeypatch: pytest.MonkeyPatch) -> None:
    nlp = namesakes.load()
    everything = nlp.profiles(present(60))
    assert max(len(one.people) for one in everything) > 50
    monkeypatch.setattr(surroundings, "NAMES", 200)
    monkeypatch.setattr(surroundings, "WORDS", 200)
    monkeypatch.setattr(surroundings, "FEWEST", 10)
    few, many = nlp.profiles(present(30)), nlp.profiles(present(60))
    assert len(many) >= 60
    assert max(len(one.people) for one in many) <= 10
    assert max(len(one.proper) for one in many) <= 10
    assert all("Leeds" in one.proper for one in many)  # the most frequent one
    assert len(many[0].words) <= 10
    grown = np.array(sizes(many)) / np.array(sizes(few))
    assert (grown < 2.5).all()
    assert [one.name for one in many] == [one.name for one in everything]
    assert [(one.context, one.phrases, one.beside, one.facts) for one in many] == [
        (one.context, one.phrases, one.beside, one.facts) for one in everything
    ]


def test_an_ordinary_document_keeps_all(monkeypatch: pytest.MonkeyPatch) -> None:
    nlp, text = namesakes.load(), present(40)
    usual = nlp.profiles(text)
    monkeypatch.setattr(surroundings, "FEWEST", 10_000)
    assert nlp.profiles(text) == usual


def test_names_that_share_a_given_name_alone_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def counting(one: object, other: object) -> object:
        compared.append(str(one))
        return original(one, other)  # type: ignore[arg-type]

    original = grouping_module.compare
    monkeypatch.setattr(grouping_module, "compare", counting)
    names = [parse(f"{GIVEN[number % 10]} {surname(number)}") for number in range(200)]
    assert len(group_names(names)) == 200
    assert len(compared) < 200
