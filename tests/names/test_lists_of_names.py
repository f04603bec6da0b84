"""The lists of names: how they are built, saved and loaded, and what is read from them."""

from pathlib import Path

import pytest

from namesakes.errors import DataError, ModelError
from namesakes.names.gender import given_gender, kin_gender, title_gender
from namesakes.names.list_building import build_lists
from namesakes.names.lists import CULTURES, NameLists
from namesakes.names.nicknames import formal_names, is_nickname, same_given

CENSUS = {
    "dist.male.first": "JOHN 3.271 3.271 1\nPAT 0.1 3.371 2\n",
    "dist.female.first": "MARY 2.629 2.629 1\nPAT 0.1 2.729 2\n",
    "dist.all.last": "SMITH 1.006 1.006 1\nRARE 0.000 1.006 2\n",
}
FORENAMES = "Country,Gender,Romanized Name\nKR,F,Ji-an\nIT,M,Marià\n"
SURNAMES = "Country,Localized Name,Romanized Name\nVN,Huỳnh/Hoàng,Huỳnh/Hoàng\nES,García,\n"
NICKNAMES = "name1,relationship,name2\njohn,has_nickname,jack\njohn,has_nickname,mary\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for folder in ("census", "countries", "nicknames"):
        (tmp_path / folder).mkdir()
    for name, text in CENSUS.items():
        (tmp_path / "census" / name).write_text(text)
    (tmp_path / "countries" / "common-forenames-by-country.csv").write_text(FORENAMES, encoding="utf-8-sig")
    (tmp_path / "countries" / "common-surnames-by-country.csv").write_text(SURNAMES, encoding="utf-8-sig")
    (tmp_path / "nicknames" / "names.csv").write_text(NICKNAMES)
    return tmp_path


def test_lists_are_built_from_the_files(data: Path) -> None:
    lists = build_lists(data)
    assert lists.genders["john"][0] == 0
    assert lists.genders["mary"][0] == 100
    assert lists.genders["pat"][0] == 50
    assert lists.genders["jian"][0] == 100
    assert lists.genders["barack"][0] == 0, "our own"
    assert set(lists.surnames) == {"smith", "huynh", "hoang", "garcia"}
    assert lists.families["smith"] > lists.families["garcia"] > 0
    assert lists.of_culture["vietnamese"] == {"huynh", "hoang"}
    assert lists.nicknames == {"john": ("jack",)}, "not a name of the other gender"


def test_lists_come_back_as_they_were_saved(data: Path, tmp_path: Path) -> None:
    lists = build_lists(data)
    lists.save(tmp_path / "model")
    back = NameLists.load(tmp_path / "model")
    assert (back.genders, back.families) == (lists.genders, lists.families)
    assert (back.of_culture, back.nicknames) == (lists.of_culture, lists.nicknames)
    first = (tmp_path / "model" / "arrays.npz").read_bytes()
    build_lists(data).save(tmp_path / "model")
    assert (tmp_path / "model" / "arrays.npz").read_bytes() == first


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"dist\.male\.first"):
        build_lists(tmp_path)
    with pytest.raises(ModelError):
        NameLists.load(tmp_path)


def test_shipped_lists() -> None:
    lists = NameLists.shipped()
    assert set(lists.cultures) == set(CULTURES)
    assert all(name.isascii() and name.isalpha() for name in (*lists.given, *lists.surnames))
    assert lists.families["smith"] == max(lists.families.values())


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Mary", "female"),
        ("JOHN", "male"),
        ("José", "male"),
        ("Leslie", ""),
        ("Jean", ""),
        ("Zzyx", ""),
        ("Wm.", "male"),
    ],
)
def test_gender_of_given_names(name: str, gender: str) -> None:
    found, share = given_gender(name)
    assert found == gender
    assert 0.5 <= share <= 1
    assert share >= 0.95 or not gender


def test_gender_of_titles_and_kin() -> None:
    assert [title_gender(each) for each in ("Mr.", "Lady", "Señora", "Dr.", "queen")] == [
        "male",
        "female",
        "female",
        "",
        "female",
    ]
    assert [kin_gender(each) for each in ("mother", "Uncle", "cousin", "brother-in-law")] == [
        "female",
        "male",
        "",
        "male",
    ]


def test_nicknames() -> None:
    assert "william" in formal_names("Bill")
    assert formal_names("Zzyx") == {"zzyx"}
    assert is_nickname("Pepe")
    assert not is_nickname("Zzyx")
    for one, other in (("bill", "william"), ("bob", "rob"), ("sasha", "alexander"), ("gianni", "giovanni")):
        assert same_given(one, other)
        assert same_given(other, one)
    for one, other in (("bill", "bob"), ("lisa", "betty"), ("john", "james")):
        assert not same_given(one, other)
