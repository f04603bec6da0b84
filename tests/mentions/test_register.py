"""The register of a document: three short texts of our own."""

import pytest

from namesakes.mentions.attributes import attributes
from namesakes.mentions.detection import with_mentions
from namesakes.mentions.register import LITERARY, PLAIN, TALK, register
from namesakes.mentions.tokens import Tokens
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

TEXTS = {
    LITERARY: (
        "Mr. Harwick had never thought it possible that she should refuse him. He walked to the window, and upon his "
        "return he found that she had left the room. She might have stayed, he thought; she must have known what he "
        "would say to her. The old woman sat by the fire and said that her son was a fool. He did not answer."
    ),
    TALK: "I think you should see it. You know what I mean? I told you my car was broken, and you said so to me.",
    PLAIN: (
        "The council of Leeds has approved 14 new bus routes. They begin in March 2021 and cost 3.2 million pounds. "
        "Clara Dunn, who leads the council, says that most of the money comes from London."
    ),
}


@pytest.mark.parametrize("expected", TEXTS)
def test_register(expected: int) -> None:
    document = Syntax.shipped().steps()(Document(id="text", text=TEXTS[expected]))
    assert register(Tokens(document)) == expected
    known = attributes(with_mentions(document))
    assert set(known.column("register")[1:].tolist()) == {expected}, "all mentions have that of their document"


def test_a_story_with_numbers_is_a_report() -> None:
    text = TEXTS[LITERARY] + " He was 41, she 19; there were 7 rooms, 12 chairs and 3 clocks."
    assert register(Tokens(Syntax.shipped().steps()(Document(id="text", text=text)))) == PLAIN


def test_no_text() -> None:
    assert register(Tokens(Document(id="nothing", columns={"upos": []}))) == PLAIN
