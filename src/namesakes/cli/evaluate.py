"""`namesakes evaluate`."""

from pathlib import Path

import click

from namesakes.cli.options import console, json_option, print_json


@click.group("evaluate")
def command() -> None:
    """Measure the shipped models on documents with gold annotation."""


@command.command("syntax")
@click.option("--data", type=Path, required=True, metavar="FILE", help="Documents with gold syntax, such as CoNLL-U.")
@click.option("--raw", is_flag=True, help="Give the pipeline the text alone, not the gold tokens and sentences.")
@click.option("--known", type=Path, metavar="FILE", help="Training data, for the accuracy on unknown words.")
@json_option
def syntax(data: Path, raw: bool, known: Path | None, as_json: bool) -> None:
    """Measure tokens, sentences, tags, lemmas and trees, and the speed on one core.

    \b
    namesakes evaluate syntax --data dev.conllu --raw --json
    """
    from rich.table import Table

    from namesakes.formats import read
    from namesakes.syntax.english import english
    from namesakes.syntax.evaluation import evaluate

    words = {word for document in read(known) for word in document.words} if known else set()
    found = evaluate(english(tokenized=not raw), list(read(data)), raw=raw, known_words=words)
    if as_json:
        print_json(found)
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, value in found.items():
        shown = f"{value:,.0f}" if name in ("documents", "tokens", "tokens_per_second") else f"{100 * value:.2f}"
        table.add_row(name.replace("_", " "), shown)
    console().print(table)


@command.command("entities")
@click.option("--data", type=Path, required=True, metavar="FILE", help="Documents with gold entities, such as BIO.")
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@json_option
def entities(data: Path, model: Path | None, as_json: bool) -> None:
    """Measure named entities (persons, organizations, places) on gold tokens with predicted tags.

    \b
    namesakes evaluate entities --data dev.bio --json
    """
    from rich.table import Table

    from namesakes.formats import read
    from namesakes.syntax.entities import NameFinder
    from namesakes.syntax.entity_evaluation import evaluate_entities
    from namesakes.syntax.tagger import Tagger

    finder = NameFinder.shipped() if model is None else NameFinder.load(model)
    found = evaluate_entities([Tagger.shipped(), finder], list(read(data)))
    if as_json:
        print_json(found)
        return
    table = Table("type", "precision", "recall", "F1", box=None, padding=(0, 2, 0, 0))
    for name, scores in [("all", found), *found["types"].items()]:
        table.add_row(name, *(f"{100 * scores[key]:.2f}" for key in ("precision", "recall", "f1")))
    console().print(table)
    console().print(f"{found['documents']:,} documents, {found['tokens_per_second']:,.0f} tokens per second")
