"""`namesakes train`."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click


@click.group("train")
def command() -> None:
    """Train a part of the pipeline on treebanks and write its model into a folder.

    Without --train these are the treebanks of the shipped models: EWT, and GUM without its non-commercial genres.
    """


def _options(function: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--data", type=Path, metavar="FOLDER", help="The folder of the unpacked corpora."),
        click.option(
            "--train", "files", type=Path, multiple=True, metavar="FILE", help="Treebanks of your own instead."
        ),
        click.option("--out", type=Path, required=True, metavar="FOLDER", help="Where the model goes."),
        click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file."),
        click.option("--seed", type=click.IntRange(min=0), help="The seed of everything random."),
    ):
        function = option(function)
    return function


def _settings(kind: Any, config: Path | None, seed: int | None) -> Any:
    from namesakes.config import read_config

    settings = kind() if config is None else read_config(config, kind)
    return settings if seed is None else replace(settings, seed=seed)


def _trained(
    train: Callable[[Any, Any], Any], settings: Any, data: Path | None, files: tuple[Path, ...], out: Path
) -> None:
    from namesakes.syntax.recipe import training_documents

    train(training_documents(data, files), settings).save(out)
    click.echo(f"model written to {out}", err=True)


@command.command("tokenizer")
@_options
def tokenizer(data: Path | None, files: tuple[Path, ...], out: Path, config: Path | None, seed: int | None) -> None:
    """Train the tokenizer and sentence splitter."""
    from namesakes.syntax.tokenizer import Tokenizer, TokenizerSettings

    _trained(Tokenizer.train, _settings(TokenizerSettings, config, seed), data, files, out)


@command.command("tagger")
@_options
def tagger(data: Path | None, files: tuple[Path, ...], out: Path, config: Path | None, seed: int | None) -> None:
    """Train the tagger."""
    from namesakes.syntax.tagger import Tagger, TaggerSettings

    _trained(Tagger.train, _settings(TaggerSettings, config, seed), data, files, out)


@command.command("lemmas")
@_options
def lemmas(data: Path | None, files: tuple[Path, ...], out: Path, config: Path | None, seed: int | None) -> None:
    """Train lemmas and morphology."""
    from namesakes.syntax.lemmas import LemmaSettings, Lemmatizer

    _trained(Lemmatizer.train, _settings(LemmaSettings, config, seed), data, files, out)


@command.command("parser")
@_options
def parser(data: Path | None, files: tuple[Path, ...], out: Path, config: Path | None, seed: int | None) -> None:
    """Train the dependency parser."""
    from namesakes.syntax.parser import ParserSettings
    from namesakes.syntax.parser_training import train_parser

    _trained(train_parser, _settings(ParserSettings, config, seed), data, files, out)


@command.command("entities")
@_options
def entities(data: Path | None, files: tuple[Path, ...], out: Path, config: Path | None, seed: int | None) -> None:
    """Train named entities: persons, organizations and places, on BIO files.

    Without --train these are the corpora of the shipped model: UNER-EWT, WNUT17, BTC, wikigold and LitBank's names;
    with --data, clusters of words are learned from the diplomatic papers too.
    """
    from namesakes.syntax.entities import EntitySettings, NameFinder
    from namesakes.syntax.entity_data import entity_clusters, entity_documents

    settings = _settings(EntitySettings, config, seed)
    documents = entity_documents(data, files)
    NameFinder.train(documents, settings, entity_clusters(data, documents)).save(out)
    click.echo(f"model written to {out}", err=True)
