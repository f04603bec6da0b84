"""Corpora: the documents of files and folders to learn from or to measure on, each of them once.

Releases of OntoNotes and CoNLL-2012 have two files of each document side by side, `NAME.v4_gold_conll` with tags, trees
and names by hand and `NAME.v4_auto_conll` with predicted ones. One of the two is read, never both.
"""

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from namesakes.errors import DataError, LossWarning, UnknownNameError
from namesakes.formats.records import known_files, read
from namesakes.text.document import Document

AUTO, GOLD = "auto", "gold"
ANNOTATIONS: Final = (AUTO, GOLD)
"""Which of two files side by side is meant: the one with predicted layers, or the one by hand."""
TRACE: Final = "-NONE-"
"""The tag of traces, *pro* and *OP*."""

_NAMED = re.compile(r"[._](?:v\d+_)?(?P<annotation>auto|gold)_conll$")
_SKELETON, _PLACEHOLDER = "_skel", "[WORD]"
"""How the files of a release end into which nobody has put the words yet, and what stands in their place."""
_ADVICE = "Make the _conll files first, with the release's skeleton2conll and the OntoNotes that it goes with."


def read_corpus(paths: Sequence[Path], annotation: str | None = None) -> list[Document]:
    """The documents of files and folders; one that is there twice is an error.

    Parameters
    ----------
    annotation : "auto" or "gold", where there are two files of each document; others are read as they are. With "auto"
        the chains of a document whose own file has none (so in the official test set) are those of the file by hand.
    """
    if annotation is not None and annotation not in ANNOTATIONS:
        raise UnknownNameError("annotation", annotation, ANNOTATIONS)
    folder = _Files([file for path in paths for file in _files(Path(path))], annotation)
    found: list[Document] = []
    seen: dict[str, Path] = {}
    for file in folder.chosen():
        for document in read(file):
            _check_words(document, file)
            if document.key in seen and document.key:
                where = "twice in this file" if seen[document.key] == file else f"here and in {seen[document.key]}"
                advice = "Give every document once; what is learned or measured twice counts twice."
                raise DataError(f"document {document.key} is {where}", advice, path=file)
            seen[document.key] = file
            found.append(without_zeros(folder.with_chains(document, file)))
    return found


def without_zeros(document: Document) -> Document:
    """The document without mentions of nothing but traces and dropped pronouns, with a warning that counts them.

    They stand for nothing in the text; the shared tasks of CoNLL took them out of the files.
    """
    table, tags = document.mention_table, document.columns.get("xpos")
    if table is None or tags is None or TRACE not in tags.values:
        return document
    kept = [
        any(tags[place] != TRACE for first, end in table.parts(row) for place in range(first, end))
        for row in range(len(table))
    ]
    if all(kept):
        return document
    message = f"{document.key}: {len(kept) - sum(kept)} mentions of dropped words ({TRACE}) were left out"
    warnings.warn(message, LossWarning, stacklevel=3)
    return document.replace(mention_table=table.select(np.array(kept, dtype=np.bool_)))


def _files(path: Path) -> list[Path]:
    """The files of a folder, or the file."""
    if not path.is_dir():
        return [path]
    try:
        return known_files(path)
    except DataError as error:
        skeleton = next(path.rglob(f"*{_SKELETON}"), None)
        if skeleton is None:
            raise
        raise DataError("these files have no words yet", _ADVICE, path=skeleton) from error


def _check_words(document: Document, file: Path) -> None:
    if document.words and document.words[0] == _PLACEHOLDER and set(document.words) == {_PLACEHOLDER}:
        raise DataError(f"document {document.key} has no words yet, only {_PLACEHOLDER}", _ADVICE, path=file)


class _Files:
    """Files, and which of them are annotations of the same document."""

    def __init__(self, files: Iterable[Path], annotation: str | None) -> None:
        self.files, self.annotation = list(files), annotation
        self.sides: defaultdict[Path, dict[str, Path]] = defaultdict(dict)
        for file in self.files:
            match = _NAMED.search(file.name)
            if match:
                self.sides[file.with_name(file.name[: match.start()])][match["annotation"]] = file

    def chosen(self) -> list[Path]:
        """The files that are read; an error where it is not said which of two, or where one lacks its other side."""
        if self.annotation is None:
            for sides in self.sides.values():
                if len(sides) > 1:
                    found = f"{sides[AUTO].name} and {sides[GOLD].name} are two annotations of one document"
                    raise DataError(
                        found, "Say which one is meant: --annotation auto, or gold.", path=sides[AUTO].parent
                    )
            return self.files
        self._check(self.annotation)
        others = {file for sides in self.sides.values() for name, file in sides.items() if name != self.annotation}
        return [file for file in self.files if file not in others]

    def _check(self, annotation: str) -> None:
        lacking = [sides for sides in self.sides.values() if annotation not in sides]
        if lacking:
            file = next(iter(lacking[0].values()))
            more = f", nor have {len(lacking) - 1} others" if len(lacking) > 1 else ""
            advice = "Give a folder that is whole, or the other --annotation."
            raise DataError(f"this document has no {annotation} file{more}", advice, path=file)

    @cached_property
    def _by_hand(self) -> Mapping[Path, Path]:
        """The file by hand of each predicted one."""
        return {sides[AUTO]: sides[GOLD] for sides in self.sides.values() if len(sides) > 1}

    def with_chains(self, document: Document, file: Path) -> Document:
        """The document, with the chains of the file by hand where its own has none."""
        other = self._by_hand.get(file)
        if other is None or len(document.mentions):
            return document
        for gold in read(other):
            if gold.key == document.key and len(gold.mentions):
                if gold.words != document.words:
                    advice = "Chains cannot be carried over; make both files anew from one release."
                    raise DataError(f"document {document.key} has other words than {other.name}", advice, path=file)
                return document.replace(mention_table=gold.mention_table)
        return document
