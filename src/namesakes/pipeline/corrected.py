"""Corrected: the chains of a document as they were found, and as corrections about its mentions say they are.

Corrections change the chains that they name and nothing else. A mention that is somebody else leaves its chain; the
pronouns and descriptions after it go along, as far as the next name. Chains that are one are joined. A mention that is
nobody, or two, is in no chain. The outcome depends on what was found and on the corrections, not on their order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

from namesakes.errors import DocumentError
from namesakes.mentions.detection import heads_of
from namesakes.profiles.subjects import Pinned
from namesakes.store.anchors import found
from namesakes.store.records import Correction
from namesakes.text.document import Document
from namesakes.text.segment import token_span
from namesakes.text.spans import Mentions, integers

Span = tuple[int, int]
"""The first token of a mention and the place after its last one."""

Links = list[tuple[int, int, int]]
"""Two mentions, by their places, and the number of the correction that says so."""


@dataclass
class Corrected:
    """A document with corrected chains.

    Parameters
    ----------
    document : with its chains.
    pinned : what of them no rule of profiles overrules.
    asleep : the numbers of corrections of which a mention was not found.
    unmet : pairs of corrections that contradict each other on this document, the one that did not hold first.
    """

    document: Document
    pinned: Pinned = field(default_factory=Pinned)
    asleep: tuple[int, ...] = ()
    unmet: tuple[tuple[int, int], ...] = ()


def corrected(document: Document, corrections: Sequence[Correction]) -> Corrected:
    """The document, which has tags, trees and chains, as the corrections that are awake say it is.

    Parameters
    ----------
    corrections : those about its mentions that hold, the oldest first.
    """
    placed = {each.id: _placed(document, each) for each in corrections}
    awake = [each for each in corrections if placed[each.id] is not None]
    asleep = tuple(each.id for each in corrections if placed[each.id] is None)
    if not awake:
        return Corrected(document, asleep=asleep)
    work = _Chains(document)
    for each in awake:
        work.add(each, placed[each.id] or {})
    done, pinned = work.done()
    return Corrected(done, pinned, asleep, tuple(work.unmet))


def _placed(document: Document, correction: Correction) -> dict[str, list[Span]] | None:
    """The tokens of the mentions of a correction, by their roles; None where one of them is not found."""
    roles: dict[str, list[Span]] = {}
    for anchor in correction.anchors:
        span = found(anchor, document.text)
        if span is None:
            return None
        try:
            roles.setdefault(anchor.role, []).append(token_span(document, *span))
        except DocumentError:  # the words are a part of others now
            return None
    return roles


class _Chains:
    """The chains of a document while they are corrected: for each mention a label, and nothing for those in none."""

    def __init__(self, document: Document) -> None:
        self.document, self.unmet = document, list[tuple[int, int]]()
        table = document.mention_table or Mentions()
        self.table = table
        edges = zip(table.offsets[:-1].tolist(), table.offsets[1:].tolist(), strict=True)
        starts, ends = table.starts.tolist(), table.ends.tolist()
        self.parts = [list(zip(starts[low:high], ends[low:high], strict=True)) for low, high in edges]
        self.labels = [table.chain_ids[chain] if chain >= 0 else None for chain in table.chains.tolist()]
        self.place: dict[Span, int] = {}
        for place, spans in enumerate(self.parts):
            if len(spans) == 1 and (self.labels[place] is not None or spans[0] not in self.place):
                self.place.setdefault(spans[0], place)
        self.before: list[str | None] = []
        self.fresh = count(1)
        self.out: set[int] = set()
        self.must: Links = []
        self.apart: Links = []
        self.called: dict[int, str] = {}

    def add(self, correction: Correction, placed: dict[str, list[Span]]) -> None:
        """Take what a correction says down."""
        own, fellows, rest = ([self._at(span) for span in placed.get(role, ())] for role in ("mention", "with", "rest"))
        if correction.what in ("nobody", "two"):
            self.out.update(own)
            return
        self.must += [(own[0], other, correction.id) for other in (*own[1:], *fellows)]
        self.apart += [(mention, other, correction.id) for mention in own for other in rest]
        if correction.what == "is":
            self.called[own[0]] = correction.value

    def _at(self, span: Span) -> int:
        """The place of the mention of these tokens, which is added where none was found."""
        if span not in self.place:
            self.place[span] = len(self.parts)
            self.parts.append([span])
            self.labels.append(None)
        return self.place[span]

    def done(self) -> tuple[Document, Pinned]:
        """The document with the chains as they are now, and what is pinned of them."""
        self.before = list(self.labels)
        self._consistent()
        for place in self.out:
            self.labels[place] = None
        pinned = {place for one, other, _ in (*self.must, *self.apart) for place in (one, other)} | set(self.called)
        for place in sorted(pinned - self.out):
            if self.labels[place] is None:
                self.labels[place] = f"new {next(self.fresh)}"
        self._leave(pinned - self.out)
        joined = self._join()
        return self._built(joined)

    def _consistent(self) -> None:
        """Leave out what contradicts older corrections."""
        said = [(number, True, one, other) for one, other, number in self.must]
        said += [(number, False, one, other) for one, other, number in self.apart]
        self.must, self.apart = [], []
        for number, same, one, other in sorted(said):
            (self.must if same else self.apart).append((one, other, number))
            group = _groups([(a, b) for a, b, _ in self.must])
            against = [each for a, b, each in self.apart if group.get(a, a) == group.get(b, b)]
            if against:
                (self.must if same else self.apart).pop()
                older = against[0] if same else max((each for *_, each in self.must), default=number)
                self.unmet.append((number, older))

    def _leave(self, pinned: set[int]) -> None:
        """Let mentions that are apart from others of their chain leave it, with what follows them."""
        group = _groups([(one, other) for one, other, _ in self.must])
        chains: dict[str, list[int]] = {}
        for place in sorted(range(len(self.parts)), key=lambda row: (self.parts[row][0][0], -self.parts[row][-1][1])):
            if (label := self.labels[place]) is not None:
                chains.setdefault(label, []).append(place)
        leaving: dict[str, set[int]] = {}
        for one, other, _ in self.apart:
            own, rest = (
                [each for each in pinned if group.get(each, each) == group.get(end, end)] for end in (one, other)
            )
            for label in {self.labels[each] for each in rest} | {self.before[other]}:
                leavers = {each for each in own if self.labels[each] == label}
                if label is not None and leavers:
                    leaving.setdefault(label, set()).update(leavers)
        for label, leavers in leaving.items():
            new: dict[int, str] = {}
            current: str | None = label
            for place in chains[label]:
                if place in leavers:
                    current = new.setdefault(group.get(place, place), f"new {next(self.fresh)}")
                elif place in pinned or self._is_name(place):
                    current = label
                self.labels[place] = current

    def _join(self) -> set[str]:
        """Let the chains of mentions that are one be one, where that leaves those apart that are; their labels."""
        joined: set[str] = set()
        for one, other, number in sorted(set(self.must), key=lambda each: (each[2], each)):
            left, right = self.labels[one], self.labels[other]
            if left is None or right is None:
                continue  # one of them is nobody
            against = self._kept_apart(left, right)
            if against is not None and left != right:
                self.unmet.append((number, against))
                continue
            self.labels = [left if label == right else label for label in self.labels]
            joined.discard(right)
            joined.add(left)
        for one, other, number in self.apart:
            if self.labels[one] is not None and self.labels[one] == self.labels[other]:
                self.unmet.append((number, number))
        return joined

    def _kept_apart(self, left: str, right: str) -> int | None:
        """The number of the correction that keeps two chains apart."""
        wanted = {left, right}
        for one, other, number in self.apart:
            if {self.labels[one], self.labels[other]} == wanted:
                return number
        return None

    def _is_name(self, place: int) -> bool:
        """Whether a mention has a name, by the tag of its head or of its last word."""
        first, end = self.parts[place][0][0], self.parts[place][-1][1]
        tags = self.document.columns["upos"].rows
        return any(tags[token] == "PROPN" for token in {self._head(place), end - 1, first} if token >= 0)

    def _head(self, place: int) -> int:
        heads = self.table.heads
        return int(heads[place]) if heads is not None and place < len(heads) else -1

    def _built(self, joined: set[str]) -> tuple[Document, Pinned]:
        """The document with these labels as chains."""
        table, known = self.table, len(self.table)
        heads: list[int] | None = None
        if table.heads is not None:
            added = self.parts[known:]
            first, end = (integers([spans[0][side] for spans in added]) for side in (0, 1))
            heads = [*table.heads.tolist(), *(heads_of(self.document, first, end).tolist() if added else ())]
        blank = [""] * (len(self.parts) - known)
        extra = {name: [*column, *blank] for name, column in table.extra.items()}
        labels = None if table.labels is None else [*table.labels, *blank]
        built = Mentions.build(self.parts, self.labels, heads=heads, labels=labels, extra=extra)
        number = {label: place for place, label in enumerate(built.chain_ids)}
        renamed = tuple(map(str, range(1, len(number) + 1)))
        chains = {place: number[label] for place, label in enumerate(self.labels) if label is not None}
        pinned = Pinned(
            frozenset(number[label] for label in joined if label in number),
            {chains[place]: ("person", name) for place, name in self.called.items() if place in chains and name},
            frozenset(self.parts[place][0] for place in self.out),
        )
        return self.document.replace(mention_table=_renamed(built, renamed)), pinned


def _renamed(table: Mentions, ids: tuple[str, ...]) -> Mentions:
    return Mentions(table.offsets, table.starts, table.ends, table.chains, ids, table.heads, table.labels, table.extra)


def _groups(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """For each of these the smallest of those that pairs connect it with."""
    group: dict[int, int] = {}
    for one, other in pairs:
        left, right = group.setdefault(one, one), group.setdefault(other, other)
        low, high = sorted((left, right))
        group.update({each: low for each, own in group.items() if own == high})
    return group
