"""Markup for notebooks: escaped texts and small tables, whose styles stand at the elements.

A notebook has colours of its own, light or dark; nothing here has a colour of text or paper, only the shades between.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from namesakes.view.wording import one_line

HUES: Final = (215, 30, 140, 330, 265, 185, 50, 0, 100, 300, 240, 165)
"""The hues of chains, as far from each other as may be."""
_BOX: Final = "font:14px/1.5 system-ui,sans-serif;max-width:72em;margin:.3em 0"
_SOFT: Final = "opacity:.7;font-size:.9em"
_CELL: Final = "text-align:left;vertical-align:top;padding:.15em 1.2em .15em 0;border:0;background:none"
_NUMBER: Final = (
    "text-align:right;vertical-align:top;padding:.15em 1.2em .15em 0;border:0;background:none;white-space:nowrap"
)


def safe(text: str, most: int = 0) -> str:
    """A text in one line, escaped, in a direction of its own; cut where it is longer than `most`."""
    line = one_line(text)
    shown = line if not most or len(line) <= most else f"{line[: most - 1].rstrip()}…"
    return f"<bdi>{escape(shown)}</bdi>"


def box(title: str, about: str, *parts: str) -> str:
    """A title, what is said of it, and what stands below; the parts are markup."""
    head = f'<div><b>{title}</b> <span style="{_SOFT}">{escape(about)}</span></div>'
    return f'<div style="{_BOX}">{head}{"".join(parts)}</div>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    """A table; cells that are texts are markup, numbers stand to the right."""
    named = "".join(f'<th style="{_CELL};{_SOFT};font-weight:400">{escape(head)}</th>' for head in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        f'<table style="border-collapse:collapse;border:0"><thead><tr>{named}</tr></thead><tbody>{body}</tbody></table>'
    )


def _cell(value: str | int) -> str:
    if isinstance(value, int):
        return f'<td style="{_NUMBER}">{value:,}</td>'
    return f'<td style="{_CELL}">{value}</td>'


def soft(words: str) -> str:
    """A remark of our own words."""
    return f'<div style="{_SOFT}">{escape(words)}</div>'


def coloured(markup: str, number: int) -> str:
    """Markup on the colour of a chain, which is a shade of whatever the paper is."""
    hue = HUES[number % len(HUES)]
    style = f"background:hsla({hue},70%,50%,.2);border-bottom:2px solid hsl({hue},55%,52%);padding:0 .1em"
    return f'<span style="{style}">{markup}</span>'
