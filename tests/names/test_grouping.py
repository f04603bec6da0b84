"""Which names of one text are forms of one person's name: lists of our own, as in novels and in the news."""

from collections.abc import Sequence
from random import Random

import pytest

from namesakes.names import parse
from namesakes.names.grouping import LONG, MAIN, goes_with, group_names, grouping


def groups(names: Sequence[str], counts: Sequence[int] | None = None) -> set[frozenset[str]]:
    return {frozenset(names[place] for place in group.places) for group in group_names([*map(parse, names)], counts)}


def expected(*people: str) -> set[frozenset[str]]:
    return {frozenset(person.split(" / ")) for person in people}


NOVEL = {
    "a family of sisters": (
        "Marian Holt / Miss Holt / Marian",
        "Lydia Holt / Lydia",
        "Mr. Holt",
        "Mrs. Holt",
        "Frederick Varley / Mr. Varley / Varley / Frederick",
    ),
    "a nickname": ("Elizabeth Crane / Lizzy / Elizabeth / Lizzy Crane", "Thomas Crane / Tom"),
    "ranks": ("Captain Thorne / Edmund Thorne", "Colonel Ashby / Ashby"),
}
NEWS = {
    "a company": ("Clara Dunn / Dunn / Ms. Dunn", "Peter Voss / Voss / Peter"),
    "initials": ("Robert J. Hale / R. J. Hale / Hale", "Susan Hale Orr / Susan Orr"),
    "two full names": ("Luis Ortega / Luis", "Louis Ortega / Louis"),
    "a family name first": ("Zhang Wei / Wei Zhang",),
    "a rank and none": ("Capt. Elias Trask / Captain Trask", "Mr. Trask"),
    "offices of two kinds": ("Bishop Smith", "Cllr Smith", "Mr Smith"),
    "a given name with a hyphen": ("Jean-Luc Roy / Roy", "Anne-Lise Berg / Anne-Lise"),
    "titles of other countries": ("Wayan Sukarta / Pak Wayan / Wayan", "Elif Kaya / Elif Hanım / Ms Kaya"),
    "generations": ("Robert Hale Sr. / Hale Sr.", "Robert Hale Jr. / Hale Jr."),
}


@pytest.mark.parametrize("people", NEWS.values(), ids=NEWS.keys())
def test_names_in_the_news(people: tuple[str, ...]) -> None:
    assert groups([name for person in people for name in person.split(" / ")]) == expected(*people)


@pytest.mark.parametrize("people", NOVEL.values(), ids=NOVEL.keys())
def test_names_in_a_novel(people: tuple[str, ...]) -> None:
    names = [name for person in people for name in person.split(" / ")]
    if people == NOVEL["a family of sisters"]:
        names.remove("Miss Holt")  # may be either of them
        people = ("Marian Holt / Marian", *people[1:])
    assert groups(names, [LONG] * len(names)) == expected(*people)


def test_of_names_with_a_title_the_more_frequent_is_the_one_that_a_novel_tells_of() -> None:
    names = ["Clara Dunn", "Mrs. Dunn", "Miss Dunn"]
    assert groups(names, [LONG, 5, 50]) == expected("Clara Dunn / Miss Dunn", "Mrs. Dunn")
    assert groups(names, [LONG, 50, 5]) == expected("Clara Dunn / Mrs. Dunn", "Miss Dunn")


def test_a_surname_alone_is_a_mans_in_a_novel() -> None:
    names = ["Peter Voss", "Clara Voss", "Clara", "Voss"]
    assert groups(names, [9, 2, LONG, 60]) == expected("Peter Voss / Voss", "Clara Voss / Clara")
    assert groups(names, [1, 1, 1, 1]) == expected("Peter Voss", "Clara Voss / Clara", "Voss")


def test_a_surname_alone_is_that_of_who_bears_it_most_often() -> None:
    names = ["Mr. Hugh Orr", "Mr. Orr", "Kit Orr", "Kit", "Orr"]
    assert groups(names, [20, 200, 2, LONG, 90]) == expected("Mr. Hugh Orr / Mr. Orr / Orr", "Kit Orr / Kit")


def test_names_that_are_two_peoples_are_never_one() -> None:
    names = [*map(parse, ["Clara Dunn", "Mrs. Dunn", "Clara"])]
    found = {frozenset(group.places) for group in grouping(names, [LONG] * 3, {(1, 0), (2, 1)}).groups}
    assert found == {frozenset({0, 2}), frozenset({1})}


@pytest.mark.parametrize("people", [*NEWS.values(), NOVEL["a nickname"], NOVEL["ranks"]])
def test_the_order_of_names_does_not_matter(people: tuple[str, ...]) -> None:
    names = [name for person in people for name in person.split(" / ")]
    for seed in range(8):
        Random(seed).shuffle(names)
        assert groups(names) == expected(*people), names


