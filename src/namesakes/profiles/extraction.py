"""Extraction: the profiles of the people, organisations and places of a document."""

from collections.abc import Sequence

from namesakes.errors import UnknownNameError
from namesakes.profiles.bearer import bearer
from namesakes.profiles.profile import KINDS, Profile
from namesakes.profiles.subjects import Subject
from namesakes.profiles.writer import ProfileWriter
from namesakes.text.document import Document


def profiles(document: Document, kinds: Sequence[str] = ("person",)) -> list[Profile]:
    """The profiles of a document with tags, trees, names and chains, in the order of the chains.

    A chain that nobody is called by name in has a profile where it is a person's and has more than one mention.

    Parameters
    ----------
    kinds : which subjects are wanted, of `KINDS`.
    """
    return [profile for _, profile in subject_profiles(document, kinds)]


def subject_profiles(document: Document, kinds: Sequence[str] = ("person",)) -> list[tuple[Subject, Profile]]:
    """The profiles, each with the subject that it is of, with its mentions."""
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownNameError("kind of profile", kind, KINDS)
    writer = ProfileWriter(document)
    wanted = [subject for subject in writer.subjects if subject.kind in kinds and _known(subject)]
    return list(zip(wanted, writer.profiles(wanted), strict=True))


def query_profile(document: Document, query_name: str) -> Profile:
    """The profile of the one bearer of a name in a document with tags, trees, names and chains.

    All chains that are called by the name, and all places where it stands in the text, are taken for one person. Where
    the name stands nowhere, chains with the same family name and the same initials are; where there are none, the
    profile has the words and the other names of the document and nothing else.
    """
    writer = ProfileWriter(document)
    (found,) = writer.profiles([bearer(writer.parsed, writer.subjects, query_name)])
    return found


def _known(subject: Subject) -> bool:
    return bool(subject.full) or (subject.kind == "person" and bool(subject.forms) and len(subject.mentions) > 1)
