# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Scores of arcs, neighbouring dependents and heads of heads by hashed features, and features that tell trees apart.

A part of a tree looks at two or three words, each in a role: head, dependent, nearer dependent, head's head. Feature t
of a part whose words are i, j and k has the place

    mix(one[i, t] + two[j, t] + three[k, t] + direction) >> shift

in one array of weights; what a word gives to it in a role, a sum of codes · keys, is made once a sentence. The first
`stars` templates have a second feature, with the part's distance in words (McDonald, Crammer & Pereira 2005), whose
place is among the 64 around that of the first, so that both come with one line of the cache.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()
elif cython.compiled:
    from cython.cimports.namesakes.learning.kernels.memory import prefetch

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
SIDE = cython.declare(cython.ulonglong, 0x589965CC75374CC3)
LINE = cython.declare(cython.ulonglong, 63)
NOTHING = cython.declare(cython.double, -1e300)
TAGS = cython.declare(cython.int, 64)
WAITING = cython.declare(cython.Py_ssize_t, 128)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def mix(h: cython.ulonglong) -> cython.ulonglong:
    """A hash whose highest bits depend on all bits of h."""
    if cython.compiled:
        return (h ^ (h >> 32)) * MIX
    h = h & MASK
    return ((h ^ (h >> 32)) * MIX) & MASK


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def away(
    distances: cython.const[cython.ulonglong][::1], one: cython.Py_ssize_t, other: cython.Py_ssize_t
) -> cython.ulonglong:
    """What the distance of two words gives; the last of `distances` is for all longer ones."""
    gap: cython.Py_ssize_t = one - other if one > other else other - one
    far: cython.Py_ssize_t = distances.shape[0] - 1
    return cython.cast(cython.ulonglong, distances[gap if gap < far else far])


