"""Headers: which lines are of one, and one in a single line taken apart."""

import pytest

from namesakes.mentions.headers import header_lines, header_of, unfolded
from namesakes.mentions.lines import lines
from tests.mentions.test_speakers import parsed


def of_headers(text: str) -> list[str]:
    """The lines of headers in a text."""
    document = parsed(text)
    found = unfolded(document, lines(document))
    return [found[number].text for number in sorted(header_lines(found))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From: Ann Lee\nTo: Bo Wise\n\nHello.", ["From: Ann Lee", "To: Bo Wise"]),
        ("To: Bo Wise\nFrom: Ann Lee\nRE: Roof\n\nHello.", ["To: Bo Wise", "From: Ann Lee", "RE: Roof"]),
        ("Minutes\nDate: 3 May\nThe chair spoke.", []),
        ("We met.\n\nFrom: Ann Lee\n\nHello.", ["From: Ann Lee"]),
        ("*From:* Ann Lee\n*To:* Bo Wise", ["*From:* Ann Lee", "*To:* Bo Wise"]),
        ("> From: Ann Lee\nTo: nobody", ["From: Ann Lee"]),
    ],
)
def test_lines_of_headers(text: str, expected: list[str]) -> None:
    assert of_headers(text) == expected


def test_a_header_in_one_line_is_taken_apart() -> None:
    text = "From: Ruth Calder To: Tom Hale Date: 3 March 2020 Subject: The wall\n\nTom, it stands."
    document = parsed(text)
    found = unfolded(document, lines(document))
    assert [line.text for line in found] == [
        *("From: Ruth Calder", "To: Tom Hale", "Date: 3 March 2020", "Subject: The wall", "Tom, it stands.")
    ]
    for line in found:
        assert text[line.start :].startswith(line.text)
        assert document.text[int(document.starts[line.first]) : int(document.ends[line.end - 1])] == line.text
    match = header_of(found[0])
    assert match is not None
    assert match.groups() == ("From", "Ruth Calder")


def test_words_with_a_colon_in_a_sentence_are_no_header() -> None:
    text = "She wrote: From: Ann To: Bo was all that it said."
    document = parsed(text)
    assert unfolded(document, lines(document)) == lines(document)
