"""CoNLL-X: dependency trees, a word a line in ten columns, as the shared tasks of 2006 and 2007 wrote them.

    1  Anarkisme   anarkisme   N     NC     gender=neuter  2  subj  _  _
    2  bekæmper    bekæmpe     V     VA     _              0  ROOT  _  _

The columns are ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL; CPOSTAG is the column `upos`, POSTAG the
column `xpos`, and PHEAD and PDEPREL keep their names. A sentence may have several roots. A file is one document, called
by its name; a blank line ends each sentence. Words are joined by a space, which is all that the format lets us know.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TextIO

from namesakes.errors import DataError
from namesakes.formats.conllu import reader
from namesakes.formats.conllu.comments import COLUMNS, COMMENTS
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.segment import segmented

NAMES = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL PHEAD PDEPREL"
"""The ten columns by the names that CoNLL-U Plus has for them, and by their own where it has none."""

_OWN = ("PHEAD", "PDEPREL")
_WORD = re.compile(r"[0-9]+\t")


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file."""
    lines = list(source.lines())
    if any(line and not line.isspace() for line in lines):
        yield reader.DeclaringBlock(source, 1, lines, {COLUMNS: NAMES})


def parse(block: Block) -> Document:
    """The document of one file."""
    for number, line in enumerate(block.lines, start=block.line):
        if line.strip() and not _WORD.match(line):
            found = f"'{line[:60]}' does not begin with the number of a word and a tab"
            advice = "CoNLL-X has ten columns with tabs between them and no comments; CoNLL-U is read as conllu."
            raise DataError(found, advice, path=block.path, line=number)
    document = reader.parse(block)
    declared = bool(set(_OWN) & set(document.columns))  # what is to be said when it is written as CoNLL-U Plus
    meta = {key: value for key, value in document.meta.items() if key != COMMENTS and (declared or key != COLUMNS)}
    return document.replace(meta=meta)


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write the words, tags and trees of documents, one after the other."""
    for document in documents:
        document = segmented(document)
        columns = [_cells(document, name) for name in ("lemma", "upos", "xpos", "feats", "label", *_OWN)]
        words = ["_".join(word.split()) or "_" for word in document.words]
        for first, end in pairwise([*document.sentence_starts.tolist(), len(words)]):
            for token in range(first, end):
                lemma, upos, xpos, feats, label, *own = (column[token] for column in columns)
                head = _head(document, token, first, end)
                row = [str(token - first + 1), words[token], lemma, upos, xpos, feats, head, label, *own]
                stream.write("\t".join(row) + "\n")
            stream.write("\n")


def _cells(document: Document, name: str) -> list[str]:
    column = document.columns.get(name)
    return ["_".join(value.split()) or "_" for value in column] if column else ["_"] * len(document.starts)


def _head(document: Document, token: int, first: int, end: int) -> str:
    """The number of the head in the sentence of these tokens; _ for one that is not known, or elsewhere."""
    head = NO_HEAD if document.heads is None else int(document.heads[token])
    return "0" if head == ROOT else str(head - first + 1) if first <= head < end else "_"


FORMAT = Format(
    name="conllx",
    description="CoNLL-X (shared tasks of 2006 and 2007): dependency trees, a word a line in ten columns",
    extensions=(".conllx",),
    split=split,
    parse=parse,
    write=write,
    carries=frozenset({"tokens", "sentences", "syntax", "xpos"}),
)
