"""A document's sentences as HTML: names in the colour of their type, and below each sentence its dependency tree.

A tree is an SVG of our own drawing. A page cannot measure type before it is shown, so the width of a word is estimated
from its letters; words stand in the middle of their columns, where an error of a few pixels is not seen.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from unicodedata import east_asian_width

from namesakes.text.document import Document
from namesakes.text.views import Span

LETTER, SMALL, GAP = 15.0, 11.0, 18.0
"""The sizes of words and of tags, and the space between words, in pixels."""
TOP, FIRST, STEP, FOOT = 16.0, 26.0, 20.0, 44.0
"""The space above, the height of the lowest arc, what each arc around it adds, and what words and tags take below."""
NARROW, BROAD = frozenset("fijlrtI.,;:!|'’‘()[]- "), frozenset("mwMW@%—…")

Arc = tuple[int, int, str]
"""A dependent, its head (-1 at a root) and its label; places count from the sentence's first token."""


def sentences(document: Document) -> Iterator[str]:
    """The pieces of a page that show the document's sentences, one after the other."""
    edges = [*(document.sentence_starts.tolist() or [0]), len(document.starts)]
    names = sorted(document.entities, key=lambda name: (name.token_start, -name.token_end))
    colours = name_colours(names)
    following = 0
    for first, end in pairwise(edges):
        inside = []
        while following < len(names) and names[following].token_start < end:
            inside.append(names[following])
            following += 1
        yield f'<section class="sentence">\n<p dir="auto">{_named(document, first, end, inside, colours)}</p>\n'
        if document.heads is not None:
            yield from ('<div class="tree" tabindex="0">', *tree(document, first, end, inside, colours), "</div>\n")
        yield "</section>\n"


def name_colours(names: Sequence[Span]) -> dict[str, str]:
    """The class of each type of name: the colours in turn, in the order of the alphabet."""
    return {label: f"c{number % 12}" for number, label in enumerate(sorted({name.label for name in names}))}


def _named(document: Document, token_start: int, token_end: int, names: Sequence[Span], colours: dict[str, str]) -> str:
    """The sentence's text with its names marked; a name within another is not."""
    if token_end <= token_start:
        return ""
    place, end = int(document.starts[token_start]), int(document.ends[token_end - 1])
    pieces = []
    for name in names:
        if name.start >= place:
            shown = f"{escape(name.text)}<small>{escape(name.label)}</small>"
            pieces.append(escape(document.text[place : name.start]))
            pieces.append(f'<span class="name {colours[name.label]}">{shown}</span>')
            place = name.end
    return "".join([*pieces, escape(document.text[place:end])])


def tree(document: Document, first: int, end: int, names: Sequence[Span], colours: dict[str, str]) -> Iterator[str]:
    """The pieces of the SVG that shows the tree of the tokens `first` to `last`."""
    arcs = _arcs(document, first, end)
    heights = levels(arcs)
    columns = _columns(document, first, end, arcs)
    top = FIRST + STEP * max(heights, default=0)
    width, base = columns[-1][1] if columns else 0.0, top + TOP
    middles = [(left + right) / 2 for left, right in columns]
    yield f'<svg viewBox="0 0 {_number(width)} {_number(base + FOOT)}" width="{_number(width)}" role="img">'
    yield f"<title>{escape(_description(document, first, arcs))}</title>"
    for name in names:
        left, right = columns[max(name.token_start - first, 0)][0], columns[min(name.token_end, end) - first - 1][1]
        place = (
            f'x="{_number(left + 4)}" y="{_number(base + 2)}" width="{_number(right - left - 8)}" height="22" rx="3"'
        )
        yield f'<rect class="{colours[name.label]}" {place}/>'
    for (dependent, head, label), height in sorted(zip(arcs, heights, strict=True), key=lambda item: -item[1]):
        yield _drawn(middles, dependent, head, label, TOP + top - FIRST - STEP * height, base)
    for token, middle in zip(range(first, end), middles, strict=True):
        yield _word(document, token, middle, base)
    yield "</svg>"


def levels(arcs: Sequence[Arc]) -> list[int]:
    """The level of each arc: 0, or one more than the highest one that lies within it; a root's is over all it spans.

    O(arcs · log arcs + the arcs that lie within others): they are taken from the shortest to the longest.
    """
    size = 1 + max((max(dependent, head) for dependent, head, _ in arcs), default=0)
    highest = [-1] * size  # over each place between two words, the highest arc so far
    found = [0] * len(arcs)
    order = sorted(range(len(arcs)), key=lambda row: abs(arcs[row][0] - arcs[row][1]) if arcs[row][1] >= 0 else size)
    for row in order:
        dependent, head, _ = arcs[row]
        low, high = (min(dependent, head), max(dependent, head)) if head >= 0 else (dependent, dependent + 1)
        found[row] = 1 + max(highest[low:high], default=-1)
        highest[low:high] = [found[row]] * len(highest[low:high])
    roots = [row for row in order if arcs[row][1] < 0]
    for row in roots:
        found[row] = max(found, default=0)
    return found


