"""The directory: what is found by whole words is what the store finds; beginnings, nicknames and slips besides."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from namesakes.server.directory import Directory, _Words
from namesakes.store import correct
from namesakes.store.store import Store, open_store
from tests.store.made import document, key, write_people

GIVEN = ("William", "Bill", "Elizabeth", "Liz", "José", "Ann", "Anna", "Þórr", "Анна", "Kate")
FAMILY = ("Lee", "Leigh", "Johnson", "Jonsson", "O'Neill", "Núñez", "van Dyck", "Иванова")


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    everybody = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    with open_store(":memory:") as opened:
        opened.documents.write([document(f"d{place}", name) for place, name in enumerate(everybody)])
        write_people(opened, [(name, [key(f"d{place}")]) for place, name in enumerate(everybody)])
        yield opened


@pytest.fixture(scope="module")
def directory(store: Store) -> Directory:
    return Directory.of(store).warm()


def ids(directory: Directory, query: str) -> list[str]:
    return [directory.ids[place] for place in directory.find(query)]


def test_whole_words_find_whom_the_store_finds(store: Store, directory: Directory) -> None:
    draw = random.Random(0)
    for _ in range(60):
        query = f"{draw.choice(GIVEN)} {draw.choice(FAMILY)}" if draw.random() < 0.5 else draw.choice(GIVEN + FAMILY)
        expected = {one.id for one in store.identities.named(query)}
        assert expected <= set(ids(directory, query))
        assert ids(directory, query)[0] in expected


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("will joh", "William Johnson"),
        ("bill núñez", "William Núñez"),
        ("NUNEZ jose", "José Núñez"),
        ("elizbeth johnson", "Elizabeth Johnson"),
        ("Johnosn Kate", "Kate Johnson"),
        ("ivanova anna", "Анна Иванова"),
        ("анна ива", "Анна Иванова"),
        ("o neill ann", "Ann O'Neill"),
        ("elisabeth leigh", "Elizabeth Leigh"),
        ("dyck kate van", "Kate van Dyck"),
    ],
)
def test_as_one_types(directory: Directory, query: str, name: str) -> None:
    assert name in [directory.names[place] for place in directory.find(query)][:4]


def test_a_word_that_fits_nobody_finds_nobody(directory: Directory) -> None:
    assert directory.find("ann qqqqq") == directory.find("...") == directory.find("🙂") == []
    assert len(directory.find("")) == len(directory.ids)


def test_kinds_and_those_who_are_nobody() -> None:
    with open_store(":memory:") as opened:
        opened.documents.write([document("a", "Ann Lee"), document("b", "Bo Lee")])
        write_people(opened, [("Ann Lee", [key("a")]), ("Bo Lee", [key("b")])])
        correct.not_a_person(opened, "bo-lee-1")
        found = Directory.of(opened)
        assert [found.ids[place] for place in found.find("lee")] == ["ann-lee-1"]
        assert len(found.find("lee", hidden=True)) == 2
        assert found.find("lee", kinds=("organization",)) == []


def test_nobody_at_all() -> None:
    with open_store(":memory:") as opened:
        found = Directory.of(opened).warm()
        assert found.find("lee") == found.find("") == []


@given(st.text("abcdeé", max_size=9), st.lists(st.text("abcdeé", max_size=9), max_size=20), st.integers(0, 2))
def test_a_slip_is_found_whatever_the_letters(word: str, texts: list[str], most: int) -> None:
    """Looking at the letters first leaves nobody out: the distances are those of every word."""
    away = {place: OSA.distance(word, text) for place, text in enumerate(texts)}
    assert dict(_Words.of(texts).near(word, most)) == {place: each for place, each in away.items() if each <= most}


@given(st.text(max_size=6), st.text(max_size=6))
def test_letters_of_any_script(word: str, other: str) -> None:
    assert dict(_Words.of([word]).near(other, 2)) == ({0: away} if (away := OSA.distance(word, other)) <= 2 else {})
