"""Entities: decoding that keeps what is known of each one and lets nothing in that contradicts it.

Each mention says something of whoever it means: a name who bears it, *he* that it is one man, a place name that it is
nobody. An entity is what its mentions have said so far. A mention joins none that contradicts it, none with a mention
that it lies in (his father is not he) or is coordinated with (Ann and Ben are two), and a name goes back to its own
earlier mentions where there are any. Whatever decoder chose the antecedents, those that contradict something are chosen
anew, from left to right; and in training what can't happen is no choice, so that no weight is paid for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Float64Array, Int32Array, Int64Array, UInt64Array
from namesakes.chains.decoding.kernels import entities as kernel
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.mentions.attributes import NOMINAL, PLACES, PRONOUN, Attributes
from namesakes.mentions.named import KNOWN_THING, THING
from namesakes.mentions.pronouns import ANIMATE, CITATIONS, FEMININE, INANIMATE, MASCULINE, PLURAL, SINGULAR
from namesakes.names.words import words as listed
from namesakes.text.vocabulary import among, code, codes

FACTS = ("name", "gender", "number", "nature", "thing", "told", "says_i", "says_you", "told_to")
"""What a mention may say of whoever it means; see `kernels.entities`."""

_MALE = "man boy father son brother husband uncle nephew grandfather grandson king prince gentleman lad widower"
_FEMALE = "woman girl mother daughter sister wife aunt niece grandmother queen princess lady widow"
_MEN, _WOMEN = codes(_MALE.split()), codes(_FEMALE.split())
"""Nouns that are of one gender."""
_KIN = codes(sorted(listed("kin")))

SCENE = 25
"""The sentences after which another quote is of another conversation."""

_COORDINATIONS = (14, 15)
"""What the column `class` has for coordinations, of names and of others."""

TELLS, _TOLD_OF = 1, 2
_OFTEN, _SHARE = 3, 0.05
"""So many *I*, and such a share of all mentions outside quotes, has a text that somebody tells in the first person."""
_GIVEN = codes(["root", "appos", "vocative", "dep", "flat", "list", "parataxis", "discourse", "dislocated", "orphan"])
"""The relations of names of which nothing is told."""
_NOUNS = codes(["NOUN", "PROPN", "NN", "NNS", "NNP", "NNPS"])
_COMMA, _I, _ROOT = code(","), code("i"), code("root")

_PRONOUN_OFFSET = 16
"""What the column `class` adds to the number of a pronoun."""


@dataclass(frozen=True)
class Entities:
    """What the mentions of a document say, made ready for decoding and training.

    Parameters
    ----------
    pairs : the mentions and their candidates.
    speakers : whether the document says who speaks, so that two speakers are two people.
    said : what the mentions say, where it is known already.
    """

    pairs: MentionPairs
    speakers: bool = True
    said: UInt64Array | None = None

    @cached_property
    def facts(self) -> UInt64Array:
        """One row of `FACTS` a mention."""
        return mention_facts(self.pairs.attributes, speakers=self.speakers) if self.said is None else self.said

    @cached_property
    def open_rows(self) -> ByteArray:
        """The rows that names and quotes leave open.

        A person's name goes back to no other person's, nor to anything else once it was named. *I*, *you* and *we* go
        back to each other within one quote or conversation, or outside of all: who tells a story is an entity of
        its own.
        """
        known, rows = self.pairs.attributes, self.pairs.candidates
        owners, candidates = rows.owners, rows.antecedents
        name = self.facts[:, 0]
        same = (name[owners] == name[candidates]) & (name[owners] > 0)
        other = (name[candidates] > 0) & (name[owners] > 0) & ~same
        spoken = known.column("person") < 3
        quote = known.places[:, PLACES.index("quote")]
        sentence = known.places[:, PLACES.index("sentence")]
        far = sentence[owners] - sentence[candidates] > SCENE
        other_quote = (quote[owners] != quote[candidates]) & (far | (quote[owners] == 0) | (quote[candidates] == 0))
        parted = spoken[owners] & spoken[candidates] & (candidates > 0) & other_quote
        closed = other | (self._named_before[owners] & ~same & (candidates > 0)) | parted
        return np.asarray(~closed, dtype=np.uint8)

    @cached_property
    def _named_before(self) -> BoolArray:
        """Which mentions are a name that stood before, as something that they do not lie in."""
        rows, name = self.pairs.candidates, self.facts[:, 0]
        nesting = self.pairs.comparisons[:, COMPARISONS.index("nesting")]
        same = (name[rows.owners] == name[rows.antecedents]) & (name[rows.owners] > 0) & (nesting == 0)
        found = np.zeros(self.pairs.count + 1, dtype=np.bool_)
        found[rows.owners[same]] = True
        return found

    def open_pairs(self) -> MentionPairs:
        """The pairs with the rows alone that names and quotes leave open."""
        return self.pairs.only(self.open_rows > 0)

    def consistent(
        self,
        scores: Float64Array,
        rows: Int64Array | None = None,
        *,
        allowed: ByteArray | None = None,
        foes: Mapping[int, Int32Array] | None = None,
        bound: Int32Array | None = None,
    ) -> tuple[Int64Array, Int32Array]:
        """The rows with those that contradict something chosen anew, and the antecedents of all mentions.

        Parameters
        ----------
        rows : what a decoder chose; without them the best rows that contradict nothing.
        allowed : rows that may be taken; those that names and quotes leave open by default.
        foes : for some mentions, earlier ones that they must not be linked to.
        bound : of each mention, -1 where it is free; a mention that is bound goes to the best allowed row (0), or to
            this mention.
        """
        count = self.pairs.count + 1
        found = np.full(count, -1, dtype=np.int64) if rows is None else rows.copy()
        allowed = self.open_rows if allowed is None else allowed
        bound = np.full(count, -1, dtype=np.int32) if bound is None else bound
        named = np.zeros(int(self.facts[:, 0].max(initial=0)) + 1, dtype=np.int32)
        entities, antecedents = np.arange(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
        given = (*self._given(foes), bound, *self._room(), entities, named)
        kernel.consistent(scores, allowed, *given, found, antecedents, 1, count)
        found[0] = -1
        return found, antecedents

    def possible(self, chains: Int32Array) -> ByteArray:
        """Which rows could be taken if all earlier mentions were in these gold chains (-1 for none)."""
        entities = np.arange(len(chains), dtype=np.int32)
        first: dict[int, int] = {}
        for mention in np.flatnonzero(chains >= 0).tolist():
            entities[mention] = first.setdefault(int(chains[mention]), mention)
        found = np.ones(len(self.pairs.candidates.antecedents), dtype=np.uint8)
        kernel.possible(*self._given(None), *self._room(), entities, found)
        return np.asarray(found & self.open_rows, dtype=np.uint8)

    def _given(self, foes: Mapping[int, Int32Array] | None) -> tuple[np.ndarray, ...]:
        candidates, known = self.pairs.candidates, foes or {}
        sizes = np.zeros(self.pairs.count + 2, dtype=np.int32)
        for mention, others in known.items():
            sizes[mention + 1] = len(others)
        listed = [known[mention] for mention in sorted(known)]
        every = np.concatenate(listed).astype(np.int32) if listed else np.zeros(0, dtype=np.int32)
        starts = np.cumsum(sizes, dtype=np.int32)
        where = entity_places(self.pairs.attributes)
        return candidates.starts, candidates.antecedents, self.facts, where, starts, every

    def _room(self) -> tuple[np.ndarray, ...]:
        count = self.pairs.count + 1
        return np.zeros((count, len(FACTS)), dtype=np.uint64), np.zeros(count, dtype=np.int32)


def mention_facts(known: Attributes, *, speakers: bool = True) -> UInt64Array:
    """What each mention says of whoever it means, the root first; only what is certain enough to keep others out."""
    found = np.zeros((known.count + 1, len(FACTS)), dtype=np.uint64)
    kind, pronoun = known.column("kind"), _pronouns(known)
    family = (known.column("plural_name") == 2) & (known.column("class") % 10 == 1)
    both = np.isin(known.column("class"), _COORDINATIONS)  # Ann and Ben are not Ann
    person = (known.column("bearer") > 0) & ~family & ~both
    thing = known.column("group_kind") >= THING
    he, she = pronoun == CITATIONS.index("he"), pronoun == CITATIONS.index("she")
    own, you, it = (pronoun == CITATIONS.index(name) for name in ("i", "you", "it"))
    found[:, 0] = np.where(person, known.column("bearer"), 0)
    lexical = (kind == NOMINAL) & ~both & (among(known.column("lemma"), _MEN) | among(known.column("lemma"), _WOMEN))
    gender = np.where(among(known.column("lemma"), _MEN), MASCULINE, FEMININE)
    found[:, 1] = np.where(he, MASCULINE, np.where(she, FEMININE, np.where(lexical, gender, 0)))
    found[:, 1] = np.where(person & (known.column("bearer_gender") > 0), known.column("bearer_gender"), found[:, 1])
    several = ((kind == NOMINAL) | both) & ~person & (known.column("number") == PLURAL) | (
        pronoun == CITATIONS.index("we")
    )
    found[:, 2] = np.where(he | she | own | person, SINGULAR, np.where(several, PLURAL, 0))
    tagged = thing & (known.column("entity") > 0)
    found[:, 3] = np.where(he | she | own | you | person, ANIMATE, np.where(it | tagged, INANIMATE, 0))
    found[:, 4] = np.where((known.column("group_kind") == KNOWN_THING) & ~both, known.column("group"), 0)
    found[:, 5] = _told(known, own, he | she | person)
    if speakers:
        plain = known.column("quoted") == 0
        speaker, addressee = known.column("speaker"), known.column("addressee")
        found[:, 6] = np.where(own & plain, speaker, np.where(you & plain, addressee, 0))
        named = known.column("correspondent")  # who writes or is written to, so that no other name is theirs
        others = he | she | (person & (named == 0) & (addressee > 0))
        kin = (kind == NOMINAL) & among(known.column("lemma"), _KIN) & ~among(known.column("role"), _GIVEN)
        found[:, 6] = np.where(named > 0, named, found[:, 6])
        found[:, 7] = np.where((you | others) & plain, speaker, 0)
        found[:, 8] = np.where((own | others | kin) & plain, addressee, 0)
    return found


def _told(known: Attributes, own: BoolArray, others: BoolArray) -> UInt64Array:
    """Of each mention outside quotes, whether it is who tells the text in the first person, or whom that one tells of.

    A name that the text only gives (in a heading, an address, "my name is …") may be either. A text with a few stray
    *I* outside quotes is not told in the first person.
    """
    outside = (known.places[:, PLACES.index("quote")] == 0) & (known.column("speaker") == 0)
    count = int((own & outside).sum())
    if count < _OFTEN or count < _SHARE * int(outside.sum()):
        return np.zeros(len(own), dtype=np.uint64)
    first = known.places[:, PLACES.index("first")]
    named = others & (known.column("kind") != PRONOUN)
    apposed = named & np.isin(first - 2, first[own & (known.column("string") == _I)])  # I, Ann Lee, …
    apposed &= known.column("before") == _COMMA
    heading = among(known.column("governor_tag"), _NOUNS) & (known.column("governor_role") == _ROOT)
    given = named & (among(known.column("role"), _GIVEN) | heading)
    tells, told_of = (own | apposed) & outside, others & outside & ~given
    return np.where(tells, TELLS, np.where(told_of, _TOLD_OF, 0)).astype(np.uint64)


def _pronouns(known: Attributes) -> UInt64Array:
    """The number of each pronoun's citation form, 0 where a mention is none."""
    classes = known.column("class")
    listed = (
        (known.column("kind") == PRONOUN) & (classes > _PRONOUN_OFFSET) & (classes < _PRONOUN_OFFSET + len(CITATIONS))
    )
    return np.where(listed, classes - np.uint64(_PRONOUN_OFFSET), 0)


def entity_places(known: Attributes) -> Int32Array:
    """Where each mention stands, as kernels take it."""
    columns = [PLACES.index(name) for name in ("first", "end", "head", "sentence", "clause", "apposed", "conjunct_of")]
    return np.ascontiguousarray(known.places[:, columns])
