"""Figures as SVG files that are the same from run to run."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from namesakes.errors import MissingExtraError


@dataclass(frozen=True)
class Figure:
    """A figure of an experiment.

    Parameters
    ----------
    caption : what it shows.
    draw : a function that draws it on Matplotlib's axes.
    size : width and height in inches.
    """

    caption: str
    draw: Callable[[Any], None]
    size: tuple[float, float] = (6.0, 3.4)

    def save(self, path: Path) -> None:
        """Draw the figure into an SVG file."""
        try:
            import matplotlib
        except ImportError as error:
            raise MissingExtraError("drawing figures", "plots") from error
        matplotlib.use("svg")
        matplotlib.rcParams["svg.hashsalt"] = "namesakes"
        from matplotlib import pyplot

        drawing, axes = pyplot.subplots(figsize=self.size)
        try:
            self.draw(axes)
            drawing.tight_layout()
            drawing.savefig(path, metadata={"Date": None, "Creator": None})
        finally:
            pyplot.close(drawing)


def label(axes: Any, across: str, up: str = "", **legend: Any) -> None:
    """Name the axes, and add a legend without a frame."""
    if across:
        axes.set_xlabel(across)
    if up:
        axes.set_ylabel(up)
    axes.legend(**{"frameon": False, "fontsize": 8, **legend})
