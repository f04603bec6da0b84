"""Casts: whom a story is about, what they are called, what they say, and whom they meet."""

import json
from collections import Counter

import pytest

import namesakes
from namesakes.characters.cast import Cast
from namesakes.characters.character import NOBODY, Gender
from namesakes.errors import DataError, NamesakesError, UsageError
from namesakes.names import Relation, compare
from namesakes.text.document import Document
from tests.characters.made import STORY, cast, chained
from tests.formats.memory import parsed


def said(found: Cast) -> list[tuple[str, str, str]]:
    """Of each quote who says it, to whom, and its first words."""
    return [
        (
            found[quote.speaker].name if quote.speaker != NOBODY else "",
            found[quote.addressee].name if quote.addressee != NOBODY else "",
            " ".join(quote.text.split()[:2]),
        )
        for quote in found.quotes
    ]


def test_characters_with_their_names() -> None:
    found = {each.name: {alias.text: alias.count for alias in each.aliases} for each in cast()}
    assert found["Clara Dunn"] == {"Clara": 3, "Clara Dunn": 2, "Miss Dunn": 1}
    assert found["Mr. Peter Voss"] == {"Mr. Peter Voss": 1, "Mr. Voss": 1, "Peter": 1}
    assert found["Tom Voss"] == {"Tom": 3, "Tom Voss": 1}
    assert set(found["Mrs. Voss"]) == {"Mrs. Voss"}


def test_genders_and_what_says_so() -> None:
    genders = {each.name: each.gender for each in cast()}
    assert {name: gender.value for name, gender in genders.items()} == {
        "Clara Dunn": "female",
        "Mr. Peter Voss": "male",
        "Tom Voss": "male",
        "Mrs. Voss": "female",
    }
    assert genders["Mrs. Voss"].titles == {"Mrs.": 2}
    assert "the name Tom" in genders["Tom Voss"].evidence
    assert Gender().to_json()["value"] == "unknown"


def test_the_most_important_comes_first_and_is_counted() -> None:
    found = cast()
    assert [each.number for each in found] == list(range(len(found)))
    assert [each.mentions for each in found] == sorted((each.mentions for each in found), reverse=True)
    for each in found:
        assert sum(each.chapters) == each.mentions >= each.names == sum(alias.count for alias in each.aliases)
        assert each.quotes == len(found.said_by(each))
        assert each.words == sum(quote.words for quote in found.said_by(each))
        assert each.first.start <= each.last.start


def test_quotes_have_speakers_and_addressees() -> None:
    found = said(cast())
    assert found[:4] == [
        ("Mr. Peter Voss", "Clara Dunn", "“You came"),
        ("Clara Dunn", "Mr. Peter Voss", "“I took"),
        ("Mr. Peter Voss", "Clara Dunn", "“You should"),
        ("Clara Dunn", "Mr. Peter Voss", "“There was"),
    ]
    assert ("Clara Dunn", "Tom Voss", "“Come in,") in found
    for quote in cast().quotes:
        assert STORY[quote.start : quote.end] == quote.text
        assert (quote.sure > 0) == (quote.speaker != NOBODY)
        assert quote.sure <= 1
        assert quote.speaker == NOBODY or quote.speaker != quote.addressee


def test_a_quote_of_somebody_who_is_not_in_the_cast_keeps_the_words_for_them() -> None:
    (quote,) = [each for each in cast().quotes if "boy" in each.text]
    assert (quote.speaker, quote.label) == (NOBODY, "miller")


def test_chapters_and_meetings() -> None:
    found = cast()
    assert [part.title for part in found.chapters] == ["CHAPTER I", "CHAPTER II"]
    clara, peter = found["Clara"], found["Peter"]
    pairs = {(each.one, each.other): each for each in found.meetings}
    both = pairs[min(clara.number, peter.number), max(clara.number, peter.number)]
    assert both.scenes > 0
    assert (both.said, both.answered) == (2, 2)
    assert found.met_by(clara)[0] in found.meetings


def test_two_peoples_names_are_never_in_one_character() -> None:
    for each in cast():
        names = [alias.text for alias in each.aliases]
        assert not any(compare(one, other).relation is Relation.DIFFERENT for one in names for other in names)


def test_who_is_mentioned_seldom_is_left_out_and_counted() -> None:
    few = namesakes.cast(chained(), min_mentions=6)
    assert {each.name for each in few} < {each.name for each in cast()}
    assert all(each.mentions >= 6 for each in few)
    assert few.left_out == cast().left_out + len(cast()) - len(few)
    assert Counter(quote.speaker for quote in few.quotes)[NOBODY] >= Counter(q.speaker for q in cast().quotes)[NOBODY]


