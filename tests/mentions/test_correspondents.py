"""Correspondents: who writes each word of letters and mails, and to whom."""

from namesakes.mentions.correspondents import COLUMNS, with_correspondents
from namesakes.mentions.writers import writers
from namesakes.text.document import Document
from tests.mentions.test_speakers import parsed


def told(text: str) -> Document:
    document = parsed(text)
    return with_correspondents(document, writers(document))


def at(document: Document, word: str, which: int = 0) -> tuple[str, ...]:
    """What the columns say of one occurrence of a word."""
    place = [token for token, each in enumerate(document.words) if each == word][which]
    return tuple(document.columns[name].rows[place] for name in COLUMNS)


MAIL = "From: Ruth Calder\nTo: Tom Hale\nSubject: Wall\n\nTom,\n\nI met Anita. She wants you.\n\nRuth\n"


def test_everybody_has_one_name() -> None:
    answer = "\nOn Monday, Tom Hale wrote:\n> Is it safe? I trust you.\n"
    found = told(MAIL + answer)
    assert at(found, "She") == ("Ruth Calder", "Tom Hale", "")
    assert at(found, "Tom", 1) == ("Ruth Calder", "Tom Hale", "Tom Hale")
    assert at(found, "Ruth", 1) == ("Ruth Calder", "Tom Hale", "Ruth Calder")
    assert at(found, "Anita") == ("Ruth Calder", "Tom Hale", "")
    assert at(found, "trust") == ("Tom Hale", "Ruth Calder", ""), "whoever quotes it has got it"


def test_what_goes_to_several_names_no_addressee() -> None:
    several = MAIL.replace("Tom Hale", "Tom Hale; Anita Bose").replace("Tom,", "Dear both,")
    assert at(told(several), "She") == ("Ruth Calder", "", "")
    assert at(told(several.replace("Dear both,", "Dear Tom and Anita,")), "She") == ("Ruth Calder", "", "")
    assert at(told(several.replace("Dear both,", "Tom,")), "She")[1] == "Tom Hale", "but it greets one of them"


def test_a_reader_without_a_name() -> None:
    letter = "Dear Sir,\n\nHe called on me. I told him so.\n\nYours truly,\nCharles Whitmore"
    assert at(told(letter), "He") == ("Charles Whitmore", "Charles Whitmore: Sir", "")
    assert at(told(letter), "Sir")[2] == "Charles Whitmore: Sir"
    mail = "From: Ines Duarte\nSubject: Crane\n\nHe called on me."
    assert at(told(mail), "He")[1] == "the reader of Ines Duarte"


def test_two_of_one_name_write_to_each_other() -> None:
    text = "From: Dan Reyes\nTo: a.b@x.example\n\nDear Mr Hale,\n\nAnother Dan Reyes wrote to me.\n\nDan Reyes"
    found = told(text)
    assert at(found, "Dan")[2] == "Dan Reyes"
    assert at(found, "Dan", 1)[2] == "", "he is somebody else"


def test_a_text_without_letters_is_the_same() -> None:
    document = parsed("Ann Lee met Tom Hale. She waved.")
    assert with_correspondents(document, writers(document)) is document
