"""Many structures that should agree with each other, decoded together by dual decomposition.

Each structure (a sentence's tree, a sentence's tags) has its own exact decoder. Some of its decisions are members of
stars: all members of a star get a bonus for the label that the star's consensus node has. The best structures and
labels under the sum of both are found by decoding structures and stars apart and moving multipliers between them until
they agree; then the answer is the exact one (Rush, Reichart, Collins & Globerson 2012, figure 2 and theorem 1).
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Float64Array, IndexArray, Int32Array
from namesakes.errors import ConfigError
from namesakes.structures.components import components
from namesakes.structures.kernels import stars as kernel

Decode = Callable[[int, Float64Array], tuple[Int32Array, float]]
"""Takes a structure and the multipliers of all labels, which it subtracts from its own scores; gives the labels (as
places in `Stars.classes`) that its members, in their order, have in the best structure, and that one's score."""

DecodeMany = Callable[[Int32Array, Float64Array], tuple[Int32Array, Float64Array]]
"""The same for many structures at once: the labels of the members of all, structure by structure, and the scores."""

NULL = -1
"""The consensus of a star that is switched off."""

_NOTHING = -1e300

_LONGER, _SHORTER, _SIZES = 1.3, 0.5, (0.05, 20.0)
"""By how much a step of its own grows and shrinks, and how small and large it may be beside the common one."""


@dataclass(frozen=True)
class Bonuses:
    """What a member gets for its label: δ₁ ≥ δ₂ ≥ δ₃ ≥ 0 of the paper.

    Parameters
    ----------
    same : for the very label of the consensus.
    close : for one of the same group.
    off : for any label where the consensus is NULL.
    """

    same: float
    close: float
    off: float

    def __post_init__(self) -> None:
        if not self.same >= self.close >= self.off >= 0:
            found = f"{self.same}, {self.close}, {self.off}"
            raise ConfigError(f"the bonuses of consistency must fall: same ≥ close ≥ off ≥ 0, not {found}.")


@dataclass(frozen=True)
class Steps:
    """How the multipliers move.

    Parameters
    ----------
    rounds : how many there are at most before structures that disagree are let go.
    more : how many rounds there are at most between that and the next time.
    rate : the first step; step k is rate / (1 + how often the dual has risen), as in Koo et al. (2010).
    warm : whether multipliers begin at what the first consensus promises too much (`_Search.begin`); without, at 0, as
        in the paper. The optimum is the same.
    adaptive : whether each multiplier has a step of its own beside that, which grows while it moves one way and shrinks
        when it turns (as in Rprop, Riedmiller & Braun 1993); without, all have the same, as in the paper.
    """

    rounds: int = 200
    rate: float = 0.1
    more: int = 50
    warm: bool = True
    adaptive: bool = True

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.rate <= 0:
            raise ConfigError("consistency needs at least one round and a rate above 0.")


@dataclass(frozen=True)
class Stars:
    """Star-shaped Markov random fields: one consensus node each, the members around it, and observed members.

    Parameters
    ----------
    starts : the first member of each star, and the number of members.
    offsets, classes : member i may take the labels `classes[offsets[i]:offsets[i + 1]]`, all different.
    groups : the group of each class; classes of one group are close to each other.
    observed_starts, observed, counts : star s has `counts[j]` members more whose label is always `observed[j]`, for j
        from `observed_starts[s]` to `observed_starts[s + 1]`.
    bonuses : what agreement is worth.
    """

    starts: Int32Array
    offsets: Int32Array
    classes: Int32Array
    groups: Int32Array
    observed_starts: Int32Array
    observed: Int32Array
    counts: Float64Array
    bonuses: Bonuses

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def members(self) -> int:
        """How many members the stars have together, the observed ones left out."""
        return len(self.offsets) - 1

    def best(
        self, answer: "Labels", scores: Float64Array, preferred: Int32Array, which: Int32Array, active: ByteArray
    ) -> None:
        """Fill in the best labels of some stars, by maximising over the consensus. O(labels of these stars).

        Parameters
        ----------
        answer : what is filled in.
        scores : one for each place in `classes`, added to the bonuses.
        preferred : by member the place that is taken among equally good ones.
        which : the stars.
        active : 1 for members that count.
        """
        filled = (answer.chosen, answer.consensus, answer.values)
        kernel.Stars(self).best_labels(which, active, scores, preferred, *filled)

    def fixed(self, chosen: Int32Array, active: ByteArray) -> "Labels":
        """The best consensus of each star whose members have these labels already."""
        scores = np.full(len(self.classes), _NOTHING / 1e150)
        scores[chosen] = 0.0
        answer = Labels.none(self)
        self.best(answer, scores, chosen, np.arange(len(self), dtype=np.int32), active)
        return answer


@dataclass(frozen=True)
class Labels:
    """Labels of the stars: by member a place in `Stars.classes`, by star a class (or NULL) and the star's score."""

    chosen: Int32Array
    consensus: Int32Array
    values: Float64Array

    @classmethod
    def none(cls, stars: Stars) -> "Labels":
        """Room for the labels of these stars."""
        chosen, consensus = np.full(stars.members, -1, dtype=np.int32), np.full(len(stars), NULL, dtype=np.int32)
        return cls(chosen, consensus, np.zeros(len(stars)))


