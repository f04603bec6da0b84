"""Tokens: the words of a document and what their trees say of each, as arrays of codes that mentions look at."""

from functools import cached_property

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Int32Array, UInt64Array
from namesakes.mentions.cast import Cast, cast_of
from namesakes.mentions.pronouns import PLURAL, SINGULAR
from namesakes.mentions.quotes import quoted, quotes
from namesakes.text.document import Document
from namesakes.text.language import language_of
from namesakes.text.strings import Strings
from namesakes.text.vocabulary import among, code, codes

PROPER = codes(["PROPN", "NNP", "NNPS"])
_PERSON = code("PER")
_CLAUSES = codes(
    [
        "root",
        "ccomp",
        "xcomp",
        "advcl",
        "acl",
        "acl:relcl",
        "csubj",
        "csubj:pass",
        "parataxis",
        "advcl:relcl",
        "csubj:outer",
    ]
)
_VERBS = codes(["VERB", "AUX"])
_SINGULARS, _PLURALS = codes(["NN", "NNP"]), codes(["NNS", "NNPS"])
_QUOTES = codes(['"', "“", "”", "``", "''", "„", "«", "»"])
_FEATURES = {
    "number": (("Number=Sing", SINGULAR), ("Number=Plur", PLURAL)),
    "gender": (("Gender=Masc", 1), ("Gender=Fem", 2), ("Gender=Neut", 3)),
    "animacy": (("Animacy=Hum", 1), ("Animacy=Anim", 1), ("Animacy=Inan", 2)),
    "person": (("Person=1", 1), ("Person=2", 2), ("Person=3", 3)),
}
_SMALL = "van von vom zu zur ter der den de du des la le di da del della dos al el bin ibn ben"
_PARTICLES = codes(_SMALL.split())
"""Small words in names, several in a row in some ("van der Berg", "de la Cruz")."""
_DEEPEST = 12
_STEP = np.uint64(0x9E3779B97F4A7C15)
_BASE = 0xD6E8FEB86659FD93
_INVERSE = pow(_BASE, -1, 1 << 64)


