"""One page, complete in itself, that shows casts: the characters with their quotes, who meets whom, who is where.

The page asks for nothing from anywhere and has no script; its policy forbids both. What is long is folded away.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import log

from namesakes.characters.cast import Cast
from namesakes.characters.character import NOBODY, Appearance, Character, Quote
from namesakes.formats.html.assets import head, styles
from namesakes.formats.html.page import COLOURS
from namesakes.view.cast.table import nobody
from namesakes.view.wording import counted

MATRIX = 14
"""So many characters, the most important ones, are in the tables."""
LEVELS = 5
"""So many shades a cell of a table may have."""
_STYLES = (("namesakes.formats.html", "page.css"), ("namesakes.view.cast", "cast.css"))
_GENDERS = {"male": "male", "female": "female", "": "unknown"}


def page(casts: Sequence[Cast]) -> Iterator[str]:
    """The parts of a page that shows casts."""
    title = f"The cast of {casts[0].id}" if len(casts) == 1 else f"The casts of {len(casts)} texts"
    yield from head(title, styles(_STYLES))
    yield "<main>\n"
    for number, cast in enumerate(casts):
        yield from _Book(cast, f"k{number}").parts()
    yield "</main>\n<footer><p>A click on a character opens quotes, names, and whom they meet.</p></footer>\n"
    yield "</body>\n</html>\n"


class _Book:
    """The part of a page that shows one cast.

    Parameters
    ----------
    name : the prefix of the elements' ids.
    """

    def __init__(self, cast: Cast, name: str) -> None:
        self.cast, self.name = cast, name
        self.said: list[list[Quote]] = [[] for _ in cast]
        for quote in cast.quotes:
            if quote.speaker != NOBODY:
                self.said[quote.speaker].append(quote)

    def parts(self) -> Iterator[str]:
        """The cast: a heading, the characters, and the tables."""
        cast = self.cast
        told = sum(map(len, self.said))
        facts = [counted(cast.words, "word"), counted(len(cast), "character"), counted(len(cast.quotes), "quote")]
        facts += [f"{told / len(cast.quotes):.0%} of them with a speaker"] if cast.quotes else []
        yield f'<section class="book" id="{self.name}">\n<header><h1>The cast of {escape(cast.id)}</h1>\n'
        yield f'<p class="facts">{" · ".join(facts)}</p></header>\n'
        if not len(cast):
            said = nobody(cast)
            yield f"<p>{escape(said[0].upper() + said[1:])}.</p>\n</section>\n"
            return
        yield '<h2>Characters</h2>\n<div class="people">\n'
        for character in cast:
            yield from self._person(character)
        yield "</div>\n"
        yield from self._nobody()
        yield from self._meetings()
        yield from self._chapters()
        yield "</section>\n"

    def _link(self, number: int) -> str:
        return f'<a href="#{self.name}c{number}"><bdi>{escape(self.cast[number].name)}</bdi></a>'

    def _person(self, character: Character) -> Iterator[str]:
        """A character: one line, and what it opens."""
        others = [alias.text for alias in character.aliases if alias.text != character.name][:3]
        also = f'<span class="also">{escape(", ".join(others))}</span>' if others else ""
        teller = ' <span class="tag">tells the story</span>' if character.narrator else ""
        share = counted(character.mentions, "mention")
        said = f" · {counted(character.quotes, 'quote')}" if character.quotes else ""
        yield f'<details class="person c{character.number % COLOURS}" id="{self.name}c{character.number}">\n'
        yield f'<summary><span class="who"><b><bdi>{escape(character.name)}</bdi></b>{teller} {also}</span>'
        yield f'<span class="count">{share}{said}</span>{self._strip(character)}</summary>\n<dl>\n'
        yield from self._facts(character)
        yield "</dl>\n"
        yield from self._quotes(self.said[character.number])
        yield "</details>\n"

    def _facts(self, character: Character) -> Iterator[str]:
        names = ", ".join(f"{escape(alias.text)} <i>{alias.count:,}</i>" for alias in character.aliases[:_MOST])
        more = f", and {len(character.aliases) - _MOST:,} more" if len(character.aliases) > _MOST else ""
        yield _fact("Names" if character.named else "Called", names + more)
        evidence = f" ({escape(character.gender.evidence)})" if character.gender.evidence else ""
        yield _fact("Gender", f"{_GENDERS[character.gender.value]}{evidence}")
        yield _fact("First", self._appearance(character.first))
        yield _fact("Last", self._appearance(character.last))
        if character.quotes:
            yield _fact("Says", f"{counted(character.quotes, 'quote')}, {counted(character.words, 'word')}")
        met = [
            (meeting.other if meeting.one == character.number else meeting.one, meeting)
            for meeting in self.cast.met_by(character)[:_MET]
        ]
        if met:
            pieces = []
            for other, meeting in met:
                said = meeting.said if meeting.one == character.number else meeting.answered
                spoken = f", {counted(said, 'quote')} to them" if said else ""
                pieces.append(f"{self._link(other)} ({counted(meeting.scenes, 'scene')}{spoken})")
            yield _fact("Meets", ", ".join(pieces))

    def _appearance(self, place: Appearance) -> str:
        chapter = self._chapter(place.chapter)
        where = f'<span class="count">{escape(chapter)}</span> ' if chapter else ""
        return f"{where}<span dir='auto'>{escape(place.sentence)}</span>"

    def _chapter(self, number: int) -> str:
        parts = self.cast.chapters
        return "" if len(parts) < 2 else parts[number].title or "before the first heading"

    def _strip(self, character: Character) -> str:
        """How often somebody is mentioned in each chapter, as shades."""
        if len(self.cast.chapters) < 2:
            return ""
        most = max(character.chapters)
        cells = "".join(f'<i class="h{_level(count, most)}"></i>' for count in character.chapters[:_WIDEST])
        chapters = sum(map(bool, character.chapters))
        return f'<span class="strip" role="img" aria-label="in {counted(chapters, "chapter")}">{cells}</span>'

    def _quotes(self, quotes: Sequence[Quote]) -> Iterator[str]:
        if not quotes:
            return
        yield f'<details class="quotes"><summary>{counted(len(quotes), "quote")}</summary>\n<ol>\n'
        for quote in quotes:
            sure = [f"{quote.sure:.0%} sure"] if quote.speaker != NOBODY else []
            label = [f"“{escape(quote.label)}”"] if quote.speaker == NOBODY and quote.label else []
            to = [f"to {self._link(quote.addressee)}"] if quote.addressee != NOBODY else []
            chapter = self._chapter(quote.chapter)
            facts = " · ".join([*([escape(chapter)] if chapter else []), *label, *to, *sure])
            text = " ".join(quote.text.split())
            yield f'<li><span class="said" dir="auto">{escape(text)}</span> <span class="count">{facts}</span></li>\n'
        yield "</ol></details>\n"

    def _nobody(self) -> Iterator[str]:
        """The quotes of which nothing tells who speaks."""
        quotes = [quote for quote in self.cast.quotes if quote.speaker == NOBODY]
        if quotes:
            yield '<div class="person nobody"><p>Nobody in the cast is known to say these:</p>\n'
            yield from self._quotes(quotes)
            yield "</div>\n"

    def _meetings(self) -> Iterator[str]:
        """A table of who is in how many scenes with whom."""
        most = min(len(self.cast), MATRIX)
        scenes = {(each.one, each.other): each.scenes for each in self.cast.meetings}
        if most < 2 or not any(scenes.values()):
            return
        highest = max(scenes.values())
        yield "<h2>Who meets whom</h2>\n<p class='facts'>In how many scenes both are: paragraphs, and conversations "
        yield "in one piece.</p>\n" + _opening("Scenes that two characters are both in", range(1, most + 1))
        for one in range(most):
            yield f'<tr><th scope="row"><span class="number">{one + 1}</span> {self._link(one)}</th>'
            for other in range(most):
                count = scenes.get((min(one, other), max(one, other)), 0) if one != other else 0
                shown = f"{count:,}" if count else ""
                yield (
                    f'<td class="h{_level(count, highest)}">{shown}</td>' if one != other else '<td class="same"></td>'
                )
            yield "</tr>\n"
        yield "</tbody></table></div>\n"

    def _chapters(self) -> Iterator[str]:
        """A table of who is mentioned how often in which chapter."""
        parts = self.cast.chapters[:_WIDEST]
        if len(parts) < 2:
            return
        shown = self.cast[:MATRIX]
        highest = max(max(each.chapters) for each in shown)
        titles = [part.title or "before" for part in parts]
        yield "<h2>Where they appear</h2>\n<p class='facts'>Mentions by chapter.</p>\n"
        yield _opening("Mentions by chapter", range(1, len(parts) + 1), titles)
        for character in shown:
            yield f'<tr><th scope="row">{self._link(character.number)}</th>'
            for count in character.chapters[: len(parts)]:
                yield f'<td class="h{_level(count, highest)}">{count or ""}</td>'
            yield "</tr>\n"
        yield "</tbody></table></div>\n"


def _opening(label: str, numbers: Sequence[int], titles: Sequence[str] = ()) -> str:
    """The beginning of a table with numbered columns."""
    named = titles or [""] * len(numbers)
    cells = "".join(
        f'<th scope="col"{f" title={chr(34)}{escape(title)}{chr(34)}" if title else ""}>{number}</th>'
        for number, title in zip(numbers, named, strict=True)
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{label}"><table><thead><tr><td></td>{cells}'
        "</tr></thead><tbody>\n"
    )


def _fact(name: str, value: str) -> str:
    return f"<dt>{name}</dt><dd>{value}</dd>\n"


def _level(count: int, most: int) -> int:
    """The shade of a count: 0 for none, the most for the highest."""
    return 0 if not count else 1 + min(LEVELS - 1, int(LEVELS * log(1 + count) / log(2 + most)))


_MOST, _MET, _WIDEST = 40, 12, 200
"""The names, and the others, that a character is shown with; and the chapters of a table."""
