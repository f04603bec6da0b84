"""`namesakes train`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial, wraps
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from namesakes.cli.encoders import encoder, links, vectors
from namesakes.cli.options import (
    annotation_option,
    features_option,
    jobs_option,
    json_report_option,
    pipeline_option,
    report,
)
from namesakes.errors import UsageError
from namesakes.workers import usual_jobs

if TYPE_CHECKING:
    from namesakes.pipeline.install import Target


@click.group("train")
def command() -> None:
    """Train a part of a pipeline, and write its model into a folder, or into a pipeline with --into.

    Without --train these are the treebanks of the shipped models: EWT, and GUM without its non-commercial genres.
    """


def _options(function: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--data", type=Path, metavar="FOLDER", help="The folder of the unpacked corpora."),
        click.option(
            "--train", "files", type=Path, multiple=True, metavar="FILE", help="Treebanks of your own instead."
        ),
        click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file."),
        click.option("--seed", type=click.IntRange(min=0), help="The seed of everything random."),
    ):
        function = option(function)
    return _target(function)


def _target(function: Callable[..., None]) -> Callable[..., None]:
    """The options that say where a model goes; the function gets them as one `target`."""

    @wraps(function)
    def called(
        out: Path | None, into: Path | None, pipeline_name: str | None, language: str | None, **rest: Any
    ) -> None:
        from namesakes.pipeline.install import Target
        from namesakes.pipeline.pipeline import DEFAULT

        function(target=Target(out, into, pipeline_name or DEFAULT, language), **rest)

    for option in (
        click.option("--out", type=Path, metavar="FOLDER", help="Where the model goes."),
        click.option("--into", type=Path, metavar="FOLDER", help="Or the pipeline that it becomes a part of."),
        pipeline_option,
        click.option("--language", metavar="CODE", help="The model's language, if it is not English."),
    ):
        called = option(called)
    return called


def _save(model: Any, part: str, target: "Target", **figures: Any) -> None:
    """Save a model where it is to go, and say so, with its figures."""
    folder = target.save(part, model.save)
    said = (
        f"model written to {folder}" if target.into is None else f"model written to {folder}, a part of {target.into}"
    )
    lines = [said, *(f"{name} {value}" for name, value in figures.items())]
    report("\n".join(lines), part=part, model=folder, **figures)


_vectors = click.option(
    "--vectors", type=Path, metavar="PATH", help="GloVe vectors for names: a text file, folder or wheel."
)


def _settings(part: str, kind: Any, config: Path | None, seed: int | None) -> Any:
    from namesakes.syntax.rebuild import part_settings

    settings = kind() if config is None else part_settings(config, part, kind)
    return settings if seed is None else replace(settings, seed=seed)


_SYNTAX = {
    "tokenizer": ("tokenizer", "tokenization.tokenizer", "TokenizerSettings", "Tokenizer.train"),
    "tagger": ("tagger", "tagging.tagger", "TaggerSettings", "Tagger.train"),
    "lemmas": ("lemmatizer", "tagging.lemmatizer", "LemmaSettings", "Lemmatizer.train"),
}
"""The parts that are trained on treebanks: which part, its module, its settings, and what trains it."""


def _syntax_part(name: str, does: str) -> None:
    """Add the command that trains one part of syntax."""
    part, module, settings, train = _SYNTAX[name]

    def trained(
        data: Path | None, files: tuple[Path, ...], target: "Target", config: Path | None, seed: int | None
    ) -> None:
        from namesakes.syntax.recipe import training_documents

        found = import_module(f"namesakes.syntax.{module}")
        chosen = _settings(name, getattr(found, settings), config, seed)
        _save(attrgetter(train)(found)(training_documents(data, files), chosen), part, target)

    trained.__doc__ = does
    command.command(name)(_options(trained))


_syntax_part("tokenizer", "Train the tokenizer and sentence splitter.")
_syntax_part("tagger", "Train the tagger.")
_syntax_part("lemmas", "Train lemmas and morphology.")


@command.command("parser")
@_options
@click.option(
    "--self-train",
    "raw",
    type=Path,
    multiple=True,
    metavar="FILE",
    help="Texts that the parser parses itself and learns from too, such as those it is for.",
)
def parser(
    data: Path | None,
    files: tuple[Path, ...],
    target: "Target",
    config: Path | None,
    seed: int | None,
    raw: tuple[Path, ...],
) -> None:
    """Train the dependency parser, and with --self-train on texts without trees too.

    Texts get words and tags from the pipeline of --into or --pipeline, where they have none; their own trees, if they
    have any, are not looked at.

    \b
    namesakes train parser --train news.conllu --self-train questions.txt --out parser
    """
    from namesakes.formats import read
    from namesakes.syntax.parsing.parser import ParserSettings
    from namesakes.syntax.parsing.self_training import self_trained, tagged
    from namesakes.syntax.parsing.training import train_parser
    from namesakes.syntax.recipe import training_documents

    settings, documents = _settings("parser", ParserSettings, config, seed), training_documents(data, files)
    if raw:
        parts = target.pipeline.parts.syntax
        texts = tagged((document for path in raw for document in read(path)), parts.tokenizer, parts.tagger)
        model = self_trained(documents, texts, settings)
    else:
        model = train_parser(documents, settings)
    _save(model, "parser", target)


@command.command("consistency")
@_options
@click.option(
    "--like", type=click.Choice(["default", "rush-2012"]), help="Settings by name: rush-2012 has the paper's."
)
def consistency(
    data: Path | None,
    files: tuple[Path, ...],
    target: "Target",
    config: Path | None,
    seed: int | None,
    like: str | None,
) -> None:
    """Collect the contexts that consistency across a corpus needs; nothing about that is random."""
    from namesakes.syntax.consistency.consistency import Consistency, read_settings
    from namesakes.syntax.recipe import training_documents

    settings = read_settings(config, like)
    _save(Consistency.train(training_documents(data, files), settings), "consistency", target)


@command.command("entities")
@_options
@_vectors
def entities(
    data: Path | None,
    files: tuple[Path, ...],
    target: "Target",
    config: Path | None,
    seed: int | None,
    vectors: Path | None,
) -> None:
    """Train named entities: persons, organizations and places, on BIO files.

    Without --train these are the corpora of the shipped model: UNER-EWT, WNUT17, BTC, wikigold, LitBank's names, and
    those of GUM without its non-commercial genres.
    """
    from namesakes.syntax.entities.corpora import entity_documents
    from namesakes.syntax.entities.name_finder import EntitySettings, NameFinder
    from namesakes.text.glove import read_glove

    settings = _settings("entities", EntitySettings, config, seed)
    found = None if vectors is None else read_glove(vectors)
    _save(NameFinder.train(entity_documents(data, files), settings, found), "entities", target)


@command.command("syntax")
@_options
@click.option("--names", type=Path, multiple=True, metavar="FILE", help="Named entities of your own, with --train.")
@_vectors
def syntax(
    data: Path | None,
    files: tuple[Path, ...],
    target: "Target",
    config: Path | None,
    seed: int | None,
    names: tuple[Path, ...],
    vectors: Path | None,
) -> None:
    """Train the whole pipeline, each part into a folder of its own.

    The file of --config has a section for each part: tokenizer, tagger, lemmas, parser, entities.

    \b
    namesakes train syntax --config en-syntax.toml --data corpora --out models
    """
    from namesakes.config import read_config
    from namesakes.syntax.rebuild import SyntaxSettings, train_syntax
    from namesakes.text.glove import read_glove

    settings = SyntaxSettings() if config is None else read_config(config, SyntaxSettings)
    found = None if vectors is None else read_glove(vectors)
    models = train_syntax(settings.seeded(seed), corpora=data, files=files, names=names, vectors=found)
    for part, model in models:
        name = f"{target.language or 'en'}-{'lemmas' if part == 'lemmatizer' else part}"
        place = target if target.out is None else replace(target, out=target.out / name)
        _save(model, part, place)
    if files and not names:
        click.echo("no model of names: there are no --names to learn them from", err=True)


@command.command("words")
@click.option(
    "--vectors", type=Path, required=True, metavar="PATH", help="GloVe vectors: a text file, folder or wheel."
)
@click.option("--out", type=Path, required=True, metavar="FOLDER", help="Where the table goes.")
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
def words(vectors: Path, out: Path, config: Path | None) -> None:
    """Build the table of words (clusters and small vectors) that other parts use, from published vectors."""
    from namesakes.config import read_config
    from namesakes.text.glove import read_glove
    from namesakes.text.word_tree import WordSettings, build_words

    settings = WordSettings() if config is None else read_config(config, WordSettings)
    build_words(*read_glove(vectors), settings).save(out)
    report(f"table written to {out}", model=out)


@command.command("names")
@click.option(
    "--data", type=Path, required=True, metavar="FOLDER", help="Lists of names: census, countries and nicknames."
)
@click.option("--out", type=Path, required=True, metavar="FOLDER", help="Where the lists go.")
def names(data: Path, out: Path) -> None:
    """Build the lists of given names, surnames and nicknames from published ones."""
    from namesakes.names.list_building import build_lists

    build_lists(data).save(out)
    report(f"lists written to {out}", model=out)


@command.command("occupations")
@click.option(
    "--wordnet", type=Path, required=True, metavar="FOLDER", help="WordNet 3.0: data.noun, index.noun and cntlist.rev."
)
@click.option(
    "--nouns",
    type=click.Choice(["people", "organizations"]),
    default="people",
    show_default=True,
    help="Which nouns: for people and their work, or for organisations.",
)
@click.option("--out", type=Path, required=True, metavar="FOLDER", help="Where the table goes.")
def occupations(wordnet: Path, nouns: str, out: Path) -> None:
    """Build the table of titles and occupations, or that of organisations, from an installed WordNet."""
    from namesakes.identities.specialists.wordnet import build_occupations

    build_occupations(wordnet, nouns).save(out)
    report(f"table written to {out}", model=out)


@command.command("gender")
@click.option(
    "--wordnet", type=Path, metavar="FOLDER", help="An installed WordNet 3; the shipped lists of names go with it."
)
@click.option(
    "--counts", type=Path, metavar="PATH", help="Instead: counts of pronouns, a text file or a .tar.gz with one."
)
@click.option("--data", type=Path, metavar="FOLDER", help="The folder of the unpacked corpora, for gold chains.")
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
@_target
def gender(wordnet: Path | None, counts: Path | None, data: Path | None, target: "Target", config: Path | None) -> None:
    """Train gender, number and animacy of names and nouns.

    \b
    namesakes train gender --wordnet /usr/share/wordnet --data ../corpora --out src/namesakes/models/en-gender
    """
    from namesakes.config import read_config
    from namesakes.mentions.gender import GenderSettings
    from namesakes.mentions.gender_chains import training_evidence
    from namesakes.mentions.gender_counts import read_counts
    from namesakes.mentions.gender_lists import listed_counts
    from namesakes.mentions.gender_training import train as train_gender

    settings = GenderSettings() if config is None else read_config(config, GenderSettings)
    if wordnet is not None and counts is None:
        known = listed_counts(wordnet)
    elif counts is not None and wordnet is None:
        known = read_counts(counts, settings.least)
    else:
        raise UsageError("give either --wordnet, the folder of WordNet, or --counts, a file of counts.")
    evidence = [] if data is None else training_evidence(data)
    _save(train_gender(known, evidence, settings, lambda row: click.echo(row, err=True)), "gender", target)


@command.command("chains")
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
@click.option(
    "--train", "files", type=Path, multiple=True, required=True, metavar="PATH", help="Documents with chains."
)
@click.option("--dev", type=Path, multiple=True, metavar="PATH", help="Documents to choose the epoch by.")
@annotation_option
@_target
@click.option(
    "--work", type=Path, metavar="FOLDER", help="Keep parsed folds and checkpoints here, and go on from them."
)
@click.option("--treebank", "treebanks", type=Path, multiple=True, metavar="FILE", help="More trees for the jackknife.")
@features_option
@jobs_option
@click.option("--seed", type=click.IntRange(min=0), help="The seed of everything random.")
def chains(
    config: Path | None,
    files: tuple[Path, ...],
    dev: tuple[Path, ...],
    annotation: str | None,
    target: "Target",
    work: Path | None,
    treebanks: tuple[Path, ...],
    features: str | None,
    jobs: int | None,
    seed: int | None,
) -> None:
    """Train the resolver of chains on files or folders of documents with gold chains.

    A row is printed for each epoch. With --work a run that was stopped goes on where it was, to the same model.

    \b
    namesakes train chains --config en-chains.toml --train ontogum/conllu/train --dev ontogum/conllu/dev --out model
    namesakes train chains --config zh.toml --train conll-2012/train --annotation auto --language zh --out zh
    """
    from namesakes.chains.training.progress import RunOptions
    from namesakes.chains.training.recipe import RecipeSettings, read_documents, train_resolver
    from namesakes.config import read_config
    from namesakes.formats import read
    from namesakes.text.language import ENGLISH

    settings = RecipeSettings() if config is None else read_config(config, RecipeSettings)
    if seed is not None:
        settings = replace(settings, chains=replace(settings.chains, seed=seed))
    settings = replace(settings, chains=settings.chains.with_set(features))
    settings = replace(settings, language=target.language or settings.language)
    target = replace(target, language=None if settings.language == ENGLISH else settings.language)
    read_all = partial(read_documents, annotation=annotation, language=settings.language)
    documents, development = read_all(files, settings.without_genres), read_all(dev)
    options = RunOptions(work, jobs or usual_jobs(), _epoch, lambda line: click.echo(line, err=True))
    trees = [document for path in treebanks for document in read(path)]
    resolver = train_resolver(
        documents, development, settings, treebanks=trees, options=options, syntax=target.pipeline.parts.syntax
    )
    _save(resolver, "chains", target, temperature=resolver.temperature)


def _epoch(found: Mapping[str, float]) -> None:
    """Print the numbers of an epoch as a row of a table, below its head before the first."""
    if found["epoch"] == 1:
        click.echo(" ".join(f"{name.replace('_', ' '):>15}" for name in found), err=True)
    shown = {"epoch": "{:.0f}", "seconds": "{:.1f}", "loss": "{:,.1f}"}
    cells = (shown[name].format(value) if name in shown else f"{100 * value:.2f}" for name, value in found.items())
    click.echo(" ".join(f"{cell:>15}" for cell in cells), err=True)


@command.command("loss")
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
@click.option(
    "--train", "files", type=Path, multiple=True, required=True, metavar="PATH", help="Documents with chains."
)
@click.option("--dev", type=Path, multiple=True, metavar="PATH", help="Documents to measure the learned loss on.")
@annotation_option
@click.option("--out", type=Path, required=True, metavar="FOLDER", help="Where the model goes.")
@click.option("--measure", metavar="NAME", help="What it stands for: conll, lea, blanc, b3, muc, ceaf_e …")
@click.option("--without-genre", "genres", multiple=True, metavar="GENRE", help="Leave documents of this genre out.")
@click.option("--seed", type=click.IntRange(min=0), help="The seed of everything random.")
def loss(
    config: Path | None,
    files: tuple[Path, ...],
    dev: tuple[Path, ...],
    annotation: str | None,
    out: Path,
    measure: str | None,
    genres: tuple[str, ...],
    seed: int | None,
) -> None:
    """Train a learned loss, which stands for a measure while chains are trained: the one you will be judged by.

    \b
    namesakes train loss --train ontogum/conllu/train --measure lea --out lea-loss
    """
    from namesakes.chains.losses.regressor import RegressorSettings
    from namesakes.chains.losses.training import train_loss
    from namesakes.chains.training.recipe import read_documents
    from namesakes.config import read_config

    settings = RegressorSettings() if config is None else read_config(config, RegressorSettings)
    settings = settings if measure is None else replace(settings, measure=measure)
    settings = settings if seed is None else replace(settings, seed=seed)
    progress = lambda line: click.echo(line, err=True)  # noqa: E731
    read = partial(read_documents, without_genres=genres, annotation=annotation, language=settings.language)
    train_loss(read(files), read(dev), settings, progress).save(out)
    report(f"model written to {out}", model=out)


@command.command("identities")
@click.option(
    "--data",
    type=Path,
    required=True,
    multiple=True,
    metavar="PATH",
    help="Rows as JSONL, or a folder laid out as WePS did it; several.",
)
@_target
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
@click.option("--work", type=Path, metavar="FOLDER", help="Where profiles are kept, so that the next run is quick.")
@click.option("--fuzzy", is_flag=True, help="Tune KARC and FRC too, which takes longer.")
@jobs_option
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of everything random.")
def identities(
    data: tuple[Path, ...],
    target: "Target",
    config: Path | None,
    work: Path | None,
    fuzzy: bool,
    jobs: int | None,
    seed: int,
) -> None:
    """Train who is who across documents: how specialists are mixed and where clusters end.

    Each line of the data has doc_id, query_name, text and gold_identity. Files of one folder are one corpus; with
    several, thresholds and certainty are learned on corpora that are left out. Of web pages those are learned from that
    speak of one person alone.

    \b
    namesakes train identities --data train.jsonl --out my-model
    namesakes train identities --data weps-1/training --config examples/identities/dbscan.toml --out weps
    """
    from namesakes.config import read_config
    from namesakes.identities.model import IdentitySettings
    from namesakes.identities.rows import read_rows
    from namesakes.identities.training import train_identities
    from namesakes.identities.web_pages import is_collection, searched_names
    from namesakes.pipeline.query_profiles import query_groups

    settings = IdentitySettings() if config is None else read_config(config, IdentitySettings)
    groups = []
    for number, path in enumerate(data, start=1):
        kept = None if work is None else work / f"{number}-{path.parent.name}-{path.stem}.jsonl"
        if is_collection(path):
            rows, corpus = [row for name in searched_names(path) for row in name.known_rows()], path.name
        else:
            rows, corpus = list(read_rows(path)), path.parent.name
        groups += query_groups(rows, jobs=jobs, work=kept, pipeline=target.pipeline, corpus=corpus)
        click.echo(f"{path}: {len(groups)} names so far", err=True)
    progress = lambda line: click.echo(line, err=True)  # noqa: E731
    model = train_identities(groups, settings, seed=seed, fuzzy=fuzzy, report=progress)
    _save(model, "identities", target)


command.add_command(encoder)
command.add_command(links)
command.add_command(vectors)
for _each in command.commands.values():
    json_report_option(_each)
