"""Novels: counts by hand, B³ against brute force, occurrences of names, the rule over forms of names."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import namesakes
from namesakes.chains.novels.counts import WAYS, NovelCounts, finished
from namesakes.chains.novels.evaluation import NovelEvaluation, counted
from namesakes.chains.novels.forms import by_forms
from namesakes.chains.novels.occurrences import mentions_of, occurrences
from namesakes.formats.pdnc import Character, Novel, SpokenQuote
from namesakes.metrics.clustering import compare_labels
from tests.chains.novels.made import made_document, made_novel


def novel_of(text: str, **aliases: tuple[str, ...]) -> Novel:
    return Novel("n", text, tuple(Character(name, (name, *more)) for name, more in aliases.items()), ())


def found(text: str, **aliases: tuple[str, ...]) -> list[tuple[str, int]]:
    return [(each.alias, each.character) for each in occurrences(novel_of(text, **aliases))]


def test_the_longest_name_at_a_place_wins() -> None:
    assert found("Ann Lee saw Ann, and Lee.", Ann=("Ann Lee", "Lee")) == [("Ann Lee", 0), ("Ann", 0), ("Lee", 0)]
    assert found("Mrs. Lee saw Lee.", Bo=("Lee",), Ann=("Mrs. Lee",)) == [("Mrs Lee", 1), ("Lee", 0)]


def test_names_that_several_bear_do_not_count_and_hide_what_is_in_them() -> None:
    assert found("Miss Lee saw Lee.", Ann=("Miss Lee", "Lee"), Bea=("Miss Lee",)) == [("Lee", 0)]


def test_only_whole_capitalised_names_count() -> None:
    text = "Anna, ann and Ann-Marie met Ann's cat, the Cook and Cook."
    aliases = {"Ann": (), "Cook": ("The Cook", "My cook", "_narr")}
    assert found(text, **aliases) == [("Ann", 0), ("Cook", 1), ("Cook", 1)]


def test_names_reach_over_line_breaks_and_titles_need_no_dot() -> None:
    assert found("Mr\nLee met Mr. Lee.", Bo=("Mr. Lee",)) == [("Mr Lee", 0), ("Mr Lee", 0)]


def test_the_mention_that_ends_with_a_name(tmp_path: Path) -> None:
    novel = made_novel(tmp_path)
    document = made_document(novel)
    named = occurrences(novel)
    assert [each.alias for each in named] == [
        *("Tom Hale", "Clara Finch", "Clara Finch", "Mrs Hale", "Tom", "Tom", "Clara"),
    ]
    mentions = [document.mentions[place].text if place >= 0 else "" for place in mentions_of(document, named)]
    assert mentions == ["Mr. Tom Hale", "Clara Finch", "Clara Finch", "Mrs. Hale", "Tom", "Tom", ""]


def test_counts_by_hand(tmp_path: Path) -> None:
    """Tom and Mrs. Hale are in one chain; of Clara two in one chain and one alone."""
    novel = made_novel(tmp_path)
    counts = counted(novel, made_document(novel), seconds=2.0, memory=7)
    third = 1 / 3
    assert counts.b3["chains"] == pytest.approx((3 + 5 * third + 1, 7, 9 / 4 + 1 / 4 + 2 + 1, 7))
    assert counts.b3["heads"] == counts.b3["chains"]
    assert counts.b3["cast"] == pytest.approx((7, 7, 7, 7))
    assert counts.b3["name_forms"] == pytest.approx((7, 7, 9 / 4 + 1 / 4 + 3, 7))
    assert counts.b3["each_form"] == pytest.approx((third + 4 * third + 4 * third + third + 1, 7, 7, 7))
    assert counts.b3["all_in_one"] == pytest.approx((7, 7, 19 / 7, 7))
    assert (counts.names, counts.leading) == (7, 3)
    assert (counts.chains, counts.mentions, counts.largest, counts.people) == (3, 10, 6, 8)
    assert (counts.two_names, counts.he_and_she) == (0, 1)
    assert counts.quotes == {
        ("implicit", "wrong"): 1,
        ("explicit", "right"): 2,
        ("anaphoric", "right"): 1,
        ("", "wrong"): 1,
    }
    assert counts.by_cast == 3
    assert counts.words == len(made_document(novel).starts)


def test_full_names_of_two_people_in_one_chain(tmp_path: Path) -> None:
    novel = made_novel(tmp_path)
    document = made_document(novel)
    table = document.mention_table
    assert table is not None
    merged = replace(table, chains=table.chains * 0, chain_ids=("all",))
    assert counted(novel, document.replace(mention_table=merged)).two_names == 1


def test_sums_and_means() -> None:
    nothing = dict.fromkeys(WAYS, (0.0, 0.0, 0.0, 0.0))
    one = NovelCounts(
        {**nothing, "chains": (1.0, 2.0, 2.0, 2.0)}, quotes=Counter({("explicit", "right"): 3}), seconds=1.0, memory=5
    )
    two = NovelCounts(
        {**nothing, "chains": (6.0, 6.0, 3.0, 6.0)}, quotes=Counter({("implicit", "none"): 1}), seconds=2.0, memory=3
    )
    total = finished({"one": one, "two": two})
    assert total["names"]["chains"]["recall"] == pytest.approx(7 / 8)
    assert total["names"]["chains"]["precision"] == pytest.approx(5 / 8)
    assert total["names"]["chains"]["mean_f1"] == pytest.approx(2 / 3)
    assert total["speakers"]["right"] == pytest.approx(3 / 4)
    assert total["speakers"]["mean_right"] == pytest.approx(1 / 2)
    assert total["speakers"]["implicit"] == {"quotes": 1, "right": 0.0, "wrong": 0.0, "none": 1.0}
    assert (total["seconds"], total["peak_memory"]) == (3.0, 5)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 3)), min_size=1, max_size=12))
def test_b_cubed_of_names_is_the_mean_over_names(rows: list[tuple[int, int]]) -> None:
    """For each name, how much of its chain (alone where it has none) is its character's, and the other way round."""
    labels = [(gold, ("alone", place) if chain < 0 else chain) for place, (gold, chain) in enumerate(rows)]
    precision = recall = Fraction(0)
    for gold, chain in labels:
        both = sum(other == (gold, chain) for other in labels)
        precision += Fraction(both, sum(other[1] == chain for other in labels))
        recall += Fraction(both, sum(other[0] == gold for other in labels))
    score = compare_labels([gold for gold, _ in labels], [chain for _, chain in labels])["b3"]
    assert score.recall == pytest.approx((float(recall), len(labels)))
    assert score.precision == pytest.approx((float(precision), len(labels)))