@cython.cclass
class Sums:
    """Weights, and the sums of those of parts.

    The places of some parts are listed and their weights called for from memory; while these come, the parts before
    are summed.

    Parameters
    ----------
    weights : floats, while they are learned; later there are none.
    small, squares : later weights are bytes, and `squares` has the whole number that each byte stands for; sums of
        those are exact in any order.
    scale : what a sum is multiplied with.
    places : room for twice as many places as `WAITING` and those of one part.
    parts : two rows a part that waits: where its score is put, and where its places end.
    """

    weights: cython.const[cython.float][::1]
    small: cython.const[cython.uchar][::1]
    squares: cython.const[cython.int][::1]
    scale: cython.double
    places: cython.uint[::1]
    parts: cython.int[:, :, ::1]
    side: cython.Py_ssize_t
    count: cython.Py_ssize_t
    others: cython.Py_ssize_t
    end: cython.Py_ssize_t

    def __init__(
        self,
        weights: cython.const[cython.float][::1],
        small: cython.const[cython.uchar][::1],
        squares: cython.const[cython.int][::1],
        scale: cython.double,
        places: cython.uint[::1],
        parts: cython.int[:, :, ::1],
    ) -> None:
        self.weights = weights
        self.small = small
        self.squares = squares
        self.scale = scale
        self.places = places
        self.parts = parts
        self.side = 0
        self.count = 0
        self.others = 0
        self.end = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def finish(self, end: cython.Py_ssize_t, target: cython.Py_ssize_t, scores: cython.double[::1]) -> cython.void:
        """Let one part wait, whose places end at `end` and whose score is put at `target`."""
        self.parts[self.side, self.count, 0] = target
        self.parts[self.side, self.count, 1] = end
        self.count += 1
        self.end = end
        if end - self.side * (self.places.shape[0] // 2) >= WAITING or self.count == self.parts.shape[1]:
            self.turn(scores)

    @cython.cfunc
    @cython.exceptval(check=False)
    def turn(self, scores: cython.double[::1]) -> cython.void:
        """Sum the parts that have waited longer."""
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        half: cython.Py_ssize_t = self.places.shape[0] // 2
        whole: cython.int
        found: cython.double
        places: cython.p_uint
        small: cython.pointer[cython.const[cython.uchar]]
        squares: cython.pointer[cython.const[cython.int]]
        self.side = 1 - self.side
        i = self.side * half
        if cython.compiled:
            places = cython.address(self.places[0])
            small = cython.address(self.small[0])
            squares = cython.address(self.squares[0])
        else:
            places, small, squares = self.places, self.small, self.squares
        for p in range(self.others):
            if self.small.shape[0] == 0:
                found = 0.0
                while i < self.parts[self.side, p, 1]:
                    found += cython.cast(cython.double, self.weights[places[i]])
                    i += 1
            else:
                whole = 0
                while i < self.parts[self.side, p, 1]:
                    whole += squares[small[places[i]]]
                    i += 1
                found = self.scale * whole
            scores[self.parts[self.side, p, 0]] = found
        self.others = self.count
        self.count = 0
        self.end = self.side * half

    @cython.cfunc
    @cython.exceptval(check=False)
    def flush(self, scores: cython.double[::1]) -> cython.void:
        """Sum all parts that wait."""
        self.turn(scores)
        self.turn(scores)
        self.turn(scores)


@cython.cclass
class Features:
    """The features of one shape of parts.

    Parameters
    ----------
    table : the templates (`templates.Table`). The terms `bounds[r]` to `bounds[r + 1]` are those of role r:
        template `numbers[e]` takes the code in `columns[e]` times `keys[e]`; the first role adds the `constants`.
    third : what the third word gives, where that is no role.
    shift : see above.
    """

    numbers: cython.const[cython.ushort][::1]
    columns: cython.const[cython.ushort][::1]
    keys: cython.const[cython.ulonglong][::1]
    bounds: cython.const[cython.int][::1]
    constants: cython.const[cython.ulonglong][::1]
    order: cython.const[cython.ushort][::1]
    stars: cython.Py_ssize_t
    shift: cython.int
    one: cython.ulonglong[:, ::1]
    two: cython.ulonglong[:, ::1]
    three: cython.ulonglong[:, ::1]

    def __init__(self, table: object, third: cython.ulonglong[:, ::1], shift: cython.int) -> None:
        self.numbers = table.numbers
        self.columns = table.columns
        self.keys = table.keys
        self.bounds = table.bounds
        self.constants = table.constants
        self.order = table.order
        self.stars = table.stars
        self.three = third
        self.shift = shift

    def see(self, codes: cython.const[cython.ulonglong][:, ::1], sums: cython.ulonglong[:, :, ::1]) -> None:
        """Fill `sums[r, i, t]` with what word i gives to template t in role r, and keep them. O(words · terms)."""
        r: cython.Py_ssize_t
        i: cython.Py_ssize_t
        t: cython.Py_ssize_t
        e: cython.Py_ssize_t
        first: cython.Py_ssize_t
        end: cython.Py_ssize_t
        h: cython.ulonglong
        found: cython.p_ulonglong
        row: cython.pointer[cython.const[cython.ulonglong]]
        for r in range(sums.shape[0]):
            first = self.bounds[r]
            end = self.bounds[r + 1]
            for i in range(codes.shape[0]):
                if cython.compiled:
                    found = cython.address(sums[r, i, 0])
                    row = cython.address(codes[i, 0])
                else:
                    found, row = sums[r, i], codes[i]
                for t in range(sums.shape[2]):
                    found[t] = self.constants[t] if r == 0 else 0
                for e in range(first, end):
                    h = cython.cast(cython.ulonglong, row[self.columns[e]])
                    h = h * cython.cast(cython.ulonglong, self.keys[e])
                    h += cython.cast(cython.ulonglong, found[self.numbers[e]])
                    found[self.numbers[e]] = h if cython.compiled else h & MASK
        self.one = sums[0]
        self.two = sums[1]
        if sums.shape[0] > 2:
            self.three = sums[2]

    @cython.cfunc
    @cython.exceptval(check=False)
    def emit(
        self,
        i: cython.Py_ssize_t,
        j: cython.Py_ssize_t,
        k: cython.Py_ssize_t,
        direction: cython.ulonglong,
        distance: cython.ulonglong,
        places: cython.uint[::1],
        count: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """The number of places after those of one part's features are added, in the order of learning."""
        u: cython.Py_ssize_t
        t: cython.Py_ssize_t
        h: cython.ulonglong
        place: cython.ulonglong
        for u in range(self.order.shape[0]):
            t = self.order[u]
            h = cython.cast(cython.ulonglong, self.one[i, t]) + cython.cast(cython.ulonglong, self.two[j, t])
            h += cython.cast(cython.ulonglong, self.three[k, t]) + direction
            place = mix(h) >> self.shift
            places[count] = place
            count += 1
            if t < self.stars:
                places[count] = (place & ~LINE) | ((mix(h + distance) >> self.shift) & LINE)
                count += 1
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(
        self,
        i: cython.Py_ssize_t,
        j: cython.Py_ssize_t,
        k: cython.Py_ssize_t,
        direction: cython.ulonglong,
        distance: cython.ulonglong,
        sums: Sums,
        count: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """The same, in any order where weights are bytes; these are called for from memory."""
        t: cython.Py_ssize_t
        stars: cython.Py_ssize_t = self.stars
        every: cython.Py_ssize_t = self.order.shape[0]
        shift: cython.int = self.shift
        h: cython.ulonglong
        place: cython.ulonglong
        one: cython.p_ulonglong
        two: cython.p_ulonglong
        three: cython.p_ulonglong
        places: cython.p_uint
        small: cython.pointer[cython.const[cython.uchar]]
        if sums.small.shape[0] == 0:
            return self.emit(i, j, k, direction, distance, sums.places, count)
        if cython.compiled:
            one = cython.address(self.one[i, 0])
            two = cython.address(self.two[j, 0])
            three = cython.address(self.three[k, 0])
            places = cython.address(sums.places[count])
            small = cython.address(sums.small[0])
        else:
            one, two, three, places = self.one[i], self.two[j], self.three[k], sums.places[count:]
        for t in range(stars):
            h = cython.cast(cython.ulonglong, one[t]) + cython.cast(cython.ulonglong, two[t])
            h += cython.cast(cython.ulonglong, three[t]) + direction
            place = mix(h) >> shift
            if cython.compiled:
                prefetch(small + place)
            places[2 * t] = place
            places[2 * t + 1] = (place & ~LINE) | ((mix(h + distance) >> shift) & LINE)
        for t in range(stars, every):
            h = cython.cast(cython.ulonglong, one[t]) + cython.cast(cython.ulonglong, two[t])
            h += cython.cast(cython.ulonglong, three[t]) + direction
            place = mix(h) >> shift
            if cython.compiled:
                prefetch(small + place)
            places[stars + t] = place
        return count + stars + every


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def add_tag(tag: cython.int, present: cython.int[::1], count: cython.int) -> cython.int:
    """The number of tags present, in ascending order, after one more."""
    i: cython.int
    place: cython.int = count
    for i in range(count):
        if present[i] == tag:
            return count
    while place > 0 and present[place - 1] > tag:
        present[place] = present[place - 1]
        place -= 1
    present[place] = tag
    return count + 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def put_set(
    present: cython.int[::1],
    count: cython.int,
    keys: cython.const[cython.ulonglong][::1],
    tags: cython.ulonglong[:, ::1],
) -> cython.void:
    """Fill the last row of `tags` with what the set of tags present gives to each template."""
    i: cython.int
    t: cython.Py_ssize_t
    one: cython.ulonglong = 1
    found: cython.ulonglong = 0
    for i in range(count):
        found |= one << cython.cast(cython.int, present[i])
    found = (found * SIDE) & MASK
    for t in range(keys.shape[0]):
        tags[TAGS, t] = (found * cython.cast(cython.ulonglong, keys[t])) & MASK


def score_arcs(
    arcs: Features,
    between: Features,
    set_keys: cython.const[cython.ulonglong][::1],
    distances: cython.const[cython.ulonglong][::1],
    coarse: cython.const[cython.uchar][:],
    kept: cython.const[cython.uchar][:, :],
    size: cython.int,
    present: cython.int[::1],
    sums: Sums,
    scores: cython.double[::1],
) -> None:
    """Fill the scores, by h and m, of the arcs that are kept, and of all others minus 1e300. O(arcs · templates).

    The roles of `arcs` are head and dependent; of `between` these and a coarse tag between the two, or all of those as
    a set. Where `kept` has no rows all arcs are kept.
    """
    head: cython.int
    word: cython.int
    side: cython.int
    gap: cython.int
    i: cython.int
    count: cython.int
    every: cython.bint = kept.shape[0] == 0
    at: cython.Py_ssize_t
    direction: cython.ulonglong
    for head in range(size):
        scores[head * size] = NOTHING
        scores[head * size + head] = NOTHING
        for side in range(2):
            direction = ((2 if side else 1) * SIDE) & MASK
            count = 0
            for gap in range(1, head if side else size - head):
                word = head - gap if side else head + gap
                if gap > 1:
                    count = add_tag(coarse[word + 1 if side else word - 1], present, count)
                if not every and not kept[head, word]:
                    scores[head * size + word] = NOTHING
                    continue
                at = arcs.add(head, word, 0, direction, away(distances, head, word), sums, sums.end)
                put_set(present, count, set_keys, between.three)
                at = between.add(head, word, TAGS, direction, 0, sums, at)
                for i in range(count):
                    at = between.add(head, word, present[i], direction, 0, sums, at)
                sums.finish(at, head * size + word, scores)
    sums.flush(scores)


def score_siblings(
    siblings: Features,
    distances: cython.const[cython.ulonglong][::1],
    parts: cython.const[cython.int][:, :],
    none: cython.int,
    sums: Sums,
    scores: cython.double[::1],
) -> None:
    """Fill `scores` with those of the parts: head, nearer dependent (row `none` where it is the head), dependent."""
    i: cython.Py_ssize_t
    head: cython.int
    nearer: cython.int
    word: cython.int
    at: cython.Py_ssize_t
    direction: cython.ulonglong
    for i in range(parts.shape[0]):
        head = parts[i, 0]
        nearer = parts[i, 1]
        word = parts[i, 2]
        direction = ((3 if head < word else 4) * SIDE) & MASK
        at = nearer if nearer != head else none
        at = siblings.add(head, at, word, direction, away(distances, nearer, word), sums, sums.end)
        sums.finish(at, i, scores)
    sums.flush(scores)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def grand_direction(above: cython.int, head: cython.int, word: cython.int) -> cython.ulonglong:
    """The order of a dependent, its head and that one's head."""
    direction: cython.ulonglong = 8
    direction += (1 if above < head else 0) + (2 if head < word else 0) + (4 if above < word else 0)
    return (direction * SIDE) & MASK


def score_grandparents(
    grandparents: Features,
    kept: cython.const[cython.uchar][:, :],
    ends: cython.const[cython.int][:, :],
    sums: Sums,
    scores: cython.double[::1],
) -> None:
    """Fill the scores, by a and m, for the arc a from g to h and the dependents m of h whose arcs are kept.

    No projective tree has g between h and m, and so those are left out.
    """
    a: cython.Py_ssize_t
    above: cython.int
    head: cython.int
    word: cython.int
    first: cython.int
    end: cython.int
    size: cython.Py_ssize_t = kept.shape[0]
    at: cython.Py_ssize_t
    for a in range(ends.shape[0]):
        above = ends[a, 0]
        head = ends[a, 1]
        first = 1 if head < above else above + 1
        end = above if head < above else kept.shape[0]
        for word in range(first, end):
            if kept[head, word] and word != head:
                at = grandparents.add(above, head, word, grand_direction(above, head, word), 0, sums, sums.end)
                sums.finish(at, a * size + word, scores)
    sums.flush(scores)


@cython.cfunc
@cython.exceptval(check=False)
def nearer_dependent(heads: cython.const[cython.int][:], word: cython.int) -> cython.int:
    """The next dependent of the word's head towards that head, or the head where there is none."""
    head: cython.int = heads[word]
    place: cython.int = word
    while place != head:
        place += -1 if word > head else 1
        if place != head and heads[place] == head:
            return place
    return head


def difference(
    arcs: Features,
    between: Features,
    siblings: Features,
    grandparents: Features,
    set_keys: cython.const[cython.ulonglong][::1],
    distances: cython.const[cython.ulonglong][::1],
    coarse: cython.const[cython.uchar][:],
    right: cython.const[cython.int][:],
    wrong: cython.const[cython.int][:],
    order: cython.int,
    present: cython.int[::1],
    places: cython.uint[::1],
) -> tuple[int, int]:
    """The number of places of the right tree's features that the wrong tree lacks, and of these and the contrary.

    Every part of a tree belongs to one word (its arc; itself and its nearer sibling, or its head's head), so that
    words are compared.
    """
    size: cython.int = right.shape[0]
    word: cython.int
    side: cython.int
    head: cython.int
    other: cython.int
    i: cython.int
    tags: cython.int
    count: cython.int = 0
    gained: cython.int = 0
    direction: cython.ulonglong
    for side in range(2):
        for word in range(1, size):
            head = right[word] if side == 0 else wrong[word]
            if right[word] != wrong[word]:
                tags = 0
                for i in range((head if head < word else word) + 1, word if head < word else head):
                    tags = add_tag(coarse[i], present, tags)
                direction = ((1 if head < word else 2) * SIDE) & MASK
                count = arcs.emit(head, word, 0, direction, away(distances, head, word), places, count)
                put_set(present, tags, set_keys, between.three)
                count = between.emit(head, word, TAGS, direction, 0, places, count)
                for i in range(tags):
                    count = between.emit(head, word, present[i], direction, 0, places, count)
            if order < 2:
                continue
            other = nearer_dependent(right if side == 0 else wrong, word)
            if right[word] != wrong[word] or nearer_dependent(right, word) != nearer_dependent(wrong, word):
                direction = ((3 if head < word else 4) * SIDE) & MASK
                i = other if other != head else size
                count = siblings.emit(head, i, word, direction, away(distances, other, word), places, count)
            if order < 3 or head == 0:
                continue
            if right[word] != wrong[word] or right[head] != wrong[head]:
                other = right[head] if side == 0 else wrong[head]
                count = grandparents.emit(other, head, word, grand_direction(other, head, word), 0, places, count)
        if side == 0:
            gained = count
    return gained, count
