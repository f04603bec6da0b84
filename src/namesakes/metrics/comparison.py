"""Comparison: the documents of a key and of a response side by side, in common coordinates.

A response may come in another format or from another tokenizer than the key. Where both have the same words, spans are
compared by token, and by those that stand in the text where only one side has empty nodes; where only the characters
are the same, by character, white space not counted. Anything else is an error that says which document differs and
where.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

import numpy as np

from namesakes.arrays import Int64Array, UInt64Array
from namesakes.errors import AlignmentError, DataError
from namesakes.metrics.minimal import counted
from namesakes.metrics.overlap import Overlap, Side
from namesakes.text.document import Document
from namesakes.text.spans import Mentions
from namesakes.text.vocabulary import code


@dataclass(frozen=True)
class Pair:
    """A key's document and the response's of the same name.

    `key_places` and `response_places` map a token's place to where it begins in the common coordinates, with one more
    row for where the last one ends; None stands for the tokens' own numbers.
    """

    key: Document
    response: Document
    key_places: tuple[Int64Array, Int64Array] | None = None
    response_places: tuple[Int64Array, Int64Array] | None = None
    length: int = 0


class Comparison:
    """Pairs of documents to be measured, and what the measures need of them, each computed once.

    Parameters
    ----------
    key, response : documents of the same names and texts, in any order.
    keep_singletons : whether chains of one mention count.
    first_of_duplicates : take the first of several mentions with one span, as the reference scorer does, instead of
        refusing them.
    known_words : words seen in training, for measures that tell known from unknown words.
    minimal : whether a key's MIN and STATUS="OPT" count as in MUC; see `minimal`.
    """

    def __init__(
        self,
        key: Iterable[Document],
        response: Iterable[Document],
        *,
        keep_singletons: bool = True,
        first_of_duplicates: bool = False,
        known_words: frozenset[str] = frozenset(),
        minimal: bool = True,
    ) -> None:
        self.pairs = pair_up(list(key), list(response))
        self.keep_singletons = keep_singletons
        self.first_of_duplicates = first_of_duplicates
        self.known_words = known_words
        self.minimal = minimal

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def names(self) -> list[str]:
        """The documents' names, in the key's order."""
        return [pair.key.key for pair in self.pairs]

    @property
    def genres(self) -> list[str | None]:
        """The documents' genres, in the key's order."""
        return [pair.key.genre for pair in self.pairs]

    @cached_property
    def overlap(self) -> Overlap:
        """The contingency counts of the chains of all documents."""
        both = [self._counted(pair) for pair in self.pairs]
        return Overlap.of(
            self._side("key", [key for key, _ in both]), self._side("response", [each for _, each in both])
        )

    def _counted(self, pair: Pair) -> tuple["_Rows", "_Rows"]:
        """The mentions of a pair that count, those of the response with the spans that they count as."""
        response = _Rows.of(self._mentions(pair.response, "response"), pair.response_places)
        table = _in_chains(pair.key, "key")
        found = None
        if self.minimal:
            spans = _spans(table, pair.key_places), (response.starts, response.ends)
            found = counted(pair.key, table, response.table, spans, pair.key_places, singletons=self.keep_singletons)
        if found is None:
            return _Rows.of(self._mentions(pair.key, "key"), pair.key_places), response
        key = _Rows.of(table if found.keep.all() else table.select(found.keep), pair.key_places)
        changed = found.rows >= 0
        response.starts[changed] = key.starts[found.rows[changed]]
        response.ends[changed] = key.ends[found.rows[changed]]
        return key, response

    def _side(self, side: str, documents: Sequence["_Rows"]) -> Side:
        """All mentions of one side. A mention is coded as (its start in the corpus) · 2³² + its length."""
        offset, clusters = 0, 0
        columns: list[tuple[Int64Array, Int64Array, UInt64Array]] = []
        counts: list[int] = []
        chains: list[int] = []
        for pair, rows in zip(self.pairs, documents, strict=True):
            table = rows.table
            codes = ((rows.starts + offset) << 32) | (rows.ends - rows.starts)
            columns.append((codes, table.chains + np.int64(clusters), _gaps(table, rows.places)))
            counts.append(len(table))
            chains.append(len(table.chain_ids))
            offset += pair.length
            clusters += len(table.chain_ids)
        numbers = np.repeat(np.arange(len(counts)), counts)
        codes, labels, gaps = (np.concatenate(each) for each in zip(*columns, strict=True))
        keep = self._distinct(side, documents, numbers, codes, gaps)
        if keep is not None:
            numbers, codes, labels, gaps = numbers[keep], codes[keep], labels[keep], gaps[keep]
        sizes = np.bincount(labels, minlength=clusters)
        return Side(len(chains), numbers, codes, gaps, labels, sizes, np.repeat(np.arange(len(chains)), chains))

    def _mentions(self, document: Document, side: str) -> Mentions:
        table = _in_chains(document, side)
        return table if self.keep_singletons else table.without_singletons()

    def _distinct(
        self, side: str, sources: Sequence["_Rows"], documents: Int64Array, codes: Int64Array, gaps: UInt64Array
    ) -> Int64Array | None:
        """The rows to keep where spans stand twice, or None where none does."""
        order = np.lexsort((gaps, codes))
        twice = (np.diff(codes[order]) == 0) & (np.diff(gaps[order]) == 0)
        if not twice.any():
            return None
        if not self.first_of_duplicates:
            place = int(np.flatnonzero(twice)[0])
            raise self._duplicate(side, sources, documents, int(order[place]), int(order[place + 1]))
        first = np.concatenate([[True], ~twice])
        return np.sort(order[first])

    def _duplicate(
        self, side: str, sources: Sequence["_Rows"], documents: Int64Array, one: int, other: int
    ) -> DataError:
        """The error for two mentions of one document that cover the same; the rows are those of the whole side."""
        number = int(documents[one])
        document = self.pairs[number].key if side == "key" else self.pairs[number].response
        table = sources[number].table
        before = int(np.searchsorted(documents, number))
        rows = sorted((one - before, other - before))
        chains = " and ".join(table.chain_ids[table.chains[row]] for row in rows)
        start, end = table.parts(rows[0])[0][0], table.parts(rows[0])[-1][1]
        text = document.replace(mention_table=table).mentions[rows[0]].text
        found = (
            f"document {document.key} of the {side} has the mention '{text[:60]}' (tokens {start} to {end}) twice, "
            f"in chains {chains}"
        )
        advice = "Remove one, or pass --duplicates first to keep the first, as the reference scorer does."
        return DataError(found, advice)


@dataclass(frozen=True)
class _Rows:
    """The mentions of a document that count, and where each begins and ends in common coordinates."""

    table: Mentions
    starts: Int64Array
    ends: Int64Array
    places: tuple[Int64Array, Int64Array] | None

    @classmethod
    def of(cls, table: Mentions, places: tuple[Int64Array, Int64Array] | None) -> "_Rows":
        """The mentions of a table."""
        return cls(table, *_spans(table, places), places)


def _in_chains(document: Document, side: str) -> Mentions:
    """The mentions of a document that are in chains."""
    table = document.mention_table
    if table is None:
        advice = "Choose a format that has chains, or other measures with --metrics."
        raise DataError(f"document {document.key} of the {side} has no coreference to score", advice)
    return table.select(table.chains >= 0) if len(table) and int(table.chains.min()) < 0 else table


def pair_up(key: Sequence[Document], response: Sequence[Document]) -> list[Pair]:
    """The documents of both sides by name, in the key's order, with common coordinates."""
    left, right = _by_name(key, "key"), _by_name(response, "response")
    for names, other, side, elsewhere in ((left, right, "key", "response"), (right, left, "response", "key")):
        alone = [name for name in names if name not in other]
        if alone:
            shown = ", ".join(alone[:5]) + (f" and {len(alone) - 5} more" if len(alone) > 5 else "")
            advice = "Key and response must hold the same documents, under the same names."
            raise AlignmentError(f"the {side} has documents that the {elsewhere} has not: {shown}", advice)
    if not left:
        raise AlignmentError("there is no document to score")
    return [_align(document, right[name]) for name, document in left.items()]


