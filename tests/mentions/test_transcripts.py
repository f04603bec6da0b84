"""Transcripts: lines that begin with who speaks."""

import pytest

from namesakes.mentions.detection import PHRASE, with_mentions
from namesakes.mentions.lines import lines
from namesakes.mentions.transcripts import transcript, with_labels
from tests.mentions.test_speakers import parsed

TALK = "MARSH: Which bridge do you like?\n\nADEYEMI: My first one. I was young.\n\nMARSH: Did he help you?\n"


def told(text: str) -> list[tuple[str, str, str]]:
    """Who speaks each turn, to whom, and what is said."""
    document = parsed(text)
    words = document.words
    return [
        (
            words[each.speaker],
            words[each.addressee] if each.addressee >= 0 else "",
            " ".join(words[each.quote.first : each.quote.end]),
        )
        for each in transcript(document, lines(document))
    ]


def test_two_talk_to_each_other() -> None:
    assert told(TALK) == [
        ("MARSH", "ADEYEMI", "Which bridge do you like ?"),
        ("ADEYEMI", "MARSH", "My first one . I was young ."),
        ("MARSH", "ADEYEMI", "Did he help you ?"),
    ]


def test_of_three_nobody_knows_to_whom_one_talks() -> None:
    assert {heard for _, heard, _ in told(TALK + "\nCHAIR: Thank you. We are closing.")} == {""}


def test_lines_without_a_label_go_on() -> None:
    assert told(TALK + "\nHe was my teacher, after all.")[-1][2].endswith("after all .")


def test_labels_with_the_same_last_word_are_one_person() -> None:
    found = told("Q: Where do you live?\n\nJoan Marsh: In Leeds, I think.\n\nQ: Since when?\n\nMarsh: I forget.")
    assert [who for who, _, _ in found] == ["Q", "Joan", "Q", "Joan"]


@pytest.mark.parametrize("form", ["[10:02] {}: ", "10:02 - {}: ", "<{}> "])
def test_lines_of_a_chat(form: str) -> None:
    chat = "\n".join(form.format(who) + said for who, said in (("rosa", "did you see it"), ("mo", "no i did not")))
    assert [(who, heard) for who, heard, _ in told(chat)] == [("rosa", "mo"), ("mo", "rosa")]


def test_asides_are_no_part_of_what_is_said() -> None:
    found = told("MARSH: Who is it?\nBELL (laughing): I am.\nMARSH: I see you.")
    assert [who for who, _, _ in found] == ["MARSH", "BELL", "MARSH"]
    assert found[1][2].endswith("I am .")


def test_a_field_below_the_talk_is_not_said() -> None:
    assert told(TALK + "\nPhoto: Li Na, our own.")[-1][2] == "Did he help you ?"


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ann Lee\nAge: 40\nPhone: 55\nName: Bo Wise\nAge: 41\nPhone: 56",
        "Goals: two\nWins: three\nDraws: none",
        "He said: I am late.\n\nShe said: I am not.",
        "The order of the day: we begin at nine.",
        "",
    ],
)
def test_other_texts_are_no_transcripts(text: str) -> None:
    assert told(text) == []


def test_labels_are_mentions_of_their_own() -> None:
    document = parsed(TALK)
    spoken = transcript(document, lines(document))
    found = with_labels(with_mentions(document), spoken)
    table = found.mention_table
    assert table is not None
    spans = list(zip(table.first.tolist(), table.end.tolist(), strict=True))
    assert spans == sorted(spans, key=lambda span: (span[0], -span[1]))
    assert {each.label for each in spoken} <= set(spans)
    assert not any(first < label < end for first, end in spans for _, label in [each.label for each in spoken])
    assert len(table.extra[PHRASE]) == len(spans)


def test_without_labels_mentions_stay() -> None:
    document = with_mentions(parsed("Ann Lee is here."))
    assert with_labels(document, []) is document
