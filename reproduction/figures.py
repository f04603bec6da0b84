"""Figures as SVG files that are the same from run to run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from namesakes.errors import MissingExtraError


@contextmanager
def figure(path: Path, size: tuple[float, float] = (6.0, 3.4)) -> Iterator[Any]:
    """Axes to draw on, which are written to the file at the end."""
    try:
        import matplotlib
    except ImportError as error:
        raise MissingExtraError("drawing figures", "plots") from error
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "namesakes"
    from matplotlib import pyplot

    drawing, axes = pyplot.subplots(figsize=size)
    try:
        yield axes
        drawing.tight_layout()
        drawing.savefig(path, metadata={"Date": None, "Creator": None})
    finally:
        pyplot.close(drawing)
