"""What `resolve` says of marked names: each folder goes into a store of its own, and each mark is looked up in it."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.marked import Mark, MarkedFolder, MarkedText
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import ResolveSettings, resolve_into
from namesakes.profiles.names import plain
from namesakes.store.records import StoredDocument, StoredMention
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store

_JOINED: Final = re.compile(r"['’]s?\s+\w|\s+(?:and|or)\b|\s*[&/]")
"""What follows a name that only begins a phrase about somebody else, or about several."""
_BETWEEN: Final = re.compile(
    r"['’]s?\s|\b(?:of|to|and|or|with|for|from|by|in|on|at|like|than|against|after|that|who|whom|whose|which)\b|[&\n;:]",
    re.I,
)
"""What stands before a name that only ends a phrase about somebody else, or about several."""


@dataclass(frozen=True)
class Answer:
    """What was said of a mark.

    Parameters
    ----------
    text, mark : the mark and where it is.
    identity : the id of the person it was given to; empty where it is in nobody.
    chain : the number of the chain in its document; -1 for none.
    certainty : of the membership.
    """

    text: MarkedText
    mark: Mark
    identity: str = ""
    chain: int = -1
    certainty: float = 0.0

    @property
    def words(self) -> str:
        """The characters of the mark."""
        return self.text.words(self.mark)

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.text.path.name}:{self.mark.line}"


def answers(folder: MarkedFolder, pipeline: Pipeline, *, jobs: int | None = 1) -> list[Answer]:
    """What `namesakes resolve` says of each mark of a folder, with its usual settings.

    Parameters
    ----------
    pipeline : the models.
    jobs : processes to run in.
    """
    with TemporaryDirectory() as place, open_store(MEMORY) as store:
        files = {text.path: Path(place) / text.path.name for text in folder.texts}
        for text in folder.texts:
            with files[text.path].open("w", encoding="utf-8", newline="") as stream:
                stream.write(text.text)
        report = resolve_into(store, [Path(place)], ResolveSettings(), pipeline=pipeline, jobs=jobs)
        if report.skipped:
            raise DataError(report.skipped[0].reason, path=folder.path / Path(report.skipped[0].place).name)
        stored = {Path(state.path).name: id for id, state in store.documents.states().items()}
        return [answer for text in folder.texts for answer in _of_text(text, store, stored[text.path.name])]


def _of_text(text: MarkedText, store: Store, id: str) -> list[Answer]:
    document = store.documents.get(id)
    assert document is not None
    assert document.text == text.text
    members = {each.chain.chain: each for each in store.memberships.all() if each.chain.document == id}
    forms = {one.chain: set(map(plain, one.forms)) for one in document.profiles if one.kind == "person"}
    found = []
    for mark in text.marks:
        mention = mention_of(mark, document, forms)
        member = None if mention is None else members.get(mention.chain)
        if member is None:
            found.append(Answer(text, mark))
        else:
            found.append(Answer(text, mark, member.identity, member.chain.chain, member.strength))
    return found


def mention_of(mark: Mark, document: StoredDocument, forms: Mapping[int, Collection[str]]) -> StoredMention | None:
    """The mention of a marked name or pronoun; None where nothing is said of it.

    It is the one with the same characters; else the shortest around them whose chain was read to bear this name; else
    the longest within them; else the shortest around them, or over their edge, in which what stands before only
    describes: "the plumber John Smith", but not "the wife of John Smith".

    Parameters
    ----------
    forms : for each chain that is a person the forms of its names, as `plain` gives them.
    """
    near = [one for one in document.mentions if one.chain in forms and one.start < mark.end and mark.start < one.end]
    within = [one for one in near if mark.start <= one.start and one.end <= mark.end]
    wider = [one for one in near if one not in within and not _JOINED.match(document.text[mark.end : one.end])]
    words = plain(document.text[mark.start : mark.end])
    called = [one for one in wider if words in forms[one.chain]]
    described = [one for one in wider if not _BETWEEN.search(document.text[one.start : mark.start])]
    exact = [one for one in within if _length(one) == mark.end - mark.start]
    for found in (exact, called):
        if found:
            return min(found, key=_length)
    return max(within, key=_length) if within else min(described, key=_length, default=None)


def _length(mention: StoredMention) -> int:
    return mention.end - mention.start


def names_of(found: Sequence[Answer]) -> list[Answer]:
    """The answers about names."""
    return [each for each in found if each.mark.is_name]
