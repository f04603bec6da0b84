# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Max-marginals of the arcs of first-order projective trees: inside-outside with maxima.

Charts follow Eisner (1996) as in the kernel `eisner`: for a span from s to t, `complete` has all dependents of its head
up to its other end, `incomplete` an arc between the two ends. Every loop over the places q where a span is split goes
along rows: charts that are read by their last token are kept by that token, [t, q] for a span from q to t.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NOTHING = cython.declare(cython.double, -1e300)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def gather(
    one: cython.double[:, ::1],
    i: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    two: cython.double[:, ::1],
    j: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.double:
    """The maximum of one[i, a + q] + two[j, b + q] over the first q."""
    q: cython.Py_ssize_t
    left: cython.p_double
    right: cython.p_double
    found: cython.double = NOTHING
    value: cython.double
    if cython.compiled:
        left = cython.address(one[i, a])
        right = cython.address(two[j, b])
    else:
        left, right = one[i, a:], two[j, b:]
    for q in range(count):
        value = left[q] + right[q]
        found = value if value > found else found
    return found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def spread(
    outer: cython.double,
    inner: cython.double[:, ::1],
    i: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    target: cython.double[:, ::1],
    j: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.void:
    """Raise target[j, b + q] to outer + inner[i, a + q] at least, for the first q."""
    q: cython.Py_ssize_t
    source: cython.p_double
    found: cython.p_double
    value: cython.double
    if cython.compiled:
        source = cython.address(inner[i, a])
        found = cython.address(target[j, b])
    else:
        source, found = inner[i, a:], target[j, b:]
    for q in range(count):
        value = outer + source[q]
        found[q] = value if value > found[q] else found[q]


def max_marginals(
    arcs: cython.const[cython.double][:, ::1],
    charts: cython.double[:, :, ::1],
    totals: cython.double[:, ::1],
) -> float:
    """The score of the best tree, with `totals[h, m]` filled with that of the best tree that has the arc. O(n³).

    Arcs that are in no tree keep what they had. The root has one dependent. There is room for twelve charts.
    """
    n: cython.Py_ssize_t = arcs.shape[0]
    width: cython.Py_ssize_t
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    splits: cython.Py_ssize_t
    value: cython.double
    right: cython.double[:, ::1] = charts[0]  # complete, s is the head; [s, t] and [t, s]
    right_by_last: cython.double[:, ::1] = charts[1]
    left: cython.double[:, ::1] = charts[2]  # complete, t is the head
    left_by_last: cython.double[:, ::1] = charts[3]
    to_right: cython.double[:, ::1] = charts[4]  # incomplete, s is the head; [s, t]
    to_left: cython.double[:, ::1] = charts[5]  # incomplete, t is the head; [t, s]
    outer_to_right: cython.double[:, ::1] = charts[6]
    outer_to_left: cython.double[:, ::1] = charts[7]
    outer_right: cython.double[:, ::1] = charts[8]  # of complete ones in two parts, [s, t] and [t, s]
    outer_right_by_last: cython.double[:, ::1] = charts[9]
    outer_left: cython.double[:, ::1] = charts[10]
    outer_left_by_last: cython.double[:, ::1] = charts[11]
    for s in range(n):
        for width in range(4):
            charts[width, s, s] = 0.0
        for width in range(6, 12):
            for t in range(n):
                charts[width, s, t] = NOTHING
    for width in range(1, n):
        for s in range(n - width):
            t = s + width
            splits = 1 if s == 0 else width  # the root has one dependent
            value = gather(right, s, s, left_by_last, t, s + 1, splits)
            to_right[s, t] = value + arcs[s, t]
            to_left[t, s] = value + arcs[t, s] if s > 0 else NOTHING
            value = gather(left, s, s, to_left, t, s, width) if s > 0 else NOTHING
            left[s, t] = value
            left_by_last[t, s] = value
            value = gather(to_right, s, s + 1, right_by_last, t, s + 1, width)
            right[s, t] = value
            right_by_last[t, s] = value
    outer_right[0, n - 1] = 0.0
    for width in range(n - 1, 0, -1):
        for s in range(n - width):
            t = s + width
            # right[s, t] was made of to_right[s, q] and right[q, t]
            value = max(outer_right[s, t], outer_right_by_last[t, s])
            if value > NOTHING:
                spread(value, right_by_last, t, s + 1, outer_to_right, s, s + 1, width)
                spread(value, to_right, s, s + 1, outer_right_by_last, t, s + 1, width)
            # left[s, t] was made of left[s, q] and to_left[q, t]
            value = max(outer_left[s, t], outer_left_by_last[t, s])
            if s > 0 and value > NOTHING:
                spread(value, to_left, t, s, outer_left, s, s, width)
                spread(value, left, s, s, outer_to_left, t, s, width)
            # both incomplete spans were made of right[s, q] and left[q + 1, t]
            value = outer_to_right[s, t] + arcs[s, t]
            if s > 0:
                value = max(value, outer_to_left[t, s] + arcs[t, s])
            if value > NOTHING:
                splits = 1 if s == 0 else width  # the root has one dependent
                spread(value, left_by_last, t, s + 1, outer_right, s, s, splits)
                spread(value, right, s, s, outer_left_by_last, t, s + 1, splits)
            value = to_right[s, t] + outer_to_right[s, t]
            if value > -1e200:
                totals[s, t] = value
            value = to_left[t, s] + outer_to_left[t, s]
            if value > -1e200:
                totals[t, s] = value
    return right[0, n - 1]
