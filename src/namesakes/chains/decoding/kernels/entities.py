"""What is known of each entity while mentions join it, and which mentions that keeps out.

`facts[m, f]` is what mention m says of whoever it means, 0 where it says nothing; `known[e, f]` is the first that a
mention of entity e said. The first `PLAIN` facts contradict where both are known and differ; of the three behind them
the first is who says *I*, the others are who says *you*, and to whom *he* is told of: nobody is spoken of so by
himself, nor to himself, and no two say *I*. The first fact is the group of a person's name: a name joins the entity of
its group, wherever that was left.

`places` has one row a mention: its first token, the place after its last, its head, its sentence, its clause, whether
it is an apposition, and the head of the coordination that it is a conjunct of (-1 for none).
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NAME = cython.declare(cython.int, 0)
PLAIN = cython.declare(cython.int, 6)
I_SAID = cython.declare(cython.int, 6)
YOU_SAID = cython.declare(cython.int, 7)
TOLD_TO = cython.declare(cython.int, 8)
COUNT = cython.declare(cython.int, 9)


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def contradicts(
    facts: cython.const[cython.ulonglong][:, ::1],
    m: cython.Py_ssize_t,
    known: cython.ulonglong[:, ::1],
    e: cython.Py_ssize_t,
) -> cython.bint:
    """Whether what a mention says contradicts what is known of an entity."""
    f: cython.Py_ssize_t
    for f in range(PLAIN):
        if facts[m, f] != 0 and known[e, f] != 0 and facts[m, f] != known[e, f]:
            return True
    if facts[m, I_SAID] != 0:
        if known[e, I_SAID] != 0 and known[e, I_SAID] != facts[m, I_SAID]:
            return True
        if known[e, YOU_SAID] == facts[m, I_SAID] or known[e, TOLD_TO] == facts[m, I_SAID]:
            return True
    if facts[m, TOLD_TO] != 0 and known[e, I_SAID] == facts[m, TOLD_TO]:
        return True
    return facts[m, YOU_SAID] != 0 and known[e, I_SAID] == facts[m, YOU_SAID]


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def apart(places: cython.const[cython.int][:, ::1], a: cython.Py_ssize_t, m: cython.Py_ssize_t) -> cython.bint:
    """Whether a mention lies in an earlier one of its sentence, in the same clause, or both are conjuncts."""
    if places[m, 1] <= places[a, 1]:
        return places[m, 2] != places[a, 2] and places[m, 4] == places[a, 4] and places[m, 5] == 0
    return places[m, 6] >= 0 and (places[a, 2] == places[m, 6] or places[a, 6] == places[m, 6])


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def shut_out(
    m: cython.Py_ssize_t,
    places: cython.const[cython.int][:, ::1],
    entities: cython.int[::1],
    foe_starts: cython.const[cython.int][::1],
    foes: cython.const[cython.int][::1],
    closed: cython.int[::1],
) -> None:
    """Mark the entities that a mention can't join because of where it stands, or must not join."""
    a: cython.Py_ssize_t = m - 1
    i: cython.Py_ssize_t
    while a > 0 and places[a, 3] == places[m, 3]:
        if apart(places, a, m):
            closed[entities[a]] = cython.cast(cython.int, m)
        a -= 1
    for i in range(foe_starts[m], foe_starts[m + 1]):
        closed[entities[foes[i]]] = cython.cast(cython.int, m)


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def join(
    facts: cython.const[cython.ulonglong][:, ::1],
    m: cython.Py_ssize_t,
    known: cython.ulonglong[:, ::1],
    e: cython.Py_ssize_t,
) -> None:
    """Add what a mention says to what is known of an entity."""
    f: cython.Py_ssize_t
    for f in range(COUNT):
        if known[e, f] == 0:
            known[e, f] = facts[m, f]


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def best_row(
    m: cython.Py_ssize_t,
    group: cython.ulonglong,
    free: cython.bint,
    scores: cython.const[cython.double][::1],
    allowed: cython.const[cython.uchar][::1],
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    facts: cython.const[cython.ulonglong][:, ::1],
    known: cython.ulonglong[:, ::1],
    closed: cython.int[::1],
    entities: cython.int[::1],
) -> cython.Py_ssize_t:
    """The best row of a mention, of equal ones the last; -1 for none.

    With a group only the root's row and those of mentions of that name count. Where the mention is free, a row that
    contradicts something does not.
    """
    row: cython.Py_ssize_t
    a: cython.Py_ssize_t
    best: cython.Py_ssize_t = -1
    for row in range(starts[m], starts[m + 1]):
        if not allowed[row] or (best >= 0 and scores[row] < scores[best]):
            continue
        a = candidates[row]
        if group != 0:
            if a > 0 and facts[a, NAME] != group:
                continue
        elif a > 0 and free and (closed[entities[a]] == m or contradicts(facts, m, known, entities[a])):
            continue
        best = row
    return best


