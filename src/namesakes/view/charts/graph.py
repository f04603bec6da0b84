"""A graph of company: people as nodes, and lines between those who stand in documents together."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Final

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.store.encounters import Company
from namesakes.structures.layout import stress_layout
from namesakes.view.charts.svg import Picture, clean, element, fitting, picture, text, wide
from namesakes.view.wording import counted, counted_people, one_line

_EDGE, _TOP, _BOTTOM = 24.0, 84.0, 40.0
_NAME, _SIZE = 150.0, 12.0
_LISTED: Final = 40
_GAP: Final = 46.0
"""How near to each other two nodes may be, in pixels."""

_NOWHERE: Final = np.zeros((0, 2))

Box = tuple[float, float, float, float]


def chart(what: Company) -> Picture:
    """The graph, laid out so that who meets stands near."""
    width, height = _size(len(what.ids))
    places = _places(what, width, height)
    about = "; ".join(
        f"{what.ids[each.one]} and {what.ids[each.other]}: {counted(each.documents, 'document')}"
        for each in what.meetings
    )
    total = _TOP + height + _BOTTOM
    return picture(width + 2 * _EDGE, total, what.title, about, _parts(what, places, width, height), _lines(what))


def _size(count: int) -> tuple[float, float]:
    """The room for so many nodes."""
    side = min(max(140 * sqrt(max(count, 1)), 360.0), 1_080.0)
    return round(side * 1.2), round(side * 0.85)


def _places(what: Company, width: float, height: float) -> Float64Array:
    """Where the nodes are: the layout stretched to the room, its longer side along the width, and none on another."""
    edges = np.array([(each.one, each.other) for each in what.meetings], dtype=np.int64).reshape(-1, 2)
    found = stress_layout(len(what.ids), edges)
    if len(found) < 2:
        return np.full((len(found), 2), (_EDGE + width / 2, _TOP + height / 2))
    _, axes = np.linalg.eigh(found.T @ found)
    axes = axes[:, ::-1] * np.where(axes[:, ::-1].sum(axis=0) < 0, -1.0, 1.0)
    found = found @ axes
    low, high = found.min(axis=0), found.max(axis=0)
    room, margin = np.array((width, height)), np.array((70.0, 30.0))
    found = (found - low) / np.where(high - low > 1e-9, high - low, 1.0)
    found = margin + np.where(high - low > 1e-9, found, 0.5) * (room - 2 * margin)
    return np.asarray(_spread(found, room - margin, margin) + np.array((_EDGE, _TOP)))


def _spread(places: Float64Array, high: Float64Array, low: Float64Array, rounds: int = 80) -> Float64Array:
    """The places, moved until no two are too near, as far as there is room."""
    for _ in range(rounds):
        gaps = places[:, None] - places[None, :]
        far = np.linalg.norm(gaps, axis=2)
        np.fill_diagonal(far, np.inf)
        near = far < _GAP
        if not near.any():
            break
        turns = np.arange(len(places)) * 2.4  # some direction for those that lie on each other, always the same
        some = np.stack((np.cos(turns), np.sin(turns)), axis=1)[:, None]
        ways = np.where(far[..., None] > 1e-6, gaps / np.maximum(far, 1e-6)[..., None], some)
        pushed = np.where(near[..., None], ways * ((_GAP - np.minimum(far, _GAP)) / 2)[..., None], 0.0)
        places = np.clip(places + pushed.sum(axis=1), low, high)
    return places


def _parts(what: Company, places: Float64Array, width: float, height: float) -> Iterator[str]:
    yield text(_EDGE, 32, fitting(what.title, width, 15), "title", what.title)
    yield text(_EDGE, 53, _about(what), "soft")
    if not what.ids:
        yield text(_EDGE, _TOP + 20, "Nobody stands in a document with anybody.")
        return
    most = max((each.documents for each in what.meetings), default=1)
    for each in reversed(what.meetings):
        (x, y), (u, v) = places[each.one].tolist(), places[each.other].tolist()
        said = f"{what.names[each.one]} and {what.names[each.other]}: {counted(each.documents, 'document')}"
        thick = f"{1 + 4 * (each.documents - 1) / max(most - 1, 1):.1f}"
        title = f"<title>{clean(said)}</title>"
        yield element("path", title, class_="edge", d=f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}", stroke_width=thick)
    weights = [0] * len(what.ids)
    for each in what.meetings:
        weights[each.one] += each.documents
        weights[each.other] += each.documents
    sizes = [4 + 7 * sqrt(weight / max(weights)) if any(weights) else 6.0 for weight in weights]
    for place, (x, y) in enumerate(places.tolist()):
        title = f"<title>{clean(f'{what.names[place]} ({what.ids[place]})')}</title>"
        yield element("circle", title, class_="node", cx=x, cy=y, r=sizes[place])
    yield from _labels(what, places, sizes, width)
    people, pairs = what.left_out
    left = [counted_people(people, "more ")] * (people > 0) + [counted(pairs, "more pair")] * (pairs > 0)
    if left:
        yield text(_EDGE, _TOP + height + 28, f"and {', '.join(left)}", "soft")


def _about(what: Company) -> str:
    return (
        f"{counted_people(len(what.ids))}, {counted(len(what.meetings), 'pair')}; a thicker line means more documents"
    )


def _labels(what: Company, places: Float64Array, sizes: list[float], width: float) -> Iterator[str]:
    """The names beside the nodes: below, above, right or left, wherever they cover the least."""
    taken: list[Box] = [
        (x - size - 4, y - size - 4, x + size + 4, y + size + 4)
        for (x, y), size in zip(places.tolist(), sizes, strict=True)
    ]
    lines = np.concatenate([_along(places[each.one], places[each.other]) for each in what.meetings] or [_NOWHERE])
    bearers = Counter(what.names)
    for place, (x, y) in enumerate(places.tolist()):
        name = what.names[place] if bearers[what.names[place]] == 1 else what.ids[place]
        name = name or what.ids[place]
        shown = fitting(name, _NAME, _SIZE)
        broad, size = wide(shown, _SIZE), sizes[place]
        ways = (
            ("soft halo middle", x, y + size + 13, (x - broad / 2, y + size + 2, x + broad / 2, y + size + 17)),
            ("soft halo middle", x, y - size - 5, (x - broad / 2, y - size - 16, x + broad / 2, y - size - 2)),
            ("soft halo", x + size + 5, y + 4, (x + size + 5, y - 7, x + size + 5 + broad, y + 8)),
            ("soft halo end", x - size - 5, y + 4, (x - size - 5 - broad, y - 7, x - size - 5, y + 8)),
        )
        edge = (4.0, width + 2 * _EDGE - 4)
        class_, at, line, box = min(
            ways, key=lambda way: _covered(way[3], [*taken[:place], *taken[place + 1 :]], lines, edge)
        )
        taken.append(box)
        yield text(at, line, shown, class_, name)


def _along(one: Float64Array, other: Float64Array) -> Float64Array:
    """Points along a line."""
    return np.asarray(one + (other - one) * np.linspace(0.02, 0.98, 40)[:, None])


def _covered(box: Box, taken: list[Box], lines: Float64Array, edge: tuple[float, float]) -> float:
    """How much of what stands there already a box would cover; lines count little, what is outside counts most."""
    left, top, right, bottom = box
    outside = max(edge[0] - left, 0.0) + max(right - edge[1], 0.0)
    covered = sum(
        max(min(right, other[2]) - max(left, other[0]), 0.0) * max(min(bottom, other[3]) - max(top, other[1]), 0.0)
        for other in taken
    )
    crossed = ((lines > (left, top)) & (lines < (right, bottom))).all(axis=1).sum()
    return float(covered + 4 * crossed + 1_000 * outside)


def _lines(what: Company) -> Iterator[str]:
    """The strongest pairs, a line each."""
    yield one_line(f"{what.title}: {counted_people(len(what.ids))}, {counted(len(what.meetings), 'pair')}")
    if not what.ids:
        yield "  Nobody stands in a document with anybody."
    wide = max((len(what.ids[each.one]) for each in what.meetings[:_LISTED]), default=0)
    others = max((len(what.ids[each.other]) for each in what.meetings[:_LISTED]), default=0)
    for each in what.meetings[:_LISTED]:
        pair = f"{what.ids[each.one]:<{wide}}  {what.ids[each.other]:<{others}}"
        yield f"  {pair}  {counted(each.documents, 'document')}"
    more = len(what.meetings) - _LISTED + what.left_out[1] if len(what.meetings) > _LISTED else what.left_out[1]
    if more:
        yield f"  and {counted(more, 'pair')} more"