def test_a_text_a_row_and_a_document_have_the_same_cast() -> None:
    texts = (STORY, {"text": STORY}, Document(id="text", text=STORY), chained())
    found = [namesakes.cast(each).to_json() for each in texts]
    assert [{**each, "id": ""} for each in found] == [{**found[0], "id": ""}] * 4
    json.dumps(found)
    with pytest.raises(UsageError, match="a text, a row or a Document was expected"):
        namesakes.cast(3)  # type: ignore[arg-type]


def test_windows_line_ends_change_nothing_but_places() -> None:
    unix, windows = namesakes.cast(STORY), namesakes.cast(STORY.replace("\n", "\r\n"))
    assert [(each.name, each.mentions, each.quotes) for each in unix] == [
        (each.name, each.mentions, each.quotes) for each in windows
    ]
    assert [part.title for part in unix.chapters] == [part.title for part in windows.chapters]


def test_chains_that_a_document_has_are_kept() -> None:
    row = {"doc_id": "a", "text": "Ann Lee saw Bo Wise. He smiled.", "clusters": [[[0, 7], [21, 23]]]}
    (document,) = parsed(json.dumps(row), "jsonl")
    found = namesakes.cast(document, min_mentions=1)
    assert found["Ann Lee"].mentions == 2
    assert found["Bo Wise"].mentions == 1


def test_names_that_a_user_joins_and_parts() -> None:
    text = "Rob Hale met Sir Percival. Percival bowed. Rob laughed. Robert Hale sat down. Robert was tired."
    assert namesakes.cast(text, min_mentions=1)["Rob"].name == namesakes.cast(text, min_mentions=1)["Robert"].name
    apart = namesakes.cast(text, min_mentions=1, different=["Rob=Robert"])
    assert {alias.text for alias in apart["Rob"].aliases} == {"Rob", "Rob Hale"}
    assert {alias.text for alias in apart["Robert"].aliases} == {"Robert", "Robert Hale"}
    joined = namesakes.cast(text, min_mentions=1, same=[("Rob", "Percival")])
    assert joined["Rob"].number == joined["Sir Percival"].number


def test_wishes_about_nobody_and_malformed_ones() -> None:
    with pytest.raises(DataError, match=r"nobody is called 'Rob Hal' in this text\nNames like it: Rob, Rob Hale\."):
        namesakes.cast("Rob Hale sat down. Rob was tired.", same=["Rob=Rob Hal"])
    for wish in ("Rob", "Rob=", "a=b=c"):
        with pytest.raises(UsageError, match="two names are wanted"):
            namesakes.cast(STORY, different=[wish])


def test_the_one_who_tells_the_story_has_the_name_that_others_call_them_by() -> None:
    turns = "“Is it late, Ned?” asked Ann Lee.\n\n“I think so,” I said.\n\nI looked at my watch. I was tired.\n\n"
    found = namesakes.cast(turns * 3 + "Ann Lee nodded. I went home, and I took my hat.")
    assert [each.name for each in found if each.narrator] == ["Ned"]
    assert found["Ned"].quotes == 3
    assert found["Ned"].mentions > 10
    alone = namesakes.cast("I went home. Ann Lee was there. I saw her, and I laughed. My dog barked at Ann Lee.")
    assert [(each.name, each.narrator) for each in alone if each.narrator] == [("I", True)]


def test_unclosed_quotes_no_quotes_and_one_speaker() -> None:
    open_ends = namesakes.cast(
        "“Go,” said Ann Lee. “Stop.\n\n“I go,” said Bo Wise to Ann Lee. Bo Wise left.\n\n“And so"
    )
    assert len(open_ends.quotes) == 4
    assert namesakes.cast("Ann Lee sat. Ann Lee slept.").quotes == ()


@pytest.mark.parametrize("text", ["", " \n", "He left.", "x" * 100_000, "“" * 2_000, "Ann " + "y" * 100_000])
def test_texts_without_characters(text: str) -> None:
    found = namesakes.cast(text)
    assert (len(found), found.meetings) == (0, ())
    with pytest.raises(NamesakesError, match="there is no character called 'Ann'"):
        found["Ann"]


def test_one_name_many_times() -> None:
    found = namesakes.cast("Anna sat down. " * 3_000)
    assert [(each.name, each.mentions) for each in found] == [("Anna", 3_000)]
    endless = namesakes.cast("Anna " * 5_000)
    assert all(len(alias.text) <= 80 for each in endless for alias in each.aliases)


def test_another_script_is_said_to_be_none_that_we_read() -> None:
    with pytest.warns(UserWarning, match="probably not in English"):
        assert len(namesakes.cast("Анна Ли встретила Петра. Она улыбнулась ему и ушла домой. " * 5)) <= 1


def test_families_and_exclamations_are_no_characters() -> None:
    text = "Good God! Mrs. Allen saw Mr. Allen. The Allens were late. God! Mrs. Allen sat. Mr. Allen stood. The Allens"
    assert {each.name for each in namesakes.cast(text, min_mentions=1)} == {"Mrs. Allen", "Mr. Allen"}
