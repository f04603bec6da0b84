"""Tokens and sentences as spans of characters, on cases worked by hand."""

from namesakes import Document, score
from namesakes.text.segment import joined

TEXT = "Mr. Smith left. He ran."
GOLD = Document(
    id="d", text=TEXT, starts=[0, 4, 10, 14, 16, 19, 22], ends=[3, 9, 14, 15, 18, 22, 23], sentence_starts=[0, 4]
)


def test_the_same_is_perfect() -> None:
    scores = score([GOLD], [GOLD], metrics=["tokens", "sentences"]).scores()
    assert scores["tokens"].recall == scores["tokens"].precision == (7, 7)
    assert scores["sentences"].recall == scores["sentences"].precision == (2, 2)


# Found: Mr | . | Smith | left | . || He | ran. with a sentence after "Mr.": of the 7 gold tokens Smith, left, ., He are
# found; of the sentences "He ran." alone, since the first one was cut in two.
def test_other_cuts() -> None:
    found = Document(
        id="d", text=TEXT, starts=[0, 2, 4, 10, 14, 16, 19], ends=[2, 3, 9, 14, 15, 18, 23], sentence_starts=[0, 2, 5]
    )
    scores = score([GOLD], [found], metrics=["tokens", "sentences"]).scores()
    assert (scores["tokens"].recall, scores["tokens"].precision) == ((4, 7), (4, 7))
    assert (scores["sentences"].recall, scores["sentences"].precision) == ((1, 2), (1, 3))


def test_white_space_does_not_matter() -> None:
    spaced = Document(id="d", **joined([["Mr.", "Smith", "left", "."], ["He", "ran", "."]]))
    scores = score([GOLD], [spaced], metrics=["tokens", "sentences"]).scores()
    assert scores["tokens"].f1 == scores["sentences"].f1 == 1.0


def test_no_tokens_and_no_sentences() -> None:
    empty = Document(id="d", text="")
    scores = score([empty], [empty], metrics=["tokens", "sentences"]).scores()
    assert scores["tokens"].recall == scores["sentences"].recall == (0, 0)
