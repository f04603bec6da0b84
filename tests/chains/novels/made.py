"""A novel of a page, written for tests, with its characters, its quotes and chains that are partly wrong."""

import csv
from dataclasses import replace
from pathlib import Path

from namesakes.formats.pdnc import Novel, read_novel
from namesakes.mentions.detection import heads_of
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from namesakes.text.segment import token_span
from namesakes.text.spans import Mentions

TEXT = """CHAPTER I

"Fire!"

Mr. Tom Hale met Clara Finch at the mill.

"Good day," said Clara Finch, "and how is Mrs. Hale?"

"She is well," he said.

The miller came out. "Go home, Tom," said the miller.

"Come in," said Tom. Clara laughed. I walked home with Hale.
"""
CHARACTERS = (
    ("Tom Hale", "{'Tom', 'Hale', 'Tom Hale'}", "M"),
    ("Clara Finch", "{'Clara', 'Clara Finch'}", "F"),
    ("Mrs. Hale", "['Mrs. Hale', 'Hale']", "F"),
    ("The Miller", "{'The Miller'}", "M"),
    ("Ned", "{'Ned', '_narr'}", "M"),
    ("_group", "['_group']", "X"),
)
QUOTES = (
    (("Fire!",), "Ned", "Implicit"),
    (("Good day,", "and how is Mrs. Hale?"), "Clara", "Explicit"),
    (("She is well,",), "Tom Hale", "Anaphoric"),
    (("Go home, Tom,",), "The Miller", "Explicit"),
    (("Come in,",), "Mrs. Hale", "nan"),
)
CHAINS = {
    "hale": ("Mr. Tom Hale", "Mrs. Hale", "She", "he said", "Tom,", "Tom."),
    "finch": ("Clara Finch at", 'Clara Finch, "'),
    "miller": ("The miller", "the miller"),
    "I": ("I walked",),
}
"""Where the mentions of each chain begin; they are as long as the name or pronoun there."""


def write_novel(folder: Path, text: str = TEXT, *, in_bytes: bool = False) -> Path:
    """Write the novel into a folder, with the spans of quotes in characters or in bytes."""
    folder.mkdir(parents=True)
    (folder / "novel_text.txt").write_text(text, encoding="utf-8")
    with (folder / "character_info.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["Character ID", "Main Name", "Aliases", "Gender", "Category"])
        rows.writerows([number, *each, "minor"] for number, each in enumerate(CHARACTERS))
    with (folder / "quotation_info.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["quoteID", "subQuotationList", "quoteByteSpans", "speaker", "quoteType"])
        for number, (pieces, speaker, kind) in enumerate(QUOTES):
            spans = [[text.index(piece), text.index(piece) + len(piece)] for piece in pieces]
            if in_bytes:
                spans = [[len(text[:place].encode()) for place in span] for span in spans]
            rows.writerow([f"Q{number}", list(pieces), spans, speaker, kind])
    return folder


def made_novel(folder: Path) -> Novel:
    """The novel, written and read."""
    return read_novel(write_novel(folder / "TheMill"))


def made_document(novel: Novel) -> Document:
    """The novel's text with its syntax and the chains above."""
    document = Syntax.shipped().steps()(Document(id=novel.id, text=novel.text))
    parts, chains = [], []
    for chain, places in CHAINS.items():
        for place in places:
            start = novel.text.index(place)
            name = place if place in ("Mr. Tom Hale", "Mrs. Hale", "The miller", "the miller") else place.split()[0]
            name = "Clara Finch" if chain == "finch" else name.strip(",.")
            parts.append([token_span(document, start, start + len(name))])
            chains.append(chain)
    table = Mentions.build(parts, chains)
    heads = heads_of(document, table.first, table.end)
    return document.replace(mention_table=replace(table, heads=heads))
