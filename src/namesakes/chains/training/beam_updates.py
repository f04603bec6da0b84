"""Updates of models with features of clusters, which are searched for with a beam (Björkelund & Kuhn 2014, section 5).

All of them run two agendas side by side: the predicted one over all candidates, and the gold one over the right ones.
Where the predicted agenda holds no right tree any more, search has gone wrong, and that is where they learn.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.chains.decoding.beam import Agenda
from namesakes.chains.models.beam_model import BeamModel, ClusterFeatures, State
from namesakes.chains.training.examples import Example
from namesakes.chains.training.update import Learner, Update
from namesakes.chains.training.updates import BATCH, gradients


@dataclass
class Search:
    """The two agendas over one document, and what is learned from where they part."""

    learner: Learner
    example: Example
    width: int

    def __post_init__(self) -> None:
        model = self.learner.model
        assert isinstance(model, BeamModel)
        self.model: BeamModel = model
        self.clusters: ClusterFeatures = model.clusters(self.example.pairs)
        self.every = np.ones(len(self.example.right), dtype=np.uint8)
        self.gold, self.predicted = self.agenda(), self.agenda()
        self.loss = 0.0

    def agenda(self) -> Agenda:
        """An agenda over nothing yet."""
        return Agenda(self.model, self.example.pairs, self.clusters, self.width)

    def expand(self, scores: Float64Array) -> None:
        """Take the next mention into both agendas."""
        right = self.example.right
        self.gold.expand(scores, right, right)
        self.predicted.expand(scores, self.every, right)

    @property
    def lost(self) -> bool:
        """Whether no tree of the predicted agenda is right."""
        return not self.predicted.right.any()

    @property
    def wrong(self) -> bool:
        """Whether the best predicted tree is wrong."""
        return not self.predicted.right[0]

    def collect(self, guess: Int64Array, truth: Int64Array) -> None:
        """Add the difference of two trees over the same mentions to the direction, and the cost of the guess."""
        done = int((guess >= 0).sum())
        parted = np.flatnonzero(guess != truth)
        if not len(parted):
            return
        pairs, direction = self.example.pairs, self.learner.direction
        rows = np.concatenate((truth[parted], guess[parted]))
        amounts = np.repeat((1.0, -1.0), len(parted))
        self.model.add(pairs, rows, np.tile(parted, 2).astype(np.int32), amounts, direction)
        span = (int(parted[0]), done + 1)
        self.model.add_clusters(pairs, self.clusters, truth, span, 1.0, direction)
        self.model.add_clusters(pairs, self.clusters, guess, span, -1.0, direction)
        taken = guess[1 : done + 1]
        self.loss += float(self.example.costs[taken].sum())

    def step(self) -> None:
        """Move the weights along what was collected."""
        if self.direction_found:
            self.learner.stepper.step(self.learner.direction, self.loss)
            self.loss = 0.0

    @property
    def direction_found(self) -> bool:
        """Whether anything was collected since the last step."""
        return self.learner.direction.count > 0


def early(learner: Learner, example: Example, width: int) -> float:
    """Learn where the predicted agenda first holds no right tree, and leave the rest of the document; the loss.

    Collins & Roark (2004); Björkelund & Kuhn's Algorithm 2.
    """
    search, scores = Search(learner, example, width), learner.model.scores(example.pairs)
    for _ in range(example.pairs.count):
        search.expand(scores)
        if search.lost:
            break
    return _finish(search)


def max_violation(learner: Learner, example: Example, width: int) -> float:
    """Learn where the best predicted tree is furthest ahead of the best right one; the loss (Huang et al. 2012)."""
    search, scores = Search(learner, example, width), learner.model.scores(example.pairs)
    worst, trees = 0.0, None
    for _ in range(example.pairs.count):
        search.expand(scores)
        ahead = float(search.predicted.totals[0] - search.gold.totals[0])
        if search.wrong and ahead >= worst:
            worst, trees = ahead, (search.predicted.tree(), search.gold.tree())
    if trees is not None:
        search.collect(*trees)
    loss = search.loss
    search.step()
    return loss


def laso(learner: Learner, example: Example, width: int) -> float:
    """Learn at every place where the predicted agenda holds no right tree, and go on from right trees; the loss.

    Learning as search optimization (Daumé & Marcu 2005). Weights change in the middle of the document, so that the gold
    agenda is made again from its beginning, and the scores of what is to come are made with the new weights.
    """
    search, pairs, total = Search(learner, example, width), example.pairs, 0.0
    model, right = learner.model, example.right
    for mention in range(1, pairs.count + 1):
        search.expand(model.scores(pairs, mention, mention + 1))
        if search.lost:
            search.collect(search.predicted.tree(), search.gold.tree())
            total += search.loss
            search.step()
            scores = model.scores(pairs, 1, mention + 1, right)
            search.gold = search.agenda()
            for _ in range(mention):
                search.gold.expand(scores, right, right)
            search.predicted = search.gold.copy()
    return total + _finish(search)


def delayed_laso(learner: Learner, example: Example, width: int) -> float:
    """The same, but with one step at the document's end, along the sum of all differences; the loss.

    Björkelund & Kuhn's Algorithm 3. With features of arcs alone this is their baseline.
    """
    search, scores = Search(learner, example, width), learner.model.scores(example.pairs)
    for _ in range(example.pairs.count):
        search.expand(scores)
        if search.lost:
            search.collect(search.predicted.tree(), search.gold.tree())
            search.predicted = search.gold.copy()
    return _finish(search)


def softmax_search(learner: Learner, example: Example) -> float:
    """Raise the probability of the right antecedents in the clusters that the model itself builds; the loss.

    As `updates.softmax_margin`, with features of clusters: search goes its own way through the document, one state
    wide, and at every mention learns which candidates are right, whatever came before (as Ross, Gordon & Bagnell 2011
    have it for sequences): a candidate is right if it is of the mention's own chain, and that needs no right tree.
    """
    model, pairs, loss = learner.model, example.pairs, 0.0
    assert isinstance(model, BeamModel)
    clusters = model.clusters(pairs)
    ahead, behind = State(pairs.count), State(pairs.count)
    starts = pairs.candidates.starts
    for first in range(1, pairs.count + 1, BATCH):
        end = min(first + BATCH, pairs.count + 1)
        span, begin = (first, end), int(starts[first])
        scores = model.scores(pairs, first, end)
        chosen = model.roll_in(pairs, clusters, ahead, scores, span)
        gradient, lost = gradients(example, scores, first, end)
        loss += lost
        rows = np.flatnonzero(gradient)
        model.add(pairs, rows + begin, example.owners[rows + begin], gradient[rows], learner.direction)
        model.add_rows(pairs, clusters, behind, chosen, gradient, span, learner.direction)
        learner.stepper.step(learner.direction, 0.0)
    return loss


def _finish(search: Search) -> float:
    """Learn from the best tree at the end, if it is wrong; the loss."""
    if search.wrong:
        search.collect(search.predicted.tree(), search.gold.tree())
    loss = search.loss
    search.step()
    return loss


def _searching(learn: Callable[[Learner, Example, int], float]) -> Update:
    """The update that searches with a beam as wide as the settings say."""
    return Update(lambda settings: lambda learner, example: learn(learner, example, settings.beam), searches=True)


EARLY, MAX_VIOLATION = _searching(early), _searching(max_violation)
LASO, DELAYED_LASO = _searching(laso), _searching(delayed_laso)
SOFTMAX_SEARCH = Update(lambda settings: softmax_search, searches=True, steps=("adagrad",))
