"""Fuzzing of readers: broken versions of a good file, and the promise that only our own errors come out."""

from collections.abc import Sequence

from hypothesis import strategies as st

from namesakes import Document
from namesakes.formats import Format
from tests.formats.memory import reads_or_refuses

CHARACTERS = "()|*-_=[]{}<>&;:\t\n\r \"'0123456789abcé\u2028🙂"


@st.composite
def mutations(draw: st.DrawFn, text: str, pieces: Sequence[str] = ()) -> str:
    """The text with stretches taken out, doubled, cut off, or replaced by what means something in it.

    One in ten is another text altogether.
    """
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(max_size=200))
    inserted = st.one_of(st.text(CHARACTERS, max_size=4), *([st.sampled_from(pieces)] if pieces else []))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        size = draw(st.sampled_from([1, 2, 10, 80]))
        kind = draw(st.sampled_from(["drop", "double", "replace", "insert", "cut"]))
        if kind == "drop":
            text = text[:start] + text[start + size :]
        elif kind == "double":
            text = text[: start + size] + text[start:]
        elif kind == "cut":
            text = text[:start]
        else:
            text = text[:start] + draw(inserted) + text[start + (size if kind == "replace" else 0) :]
    return text


def only_data_errors(chosen: Format, text: str | bytes) -> list[Document]:
    """The documents that a reader finds in the text; anything but a `DataError` on the way fails the test."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return list(reads_or_refuses(data, chosen.name))
