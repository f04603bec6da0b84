"""A cast in a notebook: the most important characters, and whom they meet."""

from typing import Final

from namesakes.characters.cast import Cast
from namesakes.characters.character import Character
from namesakes.view.cast.table import nobody
from namesakes.view.notebook.markup import box, safe, soft, table
from namesakes.view.wording import counted

_SHOWN: Final = 20
_OTHERS: Final = 3


def html(cast: Cast) -> str:
    """The cast as HTML."""
    about = ", ".join(
        (counted(cast.words, "word"), counted(len(cast), "character"), counted(len(cast.quotes), "quote"))
    )
    if not len(cast):
        return box(safe(cast.id, 80), about, soft(nobody(cast)))
    rows = [_row(cast, each) for each in cast[:_SHOWN]]
    more = len(cast) - len(rows)
    shown = table(("character", "gender", "mentions", "quotes", "also called", "meets"), rows)
    return box(safe(cast.id or "a cast", 80), about, shown, *([soft(f"and {more:,} more")] if more else []))


def _row(cast: Cast, one: Character) -> tuple[str | int, ...]:
    others = [alias.text for alias in one.aliases if alias.text != one.name][:_OTHERS]
    met = [cast[each.other if each.one == one.number else each.one].name for each in cast.met_by(one)[:_OTHERS]]
    also, meets = (", ".join(safe(name, 40) for name in names) for names in (others, met))
    return safe(one.name, 50), one.gender.value, one.mentions, one.quotes, also, meets
