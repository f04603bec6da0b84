"""Nouns that mean people, and how usual words are as names."""

import pytest

from namesakes.names.people import given_share, is_person_noun, surname_share


@pytest.mark.parametrize(
    "word", ["geologist", "cousin", "Uncle", "schoolfriend", "director", "Cook", "goalkeeper", "ambassador"]
)
def test_nouns_for_people(word: str) -> None:
    assert is_person_noun(word)


@pytest.mark.parametrize("word", ["ship", "carmaker", "human", "German", "Haldeman", "brig", "checklist", "river", ""])
def test_other_words(word: str) -> None:
    assert not is_person_noun(word)


def test_shares() -> None:
    assert given_share("Helen") > 100 > given_share("Table") == 0
    assert given_share("Margt.") == given_share("Margaret") > 0
    assert surname_share("Baker") > 100
    assert surname_share("Zzyzx") == 0
