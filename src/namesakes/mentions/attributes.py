"""Attributes: what is known of each mention of a document, as one matrix of codes and one of places.

Everything that a feature of chains can look at is worked out here once a mention, by arrays over the tokens; pairs of
mentions are then compared and hashed by kernels without another look at the text.
"""

from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from namesakes.arrays import BoolArray, ByteArray, IndexArray, Int32Array, IntegerArray, UInt64Array
from namesakes.mentions import pronouns
from namesakes.mentions.gender import Classes, gender_classes
from namesakes.mentions.named import APPOSITIONS, PERSON, gather, named_tokens
from namesakes.mentions.pronouns import ANIMATE, INANIMATE, PLURAL
from namesakes.mentions.register import register
from namesakes.mentions.things import Things
from namesakes.mentions.tokens import PROPER, Tokens
from namesakes.text.document import Document
from namesakes.text.language import ENGLISH
from namesakes.text.strings import Strings
from namesakes.text.vocabulary import among, code, codes
from namesakes.text.word_vectors import WordVectors

NAME, NOMINAL, PRONOUN = 1, 2, 3
"""Kinds of mentions; 0 is the root, which stands before the first."""

COLUMNS = (
    "kind",  # name, nominal or pronoun
    "class",  # the pronoun, or the kind of determiner
    "string",  # the words in small letters
    "content",  # the words without determiner and possessive ending
    "head",  # the head word in small letters
    "lemma",  # its lemma
    "tag",  # its part of speech
    "role",  # its relation
    "governor",  # the lemma of the head's head
    "governor_tag",
    "governor_role",
    "case",  # the preposition before it
    "path",  # the relations from the head up to its clause
    "first",  # words of the mention and beside it
    "last",
    "before",
    "after",
    "before_tag",
    "after_tag",
    "name_first",  # first and last word of the name in it
    "name_last",
    "letters",  # a short name in capitals, without points
    "initials",  # the first letters of a longer one's capitalised words
    "number",
    "gender",
    "animacy",
    "person",
    "entity",  # the type of the named entity at its head
    "speaker",
    "grain4",  # clusters of the head word, from coarse to fine
    "grain6",
    "grain8",
    "grain12",
    "governor_grain",
    "length",  # in words, in classes
    "repeated",  # how often the same words, the same head, stood before, in classes
    "head_repeated",
    "often",  # how often they stand in the whole text
    "order",  # how far from the start of the text, of the sentence, in classes
    "place",
    "nested",  # whether it lies in another mention
    "shell",  # whether a larger, a smaller mention has the same head
    "quoted",  # whether it stands between quotation marks
    "plural_name",
    "phrase",  # what rule found it
    "sure",  # how sure its gender is
    "match",  # how well the best of its candidates match: the words, the head, part of the words
    "match_distance",  # how many sentences back the nearest one with the same head is
    "likeness",  # how like the most similar head before is
    "name_match",
    "register",  # of the document: a story, talk or a report
    "group",  # the group of names that its name is in, and what the group says of its bearer
    "group_kind",
    "group_gender",
    "bearer",  # the person whom it names, by its own head or by a name in apposition to it; 0 for none
    "bearer_gender",
    "said",  # what another model says of it as a mention, and of the best of its candidates, in classes
    "said_best",
    "own_gender",  # its gender by itself, whatever else the document says of its name
    "addressee",  # to whom it is written, in letters and mails
    "correspondent",  # who writes or is written to, where it names one of them
)
"""The columns of `Attributes.codes`; templates name them. Those from `match` to `name_match`, `said` and `said_best`
are filled when candidates are compared."""

PLACES = (
    "first",
    "end",
    "head",
    "sentence",
    "governor",
    "clause",
    "modifier_of",  # what it is an apposition to or said of
    "vector",
    "name_first",
    "name_end",
    "apposed",  # whether it is an apposition
    "quote",  # the number of the quotation that it stands in, 0 outside
    "conjunct_of",  # the head of the coordination that it is a later conjunct of
)
"""The columns of `Attributes.places`, which comparisons look at."""


