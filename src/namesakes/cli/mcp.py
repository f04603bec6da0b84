"""`namesakes mcp`."""

import click

from namesakes.cli.options import pipeline_option, store_option


@click.command("mcp")
@store_option
@pipeline_option
def command(place: str, pipeline_name: str | None) -> None:
    """Let an assistant ask a store, over the Model Context Protocol on standard input and output.

    Its tools are find_people, who_is, why and coref; all of them only read. An assistant is told of it by its own
    configuration: the command is namesakes, its arguments mcp --store FILE.

    \b
    namesakes mcp --store people.db
    """
    from namesakes.integrations.mcp import server
    from namesakes.store.store import open_store

    made = server(place, pipeline_name)
    with open_store(place, create=False, write=False):
        pass  # a store that is not there is said before anybody asks
    made.run("stdio")
