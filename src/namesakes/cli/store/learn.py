"""`namesakes learn`."""

from pathlib import Path

import click

from namesakes.cli.options import (
    load_pipeline,
    print_json,
    quiet_option,
    store_option,
    store_pipeline_option,
    working,
)
from namesakes.cli.terminal import echo


@click.command("learn")
@store_option
@store_pipeline_option
@click.option("--into", type=Path, metavar="FOLDER", help="Write what was learned into this pipeline.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of everything random.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@quiet_option
def command(place: str, pipeline_name: str | None, into: Path | None, seed: int, as_json: bool, quiet: bool) -> None:
    """Learn from corrections: of people how evidence is weighed, of mentions how they are linked.

    Says how that does on names and documents that were left out, and what would change; nothing is written without
    --into, and nothing where learning does not help. The store stays as it is until it is resolved with the pipeline.

    \b
    namesakes learn
    namesakes learn --into my-pipeline
    namesakes resolve letters --pipeline my-pipeline
    """
    from namesakes.pipeline.install import Target
    from namesakes.pipeline.learning import learn
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.store.store import open_store
    from namesakes.view.learn_lines import lesson_lines, written_lines

    with open_store(place, create=False, write=False) as store, working(quiet=quiet) as say:
        nlp = pipeline_of(store) if pipeline_name is None else load_pipeline(pipeline_name)
        target = None if into is None else Target(into=into, base=nlp.source)
        lesson = learn(store, pipeline=nlp, seed=seed, progress=say)
    written = [] if target is None else lesson.save(target)
    if as_json:
        print_json({**lesson.to_json(), "written": written})
        return
    for line in (*lesson_lines(lesson), *written_lines(lesson, into, written)):
        echo(line)
