"""`namesakes serve`."""

import getpass
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from namesakes.cli.options import load_pipeline, log_option, store_option, store_pipeline_option
from namesakes.cli.terminal import echo
from namesakes.errors import DataError, MissingExtraError, UsageError

if TYPE_CHECKING:
    from namesakes.server.settings import ServerSettings


@click.command("serve")
@store_option
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen; beyond this machine with a token."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 for any that is free.")
@click.option("--token-file", metavar="FILE", help="The token that requests must name. Default: $NAMESAKES_TOKEN.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A name that the server may be called by, too.")
@click.option(
    "--folder",
    "folders",
    multiple=True,
    metavar="[NAME=]FOLDER",
    help="A folder that may be read from the page; several times for several. Default: none.",
)
@click.option("--read-only", is_flag=True, help="Take no corrections, and no documents.")
@click.option("--who", default=None, metavar="NAME", help="Who corrects, where nobody says. Default: the user's name.")
@store_pipeline_option
@log_option
def command(
    place: str,
    host: str,
    port: int,
    token_file: str | None,
    allow_host: tuple[str, ...],
    folders: tuple[str, ...],
    read_only: bool,
    who: str | None,
    pipeline_name: str | None,
) -> None:
    """Look at a store in the browser, correct it, and let programs ask it.

    \b
    namesakes serve
    namesakes serve --store letters.db --port 0
    namesakes serve --folder newsroom --folder letters=/data/scans
    """
    try:
        from namesakes.server.serve import serve
    except ImportError as error:
        raise MissingExtraError("the server", "serve") from error
    from namesakes.server.settings import ServerSettings

    settings = ServerSettings(
        host=host,
        port=port,
        token=_token(token_file),
        hosts=tuple(name.lower() for name in allow_host),
        folders=_folders(folders),
        read_only=read_only,
        who=getpass.getuser() if who is None else who,
    )
    nlp = None if pipeline_name is None else load_pipeline(pipeline_name)
    serve(place, settings, pipeline=nlp, ready=_say)


def _folders(given: tuple[str, ...]) -> dict[str, Path]:
    """The folders by the names that requests call them: their own, or those that were given."""
    found: dict[str, Path] = {}
    for each in given:
        name, equals, path = each.partition("=")
        folder = Path(path if equals and not Path(each).exists() else each)
        name = name if equals and folder == Path(path) else folder.absolute().name
        if not folder.is_dir():
            raise DataError("there is no such folder", path=folder)
        if not name or name in found:
            raise UsageError(f"{each}: a folder needs a name of its own.\nGive it one: --folder NAME=FOLDER")
        found[name] = folder.absolute()
    return found


def _token(file: str | None) -> str:
    if file is None:
        return os.environ.get("NAMESAKES_TOKEN", "").strip()
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError("this file of a token cannot be read", path=file) from error


def _say(settings: "ServerSettings") -> None:
    """Say where the page is."""
    echo(f"{settings.address}   Ctrl+C ends it.")
