"""Where a token may end inside a run of characters without white space, and what that place looks like.

A chunk is such a run; a piece is a run of letters, of digits, or of one repeated other character inside a chunk. For
the place between the characters p − 1 and p, `features` mixes the number of a template and the codes of its parts into
32 bits: h ← (h xor x)·m mod 2³², h ← h xor (h >> 15). All arithmetic stays below 64 bits and is masked by hand, so
that it is the same compiled and interpreted.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x9E3779B1)
TEMPLATES = 30
"""How many features `features` writes for each place."""


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def mix(h: cython.ulonglong, x: cython.ulonglong) -> cython.ulonglong:
    """The hash with one more part mixed in."""
    h = ((cython.cast(cython.ulonglong, h) ^ (cython.cast(cython.ulonglong, x) & LOW)) * MULTIPLIER) & LOW
    return h ^ (h >> 15)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def group(kind: cython.int) -> cython.int:
    """1 for letters and marks, 2 for digits, 0 for space, 3 for all else."""
    if kind == 1:
        return 0
    if kind <= 4 or kind == 6:
        return 1
    return 2 if kind == 5 else 3


@cython.boundscheck(False)
@cython.wraparound(False)
def runs(
    kinds: cython.const[cython.uchar][:],
    folded: cython.const[cython.uint][:],
    chunks: cython.int[:, :],
    pieces: cython.int[:, :],
    hashes: cython.uint[:, :],
) -> None:
    """Fill for each character the start and end of its chunk and of its piece, and four hashes of folded characters.

    The hashes: of its piece up to and with it, of its piece from it on, and the same two of its chunk. O(characters).
    """
    n: cython.Py_ssize_t = kinds.shape[0]
    i: cython.Py_ssize_t
    kind: cython.int
    same: cython.bint
    for i in range(n):
        kind = group(kinds[i])
        chunks[i, 0] = pieces[i, 0] = i
        hashes[i, 0] = hashes[i, 2] = mix(7, folded[i])
        if kind == 0 or i == 0 or kinds[i - 1] == 1:
            continue
        chunks[i, 0] = chunks[i - 1, 0]
        hashes[i, 2] = mix(hashes[i - 1, 2], folded[i])
        same = folded[i] == folded[i - 1] if kind == 3 else kind == group(kinds[i - 1])
        if same or kinds[i] == 6:
            pieces[i, 0] = pieces[i - 1, 0]
            hashes[i, 0] = mix(hashes[i - 1, 0], folded[i])
    for i in range(n - 1, -1, -1):
        chunks[i, 1] = pieces[i, 1] = i + 1
        hashes[i, 1] = hashes[i, 3] = mix(7, folded[i])
        if i + 1 == n or kinds[i] == 1:
            continue
        if chunks[i + 1, 0] == chunks[i, 0]:
            chunks[i, 1] = chunks[i + 1, 1]
            hashes[i, 3] = mix(hashes[i + 1, 3], folded[i])
        if pieces[i + 1, 0] == pieces[i, 0]:
            pieces[i, 1] = pieces[i + 1, 1]
            hashes[i, 1] = mix(hashes[i + 1, 1], folded[i])


@cython.boundscheck(False)
@cython.wraparound(False)
def candidates(
    kinds: cython.const[cython.uchar][:],
    folded: cython.const[cython.uint][:],
    pieces: cython.const[cython.int][:, :],
    hashes: cython.const[cython.uint][:, :],
    splits: cython.const[cython.ulonglong][:],
    verdicts: cython.uchar[:],
) -> cython.Py_ssize_t:
    """The number of places to decide, having marked them by 3 in `verdicts`; 1 is a sure boundary and 0 is none.

    A place stands before its character. Comes with 2 where a boundary is ruled out and 1 where one is sure. Between two
    letters a place is to be decided only before n't, or where `splits` (sorted: the hash of the letters before, shifted
    by 32 bits, with that of the letters after) has the word. O(characters · log splits).
    """
    n: cython.Py_ssize_t = kinds.shape[0]
    p: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    left: cython.int
    right: cython.int
    negation: cython.bint
    key: cython.ulonglong
    count: cython.Py_ssize_t = 0
    for p in range(n):
        right = group(kinds[p])
        if right == 0 or verdicts[p] == 2:
            verdicts[p] = 0
            continue
        left = 0 if p == 0 else group(kinds[p - 1])
        if left == 0 or verdicts[p] == 1:
            verdicts[p] = 1
            continue
        if kinds[p] == 6 or (left == 2 and right == 2):
            continue
        negation = folded[p] == 110 and p + 2 < n and folded[p + 1] == 39 and folded[p + 2] == 116
        if left == 1 and right == 1 and not negation:
            key = cython.cast(cython.ulonglong, hashes[p - 1, 0])
            key = (key << 32) | cython.cast(cython.ulonglong, hashes[p, 1])
            low = 0
            high = splits.shape[0]
            while low < high:
                middle = (low + high) // 2
                if splits[middle] < key:
                    low = middle + 1
                else:
                    high = middle
            if low == splits.shape[0] or splits[low] != key:
                continue
        verdicts[p] = 3
        count += 1
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def features(
    codes: cython.const[cython.uint][:],
    kinds: cython.const[cython.uchar][:],
    chunks: cython.const[cython.int][:, :],
    pieces: cython.const[cython.int][:, :],
    hashes: cython.const[cython.uint][:, :],
    positions: cython.const[cython.int][:],
    mask: cython.uint,
    places: cython.uint[:, :],
) -> None:
    """Fill a row of `places` for each position: the hashed features of a boundary before that character."""
    n: cython.Py_ssize_t = codes.shape[0]
    row: cython.Py_ssize_t
    p: cython.Py_ssize_t
    q: cython.Py_ssize_t
    s: cython.Py_ssize_t
    e: cython.Py_ssize_t
    t: cython.Py_ssize_t
    a: cython.ulonglong
    b: cython.ulonglong
    a2: cython.ulonglong
    b2: cython.ulonglong
    a3: cython.ulonglong
    b3: cython.ulonglong
    left: cython.ulonglong
    right: cython.ulonglong
    left2: cython.ulonglong
    right2: cython.ulonglong
    right3: cython.ulonglong
    kind_left: cython.ulonglong
    kind_right: cython.ulonglong
    size_left: cython.ulonglong
    size_right: cython.ulonglong
    before: cython.ulonglong
    after: cython.ulonglong
    after_kind: cython.ulonglong
    before_kind: cython.ulonglong
    lines: cython.ulonglong
    at: cython.ulonglong
    to_end: cython.ulonglong
    shape: cython.ulonglong
    start_kind: cython.ulonglong
    for row in range(positions.shape[0]):
        p = positions[row]
        s = chunks[p, 0]
        e = chunks[p, 1]
        a = codes[p - 1]
        b = codes[p]
        a2 = codes[p - 2] if p - 2 >= s else 1
        a3 = codes[p - 3] if p - 3 >= s else 1
        b2 = codes[p + 1] if p + 1 < e else 1
        b3 = codes[p + 2] if p + 2 < e else 1
        left = hashes[p - 1, 0]
        right = hashes[p, 1]
        q = pieces[p - 1, 0]
        left2 = hashes[q - 1, 0] if q > s else 1
        size_left = min(p - q, 5)
        q = pieces[p, 1]
        size_right = min(q - p, 5)
        right2 = hashes[q, 1] if q < e else 1
        right3 = 1
        if q < e and pieces[q, 1] < e:
            right3 = hashes[pieces[q, 1], 1]
        kind_left = mix(kinds[p - 1], kinds[p - 2] if p - 2 >= s else 0)
        kind_left = mix(kind_left, kinds[p - 3] if p - 3 >= s else 0)
        kind_right = mix(kinds[p], kinds[p + 1] if p + 1 < e else 0)
        kind_right = mix(kind_right, kinds[p + 2] if p + 2 < e else 0)
        before = before_kind = 1
        t = s - 1
        while t >= 0 and kinds[t] == 1:
            t -= 1
        if t >= 0:
            before = hashes[t, 2]
            before_kind = kinds[t]
        after = after_kind = lines = 1
        t = e
        while t < n and kinds[t] == 1:
            if codes[t] == 10 or codes[t] == 13:
                lines = 2
            t += 1
        if t < n:
            after = hashes[t, 3]
            after_kind = kinds[t]
        else:
            lines = 2
        at = min(p - s, 6)
        to_end = min(e - p, 6)
        start_kind = mix(kinds[s], kinds[e - 1])
        shape = 5
        for t in range(s, min(e, s + 16)):
            if t == p:
                shape = mix(shape, 99)
            if t == s or kinds[t] != kinds[t - 1] or kinds[t] > 6:
                shape = mix(shape, codes[t] if kinds[t] > 6 else kinds[t])
        places[row, 0] = mix(mix(101, a), b)
        places[row, 1] = mix(mix(mix(102, a2), a), b)
        places[row, 2] = mix(mix(mix(103, a), b), b2)
        places[row, 3] = mix(mix(mix(mix(104, a2), a), b), b2)
        places[row, 4] = mix(mix(105, kind_left), kind_right)
        places[row, 5] = mix(mix(106, a), kind_right)
        places[row, 6] = mix(mix(107, kind_left), b)
        places[row, 7] = mix(mix(108, left), b)
        places[row, 8] = mix(mix(109, a), right)
        places[row, 9] = mix(mix(110, left), right)
        places[row, 10] = mix(mix(mix(111, left2), left), right)
        places[row, 11] = mix(mix(mix(112, left), right), right2)
        places[row, 12] = mix(mix(mix(113, left2), left), b)
        places[row, 13] = mix(mix(mix(114, a), right), right2)
        places[row, 14] = mix(mix(115, hashes[s, 3]), p - s)
        places[row, 15] = mix(mix(116, hashes[p - 1, 2]), b)
        places[row, 16] = mix(mix(117, hashes[p, 3]), a)
        places[row, 17] = mix(mix(mix(mix(118, kinds[p - 1]), kinds[p]), size_left), size_right)
        places[row, 18] = mix(mix(mix(mix(119, a), b), at), to_end)
        places[row, 19] = mix(mix(mix(mix(120, left), b), after_kind), to_end)
        places[row, 20] = mix(mix(mix(mix(121, b), kinds[p - 1]), after_kind), mix(lines, to_end))
        places[row, 21] = mix(mix(mix(122, left), b), mix(to_end, after))
        places[row, 22] = mix(mix(mix(123, a), right), mix(at, before))
        places[row, 23] = mix(124, shape)
        places[row, 24] = mix(mix(125, shape), after_kind)
        places[row, 25] = mix(mix(mix(mix(126, a), b), size_left), size_right)
        places[row, 26] = mix(mix(mix(127, left2), left), mix(right, mix(right2, right3)))
        places[row, 27] = mix(mix(mix(mix(128, a3), a2), a), mix(b, mix(b2, b3)))
        places[row, 28] = mix(mix(mix(mix(129, a), b), start_kind), before_kind)
        places[row, 29] = mix(mix(mix(130, left2), b), right2)
        for t in range(30):
            places[row, t] = places[row, t] & mask
