"""Provisional tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DocumentError
from namesakes.text.segment import PROVISIONAL, segmented, token_span


@given(st.text(max_size=40), st.lists(st.integers(0, 40), max_size=6))
def test_tokens_and_gaps_give_the_text_back_and_stop_at_boundaries(text: str, cuts: list[int]) -> None:
    document = segmented(Document(text=text), cuts)
    rebuilt, place = "", 0
    for token in document.tokens:
        assert text[place : token.start].isspace() or place == token.start
        assert not any(token.start < cut < token.end for cut in cuts)
        rebuilt += text[place : token.start] + token.text
        place = token.end
    assert rebuilt + text[place:] == text
    assert not text[place:].strip()


def test_lines_and_paragraphs() -> None:
    document = segmented(Document(text="A b.\r\nC.\n\n\nD e\n"))
    assert [sentence.text for sentence in document.sentences] == ["A b.", "C.", "D e"]
    assert [paragraph.text for paragraph in document.paragraphs] == ["A b.\r\nC.", "D e"]
    assert document.meta[PROVISIONAL]
    assert segmented(document) is document


def test_character_spans_become_token_spans() -> None:
    document = segmented(Document(text="Mr. Johnson's dog"), [4, 11])
    assert token_span(document, 4, 11) == (2, 3)
    assert token_span(document, 3, 12) == (2, 4)
    for start, end, message in ((5, 11, "inside a token"), (3, 4, "no token"), (4, 99, "no token"), (9, 9, "no token")):
        with pytest.raises(DocumentError, match=message):
            token_span(document, start, end)