@dataclass(frozen=True)
class Attributes:
    """What is known of the mentions of one document; row 0 is the root.

    Parameters
    ----------
    codes : one row of codes a mention; see `COLUMNS`.
    places : one row of tokens and numbers a mention; see `PLACES`.
    word_offsets, words : the sorted codes of each mention's content words.
    modifier_offsets, modifiers : those of the words that modify its head.
    """

    codes: UInt64Array
    places: Int32Array
    word_offsets: Int32Array
    words: UInt64Array
    modifier_offsets: Int32Array
    modifiers: UInt64Array

    @property
    def count(self) -> int:
        """The number of mentions, without the root."""
        return len(self.codes) - 1

    def column(self, name: str) -> UInt64Array:
        """One column of the codes."""
        return self.codes[:, COLUMNS.index(name)]

    def at(self, mentions: IntegerArray) -> "Attributes":
        """Those of these mentions alone, in this order; the first is the root."""
        words = _lists_at(self.word_offsets, self.words, mentions)
        modifiers = _lists_at(self.modifier_offsets, self.modifiers, mentions)
        return Attributes(self.codes[mentions], self.places[mentions], *words, *modifiers)


def _lists_at(offsets: Int32Array, values: UInt64Array, mentions: IntegerArray) -> tuple[Int32Array, UInt64Array]:
    """Some of the lists, side by side."""
    sizes = np.diff(offsets)[mentions]
    found = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    places = np.arange(found[-1]) + np.repeat(offsets[mentions] - found[:-1], sizes)
    return found, values[places]


def attributes(document: Document) -> Attributes:
    """The attributes of a document's mentions, which have heads.

    The document has tags and trees; names, speakers, lemmas and morphology are used where it has them.
    """
    mentions = document.mention_table
    assert mentions is not None
    assert mentions.heads is not None
    spans = (np.asarray(mentions.first), np.asarray(mentions.end), np.asarray(mentions.heads))
    return _Builder(Tokens(document), *spans, mentions.extra.get("phrase")).build()