@dataclass(frozen=True)
class Round:
    """One round: the dual after it, how many structures were decoded, how many members disagreed, and the time."""

    dual: float
    decoded: int
    apart: int
    seconds: float


@dataclass(frozen=True)
class Agreement:
    """Structures and stars that agree: an exact solution.

    Parameters
    ----------
    chosen, consensus : the labels of members, as places in `Stars.classes`, and of consensus nodes.
    value : the objective, and at once the dual: the score of all structures (those without members left out) and stars.
    let_go : structures that did not agree in time: of each star that is not agreed on, the one that disagreed most,
        again and again until all agree. The stars were taken off them, so that their members count nowhere; the answer
        is exact for what was left.
    exact : by structure, whether it is certain to be a part of the solution with nothing taken off: no chain of stars
        leads from it to one that was let go.
    rounds : what happened.
    """

    chosen: Int32Array
    consensus: Int32Array
    value: float
    let_go: Int32Array
    exact: BoolArray
    rounds: tuple[Round, ...]


@dataclass
class _Search:
    """The state of a search: what the structures say, what the stars say, and the multipliers between them."""

    stars: Stars
    structures: Int32Array
    decode: Decode
    many: DecodeMany | None = None
    multipliers: Float64Array = field(init=False)
    local: Int32Array = field(init=False)
    answer: Labels = field(init=False)
    active: ByteArray = field(init=False)
    values: Float64Array = field(init=False)

    def __post_init__(self) -> None:
        self.count = int(self.structures.max(initial=-1)) + 1
        self.order = np.argsort(self.structures, kind="stable")
        self.bounds = np.searchsorted(self.structures[self.order], np.arange(self.count + 1))
        widths = np.diff(self.stars.starts)
        self.star_of = np.repeat(np.arange(len(self.stars), dtype=np.int32), widths)
        self.multipliers = np.zeros(len(self.stars.classes))
        self.local = np.full(self.stars.members, -1, dtype=np.int32)
        self.active = np.ones(self.stars.members, dtype=np.uint8)
        self.answer = Labels.none(self.stars)
        self.values = np.zeros(self.count)
        self.quarrels = np.zeros(self.stars.members, dtype=np.int64)
        self.sizes, self.turned = np.ones(len(self.multipliers)), np.zeros(len(self.multipliers), dtype=np.int8)

    def members(self, structure: int) -> IndexArray:
        """The members of one structure."""
        return self.order[self.bounds[structure] : self.bounds[structure + 1]]

    def solve(self, structures: Int32Array, stars: Int32Array) -> None:
        """Decode some structures, then these stars and those of members whose label changed."""
        before = self.local.copy()
        if self.many is None:
            for structure in structures.tolist():
                places, self.values[structure] = self.decode(structure, self.multipliers)
                self.local[self.members(structure)] = places
        elif len(structures):
            self._decode_together(self.many, structures)
        touched = np.union1d(stars, self.star_of[self.local != before]).astype(np.int32)
        self.stars.best(self.answer, self.multipliers, self.local, touched, self.active)

    def _decode_together(self, many: DecodeMany, structures: Int32Array) -> None:
        """Decode some structures in one call."""
        places, self.values[structures] = many(structures, self.multipliers)
        self.local[self.order[ranges(self.bounds[structures], np.diff(self.bounds)[structures])]] = places

    def begin(self) -> tuple[Int32Array, Int32Array]:
        """Give the structures at once what the stars would pay; the structures and stars that this changes.

        With the labels that the structures have by themselves each star has a value. As long as all members may take
        another consensus's label for nothing, that consensus promises more; what it promises too much is taken off
        its label in equal shares, and offered to the structures. Then the stars are about content as it is, and only
        structures that would rather have the bonus move, instead of multipliers growing step by step in all of them.
        Any multipliers are good to begin with.
        """
        stars, same, width = self.stars, self.stars.bonuses.same, len(self.stars.groups)
        owner = np.repeat(np.arange(stars.members), np.diff(stars.offsets))
        other = self.local[owner] != np.arange(len(owner))
        keys, place = np.unique(self.star_of[owner].astype(np.int64) * width + stars.classes, return_inverse=True)
        observed = np.repeat(np.arange(len(stars)), np.diff(stars.observed_starts)) * width + stars.observed
        seen = np.bincount(np.searchsorted(keys, observed), np.where(np.isin(observed, keys), stars.counts, 0.0))
        members = np.bincount(place, minlength=len(keys))
        members[: len(seen)] += seen[: len(keys)].astype(np.int64)
        value = stars.fixed(self.local, self.active).values[keys // width]
        others = np.bincount(place[other], minlength=len(keys))
        share = np.clip((same * members - value) / np.maximum(others, 1), 0.0, same)
        self.multipliers[:] = np.where(other, -share[place], 0.0)
        moved = np.unique(owner[self.multipliers != 0.0])
        return np.unique(self.structures[moved]), np.arange(len(stars), dtype=np.int32)

    def apart(self) -> IndexArray:
        """The members whose structure and star disagree."""
        return np.flatnonzero((self.local != self.answer.chosen) & (self.active == 1))

    def move(self, members: IndexArray, rate: float, *, adaptive: bool) -> None:
        """Make the star's label dearer to the star and cheaper to the structure, and the structure's the other way."""
        self.quarrels[members] += 1
        for places, way in ((self.answer.chosen[members], -1), (self.local[members], 1)):
            if adaptive:
                before = self.turned[places] * way
                grown = self.sizes[places] * np.where(before > 0, _LONGER, np.where(before < 0, _SHORTER, 1.0))
                self.sizes[places], self.turned[places] = np.clip(grown, *_SIZES), way
            self.multipliers[places] += way * rate * self.sizes[places]

    def stubborn(self, apart: IndexArray) -> Int32Array:
        """For each star that is not agreed on, the structure whose members in it disagreed most often."""
        order = apart[np.lexsort((apart, -self.quarrels[apart], self.star_of[apart]))]
        first = np.unique(self.star_of[order], return_index=True)[1]
        return np.unique(self.structures[order[first]])

    def let_go(self, structures: Int32Array) -> Int32Array:
        """Take the stars off some structures; the stars that this changes."""
        members = np.concatenate([self.members(structure) for structure in structures.tolist()])
        self.active[members] = 0
        for member in members.tolist():
            self.multipliers[self.stars.offsets[member] : self.stars.offsets[member + 1]] = 0.0
        return np.unique(self.star_of[members])

    @property
    def dual(self) -> float:
        """The value of the dual, which no consistent solution exceeds."""
        return float(self.values.sum() + self.answer.values.sum())


def agree(
    stars: Stars, structures: Int32Array, decode: Decode, steps: Steps | None = None, many: DecodeMany | None = None
) -> Agreement:
    """The best structures and labels that agree.

    After the first round only structures and stars whose multipliers changed are decoded again.

    Parameters
    ----------
    stars : the stars.
    structures : by member, the structure that it is a decision of.
    decode : the structures' decoder.
    steps : how the multipliers move.
    many : decodes many structures in one call, where that is quicker.
    """
    steps = steps or Steps()
    search = _Search(stars, structures, decode, many)
    gone: list[Int32Array] = []
    rounds: list[Round] = []
    todo, changed = np.unique(structures), np.arange(len(stars), dtype=np.int32)
    rises, used, before = 0, 0, np.inf
    while True:
        started = time.perf_counter()
        search.solve(todo, changed)
        apart, dual = search.apart(), search.dual
        if steps.warm and not rounds and len(apart):
            rounds.append(Round(dual, len(todo), len(apart), time.perf_counter() - started))
            todo, changed = search.begin()
            used = 1
            continue
        rises += dual > before + 1e-9 * max(1.0, abs(before))
        used, before = used + 1, dual
        decoded = len(todo)
        if len(apart):
            if used < steps.rounds:
                todo, changed = np.unique(structures[apart]), np.unique(search.star_of[apart])
                search.move(apart, steps.rate / (1 + rises), adaptive=steps.adaptive)
            else:
                todo = search.stubborn(apart)
                gone.append(todo)
                changed = search.let_go(todo)
                rises, used, before = 0, steps.rounds - steps.more, np.inf
        rounds.append(Round(dual, decoded, len(apart), time.perf_counter() - started))
        if not len(apart):
            break
    let_go = np.sort(np.concatenate(gone)) if gone else np.zeros(0, dtype=np.int32)
    exact = _exact(search, let_go)
    return Agreement(search.local, search.answer.consensus, search.dual, let_go, exact, tuple(rounds))


def objective(stars: Stars, decode: Decode, agreement: Agreement, structures: Int32Array) -> float:
    """The score of a solution's structures and stars, counted afresh: it is never above the dual.

    The structures are decoded with multipliers that leave them only the solution's labels.
    """
    multipliers = np.full(len(stars.classes), 1e6)
    multipliers[agreement.chosen] = 0.0
    active = np.isin(structures, agreement.let_go, invert=True).astype(np.uint8)
    local = sum(decode(structure, multipliers)[1] for structure in np.unique(structures).tolist())
    return float(local + stars.fixed(agreement.chosen, active).values.sum())


def ranges(starts: IndexArray, widths: IndexArray) -> IndexArray:
    """The whole numbers from each start on, so many of each, one run after the other."""
    before = np.cumsum(widths) - widths
    return np.repeat(starts - before, widths) + np.arange(int(widths.sum()))


def _exact(search: _Search, let_go: Int32Array) -> BoolArray:
    """By structure, whether no chain of stars leads to one that was let go."""
    nodes = search.count + search.star_of
    roots = components(search.count + len(search.stars), search.structures, nodes.astype(np.int32))
    return np.isin(roots[: search.count], roots[let_go], invert=True)
