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
    ("Tom Smith 's son , Bob Smith , came .", KIN, "son", "Tom Smith", "Bob Smith"),
    ("Tom Smith leaves a daughter , Ann .", KIN, "daughter", "Tom Smith", "Ann"),
    ("His grandson , also Tom Smith , came .", KIN, "grandson", "His", "Tom Smith"),
    ("My son is called Karim .", KIN, "son is called", "My", "Karim"),
    ("Their son , my father , was also called Nikolai .", KIN, "son is called", "Their", "Nikolai"),
    ("Her brother , the architect Tunde Bell , came .", KIN, "brother", "Her", "Tunde Bell"),
    ("Tom Smith is the father of our treasurer Ann Smith .", KIN, "father", "Ann Smith", "Tom Smith"),
    (
        "Tom Smith is not to be confused with Ann Smith .",
        UNRELATED,
        "not to be confused with",
        "Tom Smith",
        "Ann Smith",
    ),
    ("Tom Smith shares a name with Ann Smith .", UNRELATED, "shares a name with", "Tom Smith", "Ann Smith"),
    ("She is not Margaret Smith .", UNRELATED, "is not", "She", "Margaret Smith"),
    (
        "Karim Nour , whom listeners know as the cook Yusuf Aziz , left",
        ALIAS,
        "whom listeners know as",
        "Karim Nour",
        "Yusuf Aziz",
    ),
    ("Her real name is Crystal Hooper .", ALIAS, "real name is", "Her", "Crystal Hooper"),
    ("You may know her as Lena Bell .", ALIAS, "know her as", "her", "Lena Bell"),
    ("Chuka Obi – call him Emeka – left .", ALIAS, "call him", "him", "Emeka"),
    ("She married Tom Lee and published thereafter as E. Lee .", ALIAS, "published thereafter as", "She", "E. Lee"),
    ("Nikolai Petrovich , as everybody called him , sat", ALIAS, "as everybody called him", "him", "Nikolai Petrovich"),
    ("Ilona Lind , who as Ilona Strand sang , died", ALIAS, "who as", "Ilona Lind", "Ilona Strand"),
    ("Márta Tóth swam under her maiden name , Márta Orr .", MAIDEN, "maiden name", "her", "Márta Orr"),
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
        "Tom Smith was born to Ann Smith .",
        "Tom Smith is known as a friend of Ann Lee .",
        "It is not Tom Smith 's fault .",
        "His father is dead , Tom said .",
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


def test_another_of_one_name() -> None:
    (found,) = name_evidence("A second Park Min-jun led through the evening .".split())
    assert (found.kind, found.words, found.one, found.other) == (UNRELATED, "a second", (2, 4), None)
    (found,) = name_evidence("Our reporter is not the geologist Li Na .".split())
    assert (found.kind, found.one, found.other) == (UNRELATED, None, (6, 8))
    (found,) = name_evidence("He is a surveyor , not the Dan Reyes who sails .".split())
    assert (found.kind, found.words, found.one, found.other) == (UNRELATED, "not the", (7, 9), None)


def test_names_may_be_given() -> None:
    tokens = "yusuf brought his son karim .".split()
    assert name_evidence(tokens) == []
    (found,) = name_evidence(tokens, [(0, 1), (4, 5)])
    assert (found.one, found.other) == ((2, 3), (4, 5))


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
