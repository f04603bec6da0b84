"""SVG by hand: elements whose texts are escaped, and a picture with a title, a description and styles for the dark.

A picture asks for nothing: no script, no font, no image, and no address but the one that says what SVG is.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from namesakes.formats.atomic import open_atomic

FONT: Final = 13
"""The size of texts, in pixels."""
_WIDE: Final = 0.56
"""How wide a character is, in sizes of the font, on average; that of East Asian scripts is 1."""
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f]")
"""What XML cannot hold; U+FFFD stands for it."""
_TURNS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What turns the direction of writing around; it is left out, and each text has the direction of its own letters."""
_SHAPES: Final = """
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; unicode-bidi: plaintext; }
.title { font-size: 15px; font-weight: 600; }
.soft, .marked { font-size: 12px; }
.small { font-size: 11px; }
.number { font-variant-numeric: tabular-nums; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.rule { stroke-width: 1; fill: none; }
.mark { stroke-width: 1.5; stroke-dasharray: 4 3; fill: none; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.edge { stroke-opacity: 0.45; fill: none; }
.node, .hollow { stroke-width: 1.5; }
.halo { paint-order: stroke; stroke-width: 3px; stroke-linejoin: round; }
"""
_COLOURS: Final = {
    "paper": ("#fcfbf9", "#16171a"),
    "ink": ("#1f2024", "#e8e6e1"),
    "soft": ("#5d5f66", "#a3a5ad"),
    "rule": ("#dedad2", "#34363d"),
    "band": ("#f0ede6", "#24262c"),
    "for": ("#2166a5", "#6fb1ee"),
    "against": ("#b5532a", "#ee9a6e"),
    "mark": ("#8a6d00", "#e0bd4a"),
}
"""Each colour in the light and in the dark."""
_PAINTED: Final = (
    (".paper, .hollow", "fill", "paper"), (".node, .halo", "stroke", "paper"), ("text", "fill", "ink"),
    (".soft, .sum", "fill", "soft"), (".edge", "stroke", "soft"), (".rule", "stroke", "rule"),
    (".band", "fill", "band"), (".for, .node", "fill", "for"), (".line, .hollow", "stroke", "for"),
    (".against", "fill", "against"), (".mark", "stroke", "mark"), (".marked", "fill", "mark"),
)  # fmt: skip
"""What has which colour; they are written out, since programs that are no browsers know no variables."""


def _painted(dark: bool) -> str:
    return "\n".join(f"{what} {{ {where}: {_COLOURS[colour][dark]}; }}" for what, where, colour in _PAINTED)


STYLE: Final = f"{_SHAPES}{_painted(False)}\n@media (prefers-color-scheme: dark) {{\n{_painted(True)}\n}}\n"


@dataclass(frozen=True)
class Picture:
    """A chart that has been drawn.

    Parameters
    ----------
    svg : the picture, complete in itself.
    lines : the same in lines for a terminal.
    """

    svg: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the SVG to a file, which appears under its name only when all of it has been written."""
        with open_atomic(Path(path)) as stream:
            stream.write(self.svg)


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element with markup inside; names of attributes have _ for -, and `class_` is the class."""
    named = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{clean(_short(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{named}>{content}</{name}>" if content else f"<{name}{named}/>"


def text(x: float, y: float, words: str, class_: str = "", whole: str = "") -> str:
    """Words at a place, which are escaped; where they were cut, `whole` is what a pointer shows."""
    title = f"<title>{clean(whole)}</title>" if whole and whole != words else ""
    return element("text", title + clean(words), x=x, y=y, **({"class": class_} if class_ else {}))


def clean(words: str) -> str:
    """The words as XML: escaped, and without what XML cannot hold."""
    return escape(_NOT_XML.sub("\ufffd", _TURNS.sub("", words)))


def _short(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def wide(words: str, size: float = FONT) -> float:
    """About how wide words are, in pixels."""
    return size * sum(_breadth(each) for each in words)


def _breadth(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if unicodedata.combining(character):
        return 0.0
    if character.isupper():
        return 0.7
    return 0.3 if character in " .,:;il'|()[]" else _WIDE


def fitting(words: str, width: float, size: float = FONT) -> str:
    """The words in one line, cut so that they are about so wide."""
    line = " ".join(words.split())
    if wide(line, size) <= width:
        return line
    while line and wide(f"{line}…", size) > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


def picture(width: float, height: float, title: str, about: str, parts: Iterable[str], lines: Iterable[str]) -> Picture:
    """The picture of some elements, with what a screen reader says of it."""
    described = f"<title>{clean(title)}</title><desc>{clean(about)}</desc><style>{STYLE}</style>"
    paper = element("rect", class_="paper", width=width, height=height)
    body = "\n".join((described, paper, *parts))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {_short(width)} {_short(height)}" '
        f'width="{_short(width)}" height="{_short(height)}">'
    )
    return Picture(f"{head}\n{body}\n</svg>\n", tuple(lines))
