"""The name table of a block: what names say of each other, who is kept apart by them, and how rare they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.identities.mixing.name_prior import FEWEST, USUAL, NamePrior, strangers
from namesakes.identities.name_table import BARE, DIFFERENT, FULL, INITIAL, UNKNOWN, NameTable, name_constraints
from tests.identities import made

NAMES = ("John Smith", "Smith", "J. Smith", "Adam Smith", "Mrs. Smith", "John Smith", "Dekang Smith")


def table(*names: str) -> NameTable:
    return NameTable.of([made.profile(name, document=str(place)) for place, name in enumerate(names)])


def test_kinds_of_relations() -> None:
    kinds = table("John Smith", "Smith", "J. Smith", "Adam Smith").kinds
    assert kinds[0].tolist() == [FULL, BARE, INITIAL, DIFFERENT]
    assert kinds[1].tolist() == [BARE] * 4
    assert kinds[3].tolist() == [DIFFERENT, BARE, DIFFERENT, FULL]


def test_a_title_behind_a_name_is_written_once() -> None:
    assert table("Elif Hanım", "Elif Kaya").kinds[0, 1] == BARE


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6))
def test_relations_are_symmetric_and_the_same_for_equal_names(names: list[str]) -> None:
    found = table(*names)
    np.testing.assert_array_equal(found.kinds, found.kinds.T)
    np.testing.assert_array_equal(found.apart, found.apart.T)
    assert not found.apart.diagonal().any()
    for one, name in enumerate(names):
        for other, again in enumerate(names):
            if name == again:
                np.testing.assert_array_equal(found.kinds[one], found.kinds[other])


def test_constraints_are_the_pairs_that_are_apart() -> None:
    people = [made.profile(name) for name in ("John Smith", "Smith", "Adam Smith")]
    assert name_constraints(people).cannot.tolist() == [[0, 2]]


def test_rare_names_are_rarer() -> None:
    john, dekang = table("John Smith", "Dekang Smith").rarity
    assert john < 10 < dekang


def test_the_prior_grows_with_rarity_and_falls_with_the_crowd() -> None:
    prior = NamePrior(full=1.0, slope=0.3, crowd=0.5)
    odds = prior.odds(table("John Smith", "John Smith", "Smith", "Adam Smith"))
    rarity = table("John Smith").rarity[0]
    assert odds[0, 1] == pytest.approx(1.0 + 0.3 * (rarity - 16))
    assert odds[0, 2] == pytest.approx(-0.5 * np.log(FEWEST / USUAL))
    assert odds[0, 3] == 0.0, "names that differ are for the constraints"
    many = prior.odds(table(*["Smith"] * 90))
    assert many[0, 1] == pytest.approx(-0.5 * np.log(3))
    assert NamePrior().silent
    assert not prior.silent
    assert prior.odds(table("Dekang Smith", "Dekang Smith"))[0, 1] > odds[0, 1]


def test_patronymics_make_full_names() -> None:
    assert table("Sigrún Jónsdóttir", "Sigrun Jonsdottir").kinds[0, 1] == FULL


def test_an_alias_stands_for_its_bearer() -> None:
    called = made.profile("Ida Stern", forms={"Ida Stern": 2, "Ida Roth": 1, "Ida": 3})
    found = NameTable.of([called, made.profile("Ida Roth"), made.profile("Ida Berg")])
    assert found.kinds[0].tolist() == [FULL, FULL, DIFFERENT]
    assert found.apart[0].tolist() == [False, False, True]


def test_numbered_bearers_of_one_document_are_two() -> None:
    found = table("George Whit", "George Whit III")
    assert found.apart_within(np.array([0, 0]))[0, 1]
    assert not found.apart_within(np.array([0, 1])).any()


def test_a_short_form_of_several_people() -> None:
    assert table("Hugh", "Hugh Pike", "Hugh Burke").several.tolist() == [True, False, False]
    assert table("Hugh", "Hugh Pike", "Hugh Pike").several.tolist() == [False] * 3


def test_a_short_name_that_fits_one_alone_adds_more_the_rarer_it_is() -> None:
    prior = NamePrior(sole=1.0)
    assert prior.odds(table("Nuala", "Nuala Burke"))[0, 1] == pytest.approx(1.0)
    assert prior.odds(table("Mr. Nwachukwu", "Amos Nwachukwu"))[0, 1] == pytest.approx(1.0)
    assert prior.odds(table("Mr. Smith", "Amos Smith"))[0, 1] == 0.0
    assert prior.odds(table("Hugh", "Hugh Pike", "Hugh Burke"))[0, 1] == 0.0
    assert prior.odds(table("Nuala", *["Nuala Burke"] * 120))[0, 1] == 0.0, "a large block has more people"


def test_full_names_that_are_the_same_tell_of_the_short_ones() -> None:
    prior = NamePrior(full=1.0, slope=0.3, crowd=1.0, census=50.0)
    one = prior.odds(table(*["Clarke"] * 60, *["Wilmot Clarke"] * 20))[0, 1]
    many = prior.odds(table(*["Clarke"] * 60, *[f"{name} Clarke" for name in ("Ann", "Ben", "Cora", "Dan")] * 5))[0, 1]
    assert one > NamePrior(crowd=1.0).odds(table(*["Clarke"] * 80))[0, 1] > many


def test_names_that_share_nothing_do_not_join_by_themselves() -> None:
    kinds = table("Tunde", "Miss Adeleke", "Tunde Adeleke").kinds
    assert kinds[0, 1] == UNKNOWN
    taken = strangers(np.array([4.0, -3.0, 4.0]), np.array([UNKNOWN, UNKNOWN, FULL]))
    assert taken.tolist() == [-5.0, 0.0, 0.0]
