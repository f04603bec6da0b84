"""What stands around the gap between two tokens, for deciding whether a sentence ends there.

Each token is first described by numbers: the hash of its folded characters, and its shape. The features of the gap
after token i mix a template's number with descriptions of the tokens i − 2 … i + 3 and of the paragraph, as in
`boundaries`.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x9E3779B1)
TEMPLATES = 47
"""How many features `features` writes for each gap."""


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
def mark(code: cython.uint) -> cython.int:
    """The shape of a token that begins with this character, which is neither letter nor digit."""
    if code == 46 or code == 33 or code == 63 or code == 0x2026 or code == 0x3002 or code == 0xFF01 or code == 0xFF1F:
        return 9
    if code == 40 or code == 91 or code == 123 or code == 0x201C or code == 0x2018 or code == 0xAB:
        return 10
    if code == 41 or code == 93 or code == 125 or code == 0x201D or code == 0x2019 or code == 0xBB:
        return 11
    if code == 34 or code == 39 or code == 96:
        return 12
    if code == 45 or code == 0x2013 or code == 0x2014:
        return 13
    return 14 if code == 44 or code == 58 or code == 59 else 8


@cython.boundscheck(False)
@cython.wraparound(False)
def describe(
    codes: cython.const[cython.uint][:],
    kinds: cython.const[cython.uchar][:],
    folded: cython.const[cython.uint][:],
    starts: cython.const[cython.int][:],
    ends: cython.const[cython.int][:],
    width: cython.int,
    words: cython.uint[:],
    shapes: cython.uchar[:],
    gaps: cython.uchar[:],
    seen: cython.uchar[:],
) -> None:
    """Fill each token's hash, its shape, and the gap after it.

    Gaps: 0 none, 1 space, 2 a line break, 3 a blank line or the end.

    Shapes: 1 lower, 2 Title, 3 UPPER, 4 one upper letter, 5 miXed, 6 digits, 7 letters and digits, 15 letters without
    case, 16 letters with periods, 17 other, and those of `mark`. `seen` is a filter of the words in lower case. A line
    break counts as a space where lines are `width` characters long and the next word would not have fitted.
    """
    n: cython.Py_ssize_t = starts.shape[0]
    room: cython.uint = seen.shape[0] - 1
    i: cython.Py_ssize_t
    p: cython.Py_ssize_t
    h: cython.ulonglong
    lower: cython.int
    upper: cython.int
    other: cython.int
    digit: cython.int
    period: cython.int
    shape: cython.int
    lines: cython.int
    end: cython.Py_ssize_t = codes.shape[0]
    line: cython.Py_ssize_t = 0
    begun: cython.Py_ssize_t = 0
    for i in range(n):
        h = 7
        lower = upper = other = digit = period = 0
        for p in range(starts[i], ends[i]):
            h = mix(h, folded[p])
            lower += kinds[p] == 2
            upper += kinds[p] == 3
            other += kinds[p] == 4
            digit += kinds[p] == 5
            period += codes[p] == 46
        words[i] = h
        p = ends[i] - starts[i]
        if lower + upper + other + digit == 0:
            shape = mark(codes[starts[i]])
        elif lower == p:
            shape = 1
            seen[h & room] = 1
        elif upper == p:
            shape = 4 if p == 1 else 3
        elif kinds[starts[i]] == 3 and lower == p - 1:
            shape = 2
        elif digit == p:
            shape = 6
        elif period > 0 and digit == 0:
            shape = 16
        elif digit > 0:
            shape = 7 if lower + upper > 0 else 17
        else:
            shape = 15 if other == p else 5
        shapes[i] = shape
        gaps[i] = 3
        if i + 1 < n:
            lines = 0
            begun = line
            for p in range(ends[i], starts[i + 1]):
                if codes[p] == 10 and p > 0 and codes[p - 1] == 13 and p > ends[i]:
                    line = p + 1
                    continue
                if codes[p] == 10 or codes[p] == 13 or codes[p] == 0x2028 or codes[p] == 0x85:
                    lines += 1
                    line = p + 1
                elif codes[p] == 0x2029 or codes[p] == 12:
                    lines += 2
                    line = p + 1
            gaps[i] = 0 if starts[i + 1] == ends[i] else 1 + min(lines, 2)
            if lines == 1 and width > 0:
                p = starts[i + 1]
                while p < end and kinds[p] != 1:
                    p += 1
                if ends[i] - begun + 1 + p - starts[i + 1] > width:
                    gaps[i] = 1


@cython.boundscheck(False)
@cython.wraparound(False)
def surroundings(
    words: cython.const[cython.uint][:],
    shapes: cython.const[cython.uchar][:],
    gaps: cython.const[cython.uchar][:],
    around: cython.int[:, :],
) -> None:
    """Fill for each token what stands around it in its line or paragraph.

    The columns: tokens since that began, and until it ends; since and until sentence-final marks; open brackets; quotes
    so far, modulo 2.
    """
    n: cython.Py_ssize_t = words.shape[0]
    i: cython.Py_ssize_t
    began: cython.int = 0
    final: cython.int = 0
    depth: cython.int = 0
    quotes: cython.int = 0
    for i in range(n):
        if i > 0 and gaps[i - 1] >= 2:
            began = final = depth = quotes = 0
        began += 1
        final += 1
        if shapes[i] == 10:
            depth += 1
        elif shapes[i] == 11 and depth > 0:
            depth -= 1
        elif shapes[i] == 12:
            quotes = 1 - quotes
        around[i, 0] = began
        around[i, 2] = final
        around[i, 4] = min(depth, 2)
        around[i, 5] = quotes
        if shapes[i] == 9:
            final = 0
    began = final = 0
    for i in range(n - 1, -1, -1):
        if gaps[i] >= 2:
            began = 0
            final = 50
        around[i, 1] = began
        around[i, 3] = final
        began += 1
        final += 1
        if shapes[i] == 9:
            final = 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def bucket(x: cython.int) -> cython.ulonglong:
    """The number, coarser where it is large."""
    if x < 4:
        return x
    if x < 7:
        return 4
    if x < 12:
        return 5
    return 6 if x < 25 else 7


@cython.boundscheck(False)
@cython.wraparound(False)
def features(
    words: cython.const[cython.uint][:],
    shapes: cython.const[cython.uchar][:],
    gaps: cython.const[cython.uchar][:],
    around: cython.const[cython.int][:, :],
    starts: cython.const[cython.int][:],
    ends: cython.const[cython.int][:],
    codes: cython.const[cython.uint][:],
    seen: cython.const[cython.uchar][:],
    positions: cython.const[cython.int][:],
    mask: cython.uint,
    places: cython.uint[:, :],
) -> None:
    """Fill a row of `places` for each position: the hashed features of a sentence that ends with that token."""
    n: cython.Py_ssize_t = words.shape[0]
    room: cython.uint = seen.shape[0] - 1
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    w: cython.ulonglong
    w1: cython.ulonglong
    w2: cython.ulonglong
    v1: cython.ulonglong
    v2: cython.ulonglong
    v3: cython.ulonglong
    s: cython.ulonglong
    s1: cython.ulonglong
    s2: cython.ulonglong
    r1: cython.ulonglong
    r2: cython.ulonglong
    r3: cython.ulonglong
    gap: cython.ulonglong
    glued: cython.ulonglong
    common: cython.ulonglong
    began: cython.ulonglong
    left: cython.ulonglong
    since: cython.ulonglong
    until: cython.ulonglong
    state: cython.ulonglong
    size: cython.ulonglong
    first: cython.ulonglong
    tail: cython.ulonglong
    for row in range(positions.shape[0]):
        i = positions[row]
        w = words[i]
        s = shapes[i]
        gap = gaps[i]
        w1 = w2 = s1 = s2 = v1 = v2 = v3 = r1 = r2 = r3 = 1
        glued = 3
        if i > 0 and gaps[i - 1] < 3:
            w1 = words[i - 1]
            s1 = shapes[i - 1]
            glued = gaps[i - 1]
            if i > 1 and gaps[i - 2] < 3:
                w2 = words[i - 2]
                s2 = shapes[i - 2]
        common = size = 0
        first = 1
        if i + 1 < n and gap < 3:
            v1 = words[i + 1]
            r1 = shapes[i + 1]
            first = codes[starts[i + 1]]
            common = 1 + seen[v1 & room]
            size = min(ends[i + 1] - starts[i + 1], 4)
            if i + 2 < n and gaps[i + 1] < 3:
                v2 = words[i + 2]
                r2 = mix(shapes[i + 2], gaps[i + 1])
                if i + 3 < n and gaps[i + 2] < 3:
                    v3 = words[i + 3]
                    r3 = shapes[i + 3]
        began = bucket(around[i, 0])
        left = bucket(around[i, 1])
        since = bucket(around[i, 2])
        until = bucket(around[i, 3])
        state = around[i, 4] * 2 + around[i, 5]
        tail = mix(codes[ends[i] - 1], min(ends[i] - starts[i], 4))
        places[row, 0] = mix(mix(201, w), gap)
        places[row, 1] = mix(mix(202, v1), gap)
        places[row, 2] = mix(mix(203, w), v1)
        places[row, 3] = mix(mix(204, w1), w)
        places[row, 4] = mix(mix(mix(205, w1), w), r1)
        places[row, 5] = mix(mix(mix(206, w), r1), gap)
        places[row, 6] = mix(mix(mix(207, s1), w), mix(r1, gap))
        places[row, 7] = mix(mix(mix(208, w), r1), r2)
        places[row, 8] = mix(mix(mix(209, w), v1), v2)
        places[row, 9] = mix(mix(mix(210, s1), s), mix(r1, r2))
        places[row, 10] = mix(mix(mix(211, s), r1), mix(gap, glued))
        places[row, 11] = mix(mix(mix(212, w), mix(r1, common)), gap)
        places[row, 12] = mix(mix(mix(213, s), mix(r1, common)), mix(v1, gap))
        places[row, 13] = mix(mix(mix(214, w), r1), began)
        places[row, 14] = mix(mix(mix(215, s), r1), mix(began, left))
        places[row, 15] = mix(mix(mix(216, w), r1), since)
        places[row, 16] = mix(mix(mix(217, s), r1), mix(since, until))
        places[row, 17] = mix(mix(mix(218, w), r1), state)
        places[row, 18] = mix(mix(mix(219, w2), w1), w)
        places[row, 19] = mix(mix(mix(220, s2), s1), mix(w, mix(r1, r2)))
        places[row, 20] = mix(mix(mix(221, s), v1), r2)
        places[row, 21] = mix(mix(mix(222, tail), r1), gap)
        places[row, 22] = mix(mix(mix(223, w), glued), mix(gap, r1))
        places[row, 23] = mix(mix(mix(224, w1), s), r1)
        places[row, 24] = mix(mix(mix(225, s1), w), v1)
        places[row, 25] = mix(mix(mix(226, v1), v2), s)
        places[row, 26] = mix(mix(mix(227, v1), r2), r3)
        places[row, 27] = mix(mix(mix(228, first), w), size)
        places[row, 28] = mix(mix(mix(229, w), until), r1)
        places[row, 29] = mix(mix(mix(230, s), state), mix(r1, common))
        places[row, 30] = mix(mix(231, r1), mix(common, mix(since, until)))
        places[row, 31] = mix(mix(mix(232, v1), v2), mix(v3, s))
        places[row, 32] = mix(mix(mix(233, w1), s1), mix(w, mix(r1, mix(r2, r3))))
        places[row, 33] = mix(mix(234, left), mix(w, v1))
        places[row, 34] = mix(mix(235, w1), mix(w, v1))
        places[row, 35] = mix(mix(236, common), mix(s1, mix(s, mix(r1, gap))))
        places[row, 36] = mix(mix(mix(237, s2), mix(s1, s)), mix(r1, mix(r2, r3)))
        places[row, 37] = mix(mix(mix(238, min(around[i, 0], 12)), mix(s, r1)), r2)
        places[row, 38] = mix(mix(mix(239, v1), s), mix(began, r2))
        places[row, 39] = mix(mix(mix(240, v1), s), since)
        places[row, 40] = mix(mix(mix(241, v1), s), until)
        places[row, 41] = mix(mix(mix(242, s), mix(r1, common)), mix(seen[w & room], mix(began, until)))
        places[row, 42] = mix(mix(mix(243, tail), first), mix(size, r2))
        places[row, 43] = mix(mix(mix(244, s), mix(r1, common)), mix(since, mix(state, r2)))
        places[row, 44] = mix(mix(245, gap), r1)
        places[row, 45] = mix(mix(mix(246, gap), r1), r2)
        places[row, 46] = mix(mix(mix(247, gap), left), mix(began, r1))
        for t in range(47):
            places[row, t] = places[row, t] & mask
