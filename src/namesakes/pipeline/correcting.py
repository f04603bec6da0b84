"""Correcting mentions: what users say about mentions of a document is recorded, holds at once, and binds later runs.

The document is read again under its corrections, its chains follow, and the people whose names sound like theirs are
found again, all in one transaction. Taking a correction back puts there what was there before it.
"""

from collections.abc import Sequence
from typing import Final

from namesakes.errors import DataError, UnknownNameError, UsageError
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.rereading import applied, taken_back
from namesakes.profiles.subjects import FEMALE, MALE, PEOPLE
from namesakes.store import correct
from namesakes.store.anchors import anchor
from namesakes.store.bindings import chain_at, located, told
from namesakes.store.mention_refs import MentionRef, find_mention, written
from namesakes.store.records import OF_MENTIONS, Anchor, ChainKey, Correction, Identity, Span, StoredDocument
from namesakes.store.store import Store

Mention = MentionRef | str
"""A mention, or what `find_mention` makes one of."""

_TAKES: Final = {"is": "a mention and a person", "nobody": "a mention", "two": "a mention", "join": "two mentions"}
_SMALL_WORDS: Final = frozenset(
    f"{' '.join(sorted(MALE | FEMALE | PEOPLE))} it its itself we us our ours they them their theirs this that "
    "these those the a an one yourselves".split()
)
"""Words with which no mention is a name, however they are written."""


def is_person(
    store: Store, mention: Mention, person: str, *, who: str = "", pipeline: Pipeline | None = None
) -> Correction:
    """Say that a mention is a person, by the id; it leaves its chain, with the pronouns after it.

    Where the document speaks of the person elsewhere, the mention joins that chain.
    """
    found, identity = meant(store, mention), _identity(store, person)
    chain = _chain(found)
    if chain is not None and store.memberships.homes([chain]).get(chain) == person:
        raise DataError(f"{found} is {person} already", "Where others of its chain are not, name those.")
    _said_before(store, found, "is", person)
    members = [one.chain for one in store.memberships.of_identity(person)]
    here = [one for one in members if one.document == found.document.id]
    anchors = [
        _anchor(found, found.span),
        *(_anchor(found, _best(found.document, one.chain), "with") for one in here[:1]),
    ]
    anchors += [_anchor(found, span, "rest") for span in _rest(found.document, chain, [found.span])]
    elsewhere = tuple(one for one in members if one.document != found.document.id)
    name = identity.name if identity.kind == "person" else ""
    new = Correction(0, "is", (), elsewhere, (person,), value=name, who=who, anchors=tuple(anchors))
    return applied(store, new, pipeline)


def nobody(store: Store, mention: Mention, *, who: str = "", pipeline: Pipeline | None = None) -> Correction:
    """Say that a mention is no person; it is in no chain."""
    found = meant(store, mention, known=True)
    _said_before(store, found, "nobody")
    return applied(store, Correction(0, "nobody", (), who=who, anchors=(_anchor(found, found.span),)), pipeline)


def two(
    store: Store, mention: Mention, people: Sequence[str] = (), *, who: str = "", pipeline: Pipeline | None = None
) -> Correction:
    """Say that a mention is of two people or more, who may be named by their ids; it is in no chain of either."""
    found = meant(store, mention, known=True)
    names = tuple(_identity(store, each).id for each in people)
    if len(set(names)) < len(names):
        raise DataError("the same person is named twice", "Name each once.")
    _said_before(store, found, "two")
    new = Correction(0, "two", (), names=names, who=who, anchors=(_anchor(found, found.span),))
    return applied(store, new, pipeline)


def split(store: Store, mentions: Sequence[Mention], *, who: str = "", pipeline: Pipeline | None = None) -> Correction:
    """Say that mentions of one chain are somebody else than the rest of it; pronouns after them go along."""
    found = [meant(store, each, known=True) for each in mentions]
    for each in found:
        _said_before(store, each, "split")
    chains = {_chain(each) for each in found}
    if not found or len(chains) > 1:
        raise DataError(
            "these mentions are not in one chain, and one chain is split at a time",
            f"See the chains with: namesakes show {found[0].document.id} --mentions" if found else "",
        )
    rest = _rest(found[0].document, chains.pop(), [each.span for each in found])
    if not rest:
        raise DataError(f"nobody would be left in the chain of {found[0]}", "Name some of its mentions, not all.")
    anchors = [*(_anchor(each, each.span) for each in found), *(_anchor(found[0], span, "rest") for span in rest)]
    return applied(store, Correction(0, "split", (), who=who, anchors=tuple(anchors)), pipeline)


def join(store: Store, one: Mention, other: Mention, *, who: str = "", pipeline: Pipeline | None = None) -> Correction:
    """Say that the chains of two mentions of a document are one."""
    left, right = meant(store, one), meant(store, other)
    for each in (left, right):
        _said_before(store, each, "join")
    if left.document.id != right.document.id:
        raise DataError(
            f"{left} and {right} are in two documents",
            "People of several documents are joined by: namesakes correct same",
        )
    chains = [_chain(each) for each in (left, right)]
    if chains[0] == chains[1]:
        raise DataError(f"{left} and {right} are in {'no chain' if chains[0] is None else 'one chain already'}")
    anchors = (_anchor(left, left.span), _anchor(right, right.span, "with"))
    return applied(store, Correction(0, "join", (), who=who, anchors=anchors), pipeline)


