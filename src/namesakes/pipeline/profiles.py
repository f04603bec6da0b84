"""Profiles from end to end: a text goes in, what it says of people, organisations and places comes out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from namesakes.pipeline.coreference import Coreference, CoreferenceSettings, coref, remark_language
from namesakes.profiles.extraction import profiles as extracted
from namesakes.profiles.names import plain
from namesakes.profiles.profile import Profile
from namesakes.text.document import Document
from namesakes.text.segment import token_span
from namesakes.text.spans import Mentions
from namesakes.text.steps import Steps
from namesakes.workers import Failure

PROFILES: Final = "profiles"
"""The entry of `Document.meta` that holds a document's profiles as plain data."""


@dataclass(frozen=True)
class ProfileExtraction:
    """The whole way from a text to its profiles, as one step of a pipeline; it can be sent to other processes.

    Parameters
    ----------
    kinds : which profiles are wanted: "person", "organization", "place".
    coreference : how chains are found where a document has none.
    """

    kinds: tuple[str, ...] = ("person",)
    coreference: Coreference = field(default_factory=lambda: Coreference(CoreferenceSettings(singletons=True)))

    def __call__(self, document: Document) -> Document:
        """The document with its profiles, which `profiles_of` gives back."""
        chained = self.chained(document)
        found = [profile.to_json() for profile in extracted(chained, self.kinds)]
        return chained.replace(meta={**chained.meta, PROFILES: found})

    def chained(self, document: Document) -> Document:
        """The document with tags, trees, names and chains."""
        return self.coreference(document) if document.mention_table is None else _parsed(document)


def profiles(text: str | Document, *, kinds: Sequence[str] = ("person",)) -> list[Profile]:
    """The profiles of the people in an English text, or of its organisations and places.

    Parameters
    ----------
    text : a text, or a document; what that has of tokens, tags, trees, names and chains is kept.
    kinds : which profiles are wanted: "person", "organization", "place".
    """
    if isinstance(text, Document) and text.mention_table is not None:
        return extracted(_parsed(text), kinds)
    return extracted(coref(text, singletons=True, explain=False), kinds)


def profiles_of(document: Document) -> list[Profile]:
    """The profiles that a `ProfileExtraction` left in a document."""
    return [Profile.from_json(each) for each in document.meta.get(PROFILES, ())]


def run_profiles(
    documents: Iterable[Document],
    extraction: ProfileExtraction,
    *,
    jobs: int = 1,
    failures: list[Failure] | None = None,
) -> Iterator[list[Profile]]:
    """The profiles of each document, in the order of the documents, as they come.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    failures : a list to which documents that could not be processed are added while the others go on.
    """
    for document in Steps([extraction]).run(documents, jobs=jobs, failures=failures):
        remark_language(document)
        yield profiles_of(document)


def named(found: Iterable[Profile], name: str) -> list[Profile]:
    """The profiles that go by a name: all its words are in one of their names."""
    wanted = set(plain(name).split())
    return [
        profile
        for profile in found
        if any(wanted <= set(plain(form).split()) for form in (profile.name.full, *profile.forms))
    ]


def _parsed(document: Document) -> Document:
    """A document that has chains already, with the tags, trees and names that it lacks."""
    table = document.mention_table
    assert table is not None
    spans = [[(part.start, part.end) for part in mention.parts] for mention in document.mentions]
    chains = [None if chain < 0 else table.chain_ids[chain] for chain in table.chains.tolist()]
    done = document
    for step in Coreference(CoreferenceSettings(mentions="gold")).steps(document)[:-1]:  # all but the linking
        done = step(done)
    parts = [[token_span(done, *span) for span in mention] for mention in spans]
    return done.replace(mention_table=Mentions.build(parts, chains))
