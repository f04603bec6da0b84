"""A threshold chart: how many people there are, and how many pairs of chains are joined, at each caution."""

from collections.abc import Iterator
from math import ceil, log10

from namesakes.pipeline.thresholds import Threshold, Thresholds
from namesakes.view.charts.svg import Picture, element, fitting, picture, text
from namesakes.view.wording import counted, counted_people, one_line

_WIDTH, _LEFT, _RIGHT = 720.0, 72.0, 36.0
_TOP, _PANEL, _BETWEEN = 92.0, 170.0, 46.0
_TICKS = 4


def chart(what: Thresholds) -> Picture:
    """The curves of people and of joined pairs, one above the other."""
    return picture(
        _WIDTH,
        _TOP + 2 * _PANEL + _BETWEEN + 58,
        f"{_whose(what)}: people at each caution",
        "; ".join(f"caution {one.caution:g}: {_said(one)}" for one in what.rows),
        _parts(what),
        _lines(what),
    )


def _whose(what: Thresholds) -> str:
    return what.name or "All people"


def _said(one: Threshold) -> str:
    return f"{counted_people(one.people)}, {counted(one.joined, 'pair')} joined"


def _parts(what: Thresholds) -> Iterator[str]:
    title = f"{_whose(what)}: how many people, at which caution"
    yield text(20, 32, fitting(title, _WIDTH - 40, 15), "title", title)
    yield text(20, 53, f"{counted(what.chains, 'chain')}; a higher caution splits more and merges less", "soft")
    below = _TOP + _PANEL + _BETWEEN
    yield from _panel(what, _TOP, "people", [one.people for one in what.rows])
    yield from _panel(what, below, "pairs of chains joined", [one.joined for one in what.rows])
    for mark in (0.0, 0.25, 0.5, 0.75, 1.0):
        yield text(_x(mark), below + _PANEL + 18, f"{mark:g}", "soft number middle")
    yield text(_LEFT + (_WIDTH - _LEFT - _RIGHT) / 2, below + _PANEL + 40, "caution", "soft middle")
    for one in what.rows:
        if one.chosen:
            at = _x(one.caution)
            left = one.caution > 0.5
            yield element("path", class_="mark", d=f"M{at:.1f} {_TOP}V{below + _PANEL:.1f}")
            words = f"now: {_said(one)}"
            yield text(at + (-6 if left else 6), _TOP + _PANEL + 16, words, "marked end" if left else "marked")


def _x(caution: float) -> float:
    return _LEFT + caution * (_WIDTH - _LEFT - _RIGHT)


def _panel(what: Thresholds, top: float, label: str, values: list[int]) -> Iterator[str]:
    """One curve with its axis: a step where the number changes, since nothing lies between two numbers."""
    most, bottom = _round(max(values)), top + _PANEL
    for tick in range(_TICKS + 1):
        value = most * tick / _TICKS
        if value == int(value):
            y = bottom - _PANEL * tick / _TICKS
            yield element("path", class_="rule", d=f"M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}")
            yield text(_LEFT - 8, y + 4, f"{int(value):,}", "soft number end")
    yield text(_LEFT, top - 8, label, "soft")
    points = [(_x(one.caution), bottom - _PANEL * value / most) for one, value in zip(what.rows, values, strict=True)]
    yield element("path", class_="line", d="M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points))
    for (x, y), one in zip(points, what.rows, strict=True):
        title = element("title", f"caution {one.caution:g}: {_said(one)}")
        yield element("circle", title, class_="hollow", cx=x, cy=y, r=3.0)


def _round(most: int) -> int:
    """A round number that is not below the most."""
    if most <= _TICKS:
        return _TICKS
    unit = 10.0 ** int(log10(most))
    return next(ceil(unit * step) for step in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if unit * step >= most)


def _lines(what: Thresholds) -> Iterator[str]:
    """A table: caution, the similarity from which on chains are joined, people, joined pairs, and a bar of people."""
    most = max(one.people for one in what.rows)
    yield one_line(f"{_whose(what)}: {counted(what.chains, 'chain')}")
    yield f"  {'caution':>7}  {'joined from':>11}  {'people':>8}  {'pairs joined':>12}"
    for one in what.rows:
        bar = "█" * round(24 * one.people / max(most, 1))
        now = "  ← now" if one.chosen else ""
        yield f"  {one.caution:>7.2f}  {one.threshold:>11.2f}  {one.people:>8,}  {one.joined:>12,}  {bar}{now}".rstrip()
