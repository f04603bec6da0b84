"""Quotes: where they begin and end, with every kind of mark."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.mentions.quotes import quoted, quotes
from namesakes.text.document import Document
from namesakes.text.segment import joined

TOKEN = re.compile(r"\w+(?:['’]\w+)?|--|``|''|[^\w\s]")


def split(text: str) -> Document:
    """The document of a text, with paragraphs at empty lines and sentences at stops."""
    found = list(TOKEN.finditer(text))
    starts = [each.start() for each in found]
    paragraphs = [0, *(i for i in range(1, len(found)) if "\n\n" in text[found[i - 1].end() : starts[i]])]
    sentences = [
        0,
        *(i for i in range(1, len(found)) if found[i - 1].group() in ".!?" and found[i].group()[0].isupper()),
    ]
    return Document(
        text=text,
        starts=starts,
        ends=[each.end() for each in found],
        sentence_starts=sorted({*sentences, *paragraphs}) if found else [],
        paragraph_starts=paragraphs if found else [],
    )


def shown(document: Document) -> list[str]:
    """The quotes as their words."""
    return [" ".join(document.words[each.first : each.end]) for each in quotes(document)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said: “Go away.” She went.", ["“ Go away . ”"]),
        ('He said: "Go away." She went.', ['" Go away . "']),
        ("``Go away,'' he said.", ["`` Go away , ''"]),
        ("‘It isn’t the boys’ ball,’ he said.", ["‘ It isn’t the boys ’ ball , ’"]),
        ("'Take the boys' ball,' he said.", ["' Take the boys ' ball , '"]),
        ("“He told me: ‘Go,’ and I went,” she said.", ["“ He told me : ‘ Go , ’ and I went , ”"]),
        ("‘He told me: “Go,” and I went,’ she said. ‘So.’", ["‘ He told me : “ Go , ” and I went , ’", "‘ So . ’"]),
        ("“Go,” he said, “and come back. Soon.” She went.", ["“ Go , ”", "“ and come back . Soon . ”"]),
        ("The boys' dogs and the girls' cats ran.", []),
        ("", []),
    ],
)
def test_quotes_of_each_kind(text: str, expected: list[str]) -> None:
    assert shown(split(text)) == expected


def test_a_quote_without_its_closing_mark_ends_with_the_paragraph_and_goes_on_in_the_next() -> None:
    document = split("He said: “I came.\n\n“I saw,” he said.\n\nThat was all. “Well.”")
    found = quotes(document)
    assert shown(document) == ["“ I came .", "“ I saw , ”", "“ Well . ”"]
    assert [(each.continues, each.closed) for each in found] == [(False, False), (True, True), (False, True)]


def test_an_unclosed_quote_does_not_swallow_the_next_paragraph() -> None:
    assert shown(split('"I came.\n\nHe left.\n\n"Well," she said.')) == ['" I came .', '" Well , "']


def test_marks_that_stand_alone_open_and_close_by_what_is_beside_them() -> None:
    """As in corpora whose words are given without the spaces between them, with one mark missing."""
    lost, whole = 'He said : " I came . | A long while passed .', ' | " Go , " he said , " and rest . "'
    document = Document(id="spaced", **joined([part.split() for part in (lost + 4 * whole).split("|")]))
    assert shown(document)[1:] == ['" Go , "', '" and rest . "'] * 4


def test_tokens_know_their_quote() -> None:
    document = split("“Go,” he said. “Now.”")
    assert quoted(document, quotes(document)).tolist() == [0, 0, 0, 0, -1, -1, -1, 1, 1, 1, 1]


@given(st.lists(st.sampled_from(["a", "B", ".", ",", '"', "“", "”", "'", "‘", "’", "\n\n"]), max_size=40))
def test_quotes_lie_apart_and_in_order(words: list[str]) -> None:
    document = split(" ".join(words))
    found = quotes(document)
    places = [place for each in found for place in (each.first, each.end)]
    assert places == sorted(places)
    assert all(each.first < each.end <= len(document.words) for each in found)
    edges = set(document.paragraph_starts.tolist())
    assert not any(edges & set(range(each.first + 1, each.end)) for each in found)