class _Builder:
    """Fills the columns one after the other."""

    def __init__(
        self, tokens: Tokens, first: Int32Array, end: Int32Array, head: Int32Array, phrases: Strings | None
    ) -> None:
        self.tokens, self.first, self.end, self.head, self.phrases = tokens, first, end, head, phrases
        self.count = len(first)
        self.codes: UInt64Array = np.zeros((self.count + 1, len(COLUMNS)), dtype=np.uint64)
        self.places: dict[str, Int32Array] = {}

    def put(self, **columns: NDArray[np.generic]) -> None:
        for name, values in columns.items():
            self.codes[1:, COLUMNS.index(name)] = values

    def column(self, name: str) -> UInt64Array:
        return self.codes[1:, COLUMNS.index(name)]

    def build(self) -> Attributes:
        self._words()
        self._grammar()
        self._shells()
        self._kinds()
        self._names()
        self._clusters()
        self._context()
        self._repetition()
        where = np.full((self.count + 1, len(PLACES)), -1, dtype=np.int32)
        for place, name in enumerate(PLACES):
            where[1:, place] = self.places[name]
        return Attributes(self.codes, where, *self._content_words(), *self._modifiers())

    def _at(self, column: UInt64Array, places: IntegerArray, outside: int) -> UInt64Array:
        """The column at these tokens; `outside` where they are not in the mention's sentence."""
        tokens = self.tokens
        inside = (places >= 0) & (places < tokens.count)
        safe = np.where(inside, places, 0)
        if self.count:
            inside &= tokens.sentences[safe] == tokens.sentences[self.head]
        return np.where(inside, column[safe] if tokens.count else 0, np.uint64(outside))

    def _words(self) -> None:
        tokens, first, last = self.tokens, self.first, self.end - 1
        self.put(head=tokens.lower[self.head], lemma=tokens.lemmas[self.head], tag=tokens.fine[self.head])
        self.put(first=tokens.lower[first], last=tokens.lower[last])
        self.put(before=self._at(tokens.lower, first - 1, 1), after=self._at(tokens.lower, self.end, 2))
        self.put(before_tag=self._at(tokens.fine, first - 1, 1), after_tag=self._at(tokens.fine, self.end, 2))
        kinds = pronouns.determiner_kinds(tokens.lower[first], tokens.language)
        skip = (kinds > 0) & (kinds != _QUANTIFIED) & (self.end - first > 1)
        possessive = (tokens.fine[last] == code("POS")) | among(tokens.lower[last], _POSSESSIVES)
        cut = possessive & (self.end - first - skip > 1)
        self.content_first, self.content_end = first + skip, self.end - cut
        self.put(string=self._run(first, self.end), content=self._run(self.content_first, self.content_end))
        self.put(length=_classes(self.end - first, (1, 2, 3, 4, 6, 10, 20)))
        self.determiners = kinds

    def _run(self, first: IntegerArray, end: IntegerArray) -> UInt64Array:
        """The code of a run of words: a polynomial in their codes, the same wherever the run stands. O(tokens)."""
        with np.errstate(over="ignore"):
            powers, inverse = self.tokens.powers()
            sums = np.append(np.uint64(0), np.cumsum(self.tokens.lower * powers[:-1], dtype=np.uint64))
            return np.asarray((sums[end] - sums[first]) * inverse[first], dtype=np.uint64)

    def _grammar(self) -> None:
        tokens, head = self.tokens, self.head
        governor = tokens.heads[head]
        safe = np.maximum(governor, 0)
        known = governor >= 0
        self.put(role=tokens.roles[head], case=tokens.cases[head])
        self.put(governor=np.where(known, tokens.lemmas[safe], 1), governor_tag=np.where(known, tokens.fine[safe], 1))
        self.put(governor_role=np.where(known, tokens.roles[safe], 1))
        clause, path = tokens.clauses
        self.put(path=path[head])
        self.places |= {"first": self.first, "end": self.end, "head": head, "governor": governor}
        self.places |= {"clause": clause[head], "sentence": tokens.sentences[head]}

    def _shells(self) -> None:
        """Whether a larger mention has the same head (1), or a smaller one (2): those are rarely both referred to."""
        longest, shortest = np.zeros(self.tokens.count, dtype=np.int32), np.full(self.tokens.count, 1 << 30)
        lengths = self.end - self.first
        np.maximum.at(longest, self.head, lengths)
        np.minimum.at(shortest, self.head, lengths)
        self.shell = (lengths < longest[self.head]) + 2 * (lengths > shortest[self.head])
        self.put(shell=self.shell)

    def _kinds(self) -> None:
        tokens, head = self.tokens, self.head
        table = pronouns.pronouns_of(tokens.language)
        place = table.find(tokens.lower[head])
        tag, fine = tokens.tags[head], tokens.fine[head]
        proper = among(tag, PROPER) | among(fine, PROPER)
        word = (among(tag, _PRONOUNS) | among(fine, _PRONOUN_TAGS)) & (self.end - self.first == 1)
        kind = np.where(proper, NAME, np.where(word, PRONOUN, NOMINAL))
        listed = np.where((kind == PRONOUN) & (place >= 0), place, -1)
        of = {
            name: np.where(listed >= 0, getattr(table, name)[listed], 0)
            for name in ("citations", "persons", "numbers", "genders", "animacies")
        }
        morphology = {name: column[head] for name, column in tokens.morphology.items()}
        joined = np.zeros(tokens.count, dtype=np.bool_)
        conjuncts = np.flatnonzero((tokens.roles == code("conj")) & (tokens.heads >= 0))
        joined[tokens.heads[conjuncts]] = True
        several = joined[head] & (kind != PRONOUN) & self._reaches_conjunct()
        number = np.where(of["numbers"] > 0, of["numbers"], morphology["number"])
        self.put(number=np.where(several, PLURAL, np.where((kind == PRONOUN) & (place >= 0), of["numbers"], number)))
        learned = self._learned(kind.astype(np.uint8))
        gender = self._from_appositions(np.where(morphology["gender"] > 0, morphology["gender"], learned.gender))
        own_gender = np.where(listed >= 0, of["genders"], gender)
        self.put(gender=own_gender, own_gender=own_gender, sure=learned.sure)
        entity = tokens.entities[head]
        person = among(entity, _PERSONS)
        animacy = np.where(person, ANIMATE, np.where(entity > 0, INANIMATE, learned.animacy))
        self.put(animacy=np.where(listed >= 0, of["animacies"], animacy), entity=entity)
        self.put(person=np.where(kind == PRONOUN, np.where(listed >= 0, of["persons"], morphology["person"]), 3))
        classes = np.where(listed >= 0, of["citations"] + np.uint64(16), tokens.lemmas[head])
        owned = (tokens.roles[self.first] == code("nmod:poss")) & (self.first != head)
        determiners = np.where((self.determiners == 0) & owned, _POSSESSIVE, self.determiners)
        digits = (tokens.tags[self.first] == code("NUM")) & (self.first != head)
        determiners = np.where((determiners == 0) & digits, len(pronouns.DETERMINERS), determiners)
        self.kind = kind
        self.put(kind=kind)
        described = np.where(several, 15 - (kind == NAME), determiners + 40 * kind + 10 * (self.shell & 1))
        self.put(**{"class": np.where(kind == PRONOUN, classes, described)})
        self.put(phrase=np.zeros(self.count) if self.phrases is None else self.phrases.codes)
        self.put(plural_name=(kind == NAME) * (1 + (number == PLURAL)))

    def _learned(self, kind: ByteArray) -> Classes:
        """What the model of gender holds of each mention; nothing where the text is not in English."""
        if self.tokens.language != ENGLISH:
            return Classes.nothing(self.count)
        return gender_classes(self.tokens.document, self.first, self.end, self.head, kind)

    def _from_appositions(self, genders: ByteArray) -> ByteArray:
        """The genders, where "the manager, Susan Lee" has that of "Susan Lee" if nothing else is known of it."""
        tokens = self.tokens
        apposed = np.flatnonzero(among(tokens.roles[self.head], APPOSITIONS) & (genders > 0))[::-1]
        above = tokens.heads[self.head[apposed]]
        of_token = np.zeros(tokens.count, dtype=np.uint8)
        of_token[above[above >= 0]] = genders[apposed[above >= 0]]
        return np.where(genders == 0, of_token[self.head], genders).astype(np.uint8)

    def _reaches_conjunct(self) -> BoolArray:
        """Whether a conjunct of the head lies in the mention."""
        tokens = self.tokens
        furthest = np.full(tokens.count, -1, dtype=np.int64)
        own = np.flatnonzero((tokens.roles == code("conj")) & (tokens.heads >= 0))
        np.maximum.at(furthest, tokens.heads[own], own)
        return (furthest[self.head] >= 0) & (furthest[self.head] < self.end)

    def _names(self) -> None:
        tokens = self.tokens
        run_first, run_end = tokens.name_runs
        first = np.maximum(run_first[self.head], self.first)
        end = np.minimum(np.maximum(run_end[self.head], self.head + 1), self.end)
        named = self.kind == NAME
        self.places |= {
            "name_first": np.where(named, first, 0).astype(np.int32),
            "name_end": np.where(named, end, 0).astype(np.int32),
        }
        self.put(name_first=np.where(named, tokens.lower[first], 0))
        self.put(name_last=np.where(named, tokens.lower[np.maximum(end, 1) - 1], 0))
        self._acronyms(named)
        self._groups(named, first, end)

    def _groups(self, named: BoolArray, first: Int32Array, end: Int32Array) -> None:
        """What the names of the whole document say of the bearer of each."""
        names, things = np.where(named, self._run(first, end), 0), Things(self.tokens.document)
        found = gather(self.tokens.cast, things, np.where(self.kind == PRONOUN, -1, self.head), names)
        self.put(group=found.group, group_kind=found.kind, group_gender=found.gender)
        gender = np.where(found.gender > 0, found.gender, self.column("gender"))
        self.put(gender=gender, sure=np.where(found.gender > 0, 3, self.column("sure")))
        spans, plural = (self.first, self.end, self.head), self.column("number") == PLURAL
        own = named_tokens(self.tokens, *spans, self.kind == NOMINAL, plural)
        bearers = gather(self.tokens.cast, things, np.where(self.kind == PRONOUN, -1, own), names)
        person = bearers.kind == PERSON
        self.put(bearer=np.where(person, bearers.group, 0), bearer_gender=np.where(person, bearers.gender, 0))
        self.put(correspondent=np.where(self.kind == PRONOUN, 0, self.tokens.column("correspondent")[own]))

    def _acronyms(self, named: BoolArray) -> None:
        """The letters of names that may be acronyms, and the initials of those that they may stand for."""
        words = self.tokens.document.words
        rows = np.flatnonzero(named & (self.content_end - self.content_first <= _LONGEST_NAME))
        letters, initials = [""] * len(rows), [""] * len(rows)
        spans = zip(self.content_first[rows].tolist(), self.content_end[rows].tolist(), strict=True)
        for place, (first, end) in enumerate(spans):
            if end - first == 1:
                bare = words[first].replace(".", "")
                letters[place] = bare if 2 <= len(bare) <= 6 and bare.isupper() else ""
            else:
                whole = takewhile(lambda word: word not in "([,", words[first:end])
                initials[place] = "".join(word[0] for word in whole if word[:1].isupper())
        found = np.zeros((2, self.count), dtype=np.uint64)
        found[:, rows] = codes(letters), codes(initials)
        self.put(letters=found[0], initials=found[1])

    def _clusters(self) -> None:
        vectors, words = WordVectors.shipped(), self.tokens.lower
        own = np.where(self.kind == PRONOUN, 0, vectors.paths(words[self.head]).astype(np.uint64))
        for bits in (4, 6, 8, 12):
            self.put(**{f"grain{bits}": np.where(own > 0, ((own - (own > 0)) >> np.uint64(12 - bits)) + 1, 0)})
        governor = self.places["governor"]
        above = np.where(governor >= 0, vectors.paths(words[np.maximum(governor, 0)]).astype(np.uint64), 0)
        self.put(governor_grain=np.where(above > 0, ((above - (above > 0)) >> np.uint64(6)) + 1, 0))
        rows = vectors.rows(words[self.head])
        self.places["vector"] = np.where(self.kind == PRONOUN, -1, rows).astype(np.int32)

    def _context(self) -> None:
        tokens = self.tokens
        self.put(speaker=tokens.column("speaker")[self.head], quoted=tokens.quoted[self.head])
        self.put(addressee=tokens.column("addressee")[self.head])
        sentence_first = tokens.document.sentence_starts[tokens.sentences[self.head]] if self.count else self.head
        self.put(place=_classes(self.first - sentence_first, (0, 1, 3, 6, 12)))
        self.put(order=_classes(np.arange(self.count), (0, 3, 10, 30, 100)))
        reach = np.maximum.accumulate(np.append(0, self.end))[:-1] if self.count else self.end
        self.put(nested=self.end <= reach, register=np.full(self.count, register(tokens)))
        appositive = (tokens.roles[self.head] == code("appos")) | (tokens.roles[self.head] == code("appos:nmod"))
        subjects = np.full(tokens.count, -1, dtype=np.int32)
        own = np.flatnonzero(among(tokens.roles, _SUBJECTS) & (tokens.heads >= 0))[::-1]
        subjects[tokens.heads[own]] = own
        copula = np.zeros(tokens.count, dtype=np.bool_)
        verbs = np.flatnonzero((tokens.roles == code("cop")) & (tokens.heads >= 0))
        copula[tokens.heads[verbs]] = True
        said_of = np.where(copula[self.head], subjects[self.head], -1)
        self.places["quote"] = tokens.quote_numbers[self.head]
        self.places["apposed"] = among(tokens.roles[self.head], APPOSITIONS).astype(np.int32)
        coordinated = tokens.roles[self.head] == code("conj")
        self.places["conjunct_of"] = np.where(coordinated, tokens.heads[self.head], -1).astype(np.int32)
        self.places["modifier_of"] = np.where(appositive, tokens.heads[self.head], said_of).astype(np.int32)

    def _repetition(self) -> None:
        """How often the same words and the same head stood before: what a first mention of something looks like."""
        for name, column in (("repeated", "content"), ("head_repeated", "lemma")):
            before, _ = _occurrences(self.column(column))
            self.put(**{name: _classes(before, (0, 1, 2, 4))})
        _, total = _occurrences(self.column("content"))
        self.put(often=_classes(total, (1, 2, 4, 8)))

    def _content_words(self) -> tuple[Int32Array, UInt64Array]:
        tokens = self.tokens
        return self._lists(self.content_first, self.content_end, among(tokens.tags, _CONTENT), tokens.lower)

    def _modifiers(self) -> tuple[Int32Array, UInt64Array]:
        """The words that modify the head, in the mention."""
        tokens = self.tokens
        below = among(tokens.roles, _MODIFIERS)
        rows, inside = _ranges(self.content_first, self.content_end)
        keep = below[inside] & (tokens.heads[inside] == self.head[rows])
        return _grouped(rows[keep], tokens.lower[inside[keep]], self.count)

    def _lists(
        self, first: IntegerArray, end: IntegerArray, kept: BoolArray, values: UInt64Array
    ) -> tuple[Int32Array, UInt64Array]:
        rows, inside = _ranges(first, end)
        keep = kept[inside]
        return _grouped(rows[keep], values[inside[keep]], self.count)


