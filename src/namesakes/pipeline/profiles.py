"""Profiles from end to end: a text goes in, what it says of people, organisations and places comes out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from namesakes.pipeline.chained import with_chains
from namesakes.pipeline.coreference import Coreference, remark_language
from namesakes.pipeline.cost import remarked
from namesakes.profiles.extraction import profiles as extracted
from namesakes.profiles.names import plain
from namesakes.profiles.profile import Profile
from namesakes.text.document import Document
from namesakes.text.steps import document_key, without_failures
from namesakes.workers import Failure, mapped, one_blas_thread


@dataclass(frozen=True)
class ProfileExtraction:
    """The whole way from a text to its profiles; it can be sent to other processes.

    Parameters
    ----------
    coreference : how chains are found where a document has none; mentions alone in their chain are wanted.
    kinds : which profiles are wanted: "person", "organization", "place".
    """

    coreference: Coreference
    kinds: tuple[str, ...] = ("person",)

    def __call__(self, document: Document) -> tuple[Document, list[Profile]]:
        """The document with its chains, and its profiles."""
        with self.coreference.budget(document), one_blas_thread(), self.coreference.parts.gender.activated():
            found = with_chains(document, self.coreference)
            return found, extracted(found, self.kinds, self.coreference.parts.vectors)


def run_profiles(
    documents: Iterable[Document],
    extraction: ProfileExtraction,
    *,
    jobs: int | None = 1,
    failures: list[Failure] | None = None,
) -> Iterator[list[Profile]]:
    """The profiles of each document, in the order of the documents, as they come.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    failures : a list to which documents that could not be processed are added while the others go on.
    """
    outcomes = mapped(extraction, remarked(documents), jobs=jobs, name=document_key)
    for document, found in without_failures(outcomes, failures):
        remark_language(document)
        yield found


def bearing(found: Iterable[Profile], name: str) -> list[Profile]:
    """The profiles that go by a name: all its words are in one of their names."""
    wanted = set(plain(name).split())
    return [
        profile
        for profile in found
        if any(wanted <= set(plain(form).split()) for form in (profile.name.full, *profile.forms))
    ]
