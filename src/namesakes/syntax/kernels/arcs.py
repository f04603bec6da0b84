"""Features of arcs, of neighbouring dependents and of labels, hashed while scoring, and the updates of their weights.

A sentence of n words is a matrix of codes with n + 2 rows: the root, the words, the end. The features of a part (an
arc, two neighbouring dependents, a labelled arc) are made of its atoms, the codes of the words and tags that it looks
at; a template is a row of places in the atoms. Feature t has the place

    (mix(t · STEP + Σ_j atoms[templates[t, j]] · key_j + variant)) >> shift

in one array of weights. Every template is used with the part's direction, and those with a mark (column 5) a second
time with direction and distance (McDonald, Crammer & Pereira 2005): that feature has a place among the 64 around that
of the first, so that both come with one line of the cache. The same templates and hashes are used for scoring and for
updates.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
KEY_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
KEY_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
KEY_3 = cython.declare(cython.ulonglong, 0xA0761D6478BD642F)
KEY_4 = cython.declare(cython.ulonglong, 0xE7037ED1A0B428DB)
KEY_5 = cython.declare(cython.ulonglong, 0x8EBC6AF09C88C6E3)
KEY_6 = cython.declare(cython.ulonglong, 0x589965CC75374CC3)
NOTHING = cython.declare(cython.double, -1e300)
LINE = cython.declare(cython.ulonglong, 63)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def bucket(distance: cython.int) -> cython.int:
    """A distance in words as one of eleven classes, 0 for none."""
    if distance <= 5:
        return cython.cast(cython.int, distance)
    if distance <= 7:
        return 6
    if distance <= 10:
        return 7
    if distance <= 15:
        return 8
    if distance <= 25:
        return 9
    return 10


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def emit(
    atoms: cython.ulonglong[:],
    templates: cython.const[cython.uchar][:, :],
    first: cython.int,
    direction: cython.ulonglong,
    distance: cython.ulonglong,
    shift: cython.int,
    places: cython.uint[:],
    count: cython.int,
) -> cython.int:
    """The number of places after those of all templates, numbered from `first`, are added; two where marked."""
    t: cython.Py_ssize_t
    h: cython.ulonglong
    g: cython.ulonglong
    for t in range(templates.shape[0]):
        h = STEP * (first + t) + direction
        h += cython.cast(cython.ulonglong, atoms[templates[t, 0]]) * KEY_1
        h += cython.cast(cython.ulonglong, atoms[templates[t, 1]]) * KEY_2
        h += cython.cast(cython.ulonglong, atoms[templates[t, 2]]) * KEY_3
        h += cython.cast(cython.ulonglong, atoms[templates[t, 3]]) * KEY_4
        h += cython.cast(cython.ulonglong, atoms[templates[t, 4]]) * KEY_5
        h = h & MASK
        g = ((h ^ (h >> 32)) * MIX) & MASK
        places[count] = g >> shift
        count += 1
        if templates[t, 5]:
            h = (h + distance) & MASK
            h = ((h ^ (h >> 32)) * MIX) & MASK
            places[count] = ((g >> shift) & ~LINE) | ((h >> shift) & LINE)
            count += 1
    return count


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def put_word(
    codes: cython.const[cython.ulonglong][:, :], row: cython.int, atoms: cython.ulonglong[:], at: cython.int
) -> cython.int:
    """The place after the seven atoms of one word: its word, tag, coarse tag, ending, shape, cluster and group."""
    j: cython.int
    for j in range(7):
        atoms[at + j] = codes[row, j]
    return at + 7


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def put_context(
    codes: cython.const[cython.ulonglong][:, :], row: cython.int, atoms: cython.ulonglong[:], at: cython.int
) -> cython.int:
    """The place after the atoms around one word: word, tag and coarse tag at ±1, tag and coarse tag at ±2."""
    last: cython.int = codes.shape[0] - 1
    j: cython.int
    before: cython.int = row - 1 if row > 0 else last
    after: cython.int = row + 1 if row < last else last
    for j in range(3):
        atoms[at + j] = codes[before, j]
        atoms[at + 3 + j] = codes[after, j]
    before = row - 2 if row > 1 else last
    after = row + 2 if row + 1 < last else last
    for j in range(2):
        atoms[at + 6 + j] = codes[before, j + 1]
        atoms[at + 8 + j] = codes[after, j + 1]
    return at + 10


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def arc_features(
    codes: cython.const[cython.ulonglong][:, :],
    coarse: cython.const[cython.uchar][:],
    head: cython.int,
    word: cython.int,
    templates: cython.const[cython.uchar][:, :],
    between: cython.const[cython.uchar][:, :],
    shift: cython.int,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
    count: cython.int,
) -> cython.int:
    """The number of places after those of one arc are added.

    Atoms: 0 nothing; 1 to 7 the head, 8 to 17 around it; 18 to 24 the dependent, 25 to 34 around it; 35 a coarse tag
    between the two, or all of them as a set.
    """
    at: cython.int
    low: cython.int = head if head < word else word
    high: cython.int = word if head < word else head
    direction: cython.ulonglong = 1 if head < word else 2
    distance: cython.ulonglong = STEP * (bucket(high - low) + 20) & MASK
    tags: cython.ulonglong = 0
    one: cython.ulonglong = 1
    atoms[0] = 0
    at = put_word(codes, head, atoms, 1)
    at = put_context(codes, head, atoms, at)
    at = put_word(codes, word, atoms, at)
    at = put_context(codes, word, atoms, at)
    direction = direction * KEY_6 & MASK
    count = emit(atoms, templates, 0, direction, distance, shift, places, count)
    if between.shape[0] == 0:
        return count
    for at in range(low + 1, high):
        tags |= one << cython.cast(cython.int, coarse[at])
    atoms[35] = tags * KEY_6 & MASK
    count = emit(atoms, between, 500, direction, 0, shift, places, count)
    for at in range(64):
        if tags == 0:
            break
        if tags & 1:
            atoms[35] = STEP * (at + 40) & MASK
            count = emit(atoms, between, 600, direction, 0, shift, places, count)
        tags = tags >> 1
    return count


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def sibling_features(
    codes: cython.const[cython.ulonglong][:, :],
    head: cython.int,
    nearer: cython.int,
    word: cython.int,
    templates: cython.const[cython.uchar][:, :],
    shift: cython.int,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
    count: cython.int,
) -> cython.int:
    """The number of places after those of two neighbouring dependents are added; `nearer` is the head for the nearest.

    Atoms: 0 nothing; 1 to 7 the head; 8 to 14 the nearer dependent; 15 to 21 the dependent; 22 to 31 around it.
    """
    at: cython.int
    gap: cython.int = word - nearer if word > nearer else nearer - word
    direction: cython.ulonglong = 3 if head < word else 4
    distance: cython.ulonglong = STEP * (bucket(gap) + 20) & MASK
    atoms[0] = 0
    at = put_word(codes, head, atoms, 1)
    at = put_word(codes, nearer, atoms, at)
    if nearer == head:
        for at in range(8, 15):
            atoms[at] = at - 2  # any numbers that are no code
        at = 15
    at = put_word(codes, word, atoms, at)
    at = put_context(codes, word, atoms, at)
    return emit(atoms, templates, 700, direction * KEY_6 & MASK, distance, shift, places, count)


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def grand_features(
    codes: cython.const[cython.ulonglong][:, :],
    above: cython.int,
    head: cython.int,
    word: cython.int,
    templates: cython.const[cython.uchar][:, :],
    shift: cython.int,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
    count: cython.int,
) -> cython.int:
    """The number of places after those of a dependent, its head and that one's head are added.

    Atoms: 0 nothing; 1 to 7 the head's head; 8 to 14 the head; 15 to 21 the dependent.
    """
    at: cython.int
    direction: cython.ulonglong = 8
    direction += (1 if above < head else 0) + (2 if head < word else 0) + (4 if above < word else 0)
    atoms[0] = 0
    at = put_word(codes, above, atoms, 1)
    at = put_word(codes, head, atoms, at)
    at = put_word(codes, word, atoms, at)
    return emit(atoms, templates, 800, direction * KEY_6 & MASK, 0, shift, places, count)


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def total(
    weights: cython.const[cython.float][:],
    small: cython.const[cython.schar][:],
    scale: cython.double,
    places: cython.uint[:],
    count: cython.int,
) -> cython.double:
    """The sum of the weights at the first places; where there are `small` ones, each byte b is scale · b · |b|."""
    found: cython.double = 0.0
    whole: cython.longlong = 0
    byte: cython.longlong
    i: cython.int
    if small.shape[0] > 0:
        for i in range(count):
            byte = cython.cast(cython.longlong, small[places[i]])
            whole += byte * byte if byte > 0 else -byte * byte
        return scale * whole
    for i in range(count):
        found += cython.cast(cython.double, weights[places[i]])
    return found


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def sum_row(
    atoms: cython.ulonglong[:],
    templates: cython.const[cython.uchar][:, :],
    low: cython.int,
    high: cython.int,
    sums: cython.ulonglong[:, ::1],
    row: cython.int,
) -> cython.void:
    """Fill a row of sums: for each template what its atoms from `low` to `high` give to Σ_j atoms · key_j."""
    t: cython.Py_ssize_t
    found: cython.ulonglong
    for t in range(templates.shape[0]):
        found = 0
        if low <= templates[t, 0] < high:
            found += cython.cast(cython.ulonglong, atoms[templates[t, 0]]) * KEY_1
        if low <= templates[t, 1] < high:
            found += cython.cast(cython.ulonglong, atoms[templates[t, 1]]) * KEY_2
        if low <= templates[t, 2] < high:
            found += cython.cast(cython.ulonglong, atoms[templates[t, 2]]) * KEY_3
        if low <= templates[t, 3] < high:
            found += cython.cast(cython.ulonglong, atoms[templates[t, 3]]) * KEY_4
        if low <= templates[t, 4] < high:
            found += cython.cast(cython.ulonglong, atoms[templates[t, 4]]) * KEY_5
        sums[row, t] = found & MASK


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def sum_words(
    codes: cython.const[cython.ulonglong][:, :],
    templates: cython.const[cython.uchar][:, :],
    low: cython.int,
    context: cython.bint,
    atoms: cython.ulonglong[:],
    sums: cython.ulonglong[:, ::1],
) -> cython.void:
    """Fill the sums of the root and all words in the role whose atoms begin at `low`. O(words · templates)."""
    row: cython.int
    high: cython.int = low
    for row in range(codes.shape[0] - 1):
        high = put_word(codes, row, atoms, low)
        if context:
            high = put_context(codes, row, atoms, high)
        sum_row(atoms, templates, low, high, sums, row)


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def emit_sums(
    one: cython.ulonglong[:, ::1],
    i: cython.int,
    two: cython.ulonglong[:, ::1],
    j: cython.int,
    three: cython.ulonglong[:, ::1],
    k: cython.int,
    templates: cython.const[cython.uchar][:, :],
    first: cython.int,
    direction: cython.ulonglong,
    distance: cython.ulonglong,
    shift: cython.int,
    places: cython.uint[:],
    count: cython.int,
) -> cython.int:
    """What `emit` does, with the sums of three roles in place of their atoms."""
    t: cython.Py_ssize_t
    h: cython.ulonglong
    g: cython.ulonglong
    for t in range(templates.shape[0]):
        h = STEP * (first + t) + direction + cython.cast(cython.ulonglong, one[i, t])
        h += cython.cast(cython.ulonglong, two[j, t])
        h += cython.cast(cython.ulonglong, three[k, t])
        h = h & MASK
        g = ((h ^ (h >> 32)) * MIX) & MASK
        places[count] = g >> shift
        count += 1
        if templates[t, 5]:
            h = (h + distance) & MASK
            h = ((h ^ (h >> 32)) * MIX) & MASK
            places[count] = ((g >> shift) & ~LINE) | ((h >> shift) & LINE)
            count += 1
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def score_arcs(
    codes: cython.const[cython.ulonglong][:, :],
    coarse: cython.const[cython.uchar][:],
    kept: cython.const[cython.uchar][:, :],
    weights: cython.const[cython.float][:],
    small: cython.const[cython.schar][:],
    scale: cython.double,
    templates: cython.const[cython.uchar][:, :],
    between: cython.const[cython.uchar][:, :],
    shift: cython.int,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
    sums: cython.ulonglong[:, :, ::1],
    between_sums: cython.ulonglong[:, :, ::1],
    scores: cython.double[:, :],
) -> None:
    """Fill `scores[h, m]` for the arcs that are kept, and all others with minus 1e300. O(arcs · templates).

    The places are those of `arc_features`. A feature's hash is a sum over atoms, so that what the head and the
    dependent give to it is summed once for each word, and an arc only adds the two. `sums` is 0 before.
    """
    size: cython.int = scores.shape[0]
    head: cython.int
    word: cython.int
    count: cython.int
    at: cython.int
    tags: cython.ulonglong
    one: cython.ulonglong = 1
    direction: cython.ulonglong
    distance: cython.ulonglong
    heads: cython.ulonglong[:, ::1] = sums[0]
    words: cython.ulonglong[:, ::1] = sums[1]
    nothing: cython.ulonglong[:, ::1] = sums[2]
    between_heads: cython.ulonglong[:, ::1] = between_sums[0]
    between_words: cython.ulonglong[:, ::1] = between_sums[1]
    tag: cython.ulonglong[:, ::1] = between_sums[2]
    sum_words(codes, templates, 1, True, atoms, heads)
    sum_words(codes, templates, 18, True, atoms, words)
    sum_words(codes, between, 1, True, atoms, between_heads)
    sum_words(codes, between, 18, True, atoms, between_words)
    for head in range(size):
        for word in range(size):
            if word == 0 or head == word or not kept[head, word]:
                scores[head, word] = NOTHING
                continue
            at = head - word if head > word else word - head
            distance = STEP * (bucket(at) + 20) & MASK
            direction = (1 if head < word else 2) * KEY_6 & MASK
            count = emit_sums(heads, head, words, word, nothing, 0, templates, 0, direction, distance, shift, places, 0)
            tags = 0
            for at in range((head if head < word else word) + 1, word if head < word else head):
                tags |= one << cython.cast(cython.int, coarse[at])
            atoms[35] = tags * KEY_6 & MASK
            sum_row(atoms, between, 35, 36, tag, 0)
            count = emit_sums(
                between_heads, head, between_words, word, tag, 0,
                between, 500, direction, 0, shift, places, count,
            )  # fmt: skip
            for at in range(64):
                if tags == 0:
                    break
                if tags & 1:
                    atoms[35] = STEP * (at + 40) & MASK
                    sum_row(atoms, between, 35, 36, tag, 0)
                    count = emit_sums(
                        between_heads, head, between_words, word, tag, 0,
                        between, 600, direction, 0, shift, places, count,
                    )  # fmt: skip
                tags = tags >> 1
            scores[head, word] = total(weights, small, scale, places, count)


@cython.boundscheck(False)
@cython.wraparound(False)
def list_siblings(
    kept: cython.const[cython.uchar][:, :], parts: cython.int[:, :], starts: cython.int[:, :], limit: cython.int
) -> cython.int:
    """The number of parts (head, nearer dependent or head, dependent) whose arcs are kept; as many rows are filled.

    The parts of an arc stand together, from `starts[head, word]` on, the one without a nearer dependent first; -1
    there says that the arc is not kept. The root has one dependent and so no siblings. Rows past the limit are only
    counted.
    """
    size: cython.int = kept.shape[0]
    head: cython.int
    word: cython.int
    nearer: cython.int
    step: cython.int
    count: cython.int = 0
    for head in range(size):
        for word in range(size):
            starts[head, word] = -1
            if word == 0 or head == word or not kept[head, word]:
                continue
            starts[head, word] = count
            step = 1 if word > head else -1
            nearer = head
            while nearer != word:
                if nearer == head or (head > 0 and kept[head, nearer]):
                    if count < limit:
                        parts[count, 0] = head
                        parts[count, 1] = nearer
                        parts[count, 2] = word
                    count += 1
                nearer += step
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def score_siblings(
    codes: cython.const[cython.ulonglong][:, :],
    parts: cython.const[cython.int][:, :],
    weights: cython.const[cython.float][:],
    small: cython.const[cython.schar][:],
    scale: cython.double,
    templates: cython.const[cython.uchar][:, :],
    shift: cython.int,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
    sums: cython.ulonglong[:, :, ::1],
    scores: cython.double[:],
) -> None:
    """Fill `scores` with those of the parts, whose places are those of `sibling_features`. O(parts · templates)."""
    i: cython.int
    count: cython.int
    gap: cython.int
    nearer: cython.int
    size: cython.int = codes.shape[0] - 1
    direction: cython.ulonglong
    distance: cython.ulonglong
    heads: cython.ulonglong[:, ::1] = sums[0]
    nearers: cython.ulonglong[:, ::1] = sums[1]
    words: cython.ulonglong[:, ::1] = sums[2]
    sum_words(codes, templates, 1, False, atoms, heads)
    sum_words(codes, templates, 8, False, atoms, nearers)
    sum_words(codes, templates, 15, True, atoms, words)
    for i in range(8, 15):
        atoms[i] = i - 2
    sum_row(atoms, templates, 8, 15, nearers, size)
    for i in range(parts.shape[0]):
        gap = parts[i, 2] - parts[i, 1] if parts[i, 2] > parts[i, 1] else parts[i, 1] - parts[i, 2]
        nearer = parts[i, 1] if parts[i, 1] != parts[i, 0] else size
        distance = STEP * (bucket(gap) + 20) & MASK
        direction = (3 if parts[i, 0] < parts[i, 2] else 4) * KEY_6 & MASK
        count = emit_sums(
            heads, parts[i, 0], nearers, nearer, words, parts[i, 2],
            templates, 700, direction, distance, shift, places, 0,
        )  # fmt: skip
        scores[i] = total(weights, small, scale, places, count)


@cython.boundscheck(False)
@cython.wraparound(False)
def score_grandparents(
    codes: cython.const[cython.ulonglong][:, :],
    kept: cython.const[cython.uchar][:, :],
    ends: cython.const[cython.int][:, :],
    weights: cython.const[cython.float][:],
    small: cython.const[cython.schar][:],
    scale: cython.double,
    templates: cython.const[cython.uchar][:, :],
    shift: cython.int,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
    sums: cython.ulonglong[:, :, ::1],
    scores: cython.double[:, :],
) -> None:
    """Fill `scores[a, m]` for the arc a from g to h and the dependents m of h whose arcs are kept.

    The places are those of `grand_features`.
    """
    a: cython.int
    above: cython.int
    head: cython.int
    word: cython.int
    count: cython.int
    direction: cython.ulonglong
    aboves: cython.ulonglong[:, ::1] = sums[0]
    heads: cython.ulonglong[:, ::1] = sums[1]
    words: cython.ulonglong[:, ::1] = sums[2]
    sum_words(codes, templates, 1, False, atoms, aboves)
    sum_words(codes, templates, 8, False, atoms, heads)
    sum_words(codes, templates, 15, False, atoms, words)
    for a in range(ends.shape[0]):
        above = ends[a, 0]
        head = ends[a, 1]
        for word in range(1, kept.shape[0]):
            if not kept[head, word] or word == head or word == above:  # noqa: SIM109
                continue
            direction = 8
            direction += (1 if above < head else 0) + (2 if head < word else 0) + (4 if above < word else 0)
            direction = direction * KEY_6 & MASK
            count = emit_sums(aboves, above, heads, head, words, word, templates, 800, direction, 0, shift, places, 0)
            scores[a, word] = total(weights, small, scale, places, count)


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
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


@cython.boundscheck(False)
@cython.wraparound(False)
def difference(
    codes: cython.const[cython.ulonglong][:, :],
    coarse: cython.const[cython.uchar][:],
    right: cython.const[cython.int][:],
    wrong: cython.const[cython.int][:],
    order: cython.int,
    templates: cython.const[cython.uchar][:, :],
    between: cython.const[cython.uchar][:, :],
    siblings: cython.const[cython.uchar][:, :],
    grandparents: cython.const[cython.uchar][:, :],
    shift: cython.int,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
) -> tuple[int, int]:
    """The number of places of the right tree's features that the wrong tree lacks, and of these and the contrary.

    Every part of a tree belongs to one word (its arc; itself and its nearer sibling, or its head's head), so that
    words are compared.
    """
    size: cython.int = right.shape[0]
    word: cython.int
    side: cython.int
    count: cython.int = 0
    gained: cython.int = 0
    near_right: cython.int
    near_wrong: cython.int
    head: cython.int
    above: cython.int
    for side in range(2):
        for word in range(1, size):
            head = right[word] if side == 0 else wrong[word]
            if right[word] != wrong[word]:
                count = arc_features(codes, coarse, head, word, templates, between, shift, atoms, places, count)
            if order < 2:
                continue
            near_right = nearer_dependent(right, word)
            near_wrong = nearer_dependent(wrong, word)
            if right[word] != wrong[word] or near_right != near_wrong:
                above = near_right if side == 0 else near_wrong
                count = sibling_features(codes, head, above, word, siblings, shift, atoms, places, count)
            if order < 3 or head == 0:
                continue
            above = right[head] if side == 0 else wrong[head]
            if right[word] != wrong[word] or right[head] != wrong[head]:
                count = grand_features(codes, above, head, word, grandparents, shift, atoms, places, count)
        if side == 0:
            gained = count
    return gained, count


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def update(
    weights: cython.float[:],
    sums: cython.double[:],
    scratch: cython.float[:],
    places: cython.const[cython.uint][:],
    gained: cython.int,
    count: cython.int,
    loss: cython.double,
    cap: cython.double,
    clock: cython.double,
) -> float:
    """The step of a passive-aggressive update that makes the right answer win by the loss, at most `cap`.

    With d the first `gained` features less the others, τ = min(cap, (loss − w·d) / ‖d‖²) and w += τ·d (Crammer et
    al. 2006); `sums` collect clock · change for averaging, `scratch` is zero before and after.
    """
    i: cython.int
    gap: cython.double = 0.0
    norm: cython.double = 0.0
    step: cython.double
    change: cython.double
    for i in range(count):
        scratch[places[i]] += 1.0 if i < gained else -1.0
        change = cython.cast(cython.double, weights[places[i]])
        gap += change if i < gained else -change
    for i in range(count):
        change = cython.cast(cython.double, scratch[places[i]])
        norm += change if i < gained else -change
    for i in range(count):
        scratch[places[i]] = 0.0
    if norm <= 0.0 or gap >= loss:
        return 0.0
    step = (loss - gap) / norm
    if step > cap:
        step = cap
    for i in range(count):
        change = step if i < gained else -step
        weights[places[i]] += change
        sums[places[i]] += clock * change
    return step


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def put_three(
    codes: cython.const[cython.ulonglong][:, :], row: cython.int, atoms: cython.ulonglong[:], at: cython.int
) -> cython.int:
    """The place after the word, tag and coarse tag of a row; of nothing where the row is negative."""
    j: cython.int
    for j in range(3):
        atoms[at + j] = codes[row, j] if row >= 0 else 1
    return at + 3


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def label_places(
    codes: cython.const[cython.ulonglong][:, :],
    heads: cython.const[cython.int][:],
    edges: cython.const[cython.int][:, :],
    word: cython.int,
    templates: cython.const[cython.uchar][:, :],
    atoms: cython.ulonglong[:],
    shift: cython.int,
    places: cython.uint[:],
) -> cython.void:
    """Fill the places of one arc's templates; each feature's weights for the labels stand there side by side.

    Atoms: 0 nothing; 1 to 17 the head and around it; 18 to 34 the dependent and around it; then three each of the
    dependent's first, second and last dependents, of its siblings before and after, of the head's first and last
    dependents, and of the head's head; 59 the distance; 60 how many dependents it has on each side, 61 how many of
    its head's stand before it on the same side.
    """
    at: cython.int
    t: cython.Py_ssize_t
    h: cython.ulonglong
    head: cython.int = heads[word]
    away: cython.int = word - head if word > head else head - word
    direction: cython.ulonglong = 5 if head < word else 6
    atoms[0] = 0
    at = put_word(codes, head, atoms, 1)
    at = put_context(codes, head, atoms, at)
    at = put_word(codes, word, atoms, at)
    at = put_context(codes, word, atoms, at)
    at = put_three(codes, edges[word, 0], atoms, at)
    at = put_three(codes, edges[word, 1], atoms, at)
    at = put_three(codes, edges[word, 2], atoms, at)
    at = put_three(codes, edges[word, 3], atoms, at)
    at = put_three(codes, edges[word, 4], atoms, at)
    at = put_three(codes, edges[head, 0], atoms, at)
    at = put_three(codes, edges[head, 2], atoms, at)
    at = put_three(codes, heads[head], atoms, at)
    atoms[at] = STEP * (bucket(away) + 20) & MASK
    atoms[at + 1] = STEP * (40 + cython.cast(cython.int, edges[word, 5])) & MASK
    atoms[at + 2] = STEP * (80 + cython.cast(cython.int, edges[word, 6])) & MASK
    for t in range(templates.shape[0]):
        h = STEP * (1000 + t) + direction * KEY_6
        h += cython.cast(cython.ulonglong, atoms[templates[t, 0]]) * KEY_1
        h += cython.cast(cython.ulonglong, atoms[templates[t, 1]]) * KEY_2
        h += cython.cast(cython.ulonglong, atoms[templates[t, 2]]) * KEY_3
        h += cython.cast(cython.ulonglong, atoms[templates[t, 3]]) * KEY_4
        h += cython.cast(cython.ulonglong, atoms[templates[t, 4]]) * KEY_5
        h = h & MASK
        places[t] = (((h ^ (h >> 32)) * MIX) & MASK) >> shift


@cython.boundscheck(False)
@cython.wraparound(False)
def find_edges(heads: cython.const[cython.int][:], edges: cython.int[:, :]) -> None:
    """Fill, for each node of a tree, what `label_places` asks about its relatives; -1 where there is none. O(n).

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
    for word in range(1, size):
        head = heads[word]
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


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def label_words(
    codes: cython.const[cython.ulonglong][:, :],
    coarse: cython.const[cython.uchar][:],
    heads: cython.const[cython.int][:],
    edges: cython.const[cython.int][:, :],
    allowed: cython.const[cython.uchar][:, :, :],
    templates: cython.const[cython.uchar][:, :],
    shift: cython.int,
    weights: cython.float[:],
    sums: cython.double[:],
    gold: cython.const[cython.int][:],
    clock: cython.double,
    cap: cython.double,
    atoms: cython.ulonglong[:],
    places: cython.uint[:],
    labels: cython.int[:],
) -> int:
    """The number of wrong labels, with `labels` filled with the best ones that the tags of head and word allow.

    Where `gold` is not empty, each word is followed by a passive-aggressive update that makes its gold label win by 1
    against the best other one (`gold` -1: none for this word).
    """
    size: cython.int = heads.shape[0]
    last: cython.uint = weights.shape[0] - 1
    word: cython.int
    label: cython.int
    best: cython.int
    other: cython.int
    right: cython.int
    wrong: cython.int = 0
    t: cython.Py_ssize_t
    count: cython.Py_ssize_t = templates.shape[0]
    score: cython.double
    best_score: cython.double
    other_score: cython.double
    right_score: cython.double
    step: cython.double
    for word in range(1, size):
        best = -1
        other = -1
        for label in range(allowed.shape[2]):
            if allowed[coarse[heads[word]], coarse[word], label]:
                other = best
                best = label
        labels[word] = best
        if other < 0:  # there is no choice
            continue
        label_places(codes, heads, edges, word, templates, atoms, shift, places)
        right = gold[word] if gold.shape[0] > 0 else -1
        best = -1
        other = -1
        best_score = other_score = right_score = NOTHING
        for label in range(allowed.shape[2]):
            if not allowed[coarse[heads[word]], coarse[word], label]:
                continue
            score = 0.0
            for t in range(count):
                score += cython.cast(cython.double, weights[(places[t] + label) & last])
            if score > best_score:
                best_score = score
                best = label
            if label == right:
                right_score = score
            elif score > other_score:
                other_score = score
                other = label
        labels[word] = best
        if right < 0 or right_score <= NOTHING or other < 0:
            continue
        if best != right:
            wrong += 1
        if right_score - other_score < 1.0:
            step = (1.0 - right_score + other_score) / (2.0 * count)
            if step > cap:
                step = cap
            for t in range(count):
                weights[(places[t] + right) & last] += step
                sums[(places[t] + right) & last] += clock * step
                weights[(places[t] + other) & last] -= step
                sums[(places[t] + other) & last] -= clock * step
    return wrong
