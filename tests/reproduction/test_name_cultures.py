"""Names of many cultures: what is drawn, and what counts as right."""

from pathlib import Path

import pytest

from namesakes.pipeline.pipeline import load
from reproduction.ours import name_cultures
from reproduction.ours.name_cultures import Named

FORENAMES = "Country,Gender,Romanized Name\n" + "".join(
    f"{country},{gender},{name}\n"
    for country in ("US", "AT", "DK", "PL", "MX", "TR", "JP", "IN")
    for gender, name in (("F", "Anna"), ("F", "Maria"), ("M", "Peter"), ("M", "Émile"))
)
SURNAMES = "Country,Romanized Name\n" + "".join(
    f"{country},Warne\n{country},Ōta\n" for country in ("US", "AT", "DK", "PL", "MX", "TR", "JP", "IN")
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "names" / "countries"
    folder.mkdir(parents=True)
    (folder / "common-forenames-by-country.csv").write_text(FORENAMES, encoding="utf-8-sig")
    (folder / "common-surnames-by-country.csv").write_text(SURNAMES, encoding="utf-8-sig")
    return tmp_path


def test_names_are_drawn_from_one_country_women_and_men_in_turn(data: Path) -> None:
    made = name_cultures.people(data, ("US", "CA"), 5, 0, "a region")
    assert [each.feminine for each in made] == [True, False, True, False, True]
    assert {each.surname for each in made} == {"Warne"}
    assert {each.forename for each in made if not each.feminine} == {"Peter"}
    assert made == name_cultures.people(data, ("US", "CA"), 5, 0, "a region")


def test_right_is_the_whole_name_with_both_pronouns_and_nothing_else() -> None:
    nlp = load("en")
    anna, peter = Named("Anna", "Warne", True), Named("Peter", "Warne", False)
    assert anna.text("{name} came. {He} has {his} hat.") == "Anna Warne came. She has her hat."
    assert name_cultures._right(nlp, anna, "{name} came home. {He} took off {his} hat.") == (True, True)
    assert name_cultures._right(nlp, peter, "{name} came home.") == (True, False)
    missed = Named("came", "home", True)
    assert name_cultures._right(nlp, missed, "{name} came home. {He} took off {his} hat.") == (False, False)


def test_a_row_for_each_region(data: Path) -> None:
    outcome = name_cultures.run(data, 0, names=2, pipelines=["en"])
    assert [row[0] for row in outcome.rows] == list(name_cultures.REGIONS)
    assert all(0 <= float(value.removesuffix(" %")) <= 100 for row in outcome.rows for value in row[2:])
