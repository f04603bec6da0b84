"""A decision in doubt on a terminal: the question, and both sides beside or below each other."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from namesakes.store.review_sides import Context, Question, Side
from namesakes.view.wording import counted, one_line

WIDE: Final = 100
"""Columns from which on both sides stand beside each other."""
_FACTS: Final = 5
_VALUES: Final = 3


class ReviewScreen:
    """A question as something that a console prints, as wide as it is."""

    def __init__(self, question: Question, number: int) -> None:
        self.question, self.number = question, number

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """A line, the question, the two sides."""
        marked = console.color_system is None
        sides = [side_text(side, marked=marked) for side in (self.question.left, self.question.right)]
        yield Rule(f"question {self.number}", style="dim")
        yield Text(asked(self.question), style="bold")
        yield Text(f"  {doubtful(self.question)}", style="dim")
        yield ""
        if options.max_width >= WIDE:
            table = Table.grid(padding=(0, 3, 0, 0), expand=True)
            table.add_column(ratio=1)
            table.add_column(ratio=1)
            table.add_row(*sides)
            yield table
        else:
            yield Group(sides[0], "", sides[1])


def asked(question: Question) -> str:
    """The question in words."""
    doubt, left, right = question.doubt, question.left, question.right
    if doubt.joined or left.documents == 1:
        return one_line(f"Is {left.name} in {doubt.chain.document} the same as {right.name} ({right.identity})?")
    return one_line(f"Are {left.name} ({left.identity}) and {right.name} ({right.identity}) one person?")


def doubtful(question: Question) -> str:
    """What was decided, and how surely."""
    doubt = question.doubt
    if doubt.joined:
        return f"now in {doubt.identity}, {doubt.strength:.0%} sure"
    return f"now apart; {doubt.likeness:.0%} that {one_line(doubt.chain.document)} speaks of {doubt.other}"


def side_text(side: Side, *, marked: bool = False) -> RenderableType:
    """Who a side is, what is stated of it, and what documents say, with mentions in colour.

    Parameters
    ----------
    marked : mentions are in brackets, for a terminal without colours.
    """
    head = Text()
    head.append(one_line(side.name) or "nameless", style="bold")
    head.append(f"  {side.identity}, {counted(side.documents, 'document')}", style="dim")
    rows: list[RenderableType] = [head, *_facts(side)]
    for context in side.contexts:
        rows.append(Text(_where(context), style="dim"))
        rows.append(Padding(_quoted(context, marked=marked), (0, 0, 0, 2)))
    return Group(*rows)


def _facts(side: Side) -> Iterator[Text]:
    for field, values in side.facts[:_FACTS]:
        line = Text(f"  {field}: ", style="dim")
        more = " …" if len(values) > _VALUES else ""
        line.append(one_line(", ".join(values[:_VALUES])) + more, style="not dim")
        yield line


def _where(context: Context) -> str:
    """The document, its date and its title."""
    return "  ".join(filter(None, (one_line(context.document), context.date, one_line(context.title))))


def _quoted(context: Context, *, marked: bool) -> Text:
    text = Text()
    for piece, mention in context.pieces:
        if mention:
            text.append(f"[{piece}]" if marked else piece, style="bold yellow")
        else:
            text.append(piece)
    return text
