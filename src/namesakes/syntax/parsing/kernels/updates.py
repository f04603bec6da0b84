"""Passive-aggressive updates of the weights of two trees' features."""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


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
        weights[places[i]] = cython.cast(cython.double, weights[places[i]]) + change  # rounded once, interpreted too
        sums[places[i]] += clock * change
    return step
