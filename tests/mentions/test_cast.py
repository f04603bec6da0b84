"""The people that a text names, by their names alone."""

import pytest

from namesakes.mentions.cast import Cast, is_title
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Spans


def cast(text: str, *entities: tuple[int, int, str], more: tuple[int, ...] = ()) -> Cast:
    """The cast of sentences that a bar ends, with named entities; words with a capital are proper nouns."""
    sentences = [sentence.split() for sentence in text.split("|")]
    words = [word for sentence in sentences for word in sentence]
    tags = ["PROPN" if word[0].isupper() else "NOUN" for word in words]
    document = Document(id="text", columns={"upos": tags}, **joined(sentences))
    return Cast(document.replace(entity_table=Spans.build(entities)), more)


def groups(found: Cast) -> list[list[str]]:
    """The names of each person, in the order of the text."""
    people: dict[int, list[str]] = {}
    for place in found.places:
        people.setdefault(place.person, []).append(" ".join(found.words[place.first : place.end]))
    return list(people.values())


def test_short_names_join_the_only_full_name() -> None:
    found = cast(
        "Emma Hill saw Bo Orr | Emma left | Mr. Orr left", (0, 2, "PER"), (3, 5, "PER"), (5, 6, "PER"), (8, 9, "PER")
    )
    assert groups(found) == [["Emma Hill", "Emma"], ["Bo Orr", "Mr. Orr"]]


def test_a_wife_who_is_named_beside_somebody_is_another_one_in_a_long_text() -> None:
    """Once may be a slip of the pen, twice is none; and what is said of Clara is said of Clara Dunn."""
    beside = "Mrs. Dunn saw Clara | " * 2
    alone = "Clara Dunn sat | Mrs. Dunn stood | Clara left | " * 101
    for text, people in ((beside + alone, 2), (beside[: len(beside) // 2] + alone, 1)):
        words = [word for sentence in text.split("|") for word in sentence.split()]
        entities, place = [], 0
        while place < len(words):
            end = place + 1 + (words[place] in ("Mrs.", "Clara") and words[place + 1] == "Dunn")
            if words[place] in ("Mrs.", "Clara"):
                entities.append((place + (words[place] == "Mrs."), end, "PER"))
            place = end
        assert len(groups(cast(text.rstrip(" |"), *entities))) == people


def test_a_title_keeps_people_apart() -> None:
    found = cast("Mr. Hill and Mrs. Hill met Tom Hill", (1, 2, "PER"), (4, 5, "PER"), (6, 8, "PER"))
    assert groups(found) == [["Mr. Hill", "Tom Hill"], ["Mrs. Hill"]]


def test_a_name_that_two_may_bear_is_nobodys() -> None:
    found = cast("Ann Hill met Bea Hill | Hill left", (0, 2, "PER"), (3, 5, "PER"), (5, 6, "PER"))
    assert len(groups(found)) == 3


def test_a_bare_surname_is_not_that_of_somebody_who_always_has_a_title() -> None:
    text = "Edmund Hill met Mrs. Hill | Mrs. Hill sat | Hill left"
    found = cast(text, (0, 2, "PER"), (4, 5, "PER"), (6, 7, "PER"), (8, 9, "PER"))
    assert ["Edmund Hill", "Hill"] in groups(found)


def test_a_name_is_a_name_where_it_was_not_found() -> None:
    found = cast(
        "Emma sat | Emma ate | then Emma left | Emma Road", (0, 1, "PER"), (2, 3, "PER"), (5, 6, "LOC"), (7, 9, "LOC")
    )
    assert groups(found) == [["Emma", "Emma", "Emma"]], "a town called Emma was somebody; Emma Road is none"


def test_speakers_are_people() -> None:
    found = cast("so said Rabbit | so said Rabbit", more=(2, 5))
    assert groups(found) == [["Rabbit", "Rabbit"]]


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Mr. Quax sat", "male"),
        ("Quax lost his hat and his coat while he ate and he sang", "male"),
        ("Quax lost her hat and her coat while she ate and she sang", "female"),
        ("Quax sat", ""),
    ],
)
def test_gender(text: str, gender: str) -> None:
    first = 1 if text.startswith("Mr.") else 0
    assert cast(text, (first, first + 1, "PER")).genders == [gender]


def test_titles() -> None:
    assert [word for word in ("Mr.", "Lady", "Dr", "Emma", "table") if is_title(word)] == ["Mr.", "Lady", "Dr"]


def test_a_text_without_names() -> None:
    assert cast("so it was").places == []
    assert Cast(Document(id="text", columns={"upos": []})).places == []


def test_a_town_stays_one_where_it_was_not_found() -> None:
    text = "Mary Vale sat | Mary left | in Ashby St. Mary | at Ashby St. Mary he slept | St. Mary smiled"
    found = cast(text, (0, 2, "PER"), (3, 4, "PER"), (6, 9, "LOC"))
    assert groups(found) == [["Mary Vale", "Mary", "St. Mary"]]


def test_who_speaks_is_somebody_whatever_else_was_found_there() -> None:
    found = cast("it rained | said May Holt quietly", (3, 4, "LOC"), more=(3,))
    assert groups(found) == [["May Holt"]]
    assert groups(cast("it rained | said May Holt quietly", (3, 4, "LOC"))) == []
