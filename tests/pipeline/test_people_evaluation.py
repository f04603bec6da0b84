"""How well people are found in marked texts: which mention is a mark's, what is counted, and how errors are told."""

from pathlib import Path

import pytest

from namesakes.formats.marked import Mark, MarkedFolder, parse_marked
from namesakes.pipeline.marked_answers import Answer, mention_of
from namesakes.pipeline.name_baselines import Name, form, full_name, full_name_and_short, hard_people
from namesakes.pipeline.people_evaluation import PeopleEvaluation, Pronouns, evaluate_answers
from namesakes.store.records import StoredDocument, StoredMention

FIRST = "[[John Smith|plumber]] met [[John Smith|bishop]].\n{{He|plumber}} and [[Mr Smith|plumber]] left.\n"
SECOND = "[[Bishop Smith|bishop]] saw [[Ann Lee|ann]]. {{She|ann}} waved. {{They|ann}} sat.\n"
GIVEN = [("s1", 1, 0.9), ("s1", 1, 0.9), ("s1", 1, 0.9), ("s1", 1, 0.9), ("s2", 1, 0.6), ("a", 2, 0.8), ("a", 2, 0.8)]


@pytest.fixture
def folder() -> MarkedFolder:
    texts = (parse_marked(FIRST, "in/1.txt"), parse_marked(SECOND, "in/2.txt"))
    return MarkedFolder(Path("in"), texts)


@pytest.fixture
def found(folder: MarkedFolder) -> list[Answer]:
    """Both John Smiths are one, the bishop's title is another, and a pronoun is in nobody."""
    marks = [(text, mark) for text in folder.texts for mark in text.marks]
    given = [*GIVEN, ("", -1, 0.0)]
    return [Answer(*place, *answer) for place, answer in zip(marks, given, strict=True)]


def test_counts_by_hand(folder: MarkedFolder, found: list[Answer]) -> None:
    result = evaluate_answers(folder, found)
    ours = result.counts["namesakes"]
    assert (ours.people, ours.right, ours.hard, ours.hard_right) == (3, 1, 2, 0)
    assert (ours.across.right, ours.across.wrong, ours.across.missed) == (0, 0, 1)
    assert (ours.within.right, ours.within.wrong, ours.within.missed) == (1, 2, 0)
    assert result.pronouns == Pronouns(right=2, wrong=0, nobody=1)
    # 0.9 three times: two of three are the plumber's, to whom most belong; 0.6 and 0.8 are right
    assert result.certainty.error == pytest.approx((abs(2 - 2.7) + 0.4 + 0.2) / 5)
    assert (result.folders, result.documents, result.names, result.not_found) == (1, 2, 5, 0)


def test_errors_say_what_happened(folder: MarkedFolder, found: list[Answer]) -> None:
    result = evaluate_answers(folder, found)
    assert tuple(map(str, result.errors)) == (
        "in: plumber (hard); merged with bishop: 'John Smith' 1.txt:1, 'Mr Smith' 1.txt:2 and 'John Smith' 1.txt:1",
        "in: bishop (hard); split: 'John Smith' 1.txt:1 | 'Bishop Smith' 2.txt:1; "
        "merged with plumber: 'John Smith' 1.txt:1 and 'John Smith' 1.txt:1, 'Mr Smith' 1.txt:2",
    )
    assert [error.causes for error in result.errors] == [("chain_merged",), ("chain_merged", "not_linked")]
    assert result.causes == {"not_found": 0, "chain_merged": 2, "chain_split": 0, "linked": 0, "not_linked": 1}


def test_a_name_in_nobody_is_told(folder: MarkedFolder, found: list[Answer]) -> None:
    found[5] = Answer(found[5].text, found[5].mark)
    result = evaluate_answers(folder, found)
    assert result.not_found == 1
    assert "in: ann; not found: 'Ann Lee' 2.txt:1" in map(str, result.errors)