def _by_name(documents: Sequence[Document], side: str) -> dict[str, Document]:
    named: dict[str, Document] = {}
    for document in documents:
        if document.key in named:
            raise AlignmentError(f"the {side} has two documents called {document.key}", "Names must be unique.")
        named[document.key] = document
    return named


def _align(key: Document, response: Document) -> Pair:
    if _same_tokens(key, response):
        return Pair(key, response, length=len(key.starts) + 1)
    if key.empty_nodes is not None or response.empty_nodes is not None:
        left, right = _without_empty_nodes(key), _without_empty_nodes(response)
        if left[0] == right[0]:
            return Pair(key, response, left[1], right[1], length=len(left[0]) + 1)
    squeezed, other = "".join(key.text.split()), "".join(response.text.split())
    if squeezed and squeezed == other:
        return Pair(key, response, _squeezed(key), _squeezed(response), length=len(squeezed) + 1)
    raise _difference(key, response)


def _without_empty_nodes(document: Document) -> tuple[list[str], tuple[Int64Array, Int64Array]]:
    """The words that stand in the text, and where each token begins and ends when only these are counted."""
    real = np.ones(len(document.starts), dtype=np.int64)
    if document.empty_nodes is not None:
        real -= document.empty_nodes
    ends = np.cumsum(real)
    return [word for word, there in zip(document.words, real, strict=True) if there], (ends - real, ends)


