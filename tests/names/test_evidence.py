"""What a sentence says about two names in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.names.evidence import EvidenceKind, name_evidence

KIN, UNRELATED, ALIAS, FORMER, MAIDEN = EvidenceKind
CASES = [
    ("John Smith came with his son Tom Smith .", KIN, "son", "his", "Tom Smith"),
    ("John Smith and his younger brother , Tom , came .", KIN, "younger brother", "his", "Tom"),
    ("John Smith 's brother Tom came .", KIN, "brother", "John Smith", "Tom"),
    ("John Smith’s late wife Mary was there .", KIN, "late wife", "John Smith’s", "Mary"),
    ("Tom Smith , father of Ann Smith , is old .", KIN, "father", "Ann Smith", "Tom Smith"),
    ("Tom Smith is the father of Ann Smith .", KIN, "father", "Ann Smith", "Tom Smith"),
    ("Tom Smith , his brother , came .", KIN, "brother", "his", "Tom Smith"),
    ("Tom Smith , John 's brother , came .", KIN, "brother", "John", "Tom Smith"),
    ("Tom Smith met Ann Smith ( no relation ) .", UNRELATED, "no relation", "Ann Smith", "Tom Smith"),
    ("Tom Smith is no relation to Ann Smith .", UNRELATED, "no relation", "Tom Smith", "Ann Smith"),
    ("Tom Smith is not related to Ann Smith .", UNRELATED, "not related", "Tom Smith", "Ann Smith"),
    ("Samuel Clemens , also known as Mark Twain , wrote .", ALIAS, "also known as", "Samuel Clemens", "Mark Twain"),
    ("Samuel Clemens , better known as Mark Twain", ALIAS, "better known as", "Samuel Clemens", "Mark Twain"),
    ("Samuel Clemens alias Mark Twain", ALIAS, "alias", "Samuel Clemens", "Mark Twain"),
    ("Samuel Clemens , a.k.a. Mark Twain", ALIAS, "a.k.a.", "Samuel Clemens", "Mark Twain"),
    ("Samuel Clemens wrote under the name Mark Twain .", ALIAS, "under the name", "Samuel Clemens", "Mark Twain"),
    ("Mark Twain , born Samuel Clemens , died .", MAIDEN, "born", "Mark Twain", "Samuel Clemens"),
    ("Angela Merkel ( née Kasner ) studied .", MAIDEN, "née", "Angela Merkel", "Kasner"),
    ("Mary Smith , formerly Mary Jones , left .", FORMER, "formerly", "Mary Smith", "Mary Jones"),
    ("Muhammad Ali , formerly known as Cassius Clay", FORMER, "formerly known as", "Muhammad Ali", "Cassius Clay"),
    ("Maria de la Cruz and her daughter Ana de la Cruz", KIN, "daughter", "her", "Ana de la Cruz"),
]


@pytest.mark.parametrize(("sentence", "kind", "words", "one", "other"), CASES)
def test_said(sentence: str, kind: EvidenceKind, words: str, one: str, other: str) -> None:
    tokens = sentence.split()
    (found,) = name_evidence(tokens)
    assert (found.kind, found.words) == (kind, words)
    assert found.one is not None
    assert found.other is not None
    assert (" ".join(tokens[slice(*found.one)]), " ".join(tokens[slice(*found.other)])) == (one, other)
    assert found.same_person == (kind in (ALIAS, FORMER, MAIDEN))


@pytest.mark.parametrize(
    "sentence",
    [
        "John Smith met Tom Jones .",
        "John Smith was born in Boston .",
        "He was born on Monday .",
        "His son came .",
        "Formerly a teacher , he left .",
        "The relation between them is known .",
        "",
    ],
)
def test_nothing_said(sentence: str) -> None:
    assert name_evidence(sentence.split()) == []


def test_whom_is_not_said() -> None:
    (found,) = name_evidence("Tom Smith ( no relation ) won .".split())
    assert (found.kind, found.one, found.other) == (UNRELATED, (0, 2), None)


def test_two_in_one_sentence() -> None:
    tokens = "Ann , née Jones , came with her husband Tom Smith .".split()
    found = name_evidence(tokens)
    assert {(each.kind, each.words) for each in found} == {(MAIDEN, "née"), (KIN, "husband")}


PIECES = ["John", "Smith", "his", "son", "'s", "of", ",", "known", "as", "also", "no", "relation", "née", "the", "."]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=14))
def test_spans_are_inside_and_it_never_fails(tokens: list[str]) -> None:
    for found in name_evidence(tokens):
        for span in (found.one, found.other):
            assert span is None or 0 <= span[0] < span[1] <= len(tokens)
        assert found.one != found.other
