"""Documents made of bracketed trees, and random ones."""

from typing import Any

from hypothesis import strategies as st

from namesakes import Document, Strings
from namesakes.text.segment import joined
from namesakes.text.spans import Spans
from tests.release import leaves

LABELS = ("NP", "VP", "S", "PP", "ADJP", "SBAR", "QP", "X", "NP-SBJ-1", "PRN")
TAGS = ("NN", "NNP", "VBD", "IN", "DT", ",", "CC", "POS", "JJ", "CD", "-NONE-", "PRP$")


def of_trees(*trees: str, **fields: Any) -> Document:
    """The document of these trees, each a sentence."""
    spans: list[tuple[int, int, str]] = []
    words: list[list[str]] = []
    tags: list[str] = []
    for tree in trees:
        words.append([])
        waiting: list[int] = []
        for word, tag, bit, _ in leaves(tree):
            for label in bit.split("*")[0].split("(")[1:]:
                waiting.append(len(spans))
                spans.append((len(tags), -1, label))
            words[-1].append(word)
            tags.append(tag)
            for _ in range(bit.count(")")):
                row = waiting.pop()
                spans[row] = (spans[row][0], len(tags), spans[row][2])
    return Document(
        id="made", columns={"xpos": Strings(tags)}, constituents=Spans.build(spans), **{**joined(words), **fields}
    )


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> str:
    """A random tree under TOP."""

    def node(left: int) -> str:
        if not left or draw(st.booleans()):
            return f"({draw(st.sampled_from(TAGS))} {draw(st.sampled_from(['a', 'b', 'is', 'the']))})"
        inside = " ".join(node(left - 1) for _ in range(draw(st.integers(1, 4))))
        return f"({draw(st.sampled_from(LABELS))} {inside})"

    return f"(TOP {' '.join(node(depth) for _ in range(draw(st.integers(1, 3))))})"
