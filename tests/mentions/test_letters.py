"""Letters and mails: who writes them, and to whom."""

import pytest

from namesakes.mentions.letters import letters
from namesakes.mentions.lines import lines
from tests.mentions.test_speakers import parsed

Found = list[tuple[str, str, str]]


def written(text: str) -> Found:
    """Who writes each stretch, to whom, and its first words."""
    document = parsed(text)
    words = document.words
    found = letters(document, lines(document))
    return [
        (
            words[each.speaker],
            words[each.addressee] if each.addressee >= 0 else "",
            " ".join(words[each.quote.first : each.quote.first + 2]),
        )
        for each in found
    ]


MAIL = "From: Ines Duarte <ines@harbour.example>\nTo: Paul Okafor\nSubject: crane\n\nI called him. Could you wait?\n"
LETTER = "Thornbury, 9th May\n\nDear Clara,\n\nI am well, and I hope that you are.\n\nYours ever,\nTom Reed\n"


def test_a_mail_is_of_whom_its_header_names() -> None:
    assert written(MAIL) == [("Ines", "Paul", "From :")]


def test_a_letter_is_of_who_signs_it_to_whom_it_greets() -> None:
    assert written(LETTER) == [("Tom", "Clara", "Thornbury ,")]


def test_what_is_added_below_the_name_belongs_to_the_letter() -> None:
    document = parsed(LETTER + "\nP. S. I have lost my hat.")
    (found,) = letters(document, lines(document))
    assert found.quote.end == len(document.words)


def test_a_quoted_mail_has_its_own_writer() -> None:
    text = MAIL + "\nOn 3 May, Paul Okafor wrote:\n> Ines,\n>\n> I have signed it. Do you agree?\n>\n> Paul\n"
    found = written(text)
    assert [each[:2] for each in found] == [("Ines", "Paul"), ("Paul", "Ines")]
    assert found[1][2] == "> Ines"


def test_two_mails_below_each_other() -> None:
    text = MAIL + "\n-----Original Message-----\nFrom: Paul Okafor\nTo: Ines Duarte\n\nI have signed it.\n"
    assert [each[:2] for each in written(text)] == [("Ines", "Paul"), ("Paul", "Ines")]


@pytest.mark.parametrize(
    ("header", "greeting"),
    [("To: Ann Lee; Bo Wise", "Dear both,"), ("To: all-staff", "Dear colleagues,"), ("Date: 3 May", "Dear all,")],
)
def test_to_several_or_nobody_in_particular(header: str, greeting: str) -> None:
    assert written(f"From: Ines Duarte\n{header}\n\n{greeting}\n\nI am leaving.") == [("Ines", "", "From :")]


@pytest.mark.parametrize("closing", ["Best wishes,", "Your dutiful daughter,", "Yours sincerely,", "Kind regards"])
def test_closings(closing: str) -> None:
    assert written(f"Dear Mr Bell,\n\nI write to you in haste.\n\n{closing}\nAnna Weiss")[0][0] == "Anna"


def test_a_mail_may_be_quoted_without_marks_or_at_the_depth_of_what_says_so() -> None:
    text = "From: Ines Duarte\nTo: Paul Okafor\n\nI agree.\n\nOn 3 May, Paul Okafor wrote:\n\nDo you agree?\n\nPaul\n"
    assert [each[:2] for each in written(text)] == [("Ines", "Paul"), ("Paul", "Ines")]
    deeper = "> I wrote to you.\n>\n>> On 2 May, Ines Duarte wrote:\n>> Can you help me?\n"
    found = written(f"From: Ines Duarte\nTo: Paul Okafor\n\nI agree.\n\nOn 3 May, Paul Okafor wrote:\n{deeper}")
    assert [each[:2] for each in found] == [("Ines", "Paul"), ("Paul", "Ines"), ("Ines", "Paul")]


def test_the_story_above_a_letter_is_not_in_it() -> None:
    story = "Clara broke the seal. The letter was from her uncle, and she read it at the window."
    document = parsed(f"{story}\n\nMy dear Clara,\n\nI am well.\n\nYour uncle,\nHugh Marden\n\nShe folded it.")
    (found,) = letters(document, lines(document))
    assert document.words[found.quote.first] == "My"


@pytest.mark.parametrize(
    ("greeting", "to"),
    [("Sir,", "Sir"), ("My Lord,", "Lord"), ("Dear Madam:", "Madam"), ("Gentlemen,", "")],
)
def test_a_greeting_may_be_a_title_alone(greeting: str, to: str) -> None:
    found = written(f"{greeting}\n\nI beg to report a fire.\n\nYours truly,\nAnna Weiss")
    assert [each[:2] for each in found] == [("Anna", to)]


def test_a_header_in_one_line_and_one_that_begins_with_to() -> None:
    flat = "From: Ruth Calder To: Tom Hale Date: 3 March 2020 Subject: Wall\n\nI met Anita."
    assert [each[:2] for each in written(flat)] == [("Ruth", "Tom")]
    memo = "TO: Tom Hale\nFROM: Ruth Calder\nRE: Wall\n\nI met Anita."
    assert [each[:2] for each in written(memo)] == [("Ruth", "Tom")]


def test_what_is_quoted_was_written_to_whoever_quotes_it() -> None:
    text = "From: Ines Duarte\nTo: Paul Okafor\n\nI agree.\n\nOn 3 May, Paul Okafor wrote:\n> Do you agree?\n"
    assert [each[:2] for each in written(text)] == [("Ines", "Paul"), ("Paul", "Ines")]


def test_a_name_behind_the_closing_in_its_line() -> None:
    assert written("Hi Tom,\n\nI shall be late.\n\nCheers, Anna") == [("Anna", "Tom", "Hi Tom")]


def test_a_letter_in_a_story_ends_with_its_name() -> None:
    story = "\n\n".join(f"Clara walked past house {number}. It was late." for number in range(10))
    document = parsed(f"{story}\n\n{LETTER.split('May')[1].strip()}\n\nClara folded the letter and sat down.")
    (found,) = letters(document, lines(document))
    assert document.words[found.quote.first] == "Dear"
    assert document.words[found.quote.end - 2 : found.quote.end] == ("Tom", "Reed")


@pytest.mark.parametrize(
    "text",
    [
        "“Dear me,” said Tom. I laughed.\n\nTom Reed",
        "From the beginning I knew it.\n\nTo: nobody",
        "Dear Clara is here. I saw her.",
        "Dear Clara,\n\nI am well. This one has no end.",
        "",
    ],
)
def test_other_texts_are_no_letters(text: str) -> None:
    assert written(text) == []
