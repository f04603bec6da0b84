"""`namesakes compare`."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from namesakes.cli.options import json_option, print_json, quiet_option
from namesakes.cli.terminal import console


@click.command("compare")
@click.option(
    "--configs",
    type=Path,
    multiple=True,
    metavar="PATH",
    help="A configuration to train, or a folder with a model; more of them may follow it.",
)
@click.argument("more", nargs=-1, type=Path, metavar="[PATH]...")
@click.option("--data", type=Path, required=True, metavar="PATH", help="Documents with chains to measure on.")
@click.option("--train", type=Path, multiple=True, metavar="PATH", help="Documents to train configurations on.")
@click.option("--dev", type=Path, multiple=True, metavar="PATH", help="Documents to choose epochs by.")
@click.option("--work", type=Path, metavar="FOLDER", help="Keep checkpoints and models here, and go on from them.")
@click.option("--syntax", type=click.Choice(["gold", "predicted"]), default="gold", show_default=True)
@click.option("--mentions", type=click.Choice(["gold", "predicted"]), default="predicted", show_default=True)
@click.option("--drop-singletons", is_flag=True, help="Leave chains of one mention out.")
@json_option
@quiet_option
def command(
    configs: tuple[Path, ...],
    more: tuple[Path, ...],
    data: Path,
    train: tuple[Path, ...],
    dev: tuple[Path, ...],
    work: Path | None,
    syntax: str,
    mentions: str,
    drop_singletons: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure several learners of chains on the same documents, in one table.

    A learner is a configuration of `namesakes train chains`, which is trained on the documents of --train, or a folder
    with a trained model. With --work what was trained is kept there and not trained again. Each learner's difference to
    the best is tested over documents (Wilcoxon's signed ranks).

    \b
    namesakes compare --configs tree.toml pairs.toml my-model --data dev --train train --work work
    """
    from rich.table import Table

    from namesakes.chains.learner_comparison import Source, compare_learners, learner
    from namesakes.errors import UsageError
    from namesakes.formats import read

    paths = [*configs, *more]
    if not paths:
        raise UsageError("there is nothing to compare; name configurations or models with --configs.")
    documents = list(read(data))
    with TemporaryDirectory() as folder:
        progress = (lambda line: None) if quiet else (lambda line: click.echo(line, err=True))
        source = Source.of(train, dev, Path(folder) if work is None else work, progress)
        learners = [learner(path, source) for path in paths]
        options = {"syntax": syntax, "mentions": mentions}
        found = compare_learners(learners, documents, drop_singletons=drop_singletons, **options)
    if as_json:
        print_json(found.to_json())
        return
    head, rows = found.rows()
    table = Table(head[0], box=None, padding=(0, 2, 0, 0))
    for column in head[1:]:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*row)
    console().print(table)
