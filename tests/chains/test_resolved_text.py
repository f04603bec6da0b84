"""Resolved text: what is replaced, what is left alone, and the way back."""

import pytest
from hypothesis import given

from namesakes import Document, resolved_text
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans
from tests.strategies import documents

TAGS = {
    "he": "PRP", "him": "PRP", "his": "PRP$", "she": "PRP", "it": "PRP", "its": "PRP$", "they": "PRP", "their": "PRP$",
    "i": "PRP", "my": "PRP$", "you": "PRP", "himself": "PRP", "who": "WP", "hers": "PRP", "'s": "POS",
}  # fmt: skip


def document(text: str, *chains: list[str], speaker: str = "", **tags: str) -> Document:
    """A document of the words between spaces, whose chains are runs of words that stand in it in that order.

    Words that begin with a capital are proper nouns, unless their tag is known or given.
    """
    words = text.split()
    rows = [tags.get(w) or TAGS.get(w.lower()) or ("NNP" if w[0].isupper() else "NN") for w in words]
    parts, names = [], []
    for number, chain in enumerate(chains):
        place = 0
        for mention in chain:
            run = mention.split()
            place = next(i for i in range(place, len(words)) if words[i : i + len(run)] == run)
            parts.append([(place, place + len(run))])
            names.append(str(number))
            place += 1
    columns = {"xpos": rows, **({"speaker": [speaker] * len(words)} if speaker else {})}
    return Document(id="d", columns=columns, mention_table=Mentions.build(parts, names), **joined([words]))


CASES = [
    ("Gary Wilber left . He took his dog", [["Gary Wilber", "He", "his"]]),
    ("Gary Wilber left . Gary Wilber took Gary Wilber's dog", None),
    ("Johnson 's wife met Mark Johnson", [["Johnson 's", "Mark Johnson"]]),
    ("Mark Johnson 's wife met Mark Johnson", None),
    ("Mark Johnson 's wife left him", [["Mark Johnson 's", "him"]]),
    ("Mark Johnson 's wife left Mark Johnson", None),
    ("Ann saw it : the dog is hers", [["Ann", "hers"]]),
    ("Ann saw it : the dog is Ann's", None),
    ("the Alps are high . Their tops and its", [["the Alps", "Their", "its"]]),
    ("the Alps are high . The Alps' tops and the Alps'", None),
    ("the Johnson parser met Mark Johnson", [["the Johnson parser"], ["Johnson", "Mark Johnson"]]),
    ("the Mark Johnson parser met Mark Johnson", None),
    ("Ann Lee met Ann", [["Ann Lee", "Ann"]]),
    ("Ann Lee met Ann Lee", None),
    ("a dog ate its bone", [["a dog", "its"]]),
    ("a dog ate its bone", None),
    ("Ann Lee , who left , hurt herself", [["Ann Lee", "who", "herself"]]),
    ("Ann Lee , who left , hurt herself", None),
    ("Ann Lee said I left", [["Ann Lee", "I"]]),
    ("Ann Lee said I left", None),
    ("He left", [["He"]]),
    ("He left", None),
    ("John Smith met Mary Jones . He left", [["John Smith", "Mary Jones", "He"]]),
    ("John Smith met Mary Jones . John Smith left", None),
    ("John Smith left . Jones saw him", [["John Smith", "Jones", "him"]]),
    ("John Smith left . Jones saw John Smith", None),
    ("John Smith sat . Mrs. Smith left him", [["John Smith", "Mrs. Smith", "him"]]),
    ("John Smith sat . Mrs. Smith left John Smith", None),
    ("John Smith , John Smith , John Albert Smith : he", [["John Smith", "John Smith", "John Albert Smith", "he"]]),
    ("John Smith , John Smith , John Albert Smith : John Smith", None),
    ("Bob sat . Robert Smith and his dog", [["Bob", "Robert Smith", "his"]]),
    ("Robert Smith sat . Robert Smith and Robert Smith's dog", None),
    ("Ann Lee met the Lee Foundation", [["Ann Lee", "Lee"], ["the Lee Foundation"]]),
    ("Ann Lee met the Lee Foundation", None),
    ("Ann Lee met Mrs. Lee . Miss Lee saw Ann", [["Ann Lee", "Mrs. Lee", "Miss Lee", "Ann"]]),
    ("Ann Lee met Mrs. Lee . Miss Lee saw Ann Lee", None),
    ("Ann Lee left . Miss Lee sat", [["Ann Lee", "Miss Lee"]]),
    ("Ann Lee left . Ann Lee sat", None),
    ("the MSG and MSG", [["the MSG", "MSG"]]),
    ("the MSG and MSG", None),
    ("Judge Ann Lee left . Judge Lee sat", [["Judge Ann Lee", "Lee", "Lee"]]),
    ("Judge Ann Lee left . Judge Ann Lee sat", None),
    ("Ann Lee left . Lee's hat", [["Ann Lee", "Lee's"]]),
    ("Ann Lee left . Ann Lee's hat", None),
]
"""A text with its chains, and below it what it becomes."""


@pytest.mark.parametrize(
    ("text", "chains", "expected"),
    [(text, chains, after) for (text, chains), (after, _) in zip(CASES[::2], CASES[1::2], strict=True)],
)
def test_what_is_replaced(text: str, chains: list[list[str]], expected: str) -> None:
    assert resolved_text(document(text, *chains)).text == expected


