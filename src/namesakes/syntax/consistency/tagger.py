"""A tagger whose tags agree across the sentences of a corpus.

All occurrences of a word that the training data did not have get a bonus for the same tag; a word and the same word
with a final "s" count as one, and so do a word with a capital and a known one without. What has no letters is left
alone. Other sentences with such words, untagged, can be brought in as support (Rush, Reichart, Collins & Globerson
2012, section 7).
"""

import time
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from namesakes.arrays import Float64Array, IndexArray, Int32Array
from namesakes.learning.linear_chain import Lattice, joined_offsets
from namesakes.structures.dual_decomposition import Agreement, Bonuses, Stars, Steps, agree, ranges
from namesakes.syntax.consistency.changes import Change, Report, report_of
from namesakes.syntax.consistency.groups import close_groups
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.syntax.tagging.lattices import TagScorer
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.strings import Strings


@dataclass(frozen=True)
class TaggingSettings:
    """How consistent the tags of unknown words are to be.

    Parameters
    ----------
    same, close, off : the bonuses for the consensus tag, for one that is close to it (see `groups`), and for a word
        whose consensus is switched off; in the unit of the tagger's margin.
    plural : whether a word and the same word with a final "s" count as one.
    initials : whether an unknown word with a capital counts as one with the known word without it, of which the paper
        says nothing.
    support : how many sentences of support a word gets at most.
    rate, rounds, warm, adaptive : see `Steps`.
    """

    same: float = 0.5
    close: float = 0.35
    off: float = 0.15
    plural: bool = True
    initials: bool = True
    support: int = 10
    rate: float = 0.05
    rounds: int = 200
    warm: bool = True
    adaptive: bool = True

    @property
    def bonuses(self) -> Bonuses:
        """The bonuses of the stars."""
        return Bonuses(self.same, self.close, self.off)

    @property
    def steps(self) -> Steps:
        """The steps of the multipliers."""
        return Steps(self.rounds, self.rate, warm=self.warm, adaptive=self.adaptive)


class ConsistentTagger:
    """A tagger for whole corpora: give it documents and it gives them back with tags that agree on unknown words.

    Parameters
    ----------
    tagger : scores the tags: the linear one, or an encoder.
    settings : how consistent the tags are to be.
    known : the words of the training data; those that the tagger knows where it is None.
    support : documents with more sentences, which help but are not returned.
    """

    def __init__(
        self,
        tagger: TagScorer,
        settings: TaggingSettings | None = None,
        known: Container[str] | None = None,
        support: Sequence[Document] = (),
    ) -> None:
        self.tagger, self.settings = tagger, settings or TaggingSettings()
        self.known, self.support = known, tuple(support)

    def __call__(self, document: Document) -> Document:
        """The document with tags that agree on unknown words."""
        return self.corpus([document])[0][0]

    def corpus(self, documents: Sequence[Document]) -> tuple[list[Document], Report]:
        """The documents with their tags, and what consistency changed."""
        types = self.types(documents)
        helpers = supporting(self.support, types, self.settings.support)
        corpus = CorpusLattice.of(self.tagger, [*documents, *helpers])
        started = time.process_time()
        options = corpus.options(types, self.settings.bonuses)

        def decode(sentence: int, multipliers: Float64Array) -> tuple[Int32Array, float]:
            return corpus.decode(options, sentence, multipliers)

        def many(sentences: Int32Array, multipliers: Float64Array) -> tuple[Int32Array, Float64Array]:
            return corpus.decode_many(options, sentences, multipliers)

        agreement = agree(options.stars, options.structures, decode, self.settings.steps, many)
        seconds = time.process_time() - started
        changes = corpus.changes(documents, options, agreement)
        report = report_of(agreement, changes, len(corpus.values), corpus.seconds, seconds)
        return corpus.finished(self.tagger, documents), report

    def types(self, documents: Sequence[Document]) -> dict[str, str]:
        """The unknown words of some documents and their variants, by word what the two have in common."""
        words = {word for document in documents for word in SurfaceTokens.of(document).words.values}
        unknown = sorted(word for word in words if any(map(str.isalpha, word)) and not self.knows(word))
        types = {word: word for word in unknown}
        if self.settings.plural:
            types = {variant: stem for stem in map(_stem, unknown) for variant in (stem, f"{stem}s")}
        if self.settings.initials:
            small = {word: word[0].lower() + word[1:] for word in unknown if word[0].isupper()}
            known = {word: lower for word, lower in small.items() if self.knows(lower)}
            types |= known | {lower: lower for lower in known.values()}
        return types

    def knows(self, word: str) -> bool:
        """Whether the training data had the word."""
        return self.tagger.knows(word) if self.known is None else word in self.known