def test_the_rule_over_forms_of_names() -> None:
    forms = ["Ann Lee", "Ann", "Lee", "Mr Bo Orr", "Orr", "Cy Orr", "Bo", "Mrs Fox", "Fox", "Sir"]
    labels = by_forms(forms)
    assert labels[0] == labels[1] == labels[2]
    assert labels[3] == labels[6] != labels[5]
    assert len({labels[3], labels[4], labels[5]}) == 3, "two bear the surname"
    assert len({labels[7], labels[8], labels[9]}) == 3, "no full name has it"


def test_the_time_is_that_of_chains(tmp_path: Path) -> None:
    novel = made_novel(tmp_path)
    document = made_document(novel)
    counts = NovelEvaluation(lambda text: document)(novel)
    assert 0.0 < counts.seconds < 10.0
    assert counts.memory > 1 << 20 or counts.memory == 0


def test_the_first_person_in_quotes_is_who_speaks() -> None:
    text = "Ann Lee met Bo Wise.\n\n“I am late,” said Ann Lee. “My train was late.”\n\n“I see,” said Bo Wise.\n"
    spans = [(text.index(said), text.index(said) + len(said)) for said in ("I am late", "My train", "I see")]
    said = [SpokenQuote(str(place), (span,), "Ann Lee") for place, span in enumerate(spans)]
    novel = replace(novel_of(text, **{"Ann Lee": (), "Bo Wise": ()}), quotes=tuple(said))
    counts = counted(novel, namesakes.coref(text, singletons=True))
    assert (counts.said_i, counts.right_i) == (3, 2)  # the last is said to be Ann's, to be wrong
    assert counts.to_json()["speakers"]["first_person"] == {"words": 3, "right": 2 / 3}
