"""Which tokens head a noun phrase, and which of their dependents belong to it, in Universal Dependencies."""

from collections.abc import Callable, Iterable

import numpy as np

from namesakes.arrays import BoolArray, Int8Array, Int32Array
from namesakes.text.document import Document
from namesakes.text.strings import Strings

INSIDE, PAST, END = 0, 1, 2
"""What a dependent does to the phrase of its head: it is in it; it is not, but what follows may be; it ends it."""

ARGUMENTS = ("nsubj", "obj", "iobj", "obl", "nmod")
CLAUSE = ("nsubj", "csubj", "cop", "aux", "expl", "obj", "iobj", "obl", "xcomp", "ccomp", "advcl", "advmod", "mark")
CLAUSE_HEADS = ("root", "csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis")
ASIDES = ("parataxis", "discourse", "reparandum", "punct")
APART = ("vocative", "dislocated", "list", "orphan")
BEFORE = ("acl", "advcl", "obl")
NOMINALS = ("NOUN", "PROPN", "PRON", "NUM", "SYM", "X", "DET")
DEFINITE = ("the", "this", "that", "these", "those")
PLACES = ("here", "there")
OLD_PRONOUNS = ("thou", "thee", "thine", "thyself", "ye")
"""Pronouns, whatever a tagger of today takes them for."""
FINITE = ("VBD", "VBZ", "VBP", "MD")
CLOSING = {")": "(", "]": "[", "}": "{", "”": "“", "’": "‘", "''": "``", "»": "«", "-RRB-": "-LRB-", "-RSB-": "-LSB-"}
QUOTES = ('"', "'")


