"""Full names in mentions of texts of our own."""

import re

import pytest

from namesakes.chains.novels.full_names import full_name
from namesakes.text.document import Document
from namesakes.text.spans import integers
from namesakes.text.strings import Strings


def name_in(text: str) -> str | None:
    """The full name of a mention whose proper nouns have a star; the last of them is the head."""
    words, starts, ends, plain = [], [], [], ""
    for part in text.split():
        plain += " " if plain else ""
        for word in re.split("(-)", part):
            starts.append(len(plain))
            plain += word.rstrip("*")
            ends.append(len(plain))
            words.append(word)
    tags = ["PROPN" if word.endswith("*") else "PUNCT" if word == "-" else "NOUN" for word in words]
    columns = {"upos": Strings(tags)}
    document = Document(text=plain, starts=integers(starts), ends=integers(ends), columns=columns)
    head = max((place for place, tag in enumerate(tags) if tag == "PROPN"), default=0)
    found = full_name(document, 0, len(words), head)
    return None if found is None else found.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Clara* Finch*", "Clara Finch"),
        ("old Clara* Finch* of the mill", "Clara Finch"),
        ("the Reverend* Tom* Hale*", "Reverend Tom Hale"),
        ("Jack* Ward*-Hughes*", "Jack Ward-Hughes"),
        ("Clara*", None),
        ("tomorrow", None),
        ("to-morrow* Clara*", None),
        ("the Garden* Market*", None),
        ("every Monday* Clara*", None),
        ("a Wicked* Badger*", None),
        ("Clara* Herself*", None),
        ("Clara* Finch* Herself*", "Clara Finch"),
    ],
)
def test_whole_names_of_people(text: str, expected: str | None) -> None:
    assert name_in(text) == expected
