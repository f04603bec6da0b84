"""Names that particles hold together."""

import pytest

from namesakes.syntax.entities.particles import with_particles
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Spans


def found(text: str, *rows: tuple[int, int, str]) -> list[tuple[str, str]]:
    sentences = [sentence.split() for sentence in text.split("|")]
    document = Document(id="text", **joined(sentences))
    table = with_particles(document, Spans.build(rows))
    return [(entity.text, entity.label) for entity in document.replace(entity_table=table).entities]


@pytest.mark.parametrize(
    ("text", "rows", "expected"),
    [
        ("Anna ter Horst came", [(0, 1, "PER"), (2, 3, "PER")], [("Anna ter Horst", "PER")]),
        ("Rhian ap Gwyn came", [(0, 1, "PER"), (2, 3, "PER")], [("Rhian ap Gwyn", "PER")]),
        ("Rafael dos Santos came", [(0, 1, "PER")], [("Rafael dos Santos", "PER")]),
        ("Jan van den Berg came", [], [("Jan van den Berg", "PER")]),
        ("Jeanne d’Arc came", [(0, 1, "PER")], [("Jeanne d’Arc", "PER")]),
        (
            "Ann von Berg met Bo de Vries",
            [(0, 1, "PER"), (6, 7, "PER")],
            [("Ann von Berg", "PER"), ("Bo de Vries", "PER")],
        ),
        ("The van London sent", [], []),
        ("Rio de Janeiro grew", [(0, 3, "LOC")], [("Rio de Janeiro", "LOC")]),
        ("Paris de Gaulle", [(0, 1, "LOC"), (2, 3, "PER")], [("Paris", "LOC"), ("Gaulle", "PER")]),
        ("They saw Ann | de Berg", [(2, 3, "PER")], [("Ann", "PER")]),
        ("Ann came de facto", [(0, 1, "PER")], [("Ann", "PER")]),
        ("", [], []),
    ],
)
def test_names_with_particles(text: str, rows: list[tuple[int, int, str]], expected: list[tuple[str, str]]) -> None:
    assert found(text, *rows) == expected
