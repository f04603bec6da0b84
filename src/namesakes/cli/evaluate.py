"""`namesakes evaluate`."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from namesakes.cli.options import console, json_option, print_json

if TYPE_CHECKING:
    from namesakes.text.document import Document


@click.group("evaluate")
def command() -> None:
    """Measure the shipped models on documents with gold annotation."""


@command.command("syntax")
@click.option("--data", type=Path, required=True, metavar="FILE", help="Documents with gold syntax, such as CoNLL-U.")
@click.option("--raw", is_flag=True, help="Give the pipeline the text alone, not the gold tokens and sentences.")
@click.option("--consistency", is_flag=True, help="Let unknown words and trees agree across all documents.")
@click.option("--known", type=Path, metavar="FILE", help="Training data, for the accuracy on unknown words.")
@json_option
def syntax(data: Path, raw: bool, consistency: bool, known: Path | None, as_json: bool) -> None:
    """Measure tokens, sentences, tags, lemmas and trees, and the speed on one core.

    \b
    namesakes evaluate syntax --data dev.conllu --raw --json
    """
    from rich.table import Table

    from namesakes.formats import read
    from namesakes.syntax.english import english
    from namesakes.syntax.evaluation import evaluate

    words = {word for document in read(known) for word in document.words} if known else set()
    pipeline = english(tokenized=not raw, consistency=consistency)
    found = evaluate(pipeline, list(read(data)), raw=raw, known_words=words)
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
    from namesakes.syntax.entities.evaluation import evaluate_entities
    from namesakes.syntax.entities.name_finder import NameFinder
    from namesakes.syntax.tagging.tagger import Tagger

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


@command.command("gender")
@click.option("--data", type=Path, required=True, metavar="FOLDER", help="The folder of the unpacked corpora.")
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@click.option("--counts", type=Path, metavar="PATH", help="Counts to train on but for a tenth, and measure on that.")
def gender(data: Path, model: Path | None, counts: Path | None) -> None:
    """Measure gender and animacy of names and nouns, men and women apart; prints JSON.

    \b
    namesakes evaluate gender --data ../corpora
    """
    from namesakes.mentions.gender import GenderModel
    from namesakes.mentions.gender_evaluation import evaluate_gender, evaluate_held_out

    found = evaluate_gender(GenderModel.shipped() if model is None else GenderModel.load(model), data)
    print_json(found if counts is None else {**found, "held_out": evaluate_held_out(counts, data)})


@command.command("chains")
@click.option(
    "--data", type=Path, required=True, metavar="PATH", help="A file or folder of documents with gold chains."
)
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@click.option("--syntax", type=click.Choice(["gold", "predicted"]), default="gold", show_default=True)
@click.option("--mentions", type=click.Choice(["gold", "predicted"]), default="predicted", show_default=True)
@click.option("--drop-singletons", is_flag=True, help="Leave chains of one mention out.")
@click.option("--quotes", is_flag=True, help="Link I in quotes to the one who is said to speak, as coref does.")
@json_option
def chains(
    data: Path, model: Path | None, syntax: str, mentions: str, drop_singletons: bool, quotes: bool, as_json: bool
) -> None:
    """Measure chains as `namesakes score` does, by genre too, and the documents in a second.

    With gold syntax the tags and trees of the documents are kept and what they lack is predicted: dependency trees
    where there are only constituents (CoNLL-2012), and names. With predicted syntax only tokens, sentences and
    speakers are given, and the time has the syntax in it.

    \b
    namesakes evaluate chains --data corpora/ontogum/conllu/dev --syntax predicted --json
    """
    from namesakes.chains.decoding.quoted import QuotingResolver
    from namesakes.chains.evaluation import evaluate
    from namesakes.chains.resolver import Resolver
    from namesakes.formats import read
    from namesakes.metrics.report import Report

    resolver = Resolver.named(model)
    resolver = QuotingResolver(resolver) if quotes else resolver
    documents = list(read(data))
    result, speed = evaluate(resolver, documents, syntax=syntax, mentions=mentions, drop_singletons=drop_singletons)
    if as_json:
        figures = result.to_json()
        genre = {name: each["conll"] for name, each in figures.get("genres", {}).items()}
        print_json({**figures, "genre": genre, "documents_per_second": speed, "syntax": syntax, "mentions": mentions})
        return
    for table in Report(result).tables():
        console().print(table)
    console().print(f"{speed:,.1f} documents per second, {syntax} syntax, {mentions} mentions")


def _resolving(model: Path | None) -> "Callable[[Document], Document]":
    """From a text to its chains, with the shipped pipeline and the shipped resolver or another one."""
    from namesakes.chains.resolver import Resolver
    from namesakes.syntax.english import english
    from namesakes.text.steps import Steps

    return Steps([english(), Resolver.named(model)])


@command.command("pronouns")
@click.option("--data", type=Path, required=True, metavar="FILE", help="A file of GAP with its answers.")
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@json_option
def pronouns(data: Path, model: Path | None, as_json: bool) -> None:
    """Measure whether ambiguous pronouns are given to the right person, and alike for women and men.

    \b
    namesakes evaluate pronouns --data corpora/gap/gap-validation.tsv --json
    """
    from rich.table import Table

    from namesakes.chains.pronoun_evaluation import evaluate_pronouns
    from namesakes.formats import read

    found = evaluate_pronouns(_resolving(model), list(read(data)))
    if as_json:
        print_json(found)
        return
    table = Table("pronouns", "precision", "recall", "F1", box=None, padding=(0, 2, 0, 0))
    for name, scores in (("all", found), *((name, found[name]) for name in ("masculine", "feminine"))):
        table.add_row(name, *(f"{100 * scores[key]:.2f}" for key in ("precision", "recall", "f1")))
    console().print(table)
    speed = f"{found['documents_per_second']:,.1f} documents per second"
    console().print(f"bias {found['bias']:.3f} (feminine over masculine F1); {found['documents']:,} texts, {speed}")


@command.command("bias")
@click.option("--data", type=Path, required=True, metavar="FOLDER", help="A folder with winobias and winogender.")
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@json_option
def bias(data: Path, model: Path | None, as_json: bool) -> None:
    """Measure whether pronouns are given to people by stereotype, on WinoBias and Winogender.

    \b
    namesakes evaluate bias --data corpora/bias
    """
    from rich.table import Table

    from namesakes.chains.bias_evaluation import bias_rows, evaluate_bias

    found = evaluate_bias(_resolving(model), data)
    if as_json:
        print_json(found)
        return
    table = Table("sentences", "precision", "recall", "F1", box=None, padding=(0, 2, 0, 0))
    for name, scores in bias_rows(found):
        if isinstance(scores, float):
            table.add_row(name, "", "", f"{100 * scores:+.2f}")
        else:
            table.add_row(name, *(f"{100 * scores[key]:.2f}" for key in ("precision", "recall", "f1")))
    console().print(table)


@command.command("profiles")
@click.option("--data", type=Path, required=True, metavar="FILE", help="JSONL of texts with the relations in them.")
@click.option("--errors", is_flag=True, help="List what was missed (-) and what is wrong (+).")
@json_option
def profiles(data: Path, errors: bool, as_json: bool) -> None:
    """Measure what is read of people and organisations: precision, recall and F1, by field.

    Rows are {"text": …, "relations": [{"name": …, "field": …, "value": …, "relation": …}, …]}.

    \b
    namesakes evaluate profiles --data tests/profiles/gold/test.jsonl --json
    """
    from rich.table import Table

    from namesakes.pipeline.profiles import profiles as extracted
    from namesakes.profiles.evaluation import evaluate_profiles, read_gold

    found = evaluate_profiles(read_gold(data), lambda text: extracted(text, kinds=("person", "organization")))
    wrong = found.pop("errors")
    if as_json:
        print_json({**found, "errors": wrong} if errors else found)
        return
    table = Table("field", "precision", "recall", "F1", "gold", box=None, padding=(0, 2, 0, 0))
    for name, scores in [("all", found), *found["fields"].items()]:
        table.add_row(name, *(f"{100 * scores[key]:.1f}" for key in ("precision", "recall", "f1")), str(scores["gold"]))
    console().print(table)
    for line in wrong if errors else ():
        console().print(line, markup=False)


@command.command("identities")
@click.option("--data", type=Path, required=True, metavar="FILE", help="Rows as JSONL: documents, names, who is meant.")
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@click.option("--clusterer", metavar="NAME", help="Another clusterer than the model's own, such as dbscan or karc.")
@click.option("--work", type=Path, metavar="FILE", help="Where profiles are kept, so that the next run is quick.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to run in.")
@json_option
def identities(
    data: Path, model: Path | None, clusterer: str | None, work: Path | None, jobs: int, as_json: bool
) -> None:
    """Measure who is told from their namesakes: purity, inverse purity and F, the means over names.

    Each line of the data has doc_id, query_name, text and gold_identity. The documents of each name are put into
    clusters by what they say of whoever bears it.

    \b
    namesakes evaluate identities --data corpora/people/frus_personx/dev.jsonl --json
    """
    from rich.table import Table

    from namesakes.identities.evaluation import evaluate
    from namesakes.identities.linker import Linker
    from namesakes.identities.model import IdentityModel
    from namesakes.identities.rows import read_rows
    from namesakes.pipeline.query_profiles import query_groups

    trained = IdentityModel.shipped() if model is None else IdentityModel.load(model)
    trained = trained if clusterer is None else trained.with_clusterer(clusterer)
    groups = query_groups(list(read_rows(data)), jobs=jobs, work=work)
    linker = Linker(trained.with_statistics_of(profile for group in groups for profile in group.profiles))
    found = evaluate(groups, linker, trained.settings.baseline)
    found = {**found, "clusterer": trained.settings.clusterer}
    if as_json:
        print_json(found)
        return
    table = Table("name", "documents", "people", "clusters", "purity", "inverse", "F.5", "F.2", "B³", box=None)
    columns = ("purity", "inverse_purity", "f05", "f02", "b3")
    counts = {group.name: len(group.gold) for group in groups}
    for name, each in found["by_name"].items():
        sizes = (str(counts[name]), f"{each['identities']:.0f}", f"{each['clusters']:.0f}")
        table.add_row(name, *sizes, *(f"{100 * each[column]:.1f}" for column in columns))
    table.add_row("mean", str(found["documents"]), "", "", *(f"{100 * found[column]:.1f}" for column in columns))
    console().print(table)
    simple = (("one in one", "one_in_one"), ("all in one", "all_in_one"), ("TF-IDF, average link", "tfidf_baseline"))
    console().print("F.5 of simple ways: " + ", ".join(f"{title} {100 * found[key]:.1f}" for title, key in simple))
