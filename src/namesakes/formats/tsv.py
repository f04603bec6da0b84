"""TSV: a row a document, tabs between the cells; read only. All else is as in CSV."""

from functools import partial

from namesakes.formats import csv
from namesakes.formats.format import Format
from namesakes.formats.tables import parse

FORMAT = Format(
    name="tsv",
    description="TSV: a row a document, tabs between the cells; read only",
    extensions=(".tsv", ".tab"),
    split=partial(csv.split, delimiter="\t"),
    parse=parse,
    rows=True,
)
