# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Relations of a tree's arcs: the best label of each word by hashed features, and the updates of their weights.

A feature is made of up to five of an arc's atoms, the codes of the words around it and of its relatives in the tree:
feature t has the place mix(t · STEP + Σ_j atoms[templates[t, j]] · key_j + direction) >> shift, and from there on stand
its weights for the labels side by side. Weights are floats while they are learned, and then bytes b that stand for
b · |b|, sums of which are exact in any order.
"""

import cython
import numpy as np

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()
elif cython.compiled:
    from cython.cimports.namesakes.learning.kernels.memory import prefetch

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
SIDE = cython.declare(cython.ulonglong, 0x589965CC75374CC3)
NOTHING = cython.declare(cython.double, -1e300)
AROUND = cython.declare(cython.int, 17)
LINE = cython.declare(cython.int, 48)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def put_three(
    codes: cython.const[cython.ulonglong][:, :], row: cython.int, atoms: cython.ulonglong[::1], at: cython.int
) -> cython.int:
    """The place after the word, tag and coarse tag of a row; of nothing where the row is negative."""
    j: cython.int
    for j in range(3):
        atoms[at + j] = codes[row, j] if row >= 0 else 1
    return at + 3


def find_edges(heads: cython.const[cython.int][:], edges: cython.int[:, :]) -> None:
    """Fill, for each node of trees, what `Labels` asks about its relatives; -1 where there is none. O(n).

    0, 1, 2: its first, second and last dependent; 3, 4: its head's dependents before and after it; 5: how many
    dependents it has, up to three before and three after it; 6: how many of its siblings stand before it, up to three.
    """
    size: cython.int = heads.shape[0]
    word: cython.int
    head: cython.int
    j: cython.int
    for word in range(size):
        for j in range(5):
            edges[word, j] = -1
        edges[word, 5] = 0
        edges[word, 6] = 0
    for word in range(size):
        head = heads[word]
        if head < 0:
            continue
        if edges[head, 0] < 0:
            edges[head, 0] = word
        elif edges[head, 1] < 0:
            edges[head, 1] = word
        edges[word, 3] = edges[head, 2]
        if edges[head, 2] >= 0:
            edges[edges[head, 2], 4] = word
            edges[word, 6] = edges[edges[head, 2], 6] + 1 if edges[edges[head, 2], 6] < 3 else 3
        edges[head, 2] = word
        if word < head and edges[head, 5] % 4 < 3:
            edges[head, 5] += 1
        elif word > head and edges[head, 5] < 12:
            edges[head, 5] += 4


@cython.cclass
class Labels:
    """The weights of labelled arcs, and room for the features and scores of one of them.

    Parameters
    ----------
    templates, keys : feature t is made of the atoms `templates[t]`, each times its key.
    distances : the codes of distances in words; the last is for all longer ones.
    allowed : by the coarse tags of head and dependent, which labels there may be.
    weights : floats, while they are learned; later there are none.
    small : later weights are bytes, with those of the first labels again at the end.
    bits : there are 2^bits weights.
    """

    templates: cython.const[cython.uchar][:, ::1]
    keys: cython.const[cython.ulonglong][::1]
    distances: cython.const[cython.ulonglong][::1]
    allowed: cython.const[cython.uchar][:, :, ::1]
    weights: cython.float[::1]
    small: cython.const[cython.schar][::1]
    shift: cython.int
    atoms: cython.ulonglong[::1]
    places: cython.uint[::1]
    totals: cython.int[::1]
    scores: cython.double[::1]

    def __init__(
        self,
        templates: cython.const[cython.uchar][:, ::1],
        keys: cython.const[cython.ulonglong][::1],
        distances: cython.const[cython.ulonglong][::1],
        allowed: cython.const[cython.uchar][:, :, ::1],
        weights: cython.float[::1],
        small: cython.const[cython.schar][::1],
        bits: cython.int,
    ) -> None:
        self.templates = templates
        self.keys = keys
        self.distances = distances
        self.allowed = allowed
        self.weights = weights
        self.small = small
        self.shift = 64 - bits
        self.atoms = np.zeros(64, dtype=np.uint64)
        self.places = np.zeros(templates.shape[0], dtype=np.uint32)
        self.totals = np.zeros(allowed.shape[2], dtype=np.int32)
        self.scores = np.zeros(allowed.shape[2])

    @cython.cfunc
    @cython.exceptval(check=False)
    def find_places(
        self,
        codes: cython.const[cython.ulonglong][:, :],
        heads: cython.const[cython.int][:],
        edges: cython.const[cython.int][:, ::1],
        word: cython.int,
    ) -> cython.void:
        """Fill the places of one arc's templates.

        Atoms: 0 nothing; 1 to 17 the head and around it; 18 to 34 the dependent and around it; then three each of the
        dependent's first, second and last dependents, of its siblings before and after, of the head's first and last
        dependents, and of the head's head; 59 the distance; 60 how many dependents it has on each side, 61 how many of
        its head's stand before it on the same side.
        """
        at: cython.int
        t: cython.Py_ssize_t
        j: cython.Py_ssize_t
        h: cython.ulonglong
        atoms: cython.ulonglong[::1] = self.atoms
        places: cython.uint[::1] = self.places
        templates: cython.const[cython.uchar][:, ::1] = self.templates
        keys: cython.const[cython.ulonglong][::1] = self.keys
        head: cython.int = heads[word]
        away: cython.int = word - head if word > head else head - word
        far: cython.int = self.distances.shape[0] - 1
        direction: cython.ulonglong = (5 if head < word else 6) * SIDE & MASK
        atoms[0] = 0
        for at in range(AROUND):
            atoms[1 + at] = codes[head, at]
            atoms[1 + AROUND + at] = codes[word, at]
        at = 1 + 2 * AROUND
        for j in range(5):
            at = put_three(codes, edges[word, j], atoms, at)
        at = put_three(codes, edges[head, 0], atoms, at)
        at = put_three(codes, edges[head, 2], atoms, at)
        at = put_three(codes, heads[head], atoms, at)
        atoms[at] = self.distances[away if away < far else far]
        atoms[at + 1] = STEP * (40 + cython.cast(cython.int, edges[word, 5])) & MASK
        atoms[at + 2] = STEP * (80 + cython.cast(cython.int, edges[word, 6])) & MASK
        for t in range(templates.shape[0]):
            h = STEP * (1000 + t) + direction
            for j in range(5):
                h += cython.cast(cython.ulonglong, atoms[templates[t, j]]) * cython.cast(cython.ulonglong, keys[j])
            h = h & MASK
            places[t] = (((h ^ (h >> 32)) * MIX) & MASK) >> self.shift
            if cython.compiled:
                prefetch(cython.address(self.small[places[t]]))
                prefetch(cython.address(self.small[places[t] + LINE]))

    @cython.cfunc
    @cython.exceptval(check=False)
    def weigh(self, choices: cython.const[cython.uchar][::1]) -> cython.void:
        """Fill the scores of the labels; of bytes that of all of them, of floats those of the choices."""
        t: cython.Py_ssize_t
        label: cython.Py_ssize_t
        labels: cython.Py_ssize_t = self.scores.shape[0]
        mask: cython.Py_ssize_t = self.weights.shape[0] - 1
        value: cython.int
        places: cython.uint[::1] = self.places
        row: cython.pointer[cython.const[cython.schar]]
        found: cython.p_int
        if self.small.shape[0] == 0:
            for label in range(labels):
                self.scores[label] = 0.0
                if choices[label]:
                    for t in range(places.shape[0]):
                        self.scores[label] += cython.cast(cython.double, self.weights[(places[t] + label) & mask])
            return
        for label in range(labels):
            self.totals[label] = 0
        for t in range(places.shape[0]):
            if cython.compiled:
                row = cython.address(self.small[places[t]])
                found = cython.address(self.totals[0])
            else:
                row, found = self.small[places[t] :], self.totals
            for label in range(labels):
                value = cython.cast(cython.int, row[label])
                found[label] += value * (value if value > 0 else -value)
        for label in range(labels):
            self.scores[label] = self.totals[label]

    def label(
        self,
        codes: cython.const[cython.ulonglong][:, :],
        coarse: cython.const[cython.uchar][:],
        heads: cython.const[cython.int][:],
        edges: cython.const[cython.int][:, ::1],
        labels: cython.int[::1],
    ) -> None:
        """Fill `labels` with the best ones that the tags of head and word allow.

        A row whose head is negative is no word, and is passed over: trees may stand one after the other.
        """
        word: cython.int
        label: cython.int
        best: cython.int
        count: cython.int
        most: cython.double
        choices: cython.const[cython.uchar][::1]
        for word in range(heads.shape[0]):
            if heads[word] < 0:
                continue
            choices = self.allowed[coarse[heads[word]], coarse[word]]
            best = -1
            count = 0
            for label in range(choices.shape[0]):
                if choices[label]:
                    best = label
                    count += 1
            if count > 1:
                self.find_places(codes, heads, edges, word)
                self.weigh(choices)
                most = NOTHING
                for label in range(choices.shape[0]):
                    if choices[label] and self.scores[label] > most:
                        most = self.scores[label]
                        best = label
            labels[word] = best

    @cython.cdivision(True)
    def learn(
        self,
        codes: cython.const[cython.ulonglong][:, :],
        coarse: cython.const[cython.uchar][:],
        heads: cython.const[cython.int][:],
        edges: cython.const[cython.int][:, ::1],
        gold: cython.const[cython.int][:],
        sums: cython.double[::1],
        clock: cython.double,
        cap: cython.double,
    ) -> None:
        """Make each gold label win by 1 against the best other one, by passive-aggressive updates word by word.

        Words whose gold label is negative, or not allowed, teach nothing. `sums` collect clock · change for averaging.
        """
        mask: cython.Py_ssize_t = self.weights.shape[0] - 1
        word: cython.int
        label: cython.int
        right: cython.int
        other: cython.int
        t: cython.Py_ssize_t
        most: cython.double
        step: cython.double
        choices: cython.const[cython.uchar][::1]
        for word in range(heads.shape[0]):
            right = gold[word]
            if heads[word] < 0 or right < 0:
                continue
            choices = self.allowed[coarse[heads[word]], coarse[word]]
            other = -1
            for label in range(choices.shape[0]):
                if choices[label] and label != right:
                    other = label
            if other < 0 or not choices[right]:
                continue
            self.find_places(codes, heads, edges, word)
            self.weigh(choices)
            most = NOTHING
            for label in range(choices.shape[0]):
                if choices[label] and label != right and self.scores[label] > most:
                    most = self.scores[label]
                    other = label
            if self.scores[right] - most < 1.0:
                step = (1.0 - self.scores[right] + most) / (2.0 * self.places.shape[0])
                if step > cap:
                    step = cap
                for t in range(self.places.shape[0]):
                    self.weights[(self.places[t] + right) & mask] += step
                    sums[(self.places[t] + right) & mask] += clock * step
                    self.weights[(self.places[t] + other) & mask] -= step
                    sums[(self.places[t] + other) & mask] -= clock * step
