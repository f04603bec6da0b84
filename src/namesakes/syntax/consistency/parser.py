"""A parser whose trees agree across the sentences of a corpus.

Words in the same context of tags get a bonus for heads of the same tag (Rush, Reichart, Collins & Globerson 2012). A
star's label is the tag of the head and not the head itself, since nothing in the star tells two heads of one tag apart:
the optimum is the same, and so is the bound of the dual, with fewer multipliers.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from namesakes.arrays import Float64Array, IndexArray, Int32Array, Int64Array
from namesakes.structures.dual_decomposition import Agreement, Bonuses, Stars, Steps, agree
from namesakes.syntax.consistency.changes import Change, Report, report_of
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.parsing.forests import ScoredTrees, TreeScorer
from namesakes.syntax.parsing.scores import NOTHING, Scored
from namesakes.text.document import Document


@dataclass(frozen=True)
class ParsingSettings:
    """How consistent trees are to be.

    Parameters
    ----------
    same, close, off : the bonuses for a head of the consensus tag, for one of a close tag (see `groups`), and for a
        context that is switched off; in the unit of the parser's margin.
    least : how often a context must be in the training data.
    fine : whether contexts are of fine tags (`xpos`) and not of coarse ones (`upos`), where there are both.
    rate, rounds, warm, adaptive : see `Steps`.
    """

    same: float = 0.15
    close: float = 0.1
    off: float = 0.05
    least: int = 1
    fine: bool = False
    rate: float = 0.06
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


class ConsistentParser:
    """A parser for whole corpora: give it tagged documents and it gives them back with trees that agree.

    Parameters
    ----------
    parser : scores the arcs: the linear one, or an encoder.
    contexts : of the parser's training data.
    settings : how consistent the trees are to be.
    """

    def __init__(self, parser: TreeScorer, contexts: Contexts, settings: ParsingSettings | None = None) -> None:
        self.parser, self.contexts, self.settings = parser, contexts, settings or ParsingSettings()

    def __call__(self, document: Document) -> Document:
        """The document with trees that agree with each other."""
        return self.corpus([document])[0][0]

    def corpus(self, documents: Sequence[Document]) -> tuple[list[Document], Report]:
        """The documents with heads and relations, and what consistency changed."""
        forest = Forest.of(self.parser, self.contexts, documents)
        started = time.process_time()
        options, agreement = forest.agree(self.settings)
        seconds = time.process_time() - started
        finished, first = [], 0
        for document, part in zip(documents, forest.parts, strict=True):
            finished.append(part.finish(document, forest.trees[first : first + len(part.seen)]))
            first += len(part.seen)
        changes = forest.changes(documents, options, agreement)
        return finished, report_of(agreement, changes, len(forest.trees), forest.seconds, seconds)


@dataclass(frozen=True)
class Options:
    """The stars of a corpus, and which arcs stand for which labels of their members.

    Parameters
    ----------
    stars : one for each context.
    contexts : the context of each star.
    words : the word of each member, counted in the corpus.
    structures : the sentence of each member.
    order, members : the members by sentence, and the first of each sentence in that order.
    bounds : the first row of each sentence, and the number of rows, in what follows.
    keys : member · size + head, the member counted in its sentence of `size` words and root; sorted.
    arcs : head · size + word.
    places : the label of each, as a place in `Stars.classes`.
    """

    stars: Stars
    contexts: Int32Array
    words: Int32Array
    structures: Int32Array
    order: IndexArray
    members: IndexArray
    bounds: IndexArray
    keys: Int64Array
    arcs: Int64Array
    places: Int32Array


@dataclass
class Forest:
    """The scored sentences of a corpus, each with its best tree, and the contexts of their words.

    Parameters
    ----------
    contexts : of the training data.
    parts : the documents as the parser sees them.
    scored : the scores of each sentence, None for one that is too long to be in a star.
    plain : the best tree of each sentence alone, and its score.
    tags : the numbers of the tags of words, the root's first in each sentence.
    in_context, context : words that are in contexts, and which ones.
    firsts : the first word of each sentence, and the number of words.
    seconds : the time that scoring and decoding took.
    trees : the trees as they are now.
    """

    contexts: Contexts
    parts: list[ScoredTrees]
    scored: list[Scored | None]
    plain: list[tuple[Int32Array, float]]
    tags: list[Int32Array]
    in_context: Int32Array
    context: Int32Array
    firsts: Int32Array
    seconds: float
    trees: list[Int32Array]

    @classmethod
    def of(cls, parser: TreeScorer, contexts: Contexts, documents: Sequence[Document]) -> "Forest":
        """The sentences of documents, each scored and decoded once; the parser's filter has left few arcs of them."""
        started = time.process_time()
        parts = [parser.scored_trees(document) for document in documents]
        scored = [each for part in parts for each in part.scored]
        plain = [each for part in parts for each in part.plain]
        seconds = time.process_time() - started
        words = [contexts.words(document, part.seen) for document, part in zip(documents, parts, strict=True)]
        nothing = np.zeros(0, dtype=np.int32)
        found = [contexts.of(each) for each in words]
        starts = np.cumsum([0, *(len(each.tags) for each in words)])
        in_context = np.concatenate(
            [nothing, *(where + start for (where, _), start in zip(found, starts, strict=False))]
        )
        context = np.concatenate([nothing, *(each for _, each in found)])
        firsts = np.cumsum([0, *(len(tree) - 1 for tree, _ in plain)], dtype=np.int32)
        every = np.concatenate([nothing, *(each.tags for each in words)])
        every = np.where(every >= 0, every, len(contexts.names) + 1).astype(np.int32)
        root = np.array([len(contexts.names)], dtype=np.int32)
        tags = [np.append(root, every[first:end]) for first, end in pairwise(firsts.tolist())]
        return cls(
            contexts, parts, scored, plain, tags, in_context, context, firsts, seconds, [tree for tree, _ in plain]
        )

    def agree(self, settings: ParsingSettings) -> tuple[Options, Agreement]:
        """The stars and their labels, having put the trees that agree best into `trees`."""
        options = self.options(settings.bonuses)

        def decode(sentence: int, multipliers: Float64Array) -> tuple[Int32Array, float]:
            return self._decode(options, sentence, multipliers)

        return options, agree(options.stars, options.structures, decode, settings.steps)

    def options(self, bonuses: Bonuses) -> Options:
        """One star for each context, its members the words that have it, and the arcs that they may choose from."""
        short = np.array([scored is not None for scored in self.scored], dtype=bool)
        sentence = np.searchsorted(self.firsts, self.in_context, side="right") - 1
        usable = short[sentence]
        used, star = np.unique(self.context[usable], return_inverse=True)
        by_star = np.argsort(star, kind="stable")
        words = self.in_context[usable][by_star].astype(np.int32)
        structures = sentence[usable][by_star].astype(np.int32)
        order = np.argsort(structures, kind="stable")
        members = np.searchsorted(structures[order], np.arange(len(self.scored) + 1))
        rows = [
            self._rows(each, words[order[first:end]]) for each, (first, end) in enumerate(pairwise(members.tolist()))
        ]
        nothing = (np.zeros(0, dtype=np.int64),) * 4
        keys, arcs, classes, numbers = (np.concatenate(parts) for parts in zip(nothing, *rows, strict=True))
        bounds = np.cumsum([0, *(len(each[0]) for each in rows)])
        width = len(self.contexts.groups)
        owner = order[numbers + np.repeat(members[:-1], np.diff(bounds))]
        labels, places = np.unique(owner * width + classes, return_inverse=True)
        stars = Stars(
            starts=np.searchsorted(star[by_star], np.arange(len(used) + 1)).astype(np.int32),
            offsets=np.searchsorted(labels // width, np.arange(len(words) + 1)).astype(np.int32),
            classes=(labels % width).astype(np.int32),
            groups=self.contexts.groups,
            observed_starts=np.arange(len(used) + 1, dtype=np.int32),
            observed=self.contexts.heads[used],
            counts=self.contexts.counts[used].astype(np.float64),
            bonuses=bonuses,
        )
        return Options(stars, used, words, structures, order, members, bounds, keys, arcs, places.astype(np.int32))

    def _rows(self, sentence: int, words: Int32Array) -> tuple[Int64Array, ...]:
        """Keys, arcs, tags of heads and numbers of members for all arcs that are left for some words of a sentence."""
        scored = self.scored[sentence]
        if scored is None or not len(words):
            return (np.zeros(0, dtype=np.int64),) * 4
        places, size = words - self.firsts[sentence] + 1, len(scored.arcs)
        members, heads = np.nonzero(scored.arcs.T[places] > NOTHING / 2)
        classes = self.tags[sentence][heads].astype(np.int64)
        return members * size + heads, heads * size + places[members], classes, members

    def _decode(self, options: Options, sentence: int, multipliers: Float64Array) -> tuple[Int32Array, float]:
        """The labels of a sentence's members in its best tree, whose score is given too; `trees` gets the tree."""
        rows = slice(options.bounds[sentence], options.bounds[sentence + 1])
        places, scored = options.places[rows], self.scored[sentence]
        assert scored is not None
        added, size = multipliers[places], len(scored.arcs)
        tree, value = self.plain[sentence]
        if added.any():
            penalties = np.zeros((size, size))
            penalties.ravel()[options.arcs[rows]] = -added
            tree, value = scored.tree(penalties)
        self.trees[sentence] = tree
        members = options.order[options.members[sentence] : options.members[sentence + 1]]
        heads = tree[options.words[members] - self.firsts[sentence] + 1]
        return places[np.searchsorted(options.keys[rows], np.arange(len(members)) * size + heads)], value

    def changes(self, documents: Sequence[Document], options: Options, agreement: Agreement) -> Iterator[Change]:
        """The heads that are others than those of the sentences alone."""
        sizes = np.diff(options.stars.starts)
        stars = np.repeat(np.arange(len(sizes)), sizes)
        star_of = dict(zip(options.words.tolist(), stars.tolist(), strict=True))
        sentence = -1
        for document, seen in zip(documents, (part.seen for part in self.parts), strict=True):
            for each in range(len(seen)):
                sentence += 1
                before, after, tokens = self.plain[sentence][0], self.trees[sentence], seen.words(each)
                for place in np.flatnonzero(before != after).tolist():
                    heads = [self._head(document, tokens, sentence, int(tree[place])) for tree in (before, after)]
                    form = document.words[tokens[place - 1]]
                    change = Change(document.key, each, place - 1, form, "head", heads[0], heads[1])
                    star = star_of.get(int(self.firsts[sentence]) + place - 1)
                    if star is not None:
                        consensus, context = int(agreement.consensus[star]), int(options.contexts[star])
                        change = replace(
                            change,
                            context=self.contexts.show(context),
                            consensus=None if consensus < 0 else self.contexts.head_name(consensus),
                            members=int(sizes[star]),
                            observed=int(self.contexts.counts[context]),
                        )
                    yield change

    def _head(self, document: Document, tokens: Int64Array, sentence: int, head: int) -> str:
        """A head as people read it."""
        tag = self.contexts.head_name(int(self.tags[sentence][head]))
        return tag if head == 0 else f"{document.words[tokens[head - 1]]}/{tag}"
