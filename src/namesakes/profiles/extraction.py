"""Extraction: the profiles of the people, organisations and places of a document."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from namesakes.errors import UnknownNameError
from namesakes.profiles.bearer import bearer
from namesakes.profiles.profile import KINDS, Profile
from namesakes.profiles.subjects import Pinned, Subject
from namesakes.profiles.vectors import Vectors
from namesakes.profiles.writer import ProfileWriter
from namesakes.text.document import Document
from namesakes.text.line_breaks import LineBreaks


def profiles(document: Document, kinds: Sequence[str] = ("person",), vectors: Vectors | None = None) -> list[Profile]:
    """The profiles of a document with tags, trees, names and chains, in the order of the chains.

    A chain that nobody is called by name in has a profile where it is a person's and has more than one mention.

    Parameters
    ----------
    kinds : which subjects are wanted, of `KINDS`.
    vectors : makes vectors of texts; without it profiles have none.
    """
    return [profile for _, profile in subject_profiles(document, kinds, vectors)]


def subject_profiles(
    document: Document,
    kinds: Sequence[str] = ("person",),
    vectors: Vectors | None = None,
    pinned: Pinned | None = None,
) -> list[tuple[Subject, Profile]]:
    """The profiles, each with the subject that it is of, with its mentions; what is pinned of the chains holds."""
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownNameError("kind of profile", kind, KINDS)
    breaks = LineBreaks(document)
    writer = ProfileWriter(breaks.unix, vectors, pinned)
    wanted = [subject for subject in writer.subjects if subject.kind in kinds and _known(subject)]
    return [(subject, _restored(found, breaks)) for subject, found in zip(wanted, writer.profiles(wanted), strict=True)]


def query_profile(document: Document, query_name: str, vectors: Vectors | None = None) -> Profile:
    """The profile of the one bearer of a name in a document with tags, trees, names and chains.

    All chains that are called by the name, and all places where it stands in the text, are taken for one person. Where
    the name stands nowhere, chains with the same family name and the same initials are; where there are none, the
    profile has the words and the other names of the document and nothing else.
    """
    breaks = LineBreaks(document)
    writer = ProfileWriter(breaks.unix, vectors)
    (found,) = writer.profiles([bearer(writer.parsed, writer.subjects, query_name)])
    return _restored(found, breaks)


def _restored(profile: Profile, breaks: LineBreaks) -> Profile:
    """The profile with the places of its evidence in the text as it was given."""
    if not (breaks.windows and profile.facts):
        return profile
    spans = np.array([(fact.evidence.start, fact.evidence.end) for fact in profile.facts], dtype=np.int32)
    facts = (
        replace(fact, evidence=replace(fact.evidence, start=start, end=end))
        for fact, (start, end) in zip(profile.facts, breaks.back(spans).tolist(), strict=True)
    )
    return replace(profile, facts=tuple(facts))


def _known(subject: Subject) -> bool:
    return bool(subject.full) or (subject.kind == "person" and bool(subject.forms) and len(subject.mentions) > 1)
