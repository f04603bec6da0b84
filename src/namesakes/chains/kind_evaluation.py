"""How many mentions of each kind go back to what they should: names, common nouns and pronouns apart."""

from collections.abc import Iterable
from dataclasses import dataclass

from namesakes.mentions.attributes import NAME, NOMINAL, PRONOUN, attributes
from namesakes.mentions.detection import with_heads
from namesakes.text.document import Document

KINDS = {NAME: "names", NOMINAL: "common nouns", PRONOUN: "pronouns"}
"""The kinds of mentions, and what they are called."""
Span = tuple[int, int]


@dataclass(frozen=True)
class KindCounts:
    """Of the gold mentions of one kind that go back to an earlier one: all, and those that are right."""

    right: int = 0
    total: int = 0

    def __add__(self, other: "KindCounts") -> "KindCounts":
        return KindCounts(self.right + other.right, self.total + other.total)

    @property
    def share(self) -> float:
        """The share that is right; 0 where there are none."""
        return self.right / self.total if self.total else 0.0

    def to_json(self) -> dict[str, float]:
        """The counts and the share."""
        return {"right": self.right, "mentions": self.total, "share": self.share}


def right_by_kind(documents: Iterable[tuple[Document, Document, Document]]) -> dict[str, KindCounts]:
    """The gold mentions that go back to something, by their kind, and how many of them are linked right.

    One is right where it was found with its exact span, and the nearest mention before it in the chain that was found
    is, with its exact span, in the same gold chain.

    Parameters
    ----------
    documents : gold documents, the same as the resolver saw them, and with the chains that it found. The kind is that
        of the gold tags and trees, of those that were seen where there are none.
    """
    counts = dict.fromkeys(KINDS.values(), KindCounts())
    for gold, seen, found in documents:
        for kind, right in _anaphors(gold, seen, found):
            counts[KINDS[kind]] += KindCounts(right, 1)
    return counts


def _anaphors(gold: Document, seen: Document, found: Document) -> Iterable[tuple[int, bool]]:
    """The kind of each gold mention that is not the first of its chain, and whether it is linked right."""
    assert gold.mention_table is not None
    kinds = attributes(with_heads(_annotated(gold, seen))).column("kind")[1:].tolist()
    chains: dict[Span, tuple[int, int]] = {}
    for span, chain, kind in zip(_spans(gold), gold.mention_table.chains.tolist(), kinds, strict=True):
        chains.setdefault(span, (chain, kind))
    before, begun = _nearest(found), set()
    for span in sorted(chains, key=_order):
        chain, kind = chains[span]
        if chain in begun:
            antecedent = before.get(span)
            yield kind, antecedent in chains and chains[antecedent][0] == chain
        elif chain >= 0:
            begun.add(chain)


def _annotated(gold: Document, seen: Document) -> Document:
    """The document with the gold mentions, and with gold tags and trees where there are any."""
    tagged = gold.heads is not None and "xpos" in gold.columns
    syntax = {"columns": {**seen.columns, **gold.columns}, "heads": gold.heads} if tagged else {}
    return seen.replace(**syntax, mention_table=gold.mention_table)


def _nearest(found: Document) -> dict[Span, Span | None]:
    """For each mention in a chain the one before it in that chain."""
    table, last = found.mention_table, dict[int, Span]()
    before: dict[Span, Span | None] = {}
    if table is not None:
        rows = zip(_spans(found), table.chains.tolist(), strict=True)
        for span, chain in sorted(rows, key=lambda row: _order(row[0])):
            if chain >= 0:
                before.setdefault(span, last.get(chain))
                last[chain] = span
    return before


def _spans(document: Document) -> list[Span]:
    table = document.mention_table
    return [] if table is None else list(zip(table.first.tolist(), table.end.tolist(), strict=True))


def _order(span: Span) -> Span:
    return span[0], -span[1]
