"""The best labels of star-shaped Markov random fields.

A star is a consensus node with member nodes around it. The members of star s are those from `starts[s]` on; member i
may take the labels `classes[offsets[i]:offsets[i + 1]]`, each with a score of its own, all different. With the
consensus c a member that takes the label l gets more: `same` where l = c, `close` where l and c are of one group, `off`
where c is NULL, and nothing else (Rush, Reichart, Collins & Globerson 2012, section 4). Against the member's best label
by scores alone, m = maxₗ score(l), the consensus c gains

    gain(i, c) = max(0, score(c) + same − m, max over l in the group of c of score(l) + close − m)

and only classes and groups that the member may take gain anything, so that a sum over all consensus labels costs no
more than one pass over the labels.
"""

import cython
import numpy as np

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NOTHING = cython.declare(cython.double, -1e300)
NEARLY = cython.declare(cython.double, 1e-9)  # sums in another order differ a little
NULL = cython.declare(cython.int, -1)


@cython.cclass
class Stars:
    """The stars, and work space: one place a class or group, always left as it was found.

    Parameters
    ----------
    stars : `namesakes.structures.dual_decomposition.Stars`.
    """

    starts: cython.const[cython.int][:]
    offsets: cython.const[cython.int][:]
    classes: cython.const[cython.int][:]
    groups: cython.const[cython.int][:]
    observed_starts: cython.const[cython.int][:]
    observed: cython.const[cython.int][:]
    counts: cython.const[cython.double][:]
    same: cython.double
    close: cython.double
    off: cython.double
    by_class: cython.double[:]
    by_group: cython.double[:]
    best_of_group: cython.double[:]
    marks: cython.uchar[:]
    seen: cython.int[:]

    def __init__(self, stars: object) -> None:
        size = len(stars.groups)
        self.starts = stars.starts
        self.offsets = stars.offsets
        self.classes = stars.classes
        self.groups = stars.groups
        self.observed_starts = stars.observed_starts
        self.observed = stars.observed
        self.counts = stars.counts
        self.same = stars.bonuses.same
        self.close = stars.bonuses.close
        self.off = stars.bonuses.off
        self.by_class = np.zeros(size)
        self.by_group = np.zeros(size)
        self.best_of_group = np.full(size, NOTHING)
        self.marks = np.zeros(size, dtype=np.uint8)
        self.seen = np.empty(size, dtype=np.int32)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    @cython.initializedcheck(False)
    def best_labels(
        self,
        which: cython.const[cython.int][:],
        active: cython.const[cython.uchar][:],
        scores: cython.const[cython.double][:],
        preferred: cython.const[cython.int][:],
        chosen: cython.int[:],
        consensus: cython.int[:],
        values: cython.double[:],
    ) -> None:
        """Fill `chosen` (a place in `classes` a member), `consensus` and `values` of the stars `which`.

        Members that are not `active` are left out. `observed` are labels of members without a choice, and how many
        there are of each. Among equally good labels the one `preferred` is taken, else the first; among equally good
        consensus labels the first seen, and NULL last. O(labels).
        """
        turn: cython.Py_ssize_t
        star: cython.int
        member: cython.Py_ssize_t
        place: cython.Py_ssize_t
        count: cython.Py_ssize_t
        label: cython.int
        group: cython.int
        found: cython.int
        most: cython.double
        gain: cython.double
        shared: cython.double
        value: cython.double
        total: cython.double
        nodes: cython.double
        best: cython.double
        same: cython.double = self.same
        close: cython.double = self.close
        starts: cython.const[cython.int][:] = self.starts
        offsets: cython.const[cython.int][:] = self.offsets
        classes: cython.const[cython.int][:] = self.classes
        groups: cython.const[cython.int][:] = self.groups
        by_class: cython.double[:] = self.by_class
        by_group: cython.double[:] = self.by_group
        best_of_group: cython.double[:] = self.best_of_group
        marks: cython.uchar[:] = self.marks
        seen: cython.int[:] = self.seen
        for turn in range(which.shape[0]):
            star = which[turn]
            total = 0.0
            nodes = 0.0
            count = 0
            for member in range(starts[star], starts[star + 1]):
                if not active[member]:
                    continue
                nodes += 1.0
                most = NOTHING
                for place in range(offsets[member], offsets[member + 1]):
                    value = scores[place]
                    group = groups[classes[place]]
                    most = value if value > most else most
                    if value > best_of_group[group]:
                        best_of_group[group] = value
                total += most
                for place in range(offsets[member], offsets[member + 1]):
                    label = classes[place]
                    if not marks[label]:
                        marks[label] = 1
                        seen[count] = label
                        count += 1
                    shared = best_of_group[groups[label]] + close - most
                    gain = scores[place] + same - most - (shared if shared > 0.0 else 0.0)
                    if gain > 0.0:
                        by_class[label] += gain
                for place in range(offsets[member], offsets[member + 1]):
                    group = groups[classes[place]]
                    if best_of_group[group] > NOTHING:
                        shared = best_of_group[group] + close - most
                        by_group[group] += shared if shared > 0.0 else 0.0
                        best_of_group[group] = NOTHING
            for place in range(self.observed_starts[star], self.observed_starts[star + 1]):
                label = self.observed[place]
                if not marks[label]:
                    marks[label] = 1
                    seen[count] = label
                    count += 1
                nodes += self.counts[place]
                by_class[label] += self.counts[place] * (same - close)
                by_group[groups[label]] += self.counts[place] * close
            best = NOTHING
            found = NULL
            for place in range(count):
                label = seen[place]
                value = by_class[label] + by_group[groups[label]]
                if value > best:
                    best = value
                    found = label
            if nodes * self.off > best:
                best = nodes * self.off
                found = NULL
            consensus[star] = found
            values[star] = total + best
            for place in range(count):
                label = seen[place]
                by_class[label] = 0.0
                by_group[groups[label]] = 0.0
                marks[label] = 0
            for member in range(starts[star], starts[star + 1]):
                if not active[member]:
                    continue
                best = NOTHING
                for place in range(offsets[member], offsets[member + 1]):
                    label = classes[place]
                    value = scores[place]
                    if found >= 0:
                        if label == found:
                            value += same
                        elif groups[label] == groups[found]:
                            value += close
                    if value > best + NEARLY or (value >= best - NEARLY and place == preferred[member]):
                        best = value
                        chosen[member] = place
