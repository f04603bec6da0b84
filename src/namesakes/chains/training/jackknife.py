"""Syntax for training as it will be in use: predicted, by a tagger and a parser that have not seen the document.

The shipped tagger and parser have learned from some of the documents that chains are learned from, and parse those
better than they will ever parse new ones. So the documents are divided into folds, and each fold is tagged and parsed
by models that learned from the others.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path

from namesakes.chains.preparation import prepared, words_only
from namesakes.chains.training.progress import ProgressCallback, silent
from namesakes.errors import ConfigError, DataError
from namesakes.formats import read, write
from namesakes.syntax.parsing.parser import ParserSettings
from namesakes.syntax.parsing.training import train_parser
from namesakes.syntax.parts import Syntax
from namesakes.syntax.tagging.tagger import Tagger, TaggerSettings
from namesakes.text.document import Document
from namesakes.workers import workers


@dataclass(frozen=True)
class JackknifeSettings:
    """How syntax is predicted for training.

    Parameters
    ----------
    folds : how many parts the documents are divided into; 0 for the tags and trees of the components as they are, which
        takes a minute instead of many, and which are a little too good where these have learned from the documents.
    tagger, parser : how the models of each fold are trained.
    """

    folds: int = 5
    tagger: TaggerSettings = field(default_factory=TaggerSettings)
    parser: ParserSettings = field(default_factory=ParserSettings)

    def __post_init__(self) -> None:
        if self.folds < 0 or self.folds == 1:
            raise ConfigError(f"a jackknife needs at least 2 folds (or 0 for none), not {self.folds}.")


def jackknifed(
    documents: Sequence[Document],
    settings: JackknifeSettings,
    *,
    treebanks: Sequence[Document] = (),
    work: Path | None = None,
    jobs: int = 1,
    progress: ProgressCallback = silent,
    syntax: Syntax | None = None,
) -> list[Document]:
    """The documents with predicted tags and trees; their order stays.

    Documents without gold trees teach no parser, and the given components have not seen theirs: they parse them. These
    also give all documents their lemmas and names.

    Parameters
    ----------
    treebanks : more documents with gold tags and trees, which the models of all folds learn from.
    work : a folder where the parsed folds are kept, and found again by the next run.
    jobs : how many folds are done at a time; the outcome does not depend on it.
    progress : gets a line for each fold that is done.
    syntax : the components for all that is not learned here; the shipped ones by default.
    """
    syntax = syntax or Syntax.shipped()
    if not settings.folds:
        return [prepared(document, "predicted", syntax) for document in documents]
    own = [place for place, document in enumerate(documents) if has_trees(document)]
    parsed = iter(_folded([documents[place] for place in own], settings, treebanks, work, jobs, progress))
    kept = frozenset(own)
    return [
        syntax.entities(syntax.lemmatizer(next(parsed))) if place in kept else prepared(document, "predicted", syntax)
        for place, document in enumerate(documents)
    ]


def has_trees(document: Document) -> bool:
    """Whether a tagger and a parser can learn from a document."""
    return document.heads is not None and "upos" in document.columns


def _folded(
    documents: Sequence[Document],
    settings: JackknifeSettings,
    treebanks: Sequence[Document],
    work: Path | None,
    jobs: int,
    progress: ProgressCallback,
) -> list[Document]:
    found, folds, waiting = list(documents), min(settings.folds, len(documents)), []
    for fold in range(folds):
        path = None if work is None else work / f"fold-{fold + 1}-{_mark(documents, treebanks, settings, fold)}.jsonl"
        if path is not None and path.exists():
            found[fold::folds] = _restored(documents[fold::folds], path)
            progress(f"fold {fold + 1} of {folds} was parsed before")
        else:
            waiting.append((fold, path))
    for fold, path, parsed in _parsed(documents, treebanks, settings, folds, waiting, jobs):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(parsed, path, format="jsonl")
        found[fold::folds] = parsed
        progress(f"fold {fold + 1} of {folds} is parsed")
    return found


def parse_fold(
    documents: Sequence[Document], treebanks: Sequence[Document], settings: JackknifeSettings, fold: int
) -> list[Document]:
    """The documents of one fold, with the tags and trees of models that learned from all others."""
    folds = min(settings.folds, len(documents))
    others = [document for place, document in enumerate(documents) if place % folds != fold]
    taught = [*treebanks, *others]
    if not taught:
        raise DataError(
            "a jackknife needs more than one document with gold trees",
            "Train on more documents, name treebanks with --treebank, or set syntax to gold.",
        )
    tagger, parser = Tagger.train(taught, settings.tagger), train_parser(taught, settings.parser)
    return [parser(tagger(words_only(document))) for document in documents[fold::folds]]


Waiting = tuple[int, Path | None]


def _parsed(
    documents: Sequence[Document],
    treebanks: Sequence[Document],
    settings: JackknifeSettings,
    folds: int,
    waiting: Sequence[Waiting],
    jobs: int,
) -> Iterator[tuple[int, Path | None, list[Document]]]:
    """The folds as they are done, in this process or in several."""
    if jobs <= 1 or len(waiting) <= 1:
        for fold, path in waiting:
            yield fold, path, parse_fold(documents, treebanks, settings, fold)
        return
    with workers(min(jobs, len(waiting))) as pool:
        given = (list(documents), list(treebanks), settings)
        futures = {pool.submit(parse_fold, *given, fold): (fold, path) for fold, path in waiting}
        for future in as_completed(futures):
            yield *futures[future], future.result()


def _restored(documents: Sequence[Document], path: Path) -> list[Document]:
    found = {document.key: document for document in read(path)}
    missing = [document.key for document in documents if document.key not in found]
    if missing:
        raise DataError(f"document {missing[0]} is not in this parsed fold", "Remove the file.", path=path)
    return [found[document.key] for document in documents]


def _mark(documents: Sequence[Document], treebanks: Sequence[Document], settings: JackknifeSettings, fold: int) -> str:
    """What tells this fold of these documents under these settings from any other."""
    digest = hashlib.blake2b(json.dumps(asdict(settings), sort_keys=True).encode(), digest_size=6)
    for document in (*documents, *treebanks):
        digest.update(f"{document.key}\0{document.text}\0".encode("utf-8", "surrogatepass"))
        digest.update(b"" if document.heads is None else document.heads.tobytes())
    digest.update(f"{fold} {len(treebanks)}".encode())
    return digest.hexdigest()