def _ranges(first: IntegerArray, end: IntegerArray) -> tuple[IndexArray, IndexArray]:
    """For every token of every mention, the mention and the token. O(words of all mentions)."""
    lengths = np.maximum(end - first, 0)
    rows = np.repeat(np.arange(len(first)), lengths)
    starts = np.cumsum(lengths) - lengths
    return rows, np.arange(len(rows)) - starts[rows] + first[rows]


def _grouped(rows: IndexArray, values: UInt64Array, count: int) -> tuple[Int32Array, UInt64Array]:
    """The offsets and the sorted values of each row; row 0, the root's, is empty."""
    order = np.lexsort((values, rows))
    offsets = np.zeros(count + 2, dtype=np.int32)
    np.cumsum(np.bincount(rows, minlength=count), out=offsets[2:])
    return offsets, values[order]


def _occurrences(values: UInt64Array) -> tuple[IndexArray, IndexArray]:
    """How often each value stood before its place, and how often it stands in all."""
    _, number, counts = np.unique(values, return_inverse=True, return_counts=True)
    order = np.argsort(number, kind="stable")
    starts = np.cumsum(counts) - counts
    before = np.empty(len(values), dtype=np.intp)
    before[order] = np.arange(len(values)) - np.repeat(starts, counts)
    return before, counts[number]


def _classes(values: IntegerArray, limits: tuple[int, ...]) -> IndexArray:
    """The class of each value, from 1 on: how many of the limits are below it."""
    return np.searchsorted(np.array(limits), values) + 1


_PRONOUNS = codes(["PRON", "DET"])
_POSSESSIVES = codes(["'s", "’s", "'", "’"])
_PRONOUN_TAGS = codes(["PRP", "PRP$", "WP", "WP$", "DT", "WDT", "EX"])
_PERSONS = codes(["person", "PERSON", "PER"])
_SUBJECTS = codes(["nsubj", "nsubj:pass", "nsubj:outer", "csubj", "expl"])
_CONTENT = codes(["NOUN", "PROPN", "ADJ", "NUM", "VERB", "X"])
_MODIFIERS = codes(["amod", "nummod", "compound", "nmod", "nmod:poss", "acl", "nmod:npmod", "flat", "nmod:unmarked"])
_QUANTIFIED, _POSSESSIVE = pronouns.DETERMINERS.index("quantified"), pronouns.DETERMINERS.index("possessive")
_LONGEST_NAME = 8
