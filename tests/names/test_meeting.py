"""Which names may meet: keys against the comparison of each two."""

from collections.abc import Sequence
from random import Random

import pytest

from namesakes.names import PersonName, parse
from namesakes.names.group_index import GroupIndex
from namesakes.names.grouping import LONG, Grouping, grouping
from namesakes.names.lists import NameLists
from namesakes.names.meeting import is_ordinary, meetings
from namesakes.names.nicknames import is_nickname
from namesakes.names.relation import Relation, compare

GIVEN = """
Anna Ann Annabel A. B. E. J. J.-P. Jean-Pierre Jean Jon John Johnathan Bill William Wilhelm Will Bob Robert Roberto
Edgar Huck Huckleberry Katharine Katherine Catharine Muhammad Mohamed Wei Zhang Al JE Thomas Tom Margaret Peggy M. Y.
Li Kim Sandra Alexandra Sasha Alexander Elizabeth Lizzy Constantin Konstantin Constantine
""".split()
SURNAMES = """
Berg Dahl Smith Smyth Smith-Jones Jones Zhang Wei Thomas Edgar John Assad Hoover Ivanov Ivanova Schröder Schroeder
Garcia García Kim Li Anderssen Andersson O'Neill
""".split()
MIDDLE = [*GIVEN, "A.", "E.", "Edgar", "de la", "al", "van", "y", "Smith", "(Bob)", '"Peggy"']
TITLES = ["Mr.", "Mrs.", "Miss", "Dr.", "Lady", "Captain", "King", "Pope"]


def made(random: Random) -> str:
    """A name of some parts, that others share parts of."""
    words = [random.choice(TITLES)] if random.random() < 0.15 else []
    if random.random() < 0.9:
        words.append(random.choice(GIVEN))
    for _ in range(random.choice([0, 0, 0, 1, 1, 2])):
        words.append(random.choice(MIDDLE))
    if random.random() < 0.9 or not words:
        words.append(random.choice(SURNAMES))
    words += random.choice([[], [], [], [], [], ["Jr."], ["III"], ["née Berg"], ["of Wellington"]])
    return " ".join(words)


def names_of(seed: int, count: int) -> list[PersonName]:
    random = Random(seed)
    return [parse(text) for text in dict.fromkeys(made(random) for _ in range(count))]


@pytest.mark.parametrize("seed", range(8))
def test_names_that_do_not_meet_are_different(seed: int) -> None:
    names = names_of(seed, 150)
    met = dict(meetings(names))
    missed = [
        (names[one].text, names[other].text)
        for one in range(len(names))
        for other in set(range(one)) - set(met[one])
        if compare(names[one], names[other]).relation is not Relation.DIFFERENT
    ]
    assert not missed


def test_forms_and_spellings_of_listed_names_meet() -> None:
    """All nicknames that the lists have, under one surname, beside names that are spelt alike."""
    listed = NameLists.shipped().given[::97]
    forms = [name for name in NameLists.shipped().given[::11] if is_nickname(name)][:200]
    names = [parse(f"{name.title()} Berg") for name in dict.fromkeys([*listed, *forms])]
    met = dict(meetings(names))
    for one, name in enumerate(names):
        for other in set(range(one)) - set(met[one]):
            assert compare(name, names[other]).relation is Relation.DIFFERENT, (name.text, names[other].text)


def test_few_of_many_names_meet() -> None:
    names = [parse(f"{name.title()} Berg") for name in NameLists.shipped().given[::5] if len(name) > 3]
    assert len(names) > 1000
    odd = sum(not is_ordinary(name) for name in names)
    assert odd < 10
    assert sum(len(met) for _, met in meetings(names)) < (3 + odd) * len(names)


@pytest.mark.parametrize("name", ["Berg", "Mrs. John Berg", "M. Dupont", 'Robert "Bob" Berg', "King Charles III"])
def test_names_that_may_be_anybodys_meet_all(name: str) -> None:
    assert not is_ordinary(parse(name))
    assert dict(meetings([parse("Anna Dahl"), parse("Carl Lund"), parse(name)]))[2] == [0, 1]


def by_words(index: GroupIndex, name: PersonName) -> list[int]:
    """All groups that share a word with a name: the slow way."""
    from namesakes.names.group_index import _words

    return [number for number, words in enumerate(index._words) if not words.isdisjoint(_words(name))]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("often", [1, LONG])
def test_groups_are_those_of_all_that_share_a_word(seed: int, often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    names, random = names_of(seed + 100, 160), Random(seed)
    counts = [random.choice([1, 1, 2, often]) for _ in names]
    found = grouping(names, counts)
    monkeypatch.setattr(GroupIndex, "near", by_words)
    assert plainly(found) == plainly(grouping(names, counts))


def plainly(found: Grouping) -> tuple[Sequence[list[int]], dict[int, tuple[int, ...]]]:
    return [group.places for group in found.groups], found.rivals
