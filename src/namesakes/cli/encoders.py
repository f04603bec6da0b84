"""`namesakes train encoder`, `namesakes train vectors` and `namesakes train links`."""

from dataclasses import replace
from pathlib import Path

import click

from namesakes.cli.options import report
from namesakes.cli.terminal import echo
from namesakes.errors import UsageError


@click.command("encoder")
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
@click.option("--data", type=Path, metavar="FOLDER", help="The folder of the unpacked corpora.")
@click.option("--base", type=Path, metavar="FOLDER", help="The pretrained model that it begins with.")
@click.option("--out", type=Path, required=True, metavar="FOLDER", help="Where weights, log and curves go.")
@click.option("--prepare", is_flag=True, help="Only put there what a run needs, for a machine with PyTorch alone.")
@click.option("--seed", type=click.IntRange(min=0), help="The seed of everything random.")
def encoder(
    config: Path | None, data: Path | None, base: Path | None, out: Path, prepare: bool, seed: int | None
) -> None:
    """Train an encoder: one network for tags, trees, names, mentions and chains. Needs the extra `train`.

    A run that was stopped goes on where it was last saved, to the same weights.

    \b
    namesakes train encoder --config encoder.toml --data corpora --base all-mpnet-base-v2 --out encoder
    """
    from namesakes.config import read_config
    from namesakes.encoder.training.run import prepare_encoder, train_encoder
    from namesakes.encoder.training.settings import EncoderSettings

    settings = EncoderSettings() if config is None else read_config(config, EncoderSettings)
    settings = settings if seed is None else replace(settings, seed=seed)
    if prepare:
        prepare_encoder(data, base, out, settings)
        report(f"a run is prepared in {out}", run=out)
        return
    figures = train_encoder(data, base, out, settings, echo=lambda line: echo(line, err=True))
    for name, value in figures.items():
        report(f"{name:<32} {value:6.2f}", err=False, measure=name, value=value)
    report(f"encoder written to {out}", model=out)


@click.command("vectors")
@click.option("--base", type=Path, required=True, metavar="FOLDER", help="The pretrained encoder of sentences.")
@click.option("--out", type=Path, required=True, metavar="FOLDER", help="Where the model goes.")
def vectors(base: Path, out: Path) -> None:
    """Make vectors of texts from a pretrained encoder of sentences, as it comes. Needs the extra `train`.

    \b
    namesakes train vectors --base all-MiniLM-L6-v2 --out src/namesakes/models/en-vectors
    """
    from namesakes.encoder.export.vectors import export_vectors

    export_vectors(base, out)
    report(f"model written to {out}", model=out)


@click.command("links")
@click.argument("pipeline_name", metavar="PIPELINE")
@click.option("--dev", type=Path, multiple=True, required=True, metavar="PATH", help="Gold chains, a path a corpus.")
def links(pipeline_name: str, dev: tuple[Path, ...]) -> None:
    """Fit how the chains of an encoder are found: what the linear model counts beside it, and how sure links are.

    PIPELINE is the name or the folder of one whose [chains] is an encoder; what is found is kept in the encoder's
    model.json. Needs the extra `accurate`.

    \b
    namesakes train links my-pipeline --dev ontogum/conllu/dev --dev litbank/dev.nosingle.conll
    """
    from namesakes.chains.encoded_fitting import fit_links
    from namesakes.chains.training.recipe import read_documents
    from namesakes.pipeline.pipeline import load

    nlp = load(pipeline_name)
    part = nlp.parts["chains"]
    if not part.is_encoder:
        raise UsageError(f"{nlp.name}: [chains] is no encoder, so that it has no links to fit.")
    groups = [read_documents([path]) for path in dev]
    with nlp.parts.gender.activated():
        folder, corpus = Path(str(part.folder)), part.corpus
        found = fit_links(folder, groups, nlp.parts.syntax, corpus=corpus, say=lambda line: echo(line, err=True))
    line = f"share {found.share:g}, shift {found.shift:g}, least {found.least:g}"
    report(line, err=False, share=found.share, shift=found.shift, least=found.least)
