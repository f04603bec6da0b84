"""Options of how files are read, which all commands that read documents share."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from namesakes.formats.reading_options import ReadingOptions

_OPTIONS = (
    click.option(
        "--text-path", default="", metavar="PATH", help="Of XML, the elements whose text is read: //article/body."
    ),
    click.option("--whole-page", is_flag=True, help="Of web pages all that is shown, not the article alone."),
    click.option("--chapters", is_flag=True, help="Make a document of each chapter of an e-book."),
)


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with these options, which it gets together, as `reading`."""

    @wraps(command)
    def with_reading(*given: Any, text_path: str, whole_page: bool, chapters: bool, **others: Any) -> None:
        from namesakes.formats.reading_options import ReadingOptions

        command(*given, reading=ReadingOptions(text_path, whole_page, chapters), **others)

    for option in reversed(_OPTIONS):
        with_reading = option(with_reading)
    return with_reading


def with_options(chosen: "ReadingOptions", configured: "ReadingOptions") -> "ReadingOptions":
    """What is chosen on the command line, and where that says nothing, what a file of settings says."""
    from namesakes.formats.reading_options import ReadingOptions

    return ReadingOptions(
        chosen.text_path or configured.text_path,
        chosen.whole_page or configured.whole_page,
        chosen.chapters or configured.chapters,
    )
