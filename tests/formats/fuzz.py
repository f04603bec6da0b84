"""Fuzzing of readers: broken versions of a good file, and the promise that only our own errors come out."""

import tempfile
from pathlib import Path

from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError
from namesakes.formats import Format, Source


@st.composite
def mutations(draw: st.DrawFn, text: str) -> str:
    """The text with some characters or lines taken out, doubled or replaced; or another text altogether."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(max_size=200))
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
            new = draw(st.text("()|*-_=[]{}<>&;:\t\n\r \"'0123456789abcé\u2028🙂", max_size=4))
            text = text[:start] + new + text[start + (size if kind == "replace" else 0) :]
    return text


def only_data_errors(chosen: Format, text: str | bytes, name: str | None = None) -> list[Document]:
    """The documents that a reader finds in the text; anything but a `DataError` on the way fails the test."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (name or f"fuzz{chosen.extensions[0]}")
        path.write_bytes(data)
        found = []
        try:
            for block in chosen.split(Source(path)):
                found.append(chosen.parse(block))
        except DataError as error:
            assert str(error)
        return found
