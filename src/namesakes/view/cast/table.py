"""A cast as lines for a terminal: who is in a text, how often, and what they are called."""

from collections.abc import Iterator, Sequence

from namesakes.characters.cast import Cast
from namesakes.characters.character import NOBODY, Character
from namesakes.view.wording import counted, one_line

WIDTH = 100
_SIGNS = {"male": "m", "female": "f", "": "?"}
_NAME = 28


def cast_lines(cast: Cast, width: int = WIDTH) -> Iterator[str]:
    """The lines: the text, its characters in columns, and below them who meets whom most often."""
    told = sum(quote.speaker != NOBODY for quote in cast.quotes)
    parts = f", {counted(len(cast.chapters), 'chapter')}" if len(cast.chapters) > 1 else ""
    said = f", {counted(len(cast.quotes), 'quote')} ({told:,} with a speaker)" if cast.quotes else ", no quotes"
    yield f"{one_line(cast.id)}: {counted(cast.words, 'word')}{parts}, {counted(len(cast), 'character')}{said}"
    if not cast.characters:
        yield "  " + nobody(cast)
        return
    yield f"  {'':>4} {'character':{_NAME}} {'':1} {'mentions':>8} {'quotes':>6} {'words':>7}  also called"
    for character in cast:
        yield from _character(cast, character, width)
    if cast.left_out:
        yield f"  {cast.left_out:,} more are named too seldom to be listed (--min-mentions)"
    met = [each for each in cast.meetings if each.scenes][:5]
    if met:
        yield "  who meets most often:"
        for each in met:
            one, other = _short(cast[each.one].name), _short(cast[each.other].name)
            yield f"    {one} and {other}: {counted(each.scenes, 'scene')}"


def nobody(cast: Cast) -> str:
    """What to say of a text without characters."""
    if not cast.words:
        return "there are no words in this text"
    if cast.left_out:
        return f"nobody is mentioned often enough; {cast.left_out:,} are named (--min-mentions 1 lists them)"
    return "no person's name was found; the models read English texts only"


def _character(cast: Cast, character: Character, width: int) -> Iterator[str]:
    teller = " (tells the story)" if character.narrator else ""
    others = [alias for alias in character.aliases if alias.text != character.name]
    line = (
        f"  {character.number + 1:>4} {_short(character.name):{_NAME}} {_SIGNS[character.gender.value]} "
        f"{character.mentions:>8,} {character.quotes:>6,} {character.words:>7,}  "
    )
    yield (
        line + _fitting([f"{_short(alias.text)} {alias.count:,}" for alias in others], width - len(line)) + teller
    ).rstrip()


def _fitting(pieces: Sequence[str], width: int) -> str:
    """As many pieces as fit into a line, with a sign where some do not."""
    shown = ""
    for piece in pieces:
        longer = f"{shown}, {piece}" if shown else piece
        if shown and len(longer) > width:
            return f"{shown}, …"
        shown = longer
    return shown


def _short(name: str) -> str:
    shown = one_line(name)
    return shown if len(shown) <= _NAME else shown[: _NAME - 1].rstrip() + "…"