class PhraseRules:
    """A document's tags and trees as flags, one a token, and the rules over them."""

    def __init__(self, document: Document) -> None:
        assert document.heads is not None
        count = len(document.starts)
        self.document = document
        self.heads = document.heads
        self.relation = document.columns["label"]
        bases = [label.partition(":")[0] for label in self.relation.values]
        self.base = Strings.from_indices(bases, self.relation.indices)
        self.upos = document.columns["upos"]
        self.places = np.arange(count, dtype=np.int32)
        self.left = self.heads > self.places
        self.right = (self.heads >= 0) & ~self.left
        self.points = self.labelled("punct")
        self.real = np.ones(count, dtype=np.bool_) if document.empty_nodes is None else document.empty_nodes == 0
        self.predicate = self.having(self.labelled("nsubj", "csubj", "cop", "aux"))
        self.common = self.tagged("NOUN")
        self.pronoun = self.tagged("PRON")
        self.name = self.tagged("PROPN")
        determiner = self.labelled("det") | self.exactly("nmod:poss")
        self.determined = self.having(determiner)
        self.definite = self.having(self.exactly("nmod:poss") | (determiner & self._points_out()))
        self.counted = self.having(self.exactly("nummod"))
        self.before_determiner = self.left & (self.places < self._first(determiner)[self.heads])

    def labelled(self, *names: str) -> BoolArray:
        """Tokens with these labels, whatever stands after a colon in them."""
        return flags(self.base, names.__contains__)

    def exactly(self, *names: str) -> BoolArray:
        """Tokens with just these labels."""
        return flags(self.relation, names.__contains__)

    def tagged(self, *names: str) -> BoolArray:
        """Tokens with these universal tags."""
        return flags(self.upos, names.__contains__)

    def having(self, dependents: BoolArray) -> BoolArray:
        """Tokens that have such a dependent."""
        found = np.zeros(len(dependents), dtype=np.bool_)
        found[self.heads[dependents & (self.heads >= 0)]] = True
        return found

    def of(self, mask: BoolArray) -> BoolArray:
        """Tokens whose head is such a token."""
        return (self.heads >= 0) & mask[self.heads]

    def actions(self) -> Int8Array:
        """What each token does to the phrase of its head, where that is one."""
        found = np.full(len(self.heads), INSIDE, dtype=np.int8)
        clause = self.labelled(*CLAUSE) & self.of(self.predicate)
        before = (
            self.labelled(*BEFORE) | self.exactly("nmod") | (self.labelled("advmod", "amod") & self.before_determiner)
        )
        found[self.left & (clause | before | self.labelled("case", "mark", "cc", *APART))] = END
        after = self.labelled("case", "mark", "cc", *APART) | clause
        after |= self.labelled("dep") & self._after_point()
        after |= self.labelled("advmod") & ~self._places()
        found[self.right & after] = PAST
        owner = self.of(self.exactly("nmod:poss")) | self.flagged("xpos", "POS".__eq__)
        found[self.right & self.labelled("case") & owner] = INSIDE
        found[self.labelled(*ASIDES)] = PAST
        found[self.labelled("conj") | self._main_clauses()] = END
        return found

    def _main_clauses(self) -> BoolArray:
        """Clauses that hang on a noun although they have its place for a subject: the cat | crept behind the wall.

        A clause inside a noun phrase has a subject of its own or a verb that is not finite, so that tag and tree
        contradict each other; the phrase then ends before it.
        """
        finite = self.flagged("xpos", FINITE.__contains__) & self.right & self.labelled("acl")
        return finite & ~self.having(self.labelled("nsubj", "csubj", "expl"))

    def whole_actions(self, actions: Int8Array) -> Int8Array:
        """The same for a coordination: its members are in it, unless they are clauses."""
        found = actions.copy()
        found[self.members()] = INSIDE
        found[self.exactly("cc:preconj") & self.left] = INSIDE
        return found

    def members(self) -> BoolArray:
        """Members of a coordination of nominals, but for the first."""
        return self.labelled("conj") & self.tagged(*NOMINALS) & ~(self.predicate & ~self.of(self.predicate))

    def part_actions(self, actions: Int8Array) -> Int8Array:
        """The same for phrases without an apposition after them and without what merely stands beside them."""
        found = actions.copy()
        found[self.loose()] = END
        return found

    def short_actions(self, actions: Int8Array) -> Int8Array:
        """The same for phrases that end before the first phrase or clause after their head."""
        found = actions.copy()
        after = self.labelled("nmod", "obl", "acl", "advcl") & ~self.exactly("nmod:poss") & self.right
        found[after & (actions == INSIDE)] = END
        return found

    def loose(self) -> BoolArray:
        """Dependents after their head that a mention may leave out."""
        found = self.labelled("appos") | self.exactly("nmod:unmarked") | (self.labelled("det") & self.of(self.pronoun))
        return found & self.right

    def nominal(self) -> BoolArray:
        """Tokens that head a noun phrase."""
        bare = ~self.determined & ~self.counted
        found = self.pronoun & ~self._asks() & ~self.labelled("expl", "dep", "fixed")
        found |= self.name & ~self.labelled("flat", "fixed", "goeswith") & ~self.exactly("nmod:desc")
        found &= ~(self.name & self.labelled("compound") & self.of(self.tagged("NUM")))
        noun = self.common & ~self.labelled("compound", "flat", "fixed", "goeswith", "advmod", "discourse")
        noun &= ~self.exactly("nmod:unmarked") & ~(self.labelled("conj") & bare)
        noun &= ~(self.exactly("obl:unmarked") & ~self.definite & ~bare)
        found |= noun
        argument = self.labelled(*ARGUMENTS) & ~self.exactly("nmod:unmarked", "obl:unmarked")
        found |= self.tagged("DET", "NUM", "SYM", "X", "VERB") & argument
        found |= self.tagged("ADJ") & (self.labelled("nsubj") | (argument & self.definite))
        found |= self.tagged("X", "NUM") & self.labelled("root", "conj", "xcomp", "vocative", "dislocated")
        found |= self._places() | self._words(OLD_PRONOUNS)
        return found & self.real

    def flagged(self, column: str, test: Callable[[str], bool]) -> BoolArray:
        """Tokens whose row in a column passes a test; none where the document has no such column."""
        rows = self.document.columns.get(column)
        return np.zeros(len(self.heads), dtype=np.bool_) if rows is None else flags(rows, test)

    def _asks(self) -> BoolArray:
        """Relative and interrogative pronouns."""
        by_feats = self.flagged("feats", lambda feats: "PronType=Rel" in feats or "PronType=Int" in feats)
        return by_feats | self.flagged("xpos", ("WDT", "WP", "WP$").__contains__)

    def _points_out(self) -> BoolArray:
        """Determiners that make a phrase definite."""
        by_feats = self.flagged("feats", lambda feats: "Definite=Def" in feats or "PronType=Dem" in feats)
        return by_feats | (self.tagged("DET") & self._words(DEFINITE))

    def _places(self) -> BoolArray:
        """Adverbs that stand for a place."""
        return self.tagged("ADV") & self._words(PLACES)

    def _words(self, words: Iterable[str]) -> BoolArray:
        known = frozenset(words)
        return flags(self.document.word_column, lambda word: word.lower() in known)

    def _first(self, dependents: BoolArray) -> Int32Array:
        """The place of each token's first such dependent; 0 where there is none."""
        found = np.zeros(len(dependents), dtype=np.int32)
        rows = np.flatnonzero(dependents & (self.heads >= 0))[::-1]
        found[self.heads[rows]] = rows
        return found

    def _after_point(self) -> BoolArray:
        """Tokens right after punctuation."""
        found = np.zeros(len(self.heads), dtype=np.bool_)
        found[1:] = self.points[:-1]
        return found

    def clausal(self) -> BoolArray:
        """Tokens that head a clause: roots, clauses by their label, and further members of a coordination of these."""
        found = self.labelled(*CLAUSE_HEADS) | (self.heads < 0)
        return found | (self.labelled("conj") & (self.tagged("VERB", "AUX") | self.predicate))


def flags(column: Strings, test: Callable[[str], bool]) -> BoolArray:
    """Where a column's strings pass a test, which is asked once for each of its distinct strings."""
    return np.array(list(map(test, column.values)), dtype=np.bool_)[column.indices]


def matched_marks(document: Document) -> Int32Array:
    """For each bracket and quotation mark the place of the one it belongs to, in the same sentence; -1 elsewhere."""
    found = np.full(len(document.starts), -1, dtype=np.int32)
    words = document.words
    known = {*CLOSING, *CLOSING.values(), *QUOTES}
    marks = np.flatnonzero(flags(document.word_column, known.__contains__))
    waiting: list[int] = []
    sentence = -1
    for place, number in zip(marks.tolist(), document.sentence_ids[marks].tolist(), strict=True):
        if number != sentence:
            waiting, sentence = [], number
        word = words[place]
        opening = CLOSING.get(word, word if word in QUOTES else "")
        match = next((row for row in range(len(waiting) - 1, -1, -1) if words[waiting[row]] == opening), None)
        if opening and match is not None:
            found[place], found[waiting[match]] = waiting[match], place
            del waiting[match:]
        elif word not in CLOSING:
            waiting.append(place)
    return found
