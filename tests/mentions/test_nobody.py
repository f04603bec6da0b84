"""What names nobody: labels of headers, what is cried out, *Yours* below a letter, the place above it."""

import pytest

from namesakes.mentions.cast import Cast
from namesakes.mentions.detection import with_mentions
from namesakes.mentions.nobody import header_sentences, nobody
from tests.mentions.test_speakers import parsed

MAIL = (
    "From: Ruth Calder <ruth@marlow.example>\nTo: Tom Hale; Anita Bose\nDate: Tue, 3 Mar 2020\n"
    "Subject: Margaret's desk\n\nTom, the desk is yours. Anita wants it too.\n\nYours,\nRuth\n"
)


def named_nobody(text: str) -> list[str]:
    """The words that name nobody."""
    document = parsed(text)
    return [word for word, found in zip(document.words, nobody(document), strict=True) if found]


def mentions(text: str) -> list[str]:
    return [mention.text for mention in with_mentions(parsed(text)).mentions]


def people(text: str) -> list[str]:
    """The names of people in a text."""
    cast = Cast(parsed(text))
    return [" ".join(cast.words[place.first : place.end]) for place in cast.places]


def test_labels_addresses_and_dates_of_a_header_are_no_mentions() -> None:
    assert named_nobody(MAIL) == [
        *("From", ":", "<", "ruth@marlow.example", ">", "To", ":", "Date", ":", "Tue", ",", "3", "Mar", "2020"),
        *("Subject", ":", "Yours"),
    ]
    found = mentions(MAIL)
    assert {"Ruth Calder", "Tom Hale", "Anita Bose", "Margaret's desk", "yours"} <= set(found)
    assert not any(label in each for each in found for label in ("From", "To:", "Subject", "Date", "@", "Mar 2020"))


def test_an_address_is_no_name() -> None:
    text = "On Monday, Ruth Calder <ruth.calder@marlow.example> wrote:\n> I shall write to t.hale@harbour.example."
    assert named_nobody(text) == ["<", "ruth.calder@marlow.example", ">", "t.hale@harbour.example"]
    assert people(text) == ["Ruth Calder"]


@pytest.mark.parametrize("mark", [", ", "; "])
def test_each_of_a_list_of_addressees_is_somebody(mark: str) -> None:
    listed = mark.join(["Gordon Ames", "Lucy Ames", "Peter Holt"])
    text = f"From: Priya Nair\nTo: {listed}\nSubject: Van\n\nHello."
    assert {"Gordon Ames", "Lucy Ames", "Peter Holt"} <= set(mentions(text)) <= {*people(text), listed, "Van"}
    assert people(text) == ["Priya Nair", "Gordon Ames", "Lucy Ames", "Peter Holt"]


def test_the_sentences_of_a_header() -> None:
    document = parsed("From: Ruth Calder\nSubject: The roof\n\nIt leaks. Come.")
    assert sorted(header_sentences(document)) == [0, 1]
    assert header_sentences(parsed("It leaks. Come.")) == frozenset()


@pytest.mark.parametrize("closing", ["Yours,", "Yours sincerely,", "Yours ever,", "Ever yours,", "Sincerely yours,"])
def test_yours_in_a_closing_is_nobodys(closing: str) -> None:
    assert [word.lower() for word in named_nobody(f"Dear Tom,\n\nThe desk is here.\n\n{closing}\nRuth")] == ["yours"]


def test_yours_in_the_line_of_the_name() -> None:
    found = mentions("Tom, the wall is safe. Yours, Ruth")
    assert "Ruth" in found
    assert not any("Yours" in each for each in found)


@pytest.mark.parametrize(
    "text", ["Yours is the red one.", "My hat is here. Yours?", "The desk is yours.", "“Bitzer, yours.”"]
)
def test_yours_elsewhere_is_somebodys(text: str) -> None:
    assert named_nobody(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Hallo, Tom!” cried a voice.", ["Hallo"]),
        ("“Ho, there!” he said.", ["Ho"]),
        ("Ho! Ho! he went, like a bear.", ["Ho", "Ho"]),
        ("Alas, Tom has lost his hat.", ["Alas"]),
        ("By Jove, Tom is a fine man.", ["By", "Jove"]),
        ("Tom was not hurt, thank Heaven.", ["thank", "Heaven"]),
        ("Bravo! cried Tom.", ["Bravo"]),
        ("He was, by George, a brave man.", ["by", "George"]),
        ("It was painted by George in May.", []),
        ("By George Eliot we have seven novels.", []),
        ("We met the good Lord Ashley.", []),
        ("Oh Tom, come here.", []),
        ("Ho came late.", []),
        ("Gee said no.", []),
        ("We met at noon.\n\nHo\n", []),
        ("Hurrah", ["Hurrah"]),
        ("Ho, a baker, smiled.", []),
        ("We met Ho, who sails.", []),
        ("Mr. Bravo, a baker, came.", []),
        ("We greeted Ho Thi Lan at noon. Ho, a baker, smiled.", []),
    ],
)
def test_what_is_cried_out(text: str, expected: list[str]) -> None:
    assert named_nobody(text) == expected


def test_who_cries_out_is_the_only_one_who_is_named() -> None:
    assert people("“Hallo, Tom!” cried Captain Dorn. “Ho! Ho!” Hurrah! Bravo! By Jove, how Captain Dorn laughed.") == [
        *("Tom", "Captain Dorn", "Captain Dorn")
    ]


def test_what_a_mail_is_about_is_nobody() -> None:
    text = "From: Ruth Calder\nTo: Tom Hale\nSubject: Re: Boat\n\nTom, Mr. Nolan lends us his boat.\n\nRuth"
    assert people(text) == ["Ruth Calder", "Tom Hale", "Tom", "Mr. Nolan", "Ruth"]


def test_the_place_above_a_letter_is_nobody() -> None:
    text = "Thornton, Friday\n\nDear Sir,\n\nMr. Bellamy called on me.\n\nYours truly,\nCharles Whitmore"
    assert people(text) == ["Mr. Bellamy", "Charles Whitmore"]
