"""What the shipped models for English are trained on."""

from collections.abc import Sequence
from pathlib import Path

from namesakes.errors import DataError, UsageError
from namesakes.formats import read
from namesakes.text.document import Document

NON_COMMERCIAL = frozenset({"essay", "fiction", "letter", "podcast", "whow"})
"""The genres of GUM whose texts a shipped model must not be trained on."""

TREEBANKS = ("en_ewt", "en_gum")


def training_documents(corpora: Path | None, files: Sequence[Path] = ()) -> list[Document]:
    """The documents of the files, or else those of EWT and GUM, train, that a shipped model may learn from."""
    if files:
        return [document for path in files for document in read(path)]
    if corpora is None:
        raise UsageError(
            "there is nothing to train on.\nName the folder of the corpora with --data, or files with --train."
        )
    found: list[Document] = []
    for name in TREEBANKS:
        path = corpora / "treebanks" / name / "train.conllu"
        if not path.exists():
            raise DataError("a treebank to train on is not there", "Unpack the corpora first.", path=path)
        found += [document for document in read(path) if document.genre not in NON_COMMERCIAL]
    return found
