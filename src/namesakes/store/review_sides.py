"""The two sides of a decision in doubt: who they are, and what documents say of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from namesakes.profiles.names import chain_name
from namesakes.profiles.profile import FIELDS
from namesakes.store.person_summary import PersonSummary
from namesakes.store.records import ChainKey, Identity, Membership, Span, StoredDocument
from namesakes.store.review import Doubt
from namesakes.store.store import Store

CONTEXTS: Final = 2
"""Documents that are quoted for a side."""
_SENTENCES: Final = 3
_LONGEST: Final = 320
"""Characters of a sentence that are shown."""
_MEMBERS: Final = 50
"""Chains of a person whose facts are looked at, the surest."""
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Context:
    """What a document says of somebody: sentences in pieces, each with whether it is a mention of them."""

    document: str
    title: str
    date: str
    pieces: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """The sentences as text."""
        return "".join(piece for piece, _ in self.pieces)


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody in a question: the identity, its name, what is stated of it, and what documents say.

    Parameters
    ----------
    documents : how many speak of them; of a single chain, one.
    facts : for each field the values that most documents state first.
    """

    identity: str
    name: str
    documents: int
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    contexts: tuple[Context, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt with both its sides: what is in doubt on the left, what it is compared with on the right."""

    doubt: Doubt
    left: Side
    right: Side

    def to_json(self) -> dict[str, Any]:
        """The question as plain data."""
        return {**self.doubt.to_json(), "sides": [asdict(self.left), asdict(self.right)]}


def question(store: Store, doubt: Doubt) -> Question:
    """The doubt with what there is to read of both sides.

    The left side is the chain in doubt, with the others of its identity where the question is whether two identities
    are one; the right side is the other identity, or the rest of the chain's own.
    """
    inside = [one for one in store.memberships.of_identity(doubt.identity) if one.chain != doubt.chain]
    own = Membership(doubt.chain, doubt.identity, doubt.strength)
    if doubt.joined:
        return Question(doubt, side(store, doubt.identity, [own]), side(store, doubt.identity, inside))
    other = store.memberships.of_identity(doubt.other)
    return Question(doubt, side(store, doubt.identity, [own, *inside]), side(store, doubt.other, other))


def side(store: Store, id: str, members: Sequence[Membership]) -> Side:
    """Somebody with these chains, of which the first are quoted."""
    identity = store.identities.get(id) or Identity(id, id)
    profiles = [profile for _, profile in store.chains.profiles(keys=[one.chain for one in members[:_MEMBERS]])]
    summary = PersonSummary(identity, list(members))
    summary.add_profiles(profiles)
    name = identity.name if len(members) > 1 else next((chain_name(one) for one in profiles), identity.name)
    facts = tuple((field, tuple(found)) for field in FIELDS if (found := summary.stated(field)))
    quoted = list(dict.fromkeys(one.chain.document for one in members))[:CONTEXTS]
    named = {one.document: chain_name(one) for one in reversed(profiles)}
    keys = [one.chain for one in members]
    contexts = [context(store, each, summary.dates, keys, named.get(each, "")) for each in quoted]
    return Side(id, name or identity.name, len(summary.documents), facts, tuple(filter(None, contexts)))


def context(store: Store, id: str, dates: dict[str, str], chains: Sequence[ChainKey], name: str = "") -> Context | None:
    """What a document says of some of its chains, from a mention by name on; nothing where it is not there any more.

    Its title is left out where it is but the beginning of the text.
    """
    document = store.documents.get(id)
    if document is None:
        return None
    numbers = {key.chain for key in chains if key.document == id}
    mentions = _outermost((one.start, one.end) for one in document.mentions if one.chain in numbers)
    title = "" if begins_text(document.title, document.text) else document.title
    return Context(id, title, dates.get(id, ""), tuple(_pieces(document, mentions, name)))


def begins_text(title: str, text: str) -> bool:
    """Whether a title is the beginning of the text, perhaps cut."""
    shown = " ".join(title.removesuffix("…").split())
    return " ".join(text[: 2 * len(title) + 100].split()).startswith(shown)


def _outermost(spans: Iterable[Span]) -> list[Span]:
    """The spans that lie in no other, in the order of the text."""
    found: list[Span] = []
    for start, end in sorted(set(spans), key=lambda span: (span[0], -span[1])):
        if start < end and (not found or start >= found[-1][1]):
            found.append((start, end))
    return found


def _pieces(document: StoredDocument, mentions: Sequence[Span], name: str) -> list[tuple[str, bool]]:
    """The sentences that say most, in the order of the text, cut where they are long."""
    pieces: list[tuple[str, bool]] = []
    last = None
    for start, end in _sentences(document, mentions, name):
        if last is not None:
            pieces.append((" " if not document.text[last:start].strip() else " … ", False))
        for at, stop in [span for span in mentions if start <= span[0] and span[1] <= end]:
            pieces += [(_flat(document.text[start:at]), False), (_flat(document.text[at:stop]), True)]
            start = stop
        pieces.append((_flat(document.text[start:end]), False))
        last = end
    return [piece for piece in pieces if piece[0]]


def _sentences(document: StoredDocument, mentions: Sequence[Span], name: str) -> list[Span]:
    """The spans of the sentence with the first mention by name, else the longest one, and of those that come next."""
    if not mentions:
        return []
    texts = [document.text[start:end] for start, end in mentions]
    by_name = [place for place, text in enumerate(texts) if name and name in text]
    first = by_name[0] if by_name else max(range(len(texts)), key=lambda place: len(texts[place]))
    chosen: dict[Span, None] = {}
    for mention in mentions[first:]:
        if len(chosen) < _SENTENCES:
            chosen[_around(document, mention)] = None
    return sorted(chosen)


def _around(document: StoredDocument, mention: Span) -> Span:
    """The sentence that a mention is in, or the part of it that is near the mention."""
    start, end = next(
        (span for span in document.sentences if span[0] <= mention[0] and mention[1] <= span[1]),
        (0, len(document.text)),
    )
    half = _LONGEST // 2
    if end - start > _LONGEST:
        start = _word_start(document.text, max(start, mention[0] - half), start)
        end = min(end, max(mention[1], start + _LONGEST))
    return start, end


def _word_start(text: str, place: int, least: int) -> int:
    """Where the word begins that a place is in, but not before `least`."""
    while place > least and not text[place - 1].isspace():
        place -= 1
    return place


def _flat(text: str) -> str:
    """The text in one line."""
    return _SPACE.sub(" ", text)