def _same_tokens(key: Document, response: Document) -> bool:
    plain = "form" not in key.columns and "form" not in response.columns
    if plain and key.text == response.text and np.array_equal(key.starts, response.starts):
        return np.array_equal(key.ends, response.ends)
    return len(key.starts) == len(response.starts) and key.words == response.words


def _squeezed(document: Document) -> tuple[Int64Array, Int64Array]:
    """Where each token begins and ends when the text's white space is not counted."""
    solid = np.fromiter((not each.isspace() for each in document.text), dtype=np.int64, count=len(document.text))
    before = np.concatenate([[0], np.cumsum(solid)])
    return before[document.starts], before[document.ends]


def _difference(key: Document, response: Document) -> AlignmentError:
    pairs = zip_longest(key.words, response.words)
    place, (left, right) = next((place, words) for place, words in enumerate(pairs) if words[0] != words[1])
    found = (
        f"document {key.key}: the response has other tokens than the key ({len(response.starts)} and "
        f"{len(key.starts)}); token {place} is {_quoted(left)} in the key and {_quoted(right)} in the response"
    )
    return AlignmentError(found, "Key and response must annotate the same text.")


def _quoted(word: str | None) -> str:
    return "missing" if word is None else f"'{word[:40]}'"


def _spans(table: Mentions, places: tuple[Int64Array, Int64Array] | None) -> tuple[Int64Array, Int64Array]:
    """The first and the last place of each mention in common coordinates."""
    if places is None:
        return table.first.astype(np.int64), table.end.astype(np.int64)
    return places[0][table.first], places[1][table.end - 1]


def _gaps(table: Mentions, places: tuple[Int64Array, Int64Array] | None) -> UInt64Array:
    """For discontinuous mentions a code of the parts inside their outermost span; 0 for the others."""
    gaps = np.zeros(len(table), dtype=np.uint64)
    for row in np.flatnonzero(np.diff(table.offsets) > 1).tolist():
        parts = table.parts(row)
        if places is not None:
            parts = tuple((int(places[0][first]), int(places[1][end - 1])) for first, end in parts)
        merged = [place for span in parts for place in span][1:-1]
        inner = [edge for edge in zip(merged[::2], merged[1::2], strict=True) if edge[0] != edge[1]]
        gaps[row] = code(repr(inner)) if inner else 0
    return gaps