def _arcs(document: Document, first: int, end: int) -> list[Arc]:
    """The arcs within a sentence; what hangs on a token outside it is shown like a root."""
    assert document.heads is not None
    labels = document.columns["label"].rows[first:end] if "label" in document.columns else [""] * (end - first)
    found = []
    for place, (head, label) in enumerate(zip(document.heads[first:end].tolist(), labels, strict=True)):
        if head >= -1:
            found.append((place, head - first if first <= head < end else -1, label))
    return found


def _columns(document: Document, first: int, end: int, arcs: Sequence[Arc]) -> list[tuple[float, float]]:
    """The left and right edge of each word's column, wide enough for the labels of arcs between neighbours."""
    widths = []
    for place in range(first, end):
        tag = document.tokens[place].upos or document.tokens[place].xpos
        widths.append(max(text_width(document.words[place], LETTER), text_width(tag, SMALL)) + GAP)
    for dependent, head, label in arcs:
        wanted = text_width(label, SMALL) + 26
        if head < 0:
            widths[dependent] = max(widths[dependent], wanted)
        elif abs(head - dependent) == 1:
            missing = wanted - (widths[dependent] + widths[head]) / 2
            if missing > 0:
                widths[dependent] += missing
                widths[head] += missing
    found, left = [], 0.0
    for width in widths:
        found.append((left, left + width))
        left += width
    return found


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a common sans-serif type of that size."""
    total = 0.0
    for letter in text:
        if letter in NARROW:
            total += 0.34
        elif letter in BROAD or east_asian_width(letter) in "WF":
            total += 0.95
        else:
            total += 0.68 if letter.isupper() else 0.56
    return total * size


def _drawn(middles: Sequence[float], dependent: int, head: int, label: str, y: float, base: float) -> str:
    """One arc with its arrow and its label."""
    end = middles[dependent]
    arrow = f'<path class="tip" d="M{_number(end)} {_number(base)}l-3.5 -7h7z"/>'
    if head < 0:
        line = f'<path d="M{_number(end)} {_number(y)}V{_number(base - 6)}"/>'
        return f'<g class="arc root">{line}{arrow}{_label(end, y - 4, label)}</g>'
    side = 1 if dependent > head else -1
    begin, bend = middles[head] + 7 * side, min(8.0, abs(end - middles[head] - 7 * side) / 2) * side
    corner = abs(bend)
    turn, across = _number(corner), _number(bend)
    path = (
        f"M{_number(begin)} {_number(base - 2)}V{_number(y + corner)}q0 -{turn} {across} -{turn}"
        f"H{_number(end - bend)}q{across} 0 {across} {turn}V{_number(base - 6)}"
    )
    return f'<g class="arc"><path d="{path}"/>{arrow}{_label((begin + end) / 2, y + 4, label)}</g>'


def _label(x: float, y: float, label: str) -> str:
    return f'<text class="label" x="{_number(x)}" y="{_number(y)}">{escape(label)}</text>' if label else ""


def _word(document: Document, place: int, middle: float, base: float) -> str:
    """A word with its tag below it; what else is known of it shows under the pointer."""
    token = document.tokens[place]
    facts = [token.lemma, token.xpos, token.column("feats").replace("|", " ")]
    hint = " · ".join(fact for fact in facts if fact)
    title = f"<title>{escape(hint)}</title>" if hint else ""
    tag = token.upos or token.xpos
    below = f'<text class="tag" x="{_number(middle)}" y="{_number(base + 38)}">{escape(tag)}</text>' if tag else ""
    return f'<text x="{_number(middle)}" y="{_number(base + 18)}">{escape(token.text)}{title}</text>{below}'


def _description(document: Document, first: int, arcs: Sequence[Arc]) -> str:
    """The tree in words, for those who cannot see it."""
    words = document.words
    parts = [
        f"{words[first + dependent]}: {label or 'depends'}" + (f" of {words[first + head]}" if head >= 0 else "")
        for dependent, head, label in arcs
        if label != "punct"
    ]
    return "; ".join(parts)


def _number(value: float) -> str:
    """A number as short as it is good for a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0")