@dataclass(frozen=True)
class Options:
    """The stars of a corpus, and which candidates of the corpus stand for which labels of their members.

    Parameters
    ----------
    stars : one for each type of word.
    types : the type of each star.
    tokens : the token of each member, counted in the corpus.
    structures : the sentence of each member.
    bounds : the first row of each sentence, and the number of rows, in what follows.
    candidates, places : where each label of a sentence's members stands in the corpus, and in `Stars.classes`.
    """

    stars: Stars
    types: tuple[str, ...]
    tokens: Int32Array
    structures: Int32Array
    bounds: IndexArray
    candidates: IndexArray
    places: IndexArray


@dataclass
class CorpusLattice:
    """The sentences of a corpus one after the other, each with its candidates, their scores and its best tags.

    Parameters
    ----------
    lattice : of all sentences.
    words : all tokens.
    plain, values : the best tags of each sentence alone, and their scores.
    seconds : the time that scoring and decoding took.
    chosen : the tags as they are now.
    """

    lattice: Lattice
    words: tuple[str, ...]
    plain: Int32Array
    values: Float64Array
    seconds: float
    chosen: Int32Array

    @classmethod
    def of(cls, tagger: TagScorer, documents: Sequence[Document]) -> "CorpusLattice":
        """The sentences of documents, each scored and decoded once; pruning has left few candidates."""
        started = time.process_time()
        lattice = _together(tagger, [tagger.lattice(document) for document in documents])
        plain, values = lattice.best_with_scores()
        seconds = time.process_time() - started
        words = tuple(word for document in documents for word in SurfaceTokens.of(document).words)
        return cls(lattice, words, plain, values, seconds, plain.copy())

    def options(self, types: Mapping[str, str], bonuses: Bonuses) -> Options:
        """One star for each type of word that is there more than once."""
        words = Strings(self.words)
        names = tuple(sorted(set(types.values())))
        numbers = {name: number for number, name in enumerate(names)}
        of_word = np.array([numbers.get(types.get(word, ""), -1) for word in words.values], dtype=np.int64)
        type_of = of_word[words.indices] if len(words) else np.zeros(0, dtype=np.int64)
        tokens = np.flatnonzero(type_of >= 0)
        often = np.bincount(type_of[tokens], minlength=len(names)) > 1
        tokens = tokens[often[type_of[tokens]]]
        tokens = tokens[np.argsort(type_of[tokens], kind="stable")]
        used, star = np.unique(type_of[tokens], return_inverse=True)
        widths = np.diff(self.lattice.offsets)[tokens].astype(np.int64)
        offsets = np.append(0, np.cumsum(widths))
        candidates = ranges(self.lattice.offsets[tokens].astype(np.int64), widths)
        stars = Stars(
            starts=np.searchsorted(star, np.arange(len(used) + 1)).astype(np.int32),
            offsets=offsets.astype(np.int32),
            classes=self.lattice.labels[candidates],
            groups=close_groups(self.lattice.chain.names),
            observed_starts=np.zeros(len(used) + 1, dtype=np.int32),
            observed=np.zeros(0, dtype=np.int32),
            counts=np.zeros(0),
            bonuses=bonuses,
        )
        structures = (np.searchsorted(self.lattice.edges, tokens, side="right") - 1).astype(np.int32)
        order = np.argsort(structures, kind="stable")
        places = ranges(offsets[:-1][order], widths[order])
        sentences = np.repeat(structures[order], widths[order])
        bounds = np.searchsorted(sentences, np.arange(len(self.lattice.edges)))
        chosen = tuple(names[number] for number in used.tolist())
        return Options(stars, chosen, tokens.astype(np.int32), structures, bounds, candidates[places], places)

    def decode(self, options: Options, sentence: int, multipliers: Float64Array) -> tuple[Int32Array, float]:
        """The labels of a sentence's members in its best tags, whose score is given too; `chosen` gets the tags."""
        rows = slice(options.bounds[sentence], options.bounds[sentence + 1])
        candidates, places = options.candidates[rows], options.places[rows]
        first, end = self.lattice.edges[sentence : sentence + 2].tolist()
        subtracted = multipliers[places]
        path, value = self.plain[first:end], float(self.values[sentence])
        if subtracted.any():
            scores = self.lattice.scores[self.lattice.offsets[first] : self.lattice.offsets[end]].copy()
            scores[candidates - self.lattice.offsets[first]] -= subtracted
            path, value = self.lattice.best_of(sentence, scores)
        self.chosen[first:end] = path
        tokens = np.searchsorted(self.lattice.offsets, candidates, side="right") - 1
        return places[self.lattice.labels[candidates] == path[tokens - first]].astype(np.int32), value

    def decode_many(
        self, options: Options, sentences: Int32Array, multipliers: Float64Array
    ) -> tuple[Int32Array, Float64Array]:
        """What `decode` says of several sentences, one after the other, found in one pass over all of them."""
        part = self.lattice.part(sentences)
        bounds = part.offsets[part.edges[:-1]]
        counts = np.diff(options.bounds)[sentences]
        rows = ranges(options.bounds[sentences], counts)
        firsts = self.lattice.offsets[self.lattice.edges[sentences]]
        candidates = options.candidates[rows] + np.repeat(bounds.astype(np.int64) - firsts, counts)
        places = options.places[rows]
        part.scores[candidates] -= multipliers[places]
        path, values = part.best_with_scores()
        self.chosen[ranges(self.lattice.edges[sentences].astype(np.int64), np.diff(part.edges))] = path
        right = part.labels == np.repeat(path, np.diff(part.offsets))
        return places[right[candidates]].astype(np.int32), values

    def changes(self, documents: Sequence[Document], options: Options, agreement: Agreement) -> Iterator[Change]:
        """The tags that are others than those of the sentences alone, support left out."""
        sizes, names = np.diff(options.stars.starts), self.lattice.chain.names
        star_of = dict(zip(options.tokens.tolist(), np.repeat(np.arange(len(sizes)), sizes).tolist(), strict=True))
        edges = self.lattice.edges
        first = 0
        for document in documents:
            count = len(SurfaceTokens.of(document).places)
            for token in (first + np.flatnonzero((self.plain != self.chosen)[first : first + count])).tolist():
                sentence = int(np.searchsorted(edges, token, side="right")) - 1
                number = sentence - int(np.searchsorted(edges, first, side="right")) + 1
                before, after = names[self.plain[token]], names[self.chosen[token]]
                place = token - int(edges[sentence])
                change = Change(document.key, number, place, self.words[token], "tag", before, after)
                star = star_of.get(token)
                if star is not None:
                    consensus = int(agreement.consensus[star])
                    name = None if consensus < 0 else names[consensus]
                    change = replace(change, context=options.types[star], consensus=name, members=int(sizes[star]))
                yield change
            first += count

    def finished(self, tagger: TagScorer, documents: Sequence[Document]) -> list[Document]:
        """The documents with their tags."""
        done, first = [], 0
        for document in documents:
            end = first + len(SurfaceTokens.of(document).places)
            done.append(tagger.with_tags(document, self.chosen[first:end]))
            first = end
        return done


def supporting(documents: Sequence[Document], types: Mapping[str, str], most: int) -> list[Document]:
    """The sentences of documents that have one of these words, at most so many a type, one document each."""
    counts: dict[str, int] = {}
    chosen = []
    for document in documents:
        edges = [*document.sentence_starts.tolist(), len(document.starts)]
        for first, end in pairwise(edges):
            words = document.words[first:end]
            wanted = {types[word] for word in words if word in types}
            if any(counts.get(each, 0) < most for each in wanted):
                for each in wanted:
                    counts[each] = counts.get(each, 0) + 1
                chosen.append(Document(**joined([words]), columns={"form": Strings(words)}))
    return chosen


def _stem(word: str) -> str:
    """The word without its final "s"."""
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word


def _together(tagger: TagScorer, lattices: Sequence[Lattice]) -> Lattice:
    """Several lattices as one."""
    return Lattice(
        tagger.chain,
        joined_offsets([each.edges for each in lattices]),
        joined_offsets([each.offsets for each in lattices]),
        np.concatenate([np.zeros(0, dtype=np.int32), *(each.labels for each in lattices)]),
        np.concatenate([np.zeros(0), *(each.scores for each in lattices)]),
    )
