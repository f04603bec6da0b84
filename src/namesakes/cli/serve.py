"""`namesakes serve`."""

import getpass
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from namesakes.cli.options import load_pipeline, log_option, store_option, store_pipeline_option
from namesakes.cli.terminal import echo
from namesakes.errors import DataError, MissingExtraError

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
@click.option("--read-only", is_flag=True, help="Take no corrections.")
@click.option("--who", default=None, metavar="NAME", help="Who corrects, where nobody says. Default: the user's name.")
@store_pipeline_option
@log_option
def command(
    place: str,
    host: str,
    port: int,
    token_file: str | None,
    allow_host: tuple[str, ...],
    read_only: bool,
    who: str | None,
    pipeline_name: str | None,
) -> None:
    """Look at a store in the browser, correct it, and let programs ask it.

    \b
    namesakes serve
    namesakes serve --store letters.db --port 0
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
        read_only=read_only,
        who=getpass.getuser() if who is None else who,
    )
    nlp = None if pipeline_name is None else load_pipeline(pipeline_name)
    serve(place, settings, pipeline=nlp, ready=_say)


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
