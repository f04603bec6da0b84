"""The records of a store: documents, chains, identities, memberships, corrections, events, runs."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from namesakes.profiles.profile import Profile

Span = tuple[int, int]
"""Start and end of characters in a document's text, the end exclusive."""

CORRECTIONS = ("same", "different", "rename", "not-a-person", "is", "nobody", "two", "split", "join", "unsure")
"""The kinds of corrections; "unsure" says that somebody looked and could not tell, and binds nobody."""

OF_MENTIONS = ("is", "nobody", "two", "split", "join")
"""The kinds of corrections that are about mentions of one document."""


class ChainKey(NamedTuple):
    """The key of a chain: the id of its document and its number there."""

    document: str
    chain: int


@dataclass(frozen=True, slots=True)
class DocumentState:
    """The hash of a document's content, which says whether it has changed, and where it was read."""

    hash: str
    path: str


@dataclass(frozen=True, slots=True)
class StoredMention:
    """A mention by its characters; `chain` is the number of its chain in the document, -1 where none is stored."""

    start: int
    end: int
    chain: int = -1


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document with all that is needed to show it and to resolve the people in it.

    Parameters
    ----------
    id : the key of the document, the same as in its profiles.
    path : where it was read; empty for a text that came from no file.
    hash : of the content; it changes with the document.
    title : a line to show.
    text : the whole text; all offsets count its characters.
    tokens, sentences : their spans.
    mentions : in the order of the text.
    profiles : one for each chain that is kept; `profile.chain` is its number.
    """

    id: str
    path: str = ""
    hash: str = ""
    title: str = ""
    text: str = ""
    tokens: tuple[Span, ...] = ()
    sentences: tuple[Span, ...] = ()
    mentions: tuple[StoredMention, ...] = ()
    profiles: tuple[Profile, ...] = ()


@dataclass(frozen=True, slots=True)
class Identity:
    """A person, organisation or place across documents.

    Parameters
    ----------
    id : the stable id, such as `mark-johnson-1`.
    name : the fullest name, or the one that a correction gave.
    kind : "person", "organization" or "place".
    created : its place in the order of creation; older identities have smaller numbers.
    hidden : whether a correction says that this is not a person.
    """

    id: str
    name: str
    kind: str = "person"
    created: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Membership:
    """How surely a chain belongs to an identity.

    Parameters
    ----------
    chain : the chain.
    identity : the id of the identity.
    strength : between 0 and 1.
    rank : 0 where the chain is in the identity; 1, 2 … for the identities that it might be in instead, nearest first.
    """

    chain: ChainKey
    identity: str
    strength: float = 1.0
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Anchor:
    """A mention as a correction remembers it, so that it is found again when the text around it changes.

    Parameters
    ----------
    role : "mention" for what the correction is about, "with" for one of the chain that it joins, "rest" for one of the
        chain that it leaves.
    document : the id of the document.
    start, end : its characters in the text that it was made on.
    exact, prefix, suffix : the words of the mention, and those before and after it.
    alone : on which sides its words and those beside them stood in that text once: "<" before, ">" after, "=" both.
    text : a code of that text.
    """

    role: str
    document: str
    start: int
    end: int
    exact: str
    prefix: str = ""
    suffix: str = ""
    alone: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a user said about people, with who and when.

    Parameters
    ----------
    id : its number; 0 while it is not in a store.
    what : one of `CORRECTIONS`.
    left, right : the chains of the people it is about, the surest first; of "rename" and "not-a-person" only `left`.
        Of those about mentions `left` is the chain of the mention, and `right` those of the person that it is.
    names : the ids of the identities when it was made.
    value : of "rename" the new name; of "is" the name of the person.
    who, time : who said it, and when (UTC, ISO 8601).
    undone : when it was taken back; empty where it holds.
    against : the chains that `left` is not, of those about mentions.
    anchors : the mentions that it is about.
    """

    id: int
    what: str
    left: tuple[ChainKey, ...]
    right: tuple[ChainKey, ...] = ()
    names: tuple[str, ...] = ()
    value: str = ""
    who: str = ""
    time: str = ""
    undone: str = ""
    against: tuple[ChainKey, ...] = ()
    anchors: tuple[Anchor, ...] = ()

    @property
    def document(self) -> str:
        """The document whose mentions it is about; nothing for one about people."""
        return self.anchors[0].document if self.anchors else ""

    def to_json(self) -> dict[str, Any]:
        """The correction as plain data; what only those about mentions have is left out of others."""
        found = {item.name: getattr(self, item.name) for item in fields(self)}
        if not self.anchors:
            return {name: value for name, value in found.items() if name not in ("against", "anchors")}
        return {**found, "anchors": [asdict(each) for each in self.anchors]}

    @property
    def holds(self) -> bool:
        """Whether it has not been undone."""
        return not self.undone


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to an identity.

    Parameters
    ----------
    what : "merge" where `source` is no more and (some of) it is in `target` now, "split" where some of `source` is in
        `target` now, "gone" where no document speaks of it any more; "rename", "hide" and "show" by corrections.
    source, target : ids of identities; of "rename", "hide" and "show" only the source.
    chains : how many chains it concerned.
    why : in words.
    id, time : its number and when (UTC, ISO 8601); the store fills these in.
    """

    what: str
    source: str
    target: str = ""
    chains: int = 0
    why: str = ""
    id: int = 0
    time: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """A run that wrote into the store: its number, when it began, and versions, hashes of models, settings."""

    id: int
    time: str
    manifest: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A document that has the words of a search, with the line around the first of them."""

    document: str
    title: str
    line: str
