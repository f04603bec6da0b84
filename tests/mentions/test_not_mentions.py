"""Numbers of chapters and lists, pieces of names and datelines are no mentions."""

import pytest

from namesakes.mentions.detection import with_mentions
from namesakes.mentions.tokens import Tokens
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document


def parsed(text: str) -> Document:
    return Syntax.shipped().steps()(Document(id="text", text=text))


def mentions(text: str) -> list[str]:
    return [mention.text for mention in with_mentions(parsed(text)).mentions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CHAPTER I\n\nTom went home. I saw him.", ["CHAPTER I", "Tom", "I", "him"]),
        ("Part I\nTom slept.", ["Part I", "Tom"]),
        ("I.\n\nTom went home.", ["Tom"]),
        ("II\n\nTom went home.", ["Tom"]),
        ("I. Introduction\nII. Methods\nIII. Results\n", ["Introduction", "Methods", "Results"]),
    ],
)
def test_roman_numbers(text: str, expected: list[str]) -> None:
    assert mentions(text) == expected


@pytest.mark.parametrize("text", ["1. Achieng Okoth 55.3\n2. Mwende Kilonzo 56.0", "Boys\n\n1. Achieng Okoth 3:58.1"])
def test_a_result_is_no_part_of_a_name(text: str) -> None:
    found = mentions(text)
    assert "Achieng Okoth" in found
    assert not any("Okoth" in each and any(map(str.isdigit, each)) for each in found)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Present: Anna Berg (chair), Saskia Post, Rudi Post, Joost Vis (treasurer)", "Anna Berg"),
        ("HADD: You were born in Basra, Selma Hadd says. She is Selma Hadd.", "HADD"),
    ],
)
def test_a_name_does_not_go_on_over_the_next_one_or_a_colon(text: str, name: str) -> None:
    found = mentions(text)
    assert name in found
    assert not any(each.startswith(name) and (":" in each or "Post" in each) for each in found)


def test_somebody_may_be_described_behind_the_name() -> None:
    assert "Anna Berg, who keeps bees" in mentions("We met Anna Berg, who keeps bees.")


def test_what_names_nobody_is_cut_from_the_edges_of_a_mention() -> None:
    found = mentions(
        "From: Ruth Calder <ruth@marlow.example>\nTo: Tom Hale\nSubject: the roof\n\nIt leaks. Yours, Ruth"
    )
    assert found == ["Ruth Calder", "Tom Hale", "the roof", "It", "Ruth"]


def test_the_number_of_a_war_is_no_pronoun() -> None:
    assert "I" not in mentions("World War I began in 1914.")


@pytest.mark.parametrize("text", ["I went home.", "Who saw it? I. I alone saw it.", "In part I agree."])
def test_a_pronoun_is_a_mention(text: str) -> None:
    assert "I" in mentions(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Michael I. Harris left.", "Michael I. Harris"),
        ("We met Mr. T. S. Eliot.", "Mr. T. S. Eliot"),
        ("Ludwig van Beethoven was deaf.", "Ludwig van Beethoven"),
        ("Vincent van der Berg came.", "Vincent van der Berg"),
        ("Sinéad O’Connor was late.", "Sinéad O’Connor"),
        ("Abd al-Rahman ruled.", "Abd al-Rahman"),
        ("Pope John Paul II died.", "Pope John Paul II"),
        ("Lake Victoria is large.", "Lake Victoria"),
        ("Then d’Artagnan left.", "d’Artagnan"),
        ("He joined Microsoft Research in May.", "Microsoft Research"),
        ("The road goes to Lynde's Hollow and back.", "Lynde's Hollow"),
    ],
)
def test_a_name_is_one_mention(text: str, name: str) -> None:
    found = mentions(text)
    assert name in found
    assert [each for each in found if each != name and each in name] == []


def test_people_who_are_joined_are_mentions() -> None:
    assert mentions("Ann Lee and Bo Orr came.") == ["Ann Lee and Bo Orr", "Ann Lee", "Bo Orr"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Lee\tOslo\nBo Orr\tRome\n", ["Ann Lee", "Oslo", "Bo Orr", "Rome"]),
        ("| Ann Lee | Oslo |\n| Bo Orr | Rome |", ["Ann Lee", "Oslo", "Bo Orr", "Rome"]),
        ("- Ann Lee\n- Bo Orr\n- Cy Fox\n", ["Ann Lee", "Bo Orr", "Cy Fox"]),
        ("ANN LEE\n\nBo Orr came.", ["ANN LEE", "Bo Orr"]),
        ("By Jane Smith\n\nThe mayor spoke.", ["Jane Smith", "The mayor"]),
    ],
)
def test_names_do_not_reach_over_cells_items_and_headings(text: str, names: list[str]) -> None:
    assert mentions(text) == names


def test_the_parts_of_a_dateline_are_mentions_and_the_whole_is_none() -> None:
    found = mentions("LONDON, May 3 (Reuters) — Tony Blair said on Tuesday that he would resign.")
    assert {"LONDON", "Reuters", "Tony Blair"} <= set(found)
    assert not any("Reuters" in each and "LONDON" in each for each in found)


def test_runs_of_names_keep_particles_and_stay_in_their_sentences() -> None:
    document = parsed("Ludwig van Beethoven met\n\nAnn Lee\n\nBo Orr")
    first, end = Tokens(document).name_runs
    runs = dict.fromkeys(" ".join(document.words[low:high]) for low, high in zip(first, end, strict=True))
    assert [run for run in runs if run] == ["Ludwig van Beethoven", "Ann Lee", "Bo Orr"]


def test_an_empty_document_has_no_mentions() -> None:
    assert mentions("") == []
