"""A waterfall: what each respect adds to a decision, from the first word to the verdict."""

from collections.abc import Iterator
from typing import Final

from namesakes.explain.waterfall import Step, Waterfall
from namesakes.pipeline.why import Comparison
from namesakes.text.reasons import Why
from namesakes.view.charts.svg import Picture, element, fitting, picture, text
from namesakes.view.wording import one_line

_LABELS, _BARS, _AMOUNTS, _EDGE = 330.0, 420.0, 64.0, 20.0
_ROW, _BAR, _TOP, _DETAIL = 40.0, 18.0, 88.0, 11
_COLUMNS: Final = 34
"""How many characters the bars of a terminal have."""
_WORDS: Final = 44
_LEAST_SPAN: Final = 0.5


def chart(what: Waterfall | Comparison | Why) -> Picture:
    """The waterfall of a decision: of a membership, of two people, or of a link within a document."""
    if isinstance(what, Why):
        what = Waterfall.of_link(what)
    if isinstance(what, Comparison):
        what = what.waterfall()
    return _Drawing(what).picture()


class _Drawing:
    """One waterfall, and where its values are."""

    def __init__(self, what: Waterfall) -> None:
        self.what = what
        levels = [0.0, what.total, *([] if what.threshold is None or not what.steps else [what.threshold])]
        level = 0.0
        for step in what.steps:
            level += step.amount
            levels.append(level)
        self.low, self.high = min(levels), max(levels)
        if self.high - self.low < _LEAST_SPAN:
            self.high = self.low + _LEAST_SPAN

    def x(self, value: float) -> float:
        """Where a value is."""
        return _EDGE + _LABELS + (value - self.low) / (self.high - self.low) * _BARS

    def picture(self) -> Picture:
        """The picture and its lines."""
        what = self.what
        width = _EDGE + _LABELS + _BARS + _AMOUNTS + _EDGE
        rows = len(what.steps) + 1 if what.steps else 1
        height = _TOP + rows * _ROW + (52 if what.unknown else 30)
        about = f"{what.title} {what.verdict}. " + "; ".join(f"{each.about} {each.amount:+.1f}" for each in what.steps)
        return picture(width, height, f"{what.title}: why", about, self._parts(width, height), self._lines())

    def _parts(self, width: float, height: float) -> Iterator[str]:
        what, room = self.what, width - 2 * _EDGE
        yield text(_EDGE, 32, fitting(what.title, room, 15), "title", what.title)
        yield text(_EDGE, 53, fitting(what.verdict, room, 12), "soft", what.verdict)
        if not what.steps:
            yield text(_EDGE, _TOP + 10, "There is nothing to compare.")
            return
        bottom = _TOP + _ROW * (len(what.steps) + 1)
        yield element("path", class_="rule", d=f"M{self.x(0):.1f} {_TOP - 8}V{bottom:.1f}")
        level = 0.0
        for row, step in enumerate(what.steps):
            yield from self._step(_TOP + row * _ROW, step, level)
            level += step.amount
        yield from self._total(bottom - _ROW)
        if what.threshold is not None:
            yield from self._threshold(bottom)
        if what.unknown:
            unknown = f"Nothing to compare: {', '.join(what.unknown)}"
            yield text(_EDGE, height - 14, fitting(unknown, room, 12), "soft", unknown)

    def _step(self, y: float, step: Step, level: float) -> Iterator[str]:
        """A row: the words, the bar from one level to the next, and the amount."""
        middle = y + _ROW / 2 - 4
        label = middle + 4 if not step.detail else middle - 3
        yield text(_EDGE, label, fitting(step.about, _LABELS - 16), "", step.about)
        if step.detail:
            yield text(_EDGE, label + 15, fitting(step.detail, _LABELS - 16, _DETAIL), "soft small", step.detail)
        one, other = sorted((self.x(level), self.x(level + step.amount)))
        side = "for" if step.amount >= 0 else "against"
        yield _bar(side, one, other, middle)
        after = self.x(level + step.amount)
        yield element("path", class_="rule", d=f"M{after:.1f} {middle + _BAR / 2:.1f}V{middle + _ROW - _BAR / 2:.1f}")
        yield self._amount(middle, step.amount)

    def _amount(self, middle: float, amount: float) -> str:
        return text(_EDGE + _LABELS + _BARS + _AMOUNTS, middle + 4, _signed(amount), "number end")

    def _total(self, y: float) -> Iterator[str]:
        middle = y + _ROW / 2 - 4
        one, other = sorted((self.x(0), self.x(self.what.total)))
        yield text(_EDGE, middle + 4, f"together ({self.what.unit})")
        yield _bar("sum", one, other, middle)
        yield self._amount(middle, self.what.total)

    def _threshold(self, bottom: float) -> Iterator[str]:
        """Where the answer changes, and what that means, on the side where there is room."""
        assert self.what.threshold is not None
        at = self.x(self.what.threshold)
        yield element("path", class_="mark", d=f"M{at:.1f} {_TOP - 8}V{bottom:.1f}")
        words = fitting(self._threshold_words(), _BARS)
        left = at > _EDGE + _LABELS + _BARS / 2
        yield text(at + (4 if left else -4), _TOP - 14, words, "marked end" if left else "marked")

    def _threshold_words(self) -> str:
        what = self.what
        return f"{what.threshold_is} ({_signed(what.threshold)})" if what.threshold else what.threshold_is

    def _lines(self) -> Iterator[str]:
        what = self.what
        yield one_line(f"{what.title}: {what.verdict}")
        if not what.steps:
            yield "  There is nothing to compare."
        level = 0.0
        for step in what.steps:
            words = f"{step.about}: {step.detail}" if step.detail else step.about
            yield self._line(words, step.amount, level)
            level += step.amount
        if what.steps:
            yield self._line(f"together ({what.unit})", what.total, 0.0)
        if what.threshold is not None and what.steps:
            mark = " " * self._column(what.threshold) + "▲"
            yield f"  {_cut(self._threshold_words()):<{_WORDS}}        {mark}"
        if what.unknown:
            yield one_line(f"  Nothing to compare: {', '.join(what.unknown)}")

    def _line(self, words: str, amount: float, level: float) -> str:
        one, other = sorted((self._column(level), self._column(level + amount)))
        bar = " " * one + ("█" if amount >= 0 else "▒") * max(other - one, 1)
        return f"  {_cut(words):<{_WORDS}} {_signed(amount):>6} {bar}".rstrip()

    def _column(self, value: float) -> int:
        return round((value - self.low) / (self.high - self.low) * _COLUMNS)


def _bar(class_: str, one: float, other: float, middle: float) -> str:
    width = max(other - one, 1.5)
    return element("rect", class_=class_, x=one, y=middle - _BAR / 2, width=width, height=_BAR, rx=2.0)


def _signed(amount: float) -> str:
    """The amount with its sign, which is a minus and no hyphen; as long as its size is of use."""
    return (f"{amount:+.2f}" if abs(amount) < 1 else f"{amount:+.1f}").replace("-", "−")


def _cut(words: str) -> str:
    shown = one_line(words)
    return shown if len(shown) <= _WORDS else shown[: _WORDS - 1].rstrip() + "…"