def test_causes_are_told_apart(folder: MarkedFolder, found: list[Answer]) -> None:
    """The plumber is two in one document, and one of them is linked with the bishop of another."""
    given = [("s1", 1), ("s2", 2), ("s1", 1), ("s3", 3), ("s3", 4), ("a", 5), ("a", 5), ("", -1)]
    changed = [Answer(each.text, each.mark, *answer, 0.5) for each, answer in zip(found, given, strict=True)]
    errors = {error.person: error.causes for error in evaluate_answers(folder, changed).errors}
    assert errors == {"plumber": ("chain_split", "linked"), "bishop": ("linked", "not_linked")}


def test_evaluations_add_up(folder: MarkedFolder, found: list[Answer]) -> None:
    one = evaluate_answers(folder, found)
    both = PeopleEvaluation() + one + one
    assert both.to_json()["people"] == 6
    assert both.to_json()["baselines"]["full_name"]["people"] == 6
    assert both.errors == one.errors * 2


@pytest.mark.parametrize(
    ("text", "mark", "mentions", "chain"),
    [
        ("the plumber John Smith", "John Smith", {"John Smith": 1, "the plumber John Smith": 2}, 1),
        ("the plumber John Smith", "John Smith", {"the plumber John Smith": 2}, 2),
        ("the plumber John Smith", "John Smith", {"Smith": 1, "the plumber John Smith": 2}, 1),
        ("the wife of John Smith", "John Smith", {"the wife of John Smith": 2}, None),
        ("John Smith's brother", "John Smith", {"John Smith's brother": 2}, None),
        ("John Smith's brother", "John Smith", {"John Smith's": 2}, 2),
        ("John Smith and Ann", "John Smith", {"John Smith and Ann": 2}, None),
        ("John Smith and Ann", "Ann", {"John Smith and Ann": 2}, None),
        ("the head of it, Eva Roe", "Eva Roe", {"the head of it, Eva Roe": 3}, 3),
        ("Mr Day saw Ann", "Ann", {"Mr Day": 1}, None),
    ],
)
def test_the_mention_of_a_mark(text: str, mark: str, mentions: dict[str, int], chain: int | None) -> None:
    start = text.index(mark)
    places = [(text.index(words), len(words), number) for words, number in mentions.items()]
    stored = tuple(StoredMention(place, place + size, number) for place, size, number in places)
    document = StoredDocument("d", text=text, mentions=stored)
    found = mention_of(Mark(start, start + len(mark), "x", True, 1), document, {1: (), 2: (), 3: ("eva roe",)})
    assert (None if found is None else found.chain) == chain


def test_names_that_are_no_persons_are_not_found() -> None:
    document = StoredDocument("d", text="Lee & Co", mentions=(StoredMention(0, 3, 7),))
    assert mention_of(Mark(0, 3, "lee", True, 1), document, {1: ()}) is None


def test_forms() -> None:
    assert form("Dr. José Luís") == form("Luis, Jose") == "jose luis"
    assert form("Mr Smith") == "smith"
    assert form("Sam Tell Jr.") == "sam tell jr"


def names(*rows: str) -> list[Name]:
    """Names from rows of document, person and words."""
    return [Name(words, person, document) for document, person, words in (row.split(" ", 2) for row in rows)]


def test_equal_full_names_are_one_and_short_ones_alone() -> None:
    rows = names("1 a Ann Lee", "2 a Ann LEE", "1 a Lee", "2 b Lee", "1 c Mr Bob Roe")
    labels = full_name(rows)
    assert labels[0] == labels[1]
    assert len(set(labels)) == 4


def test_a_short_name_joins_the_only_full_name_of_its_document() -> None:
    rows = names("1 a Ann Lee", "1 a Lee", "2 a Ann", "3 b Bob Lee", "3 c Cy Lee", "3 b Mr Lee")
    labels = full_name_and_short(rows)
    assert labels[0] == labels[1]
    assert len(set(labels)) == 5


def test_who_is_hard() -> None:
    rows = names(
        "1 a Ann Lee",
        "2 b Bob Lee",
        "1 c Cy Roe",
        "2 c Roe",
        "1 d Dan Fox",
        "2 d Daniel Fox",
        "1 e Kim Park",
        "1 f Kim",
    )
    assert hard_people(rows) == {"a", "b", "d"}
    assert hard_people([*rows, *names("2 e Kim")]) == {"a", "b", "d", "e", "f"}
