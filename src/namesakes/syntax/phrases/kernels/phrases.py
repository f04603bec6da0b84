"""Spans over dependency trees: subtrees, phrases around a head, and the clause that a token is in.

All trees of a document are in one array: `heads[i]` is the place of token i's head, or negative. Every function is
linear in the tokens, but for punctuation at the edges of phrases, which is passed once for each phrase.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFF)
PRIME = cython.declare(cython.ulonglong, 16777619)


@cython.boundscheck(False)
@cython.wraparound(False)
def subtrees(
    heads: cython.const[cython.int][:],
    waiting: cython.int[:],
    first: cython.int[:],
    last: cython.int[:],
    order: cython.int[:],
) -> cython.Py_ssize_t:
    """How many tokens are in trees; fills each token's outermost descendants, and the tokens, dependents before heads.

    `waiting` is zeros; `first` and `last` hold each token's own place at first. Tokens on a cycle are not counted.
    """
    size: cython.Py_ssize_t = heads.shape[0]
    count: cython.Py_ssize_t = 0
    done: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    head: cython.Py_ssize_t
    for i in range(size):
        if heads[i] >= 0:
            waiting[heads[i]] += 1
    for i in range(size):
        if waiting[i] == 0:
            order[count] = i
            count += 1
    while done < count:
        i = order[done]
        done += 1
        head = heads[i]
        if head < 0:
            continue
        if first[i] < first[head]:
            first[head] = first[i]
        if last[i] > last[head]:
            last[head] = last[i]
        waiting[head] -= 1
        if waiting[head] == 0:
            order[count] = head
            count += 1
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def extents(
    heads: cython.const[cython.int][:],
    actions: cython.const[cython.schar][:],
    first: cython.const[cython.int][:],
    last: cython.const[cython.int][:],
    low: cython.int[:],
    high: cython.int[:],
    closed: cython.schar[:],
) -> None:
    """Fill `low` and `high`, the phrase around each token: dependents are met from the head outwards, on each side.

    What a dependent does is `actions[i]`: 0 takes its subtree in, 1 leaves it out but goes on past it, 2 ends the
    phrase before it. `low` and `high` hold each token's own place at first; `closed` is zeros.
    """
    size: cython.Py_ssize_t = heads.shape[0]
    i: cython.Py_ssize_t
    head: cython.Py_ssize_t
    for i in range(size):  # dependents on the right, nearest first
        head = heads[i]
        if head < 0 or head > i or closed[head] & 1:
            continue
        if actions[i] == 2:
            closed[head] |= 1
        elif actions[i] == 0 and last[i] > high[head]:
            high[head] = last[i]
    for i in range(size - 1, -1, -1):  # dependents on the left, nearest first
        head = heads[i]
        if head < i or closed[head] & 2:
            continue
        if actions[i] == 2:
            closed[head] |= 2
        elif actions[i] == 0 and first[i] < low[head]:
            low[head] = first[i]


@cython.boundscheck(False)
@cython.wraparound(False)
def trim(
    low: cython.int[:],
    high: cython.int[:],
    core: cython.const[cython.int][:],
    points: cython.const[cython.schar][:],
    partners: cython.const[cython.int][:],
) -> None:
    """Take punctuation off the edges of phrases, but for brackets and quotation marks that open and close inside.

    `core[k]` is a token that stays in phrase k. `partners[i]` is the place of the mark that belongs to mark i, or -1.
    A mark that was opened inside and closes right after the phrase is taken in.
    """
    size: cython.Py_ssize_t = points.shape[0]
    k: cython.Py_ssize_t
    a: cython.int
    b: cython.int
    for k in range(low.shape[0]):
        a = low[k]
        b = high[k]
        while a < core[k] and points[a] and not (a < partners[a] < b):
            a += 1
        while b > core[k] and points[b] and not (a <= partners[b] < b):
            b -= 1
        if b + 1 < size and a <= partners[b + 1] <= b:
            b += 1
        low[k] = a
        high[k] = b


@cython.boundscheck(False)
@cython.wraparound(False)
def climb(
    heads: cython.const[cython.int][:],
    order: cython.const[cython.int][:],
    tops: cython.const[cython.schar][:],
    codes: cython.const[cython.ulonglong][:],
    clause: cython.int[:],
    steps: cython.int[:],
    paths: cython.ulonglong[:],
) -> None:
    """Fill the nearest token at or above each token where `tops` is set, the arcs to it, and a code of their labels.

    `order` has dependents before heads, as `subtrees` gives it. The code of the labels c1 … cn from below is
    p(c1 … cn) = (p(c2 … cn) xor c1) · 16777619 modulo 2^32, and 0 where there are none.
    """
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    head: cython.Py_ssize_t
    for k in range(order.shape[0] - 1, -1, -1):
        i = order[k]
        head = heads[i]
        if head < 0 or tops[i]:
            continue
        clause[i] = clause[head]
        steps[i] = steps[head] + 1
        paths[i] = ((paths[head] ^ codes[i]) * PRIME) & MASK
