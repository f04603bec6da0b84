"""`namesakes why`."""

import click

from namesakes.cli.options import load_pipeline, print_json, store_option, store_pipeline_option
from namesakes.cli.terminal import echo
from namesakes.errors import DataError


@click.command("why")
@click.argument("name", metavar="PERSON")
@click.argument("document", required=False)
@store_option
@store_pipeline_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str, document: str | None, place: str, pipeline_name: str | None, as_json: bool) -> None:
    """Say why documents are of one PERSON and not of a namesake: what speaks for it, what against, in which sentences.

    With a DOCUMENT: why it is in the person, or is not; without: the documents that are least sure.

    \b
    namesakes why mark-johnson-3
    namesakes why mark-johnson-1 letters/07.txt
    """
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.pipeline.why import comparisons, explainer_of
    from namesakes.store.lookup import find_document, find_person
    from namesakes.store.store import open_store

    with open_store(place, create=False, write=False) as store:
        identity = find_person(store, name)
        id = None if document is None else find_document(store, document)
        if document is not None and id is None:
            raise DataError(f"there is no document '{document}' in this store", f"See: namesakes show {identity.id}")
        nlp = pipeline_of(store) if pipeline_name is None else load_pipeline(pipeline_name)
        found = comparisons(explainer_of(store, nlp), identity, id)
        if as_json:
            print_json([one.to_json() for one in found])
            return
        if not found:
            echo(f"{identity.id} is in one document, and nobody else bears the name: there is nothing to compare.")
        for number, one in enumerate(found):
            for line in ("", *one.lines()) if number else one.lines():
                echo(line)