@cython.boundscheck(False)
@cython.wraparound(False)
def consistent(
    scores: cython.const[cython.double][::1],
    allowed: cython.const[cython.uchar][::1],
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    facts: cython.const[cython.ulonglong][:, ::1],
    places: cython.const[cython.int][:, ::1],
    foe_starts: cython.const[cython.int][::1],
    foes: cython.const[cython.int][::1],
    bound: cython.const[cython.int][::1],
    known: cython.ulonglong[:, ::1],
    closed: cython.int[::1],
    entities: cython.int[::1],
    named: cython.int[::1],
    rows: cython.longlong[::1],
    antecedents: cython.int[::1],
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Put the best row that contradicts nothing where a mention's row does, from left to right; and the antecedents.

    Of the mentions from `first` to before `end`; what is known of entities goes on from the mentions before.
    `rows` has a row to begin with for each mention, -1 where the best is to be taken. Rows that are not allowed are
    never taken. A mention that is bound goes where it must, whatever it says: to the best allowed row, or where
    `bound` is above 0 to that mention. A name goes back to its own mentions or to none, and so joins the entity of its
    group, whose last mention `named` has; that is its antecedent where the row leads to another entity. The root's row
    is always open.
    O(rows + mentions · those of a sentence).
    """
    m: cython.Py_ssize_t
    best: cython.Py_ssize_t
    a: cython.Py_ssize_t
    e: cython.Py_ssize_t
    group: cython.ulonglong
    own: cython.ulonglong
    free: cython.bint
    last: cython.Py_ssize_t
    for m in range(first, end):
        shut_out(m, places, entities, foe_starts, foes, closed)
        group = facts[m, NAME]
        last = named[group] if group != 0 and bound[m] < 0 else 0
        if last > 0 and closed[entities[last]] == m:
            last = 0
        best = rows[m]
        if best >= 0:
            a = candidates[best]
            if not allowed[best] or (last > 0 and a > 0 and facts[a, NAME] != group):
                best = -1
        free = best >= 0 and a > 0 and bound[m] < 0
        if free and (closed[entities[a]] == m or contradicts(facts, m, known, entities[a])):
            best = -1
        if best < 0:
            own = group if last > 0 else 0
            best = best_row(m, own, bound[m] < 0, scores, allowed, starts, candidates, facts, known, closed, entities)
        if best < 0:
            best = starts[m]
        a = bound[m] if bound[m] > 0 else candidates[best]
        if a == 0:
            e = m
        elif last > 0:
            e = entities[last]
            if entities[a] != e:
                a = last
        else:
            e = entities[a]
        rows[m] = best
        antecedents[m] = cython.cast(cython.int, a)
        entities[m] = cython.cast(cython.int, e)
        join(facts, m, known, e)
        if group != 0 and (last == 0 or e != m):
            named[group] = cython.cast(cython.int, m)


@cython.boundscheck(False)
@cython.wraparound(False)
def possible(
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    facts: cython.const[cython.ulonglong][:, ::1],
    places: cython.const[cython.int][:, ::1],
    foe_starts: cython.const[cython.int][::1],
    foes: cython.const[cython.int][::1],
    known: cython.ulonglong[:, ::1],
    closed: cython.int[::1],
    entities: cython.int[::1],
    found: cython.uchar[::1],
) -> None:
    """Fill which rows contradict nothing where all earlier mentions are in these entities, named by their first one."""
    m: cython.Py_ssize_t
    row: cython.Py_ssize_t
    a: cython.Py_ssize_t
    for m in range(1, entities.shape[0]):
        shut_out(m, places, entities, foe_starts, foes, closed)
        for row in range(starts[m], starts[m + 1]):
            a = candidates[row]
            found[row] = a == 0 or not (closed[entities[a]] == m or contradicts(facts, m, known, entities[a]))
        join(facts, m, known, entities[m])