def test_her_by_its_tag() -> None:
    chain = ["Ann Lee", "her"]
    assert resolved_text(document("Ann Lee : we saw her", chain, her="PRP")).text == "Ann Lee : we saw Ann Lee"
    assert resolved_text(document("Ann Lee and her dog", chain, her="PRP$")).text == "Ann Lee and Ann Lee's dog"


def test_a_name_inside_the_naming_mention_is_left_alone() -> None:
    found = document("Mark Johnson spoke . Johnson sat", ["Mark Johnson", "Johnson", "Johnson"])
    assert [mention.text for mention in found.mentions] == ["Mark Johnson", "Johnson", "Johnson"]
    assert resolved_text(found).text == "Mark Johnson spoke . Mark Johnson sat"


def test_nested_pronouns() -> None:
    found = document("Ann Lee likes her mother 's car", ["Ann Lee", "her"], ["her mother 's"], her="PRP$")
    assert resolved_text(found).text == "Ann Lee likes Ann Lee's mother 's car"


def test_nothing_is_replaced_twice() -> None:
    """Mr. Lee becomes Ben Lee, so the Lee in it stays, whoever that is."""
    found = document("Ann Lee met Ben Lee . Mr. Lee left", ["Ann Lee", "Lee"], ["Ben Lee", "Mr. Lee"])
    assert [mention.text for mention in found.mentions] == ["Ann Lee", "Lee", "Ben Lee", "Mr. Lee"]
    table = Mentions.build([[(0, 2)], [(3, 5)], [(6, 8)], [(7, 8)]], ["a", "b", "b", "a"])
    assert resolved_text(found.replace(mention_table=table)).text == "Ann Lee met Ben Lee . Ben Lee left"


def test_no_edit_touches_a_complete_name() -> None:
    """Whatever a resolver puts together, no complete name becomes another."""
    text = "Ann Lee met Ben Cole and Cy Dow . Lee saw Cole , Dow and her"
    names = ["Ann Lee", "Ben Cole", "Cy Dow", "Lee", "Cole", "Dow", "her"]
    found = resolved_text(document(text, names, her="PRP"))
    old = [text[edit.start : edit.end] for edit in found.edits]
    assert old == ["Lee", "her"]
    assert found.text == "Ann Lee met Ben Cole and Cy Dow . Ann Lee saw Cole , Dow and Ann Lee"


def test_who_speaks_is_known() -> None:
    chain = ["Ann Lee", "I", "my"]
    assert resolved_text(document("Ann Lee : I lost my hat", chain)).text == "Ann Lee : I lost my hat"
    found = document("Ann Lee : I lost my hat", chain, speaker="ann")
    assert resolved_text(found).text == "Ann Lee : Ann Lee lost Ann Lee's hat"


def test_the_way_back() -> None:
    found = resolved_text(document("Gary Wilber left . He took his dog", ["Gary Wilber", "He", "his"]))
    assert [(edit.start, edit.end) for edit in found.edits] == [(19, 21), (27, 30)]
    name = found.text.index("Gary Wilber", 5)
    assert found.old(name, name + 11) == (19, 21)
    assert found.old(name + 5, name + 7) == (19, 21)
    dog = found.text.index("dog")
    assert found.old(dog, dog + 3) == (31, 34)
    assert found.old(0, len(found.text)) == (0, 34)
    assert found.old(4, 4) == (4, 4)
    assert str(found) == found.text


def test_words_that_share_their_characters_stay() -> None:
    table = Mentions.build([[(0, 1)], [(2, 3)]], ["a", "a"])
    columns = {"xpos": ["NNP", "VB", "PRP"], "form": ["Ann", "let", "him"]}
    found = Document(text="Ann let'm", starts=[0, 4, 4], ends=[3, 9, 9], columns=columns, mention_table=table)
    assert resolved_text(found).text == "Ann let'm"


def test_no_chains() -> None:
    assert resolved_text(Document(text="He left.")).text == "He left."
    assert resolved_text(Document()).origin.tolist() == [0]


@given(documents(discontinuous=True, loose=True, distinct=False))
def test_the_map_is_in_order_and_what_is_untouched_is_the_same(document: Document) -> None:
    found = resolved_text(document)
    origin = found.origin.tolist()
    assert len(origin) == len(found.text) + 1
    assert origin == sorted(origin)
    assert origin[-1] == len(document.text)
    done = old = 0
    for edit in found.edits:
        assert found.text[done : edit.new_start] == document.text[old : edit.start]
        assert origin[done : edit.new_start] == list(range(old, edit.start))
        assert set(origin[edit.new_start : edit.new_end]) == {edit.start}
        done, old = edit.new_end, edit.end
    assert found.text[done:] == document.text[old:]


def test_he_and_she_stand_for_nothing_that_is_not_a_person() -> None:
    found = document("Mass was said . She left . it ended", ["Mass", "She", "it"])
    assert resolved_text(found).text == "Mass was said . Mass left . Mass ended"
    looked = found.replace(entity_table=Spans.build([]))
    assert resolved_text(looked).text == "Mass was said . She left . Mass ended"
    somebody = found.replace(entity_table=Spans.build([(0, 1, "PER")]))
    assert resolved_text(somebody).text == "Mass was said . Mass left . Mass ended"