def said(
    store: Store,
    what: str,
    mentions: Sequence[Mention],
    person: str = "",
    people: Sequence[str] = (),
    *,
    who: str = "",
    pipeline: Pipeline | None = None,
) -> Correction:
    """What one of `OF_MENTIONS` says of mentions, and of a person or, `two`, of people; honoured from now on."""
    one, *others = mentions or ("",)
    if what == "is" and person and not others:
        return is_person(store, one, person, who=who, pipeline=pipeline)
    if what == "nobody" and not others:
        return nobody(store, one, who=who, pipeline=pipeline)
    if what == "two" and not others:
        return two(store, one, people, who=who, pipeline=pipeline)
    if what == "split":
        return split(store, mentions, who=who, pipeline=pipeline)
    if what == "join" and len(others) == 1:
        return join(store, one, others[0], who=who, pipeline=pipeline)
    if what not in OF_MENTIONS:
        raise UnknownNameError("correction", what, OF_MENTIONS)
    raise UsageError(f"'{what}' takes {_TAKES[what]}.")


def undo(store: Store, number: int, *, pipeline: Pipeline | None = None) -> Correction:
    """Take any correction back, about people or about mentions."""
    known = next((one for one in store.corrections.all() if one.id == number), None)
    if known is None or known.what not in OF_MENTIONS:
        return correct.undo(store, number)
    return taken_back(store, number, pipeline)


def meant(store: Store, mention: Mention, *, known: bool = False) -> MentionRef:
    """The mention that begins or ends with these words, or is called so; an error where it must be known and is not.

    Words that are in none are one from now on.
    """
    found = find_mention(store, mention) if isinstance(mention, str) else mention
    spans = {(one.start, one.end) for one in found.document.mentions}
    if found.span in spans:
        return found
    near = sorted(span for span in spans if span[0] < found.span[1] and span[1] > found.span[0])
    around = [span for span in near if _is_edge(found.span, span) or _is_name_of(found, span)]
    if around:
        return MentionRef(found.document, min(around, key=lambda span: (span[1] - span[0], span)))
    if known:
        listed = ", ".join(_shown(found.document, span) for span in near[:5])
        advice = f"Is it {listed}?" if near else f"See them with: namesakes show {found.document.id} --mentions"
        raise DataError(f"{found} “{found.text}” is no mention of anybody", advice)
    return found


def _is_edge(part: Span, whole: Span) -> bool:
    """Whether words are in a mention, at its beginning or its end."""
    return whole[0] <= part[0] and part[1] <= whole[1] and (whole[0] == part[0] or whole[1] == part[1])


def _is_name_of(part: MentionRef, whole: Span) -> bool:
    """Whether words in a mention have the name of whom it is."""
    if not (whole[0] <= part.span[0] and part.span[1] <= whole[1]):
        return False
    chain = chain_at(part.document, whole)
    profile = next((each for each in part.document.profiles if each.chain == chain), None)
    return profile is not None and bool(profile.name.family) and profile.name.family in part.text.split()


def _shown(document: StoredDocument, span: Span) -> str:
    return f"{written(document.id, span)} “{' '.join(document.text[slice(*span)].split())}”"


def _chain(mention: MentionRef) -> ChainKey | None:
    number = chain_at(mention.document, mention.span)
    return None if number is None else ChainKey(mention.document.id, number)


def _identity(store: Store, id: str) -> Identity:
    identity = store.identities.get(id)
    if identity is None:
        raise DataError(f"there is no identity '{id}'", "List those there are with: namesakes people")
    return identity


def _anchor(mention: MentionRef, span: Span, role: str = "mention") -> Anchor:
    return anchor(mention.document.id, mention.document.text, span, role)


def _best(document: StoredDocument, chain: int) -> Span:
    """The mention of a chain that is a name, the longest, of equal ones the first."""
    spans = [(one.start, one.end) for one in document.mentions if one.chain == chain]
    return max(spans, key=lambda span: (_is_name(document, span), span[1] - span[0], -span[0]))


def _rest(document: StoredDocument, chain: ChainKey | None, own: Sequence[Span]) -> list[Span]:
    """A mention of a chain that stays in it when these leave: a name, or what stands before them; or nothing."""
    if chain is None:
        return []
    spans = [(one.start, one.end) for one in document.mentions if one.chain == chain.chain]
    left = [span for span in spans if span not in own and (_is_name(document, span) or span < min(own))]
    return [max(left, key=lambda span: (_is_name(document, span), span[1] - span[0], -span[0]))] if left else []


def _is_name(document: StoredDocument, span: Span) -> bool:
    words = document.text[slice(*span)].split()
    return any(word[:1].isupper() and word.casefold() not in _SMALL_WORDS for word in words)


def _said_before(store: Store, mention: MentionRef, what: str, person: str = "") -> None:
    """An error that names an earlier correction that says something else of a mention, or the same."""
    for one in store.corrections.of_mentions().get(mention.document.id, ()):
        roles = located(one, mention.document) or {}
        spans = [*roles.get("mention", ()), *roles.get("with", ())]
        if mention.span not in spans or not _clash(one, what, person):
            continue
        raise DataError(
            f"of {mention} “{mention.text}” something else was said before, in correction {one.id} ({told(one)}); "
            "nothing was changed",
            f"Take it back first: namesakes correct undo {one.id}",
        )


def _clash(earlier: Correction, what: str, person: str) -> bool:
    """Whether two corrections about a mention do not go together, or are the same."""
    alone = ("nobody", "two")
    if what in alone or earlier.what in alone:
        return True
    return what == "is" and earlier.what == "is" and earlier.names[0] != person
