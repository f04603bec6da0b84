"""Head rules against a reference of a dozen lines, and cases worked by hand from the tables of the papers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.syntax.constituency.arabic import ARABIC
from namesakes.syntax.constituency.chinese import ZHANG_CLARK
from namesakes.syntax.constituency.english import COLLINS, CONTENT, PENN2MALT
from namesakes.syntax.constituency.head_rules import HeadRules, base, functions

TABLE = """
A left b c|d ; right e
B right c b
C right
"""
RULES = HeadRules.read(TABLE, {"."})


def reference(label: str, children: list[str]) -> int:
    """The head by the steps of the table, written out."""
    steps = {
        "A": [("left", [["b"], ["c", "d"]]), ("right", [["e"]])],
        "B": [("right", [["c"], ["b"]])],
        "C": [("right", [])],
    }
    for side, wanted in steps[label]:
        order = list(enumerate(children)) if side == "left" else list(enumerate(children))[::-1]
        for labels in wanted:
            for place, child in order:
                if child in labels:
                    return place
    order = list(range(len(children))) if steps[label][0][0] == "left" else list(range(len(children)))[::-1]
    real = [place for place in order if children[place] != "."]
    return (real or order)[0]


@given(st.sampled_from("ABC"), st.lists(st.sampled_from("bcdexy."), min_size=1, max_size=6))
def test_heads_are_those_of_the_reference(label: str, children: list[str]) -> None:
    assert RULES.head(label, children) == reference(label, children)


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("NP-SBJ-1", "NP SBJ 1"),
        ("NP", "NP"),
        ("-LRB-", "-LRB-"),
        ("-NONE-", "-NONE-"),
        ("NP=2", "NP 2"),
        ("S|<x>", "S <x>"),
    ],
)
def test_labels_have_functions(label: str, parts: str) -> None:
    own, *rest = parts.split()
    assert (base(label), functions(label)) == (own, frozenset(rest))


@pytest.mark.parametrize(
    ("rules", "label", "children", "head"),
    [
        (COLLINS, "S", "NP VP .", "VP"),
        (COLLINS, "NP", "DT JJ NN", "NN"),
        (COLLINS, "NP", "NP PP", "NP"),
        (COLLINS, "NP", "NNP POS", "POS"),
        (COLLINS, "VP", "MD VP", "MD"),
        (COLLINS, "PP", "IN NP", "IN"),
        (COLLINS, "SBAR", "IN S", "IN"),
        (COLLINS, "VP", "VBD CC VBD", "VBD:0"),
        (COLLINS, "NP", "NN CC NN", "NN:0"),
        (COLLINS, "QP", "RB IN CD", "IN"),
        (PENN2MALT, "NP", "NP , NP", "NP:2"),
        (PENN2MALT, "S", "NP VP .", "VP"),
        (PENN2MALT, "VP", "MD VP", "MD"),
        (PENN2MALT, "NP", "NN CC NN", "NN:2"),
        (PENN2MALT, "PP", "IN NP", "IN"),
        (CONTENT, "PP", "IN NP", "NP"),
        (CONTENT, "VP", "MD VP", "VP"),
        (CONTENT, "SBAR", "IN S", "S"),
        (CONTENT, "NP", "NNP POS", "NNP"),
        (CONTENT, "NP", "PRP$ NN", "NN"),
        (CONTENT, "NP", "NP CC NP", "NP:0"),
        (ZHANG_CLARK, "IP", "NP VP PU", "VP"),
        (ZHANG_CLARK, "NP", "NR NN", "NN"),
        (ZHANG_CLARK, "PP", "P NP", "P"),
        (ZHANG_CLARK, "DNP", "NP DEG", "DEG"),
        (ZHANG_CLARK, "VP", "ADVP VP", "VP"),
        (ARABIC, "NP", "NN NP", "NN"),
        (ARABIC, "NP", "DTNN DTJJ", "DTNN"),
        (ARABIC, "VP", "VBD NP NP", "VBD"),
        (ARABIC, "PP", "IN NP", "IN"),
    ],
)
def test_tables(rules: HeadRules, label: str, children: str, head: str) -> None:
    names = children.split()
    wanted, _, place = head.partition(":")
    found = rules.head(label, names)
    assert (names[found], found) == (wanted, int(place) if place else names.index(wanted))
