"""Learning curves: what a log of training says, drawn as SVG."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, LEGEND = 460, 260, 50, 30, 190
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#7f7f7f", "#17becf", "#bcbd22")

Points = list[tuple[float, float]]


def read_log(path: Path) -> list[dict[str, Any]]:
    """The rows of a log of JSON lines; a last line that was cut off is left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def curves(rows: Sequence[Mapping[str, Any]], what: str) -> dict[str, Points]:
    """By name, the points (step, value) of the losses (`losses`) or measures (`dev`) of a log.

    Of a step that a run which went on has said twice, the later line counts.
    """
    steps = {row["step"]: row for row in rows if "step" in row}
    found: dict[str, Points] = {}
    for step in sorted(steps):
        for name, value in steps[step].get(what, {}).items():
            found.setdefault(name, []).append((float(step), float(value)))
    return found


def svg(charts: Mapping[str, Mapping[str, Points]]) -> str:
    """The charts, one below the other, each a title and its lines by name."""
    drawn = [_chart(title, lines, number * (HEIGHT + 60)) for number, (title, lines) in enumerate(charts.items())]
    width, height = LEFT + WIDTH + LEGEND, max(1, len(drawn)) * (HEIGHT + 60)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
    return f'{head}font-family="sans-serif" font-size="11">\n' + "\n".join(drawn) + "\n</svg>\n"


def _chart(title: str, lines: Mapping[str, Points], top: int) -> str:
    points = [point for line in lines.values() for point in line]
    if not points:
        return f'<text x="{LEFT}" y="{top + TOP}">{escape(title)}: nothing yet</text>'
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    rows = [f'<text x="{LEFT}" y="{top + TOP - 10}" font-weight="bold">{escape(title)}</text>']
    rows.append(f'<rect x="{LEFT}" y="{top + TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>')
    for value, at in ((high, 10), (low, HEIGHT)):
        rows.append(f'<text x="{LEFT - 4}" y="{top + TOP + at}" text-anchor="end">{value:.4g}</text>')
    for value, at, anchor in ((left, 0, "start"), (right, WIDTH, "end")):
        rows.append(f'<text x="{LEFT + at}" y="{top + TOP + HEIGHT + 14}" text-anchor="{anchor}">{value:.0f}</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour, dashes = COLOURS[number % len(COLOURS)], "" if number < len(COLOURS) else ' stroke-dasharray="4 3"'
        scaled = " ".join(
            f"{LEFT + WIDTH * (x - left) / ((right - left) or 1):.1f},"
            f"{top + TOP + HEIGHT * (1 - (y - low) / ((high - low) or 1)):.1f}"
            for x, y in line
        )
        rows.append(f'<polyline points="{scaled}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>')
        place = top + TOP + 12 + 13 * number
        said = f"{escape(name)} {line[-1][1]:.4g}"
        rows.append(f'<text x="{LEFT + WIDTH + 8}" y="{place}" fill="{colour}">{said}</text>')
    return "\n".join(rows)