def test_groups_stand_in_the_order_of_the_text() -> None:
    names = ["Dunn", "Peter Voss", "Clara Dunn", "Voss"]
    found = group_names([*map(parse, names)])
    assert [group.places for group in found] == [[2, 0], [1, 3]]
    assert [group.names[0].text for group in found] == ["Clara Dunn", "Peter Voss"]


def test_a_name_that_two_may_bear_is_left_alone() -> None:
    assert groups(["Marian Holt", "Lydia Holt", "Holt"]) == expected("Marian Holt", "Lydia Holt", "Holt")
    assert groups(["Marian Holt", "Lydia Holt", "Miss Holt"]) == expected("Marian Holt", "Lydia Holt", "Miss Holt")
    assert groups(["Tom Holt", "Tom Varley", "Tom"]) == expected("Tom Holt", "Tom Varley", "Tom")


def test_a_title_says_which_of_two() -> None:
    assert groups(["Marian Holt", "Edmund Holt", "Mr. Holt"]) == expected("Marian Holt", "Edmund Holt / Mr. Holt")
    assert groups(["Mr. Holt", "Mrs. Holt", "Miss Holt"]) == expected("Mr. Holt", "Mrs. Holt", "Miss Holt")


def test_the_wife_of_somebody() -> None:
    """In a novel Mrs. is the wife of one whose gender no name tells; in the news it is she who was named before."""
    names = ["Newlin Archer", "Mrs. Archer"]
    assert groups(names, [LONG, LONG]) == expected("Newlin Archer", "Mrs. Archer")
    assert groups(["Marian Archer", "Mrs. Archer"], [LONG, LONG]) == expected("Marian Archer / Mrs. Archer")
    assert groups(["Edmund Archer", "Mrs. Archer"]) == expected("Edmund Archer", "Mrs. Archer")


def test_a_form_that_fits_several_is_the_one_the_text_is_about() -> None:
    names = ["Marian Holt", "Lydia Holt", "Holt"]
    clear = 2 * MAIN + 1
    assert groups(names, [clear, 2, 1]) == expected("Marian Holt / Holt", "Lydia Holt")
    assert groups(names, [clear - 1, 2, 1]) == expected("Marian Holt", "Lydia Holt", "Holt")
    assert groups(names, [2, clear, 1]) == expected("Marian Holt", "Lydia Holt / Holt")
    assert groups(names, [3, 1, 1]) == expected("Marian Holt / Holt", "Lydia Holt"), "one that stands once is no rival"


def test_what_stands_once_in_a_long_text_decides_last() -> None:
    """Short of that, a slip for a full name would take the short form with it."""
    names = ["Edmund Thorne", "Thorne"]
    assert groups(names, [1, LONG]) == expected("Edmund Thorne / Thorne")
    slip = ["Thorne", "Edmund Thorne", "Edith Thorne"]
    assert groups(slip, [LONG, LONG, 1]) == expected("Thorne / Edmund Thorne", "Edith Thorne")


def test_nothing_and_one() -> None:
    assert group_names([]) == []
    assert groups(["Ann"]) == expected("Ann")


def test_patronymics_tell_people_apart() -> None:
    names = ["Nikolai Lebedev", "Nikolai Petrovich", "Nikolai Nikolaevich"]
    assert groups(names) == expected("Nikolai Lebedev / Nikolai Petrovich", "Nikolai Nikolaevich")


def test_forms_that_several_may_bear_name_their_rivals() -> None:
    found = grouping([*map(parse, ["Ann Hill", "Bea Hill", "Tom Orr", "Hill", "Orr"])])
    assert found.rivals == {3: (0, 1)}
    assert [group.places for group in found.groups] == [[0], [1], [2, 4], [3]]


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("Mr. Trask", "Capt. Trask", False),
        ("Mr Smith", "Right Reverend John Smith", False),
        ("Bishop Smith", "Cllr Smith", False),
        ("Mr. Obama", "President Obama", False),
        ("Mr. Obama", "President Barack Obama", True),
        ("Tom Hill", "Hill", True),
        ("Tom Hill Jr.", "Hill Sr.", False),
    ],
)
def test_forms_that_go_together(one: str, other: str, together: bool) -> None:
    assert goes_with(parse(one), parse(other)) == goes_with(parse(other), parse(one)) == together


@pytest.mark.parametrize(("title", "rivals"), [("Captain", 2), ("Dr.", 2), ("Ostad", 2), ("Mrs.", 1)])
def test_a_full_name_with_a_rank_may_be_meant_by_the_surname_alone(title: str, rivals: int) -> None:
    found = grouping([parse(name) for name in (f"{title} Ann Varga", "Nora Varga", "Varga")])
    assert len(found.groups) == 1 + rivals  # a group by itself, or Nora Varga's
