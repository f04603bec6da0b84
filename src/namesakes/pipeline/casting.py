"""Casts from end to end: a text goes in, its characters come out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from namesakes.characters.cast import Cast
from namesakes.characters.casting import LEAST, cast_of
from namesakes.characters.wishes import Wishes
from namesakes.errors import UsageError
from namesakes.formats.records import document_of
from namesakes.pipeline.chained import with_chains
from namesakes.pipeline.coreference import Coreference, remark_language
from namesakes.pipeline.cost import remarked
from namesakes.pipeline.pipeline import DEFAULT, One, Pipeline, load
from namesakes.text.document import Document
from namesakes.text.steps import document_key, without_failures
from namesakes.workers import Failure, mapped, one_blas_thread


@dataclass(frozen=True)
class Casting:
    """The whole way from a text to its cast; it can be sent to other processes.

    Parameters
    ----------
    coreference : how chains are found where a document has none; mentions alone in their chain are wanted.
    min_mentions : who is mentioned less often is left out.
    wishes : who is the same and who is not, where a user says so.
    """

    coreference: Coreference
    min_mentions: int = LEAST
    wishes: Wishes | None = None

    def __call__(self, document: Document) -> tuple[Document, Cast]:
        """The document with its chains, and its cast."""
        with self.coreference.budget(document), one_blas_thread(), self.coreference.parts.gender.activated():
            found = with_chains(document, self.coreference)
            return found, cast_of(found, min_mentions=self.min_mentions, wishes=self.wishes)


def run_casts(
    documents: Iterable[Document],
    casting: Casting,
    *,
    jobs: int | None = 1,
    failures: list[Failure] | None = None,
) -> Iterator[Cast]:
    """The cast of each document, in the order of the documents, as they come.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    failures : a list to which documents that could not be processed are added while the others go on.
    """
    outcomes = mapped(casting, remarked(documents), jobs=jobs, name=document_key, raising=failures is None)
    for document, found in without_failures(outcomes, failures):
        remark_language(document)
        yield found


def cast(
    text: One,
    *,
    pipeline: str | Path | Pipeline = DEFAULT,
    min_mentions: int = LEAST,
    same: Sequence[str | tuple[str, str]] = (),
    different: Sequence[str | tuple[str, str]] = (),
) -> Cast:
    """The cast of an English text: who is in it, what they are called, what they say, and whom they meet.

    Parameters
    ----------
    text : a text, a row with a `text`, or a document; what that has of syntax and chains is kept.
    pipeline : the name of a pipeline, its folder, or the pipeline.
    min_mentions : who is mentioned less often is left out.
    same, different : pairs of names, as the text writes them, that are one person's, and that are two people's:
        `("Tom", "Thomas Lynde")` or `"Tom=Thomas Lynde"`.
    """
    if not isinstance(text, str | Document | Mapping):
        raise UsageError(f"a text, a row or a Document was expected, not a {type(text).__name__}.")
    document = Document(id="text", text=text) if isinstance(text, str) else document_of(text, 1)
    nlp = pipeline if isinstance(pipeline, Pipeline) else load(pipeline)
    casting = casting_of(nlp, min_mentions=min_mentions, wishes=Wishes.of(same, different))
    return next(run_casts([document], casting, jobs=1))


def casting_of(nlp: Pipeline, *, min_mentions: int, wishes: Wishes | None, **options: Any) -> Casting:
    """What finds the casts of documents with the models of a pipeline."""
    return Casting(nlp.coreference(singletons=True, **options), min_mentions, wishes)
