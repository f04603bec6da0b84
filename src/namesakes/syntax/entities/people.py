"""People: the names of people that a model has found, put right, and those that it has not.

Each step looks at the whole document, in this order: names are cut where two were taken for one; what is nobody's is
taken away; names are completed; what stands before and behind a name, and where it stands on the page, says whose it
is; and what is made of the words of somebody's name is that name again.
"""

from typing import Final

from namesakes.syntax.entities.completion import cut, extend, go_on, tie, with_nicknames
from namesakes.syntax.entities.layout import is_among_people, name_inverted, name_labels, name_signatures, role_places
from namesakes.syntax.entities.letters import name_in_one_case
from namesakes.syntax.entities.named_text import LONGEST, NamedText
from namesakes.syntax.entities.not_people import take_away
from namesakes.syntax.entities.particles import PERSON
from namesakes.syntax.entities.repetition import name_again
from namesakes.syntax.entities.signs import Candidate
from namesakes.syntax.entities.tables import read_tables
from namesakes.text.document import Document
from namesakes.text.spans import Spans


def with_people(document: Document, table: Spans) -> Spans:
    """The named entities, with the names of people put right; unchanged where the document has no tags. O(tokens)."""
    if "xpos" not in document.columns or not len(document.starts):
        return table
    text = NamedText(document, table)
    for step in _STEPS:
        step(text)
    return text.table() if text.changed else table


def name_people(text: NamedText) -> None:
    """Make names of people of what the words in it and beside it say is one. O(tokens)."""
    roles = role_places(text)
    for first, end in text.runs:
        pieces = text.pieces(first, end)
        label, row, core = pieces[0][2], text.at(first), text.untitled(first, end)
        if len(pieces) > 1 or label == PERSON or end - first > LONGEST or core == end:
            continue
        if row is not None and row[:2] != (first, end):
            continue
        found = Candidate(text, first, core, end, label)
        if found.is_thing:
            continue
        listed = not label and (first in roles or is_among_people(text, core, end))
        if listed or found.is_somebody:
            text.put(core, end)
            text.sure.update(range(core, end))


_STEPS: Final = (
    cut,
    tie,
    take_away,
    extend,
    read_tables,
    name_inverted,
    name_people,
    with_nicknames,
    name_again,
    name_labels,
    name_signatures,
    name_in_one_case,
    tie,
    go_on,
)
