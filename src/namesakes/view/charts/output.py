"""Writing charts: as SVG, as lines, or as the data that they are made of."""

import json
import sys
from pathlib import Path
from typing import Any

from namesakes.formats.atomic import open_atomic
from namesakes.text.shown import CHARTS
from namesakes.view.wording import printable


def write_chart(kind: str, data: Any, path: str, to: str) -> None:
    """Write a chart to a file or, for "-", to standard output.

    Parameters
    ----------
    kind : what draws it, one of `CHARTS`.
    data : what it shows.
    to : "svg", "text" or "json".
    """
    written = "".join(f"{line}\n" for line in _lines(kind, data, to))
    if path == "-":
        sys.stdout.write(written)
        return
    with open_atomic(Path(path)) as stream:
        stream.write(written)


def _lines(kind: str, data: Any, to: str) -> list[str]:
    if to == "json":
        return [json.dumps(data.to_json(), ensure_ascii=False, indent=2)]
    chart = CHARTS[kind](data)
    return [chart.svg.rstrip("\n")] if to == "svg" else [printable(line) for line in chart.lines]