class Tokens:
    """The tokens of a document as arrays of codes."""

    def __init__(self, document: Document) -> None:
        self.document, self.count = document, len(document.starts)
        self.lower = lowered(document.word_column)
        self.tags = self.column("upos")
        self.fine = self.column("xpos") if "xpos" in document.columns else self.tags
        self.roles = self.column("label")
        lemmas = document.columns.get("lemma")
        self.lemmas = self.lower if lemmas is None else lowered(lemmas)
        heads = document.heads
        self.heads = np.full(self.count, -1, dtype=np.int32) if heads is None else np.maximum(heads, -1)
        self.sentences = document.sentence_ids
        self.language = language_of(document)

    def column(self, name: str) -> UInt64Array:
        """The codes of one of the document's columns, 0 where it has none."""
        column = self.document.columns.get(name)
        return np.zeros(self.count, dtype=np.uint64) if column is None else column.codes

    @cached_property
    def cases(self) -> UInt64Array:
        """The preposition that belongs to each token."""
        found = np.zeros(self.count, dtype=np.uint64)
        own = np.flatnonzero((self.roles == code("case")) & (self.heads >= 0))[::-1]
        found[self.heads[own]] = self.lower[own]
        return found

    @cached_property
    def clauses(self) -> tuple[Int32Array, UInt64Array]:
        """The head of the clause that each token is in, and the code of the relations on the way there."""
        is_clause = among(self.roles, _CLAUSES) | (self.heads < 0)
        is_clause |= (self.roles == code("conj")) & among(self.tags, _VERBS)
        place = np.arange(self.count, dtype=np.int32)
        path = np.zeros(self.count, dtype=np.uint64)
        above = np.maximum(self.heads, 0)
        place = np.where(is_clause, place, above)
        path = np.where(is_clause, 0, self.roles)
        for _ in range(_DEEPEST):
            going = ~is_clause[place]
            if not going.any():
                break
            path = np.where(going, path * _STEP + self.roles[place], path)
            place = np.where(going, above[place], place)
        return place.astype(np.int32), path

    @cached_property
    def quoted(self) -> BoolArray:
        """Whether each token stands between quotation marks of its paragraph."""
        marks = among(self.lower, _QUOTES)
        edges = self.document.paragraph_starts if len(self.document.paragraph_starts) else np.zeros(1, dtype=np.int32)
        seen = np.cumsum(marks)
        paragraph = np.searchsorted(edges, np.arange(self.count), side="right") - 1
        before = np.append(0, seen)[edges[np.maximum(paragraph, 0)]]
        return np.asarray((seen - before) % 2 == 1)

    @cached_property
    def quote_numbers(self) -> Int32Array:
        """The number of the quotation that each token stands in, from 1; 0 outside. One that goes on keeps its own."""
        found = quotes(self.document)
        numbers = np.cumsum([not quote.continues for quote in found], dtype=np.int32)
        places = quoted(self.document, found)
        return np.where(places >= 0, np.append(numbers, 0)[places], 0).astype(np.int32)

    @cached_property
    def cast(self) -> Cast:
        """The people that the document names."""
        return cast_of(self.document)

    @cached_property
    def entities(self) -> UInt64Array:
        """The type of the name that each token is in."""
        found = np.zeros(self.count, dtype=np.uint64)
        table = self.document.entity_table
        if table is not None:
            for start, end, label in zip(table.starts.tolist(), table.ends.tolist(), table.labels.codes, strict=True):
                found[start:end] = label
        found[self.cast.nobody & (found == _PERSON)] = 0
        return found

    @cached_property
    def name_runs(self) -> tuple[Int32Array, Int32Array]:
        """The first token of the run of proper nouns that each token is in, and the place after its last.

        A run stays within its sentence; particles between proper nouns belong to it ("Ludwig van Beethoven").
        """
        proper = among(self.tags, PROPER) | among(self.fine, PROPER)
        proper |= self._particles(proper)
        begins = np.append(True, ~proper[:-1])[: self.count]
        begins[self.document.sentence_starts] = True
        starts = np.flatnonzero(proper & begins)
        ends = np.flatnonzero(proper & np.append((~proper | begins)[1:], True)[: self.count]) + 1
        run = np.cumsum(proper & begins) - 1
        where = np.arange(self.count)
        first = np.where(proper, np.append(starts, 0)[run], where) if len(starts) else where
        last = np.where(proper, np.append(ends, 0)[run], where) if len(starts) else where
        return first.astype(np.int32), last.astype(np.int32)

    def _particles(self, proper: BoolArray) -> BoolArray:
        """Which particles have a proper noun before them and behind them, others between or not."""
        found = np.zeros(self.count, dtype=np.bool_)
        small = np.flatnonzero(among(self.lower, _PARTICLES) & ~proper)
        for group in np.split(small, np.flatnonzero(np.diff(small) > 1) + 1) if len(small) else ():
            first, last = int(group[0]), int(group[-1])
            found[group] = first > 0 and last + 1 < self.count and bool(proper[first - 1] and proper[last + 1])
        return found

    @cached_property
    def morphology(self) -> dict[str, ByteArray]:
        """Number, gender, animacy and person as the column `feats` has them."""
        feats = self.document.columns.get("feats")
        found = {}
        for name, values in _FEATURES.items():
            if feats is None:
                found[name] = np.zeros(self.count, dtype=np.uint8)
                continue
            known = [next((number for text, number in values if text in value), 0) for value in feats.values]
            found[name] = np.array(known or [0], dtype=np.uint8)[feats.indices]
        if feats is None:
            plural = among(self.fine, _PLURALS)
            single = among(self.fine, _SINGULARS)
            found["number"] = np.where(plural, PLURAL, np.where(single, SINGULAR, 0)).astype(np.uint8)
        return found

    def powers(self) -> tuple[UInt64Array, UInt64Array]:
        """Powers of an odd number and of its inverse, modulo 2^64, for the codes of runs of words."""
        with np.errstate(over="ignore"):
            ones = np.full(self.count + 1, _BASE, dtype=np.uint64)
            ones[0] = 1
            inverse = np.full(self.count + 1, _INVERSE, dtype=np.uint64)
            inverse[0] = 1
            return np.cumprod(ones, dtype=np.uint64), np.cumprod(inverse, dtype=np.uint64)


def lowered(column: Strings) -> UInt64Array:
    """The codes of a column's strings in small letters."""
    return codes([value.lower() for value in column.values])[column.indices] if len(column) else column.codes
