"""Sentences: where the shipped tokenizer ends them."""

from textwrap import fill

import numpy as np
import pytest

from namesakes import Document
from namesakes.syntax.tokenization.characters import characters
from namesakes.syntax.tokenization.sentences import BLANK, GLUED, LINE, SPACE, Gaps, ragged
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.segment import segmented


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.shipped()


@pytest.mark.parametrize(
    "sentences",
    [
        ["J. R. Smith met Mr. Brown in the U.S.", "He was late."],
        ["George W. Bush met Prof. Ann B. Carter and Gen. Lee in Washington, D.C.", "They talked."],
        ["She works for Acme Inc.", "They make tools, e.g. hammers."],
        ["He left at 5 p.m. on Jan. 5.", "We stayed."],
        ['"Come in," she said.', '"It\'s open."'],
        ["“Come in,” she said.", "“It’s open.”", "He did."],
        ["‘Come in,’ she said.", "‘It’s open.’"],
        ['"Who?"', '"Me."', '"Oh!" he cried, "I see."'],
        ["Wait... what?", "I don't know."],
        ["What?!", "No way!!!", "Really???", "Yes."],
        ["It is 3.5 km.", "It was 10:30."],
        ["1. First we met.", "2. Then we left."],
        ["Is it at https://example.org/?", "Yes."],
        ["He came (late).", "She did not."],
        ["(See p. 5.)", "Fine."],
        ["Привет, мир!", "Это дом."],
    ],
)
def test_sentences_in_a_paragraph(tokenizer: Tokenizer, sentences: list[str]) -> None:
    document = tokenizer(Document(text=" ".join(sentences)))
    assert [sentence.text for sentence in document.sentences] == sentences


@pytest.mark.parametrize(
    "lines",
    [
        ["Introduction", "This is the text.", "It goes on."],
        ["1. First item", "2. Second item", "3. Third item"],
        ["- milk", "- eggs and bread", "- One ham"],
        ["— Who is it?", "— It is me."],
        ["John Smith", "12 Main Street", "Springfield"],
        ["He left.", "She stayed."],
    ],
)
@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\n\n", "\r\n\r\n", "\n \n"])
def test_lines(tokenizer: Tokenizer, lines: list[str], line_break: str) -> None:
    document = tokenizer(Document(text=line_break.join(lines)))
    assert [sentence.text for sentence in document.sentences] == lines
    assert len(document.paragraphs) == (len(lines) if line_break.count("\n") == 2 else 1)


def test_a_sentence_goes_on_in_the_next_line(tokenizer: Tokenizer) -> None:
    text = (
        "This is a letter that was broken by some old program after seventy characters or so, and the sentences go on "
        "in the next line. Here George Washington and the Duke of Wellington wrote another one, which is long enough."
    )
    for width in (50, 60, 72):
        found = tokenizer(Document(text=fill(text, width))).sentences
        assert [len(sentence.tokens) for sentence in found] == [27, 17]


def test_a_blank_line_ends_any_sentence(tokenizer: Tokenizer) -> None:
    document = tokenizer(Document(text="and then the\n\nother one"))
    assert document.sentence_starts.tolist() == document.paragraph_starts.tolist() == [0, 3]


def test_gaps() -> None:
    document = segmented(Document(text="a.b c\nd\r\ne\n\nf\r\n\r\ng\u2029h"))
    gaps = Gaps(characters(document.text), document.starts, document.ends)
    assert gaps.kinds.tolist() == [GLUED, GLUED, SPACE, LINE, LINE, BLANK, BLANK, BLANK, BLANK]


def test_ragged_documents_keep_their_places() -> None:
    text = "One two three four. " * 50 + "\n\nFive."
    document = segmented(Document(text=text))
    broken = ragged(document, np.random.default_rng(1))
    assert broken.words == document.words
    assert "\n\n" not in broken.text
    assert broken.text.count("\n") > 1
    assert "\nOne" not in broken.text
