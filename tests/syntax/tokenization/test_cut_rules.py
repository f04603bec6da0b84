"""What is never cut, and where a cut is sure."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from namesakes.syntax.tokenization import cut_rules
from namesakes.syntax.tokenization.cut_rules import RULED_OUT, SURE, verdicts

LETTERS = "aO'’D.,:/w@#12 \t\u00a0x-compdf_é"


@pytest.mark.parametrize(
    "whole", ["https://a.example/b?c=1", "ann.lee@mail.example", "1,000.50", "10:30", "notes.pdf", "O'Neil", "#news"]
)
def test_some_things_are_never_cut(whole: str) -> None:
    found = verdicts(f"See {whole} now.")
    assert found[5 : 4 + len(whole)].tolist() == [RULED_OUT] * (len(whole) - 1)
    assert (found == RULED_OUT).sum() == len(whole) - 1


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Kim Seo-yeon came.", ["Seo-yeon"]),
        ("Seo-yeon Kim came; Seo-yeon smiled.", ["Seo-yeon", "Seo-yeon"]),
        ("Ho Jae-won1 came.", ["Jae-won"]),
        ("A London-based firm.", []),
        ("Seo-yeon came.", []),
        ("By Mr. U.-M. Lind.", ["U.-M."]),
    ],
)
def test_syllables_of_a_given_name_stay_together(text: str, kept: list[str]) -> None:
    found, place = verdicts(text).tolist(), 0
    for word in kept:
        place = text.index(word, place)
        assert found[place + 1 : place + len(word)] == [RULED_OUT] * (len(word) - 1)
        place += len(word)
    assert found.count(RULED_OUT) == sum(len(word) - 1 for word in kept)


def test_emoji_stand_alone() -> None:
    assert verdicts("ok👍!").tolist() == [0, 0, SURE, SURE]


@given(st.text(LETTERS, max_size=60))
@example("www.a http://b.c d.com/e D'Or @f 1:2")
def test_looking_where_there_is_a_sign_finds_all(text: str) -> None:
    wanted = [0] * len(text)
    for match in cut_rules.NEVER_CUT.finditer(text):
        wanted[match.start() + 1 : match.end()] = [RULED_OUT] * (match.end() - match.start() - 1)
    assert verdicts(text).tolist() == wanted
