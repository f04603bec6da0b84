"""How things show themselves: what draws them is found by its name when it is asked for.

Drawing belongs to the room of views, which a document or a person knows nothing of; so they name the drawing, and the
registry finds it.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from namesakes.config import Registry

MOST: Final = 50
"""The most rows, or people, that a chart shows unless more are asked for."""


class Chart(Protocol):
    """A picture: as SVG, and in lines for a terminal. A notebook shows it by itself."""

    @property
    def svg(self) -> str:
        """The picture, complete in itself."""

    @property
    def lines(self) -> Sequence[str]:
        """The same for a terminal."""

    def save(self, path: str | Path) -> None:
        """Write the SVG to a file, which appears under its name only when all of it has been written."""


DISPLAYS: Registry[Callable[[Any], str]] = Registry("display", "namesakes.displays")
"""What makes HTML for notebooks, by the name of what is shown."""
for _name in ("document", "chain", "people", "person", "cast"):
    DISPLAYS.register(_name, f"namesakes.view.notebook.{_name}:html")

CHARTS: Registry[Callable[..., Chart]] = Registry("chart", "namesakes.charts")
"""What draws charts, by name."""
for _name in ("waterfall", "thresholds", "timeline", "graph"):
    CHARTS.register(_name, f"namesakes.view.charts.{_name}:chart")
