"""`namesakes evaluate`."""

from functools import partial
from pathlib import Path

import click

from namesakes.cli import evaluate_cast, evaluate_novels, evaluate_web_pages
from namesakes.cli.options import (
    annotation_option,
    jobs_option,
    json_option,
    load_pipeline,
    pipeline_option,
    print_json,
    without_option,
    working,
)
from namesakes.cli.reading import support_option, supporting
from namesakes.cli.terminal import console, echo
from namesakes.errors import UsageError
from namesakes.workers import one_blas_thread


@click.group("evaluate")
def command() -> None:
    """Measure a pipeline on documents with gold annotation."""


command.add_command(evaluate_cast.command)
command.add_command(evaluate_novels.command)


@command.command("syntax")
@click.option("--data", type=Path, required=True, metavar="FILE", help="Documents with gold syntax, such as CoNLL-U.")
@click.option("--raw", is_flag=True, help="Give the pipeline the text alone, not the gold tokens and sentences.")
@click.option("--gold-tags", is_flag=True, help="Give the pipeline the gold tags too, and measure its trees.")
@click.option("--consistency", is_flag=True, help="Let unknown words and trees agree across all documents.")
@support_option
@click.option("--known", type=Path, metavar="FILE", help="Training data, for the accuracy on unknown words.")
@pipeline_option
@json_option
def syntax(
    data: Path,
    raw: bool,
    gold_tags: bool,
    consistency: bool,
    support: tuple[Path, ...],
    known: Path | None,
    pipeline_name: str | None,
    as_json: bool,
) -> None:
    """Measure tokens, sentences, tags, lemmas and trees, and the speed on one core.

    \b
    namesakes evaluate syntax --data dev.conllu --raw --json
    """
    from rich.table import Table

    from namesakes.formats import read
    from namesakes.syntax.evaluation import evaluate

    words = {word for document in read(known) for word in document.words} if known else set()
    helping = supporting(support, consistency)
    if raw and gold_tags:
        raise UsageError("gold tags are those of gold tokens.\nLeave out --raw or --gold-tags.")
    steps = load_pipeline(pipeline_name).syntax(
        tokenized=not raw, tagged=gold_tags, consistency=consistency, support=helping
    )
    found = evaluate(steps, list(read(data)), raw=raw, tagged=gold_tags, known_words=words)
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
@pipeline_option
@json_option
def entities(data: Path, model: Path | None, pipeline_name: str | None, as_json: bool) -> None:
    """Measure named entities (persons, organizations, places) on gold tokens with predicted tags.

    \b
    namesakes evaluate entities --data dev.bio --json
    """
    from rich.table import Table

    from namesakes.formats import read
    from namesakes.syntax.entities.evaluation import evaluate_entities

    syntax = load_pipeline(pipeline_name, entities=model).parts.syntax
    found = evaluate_entities([syntax.tagger, syntax.entities], list(read(data)))
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
@pipeline_option
@click.option("--json", is_flag=True, expose_value=False, help="Print JSON, as it does anyway.")
def gender(data: Path, model: Path | None, counts: Path | None, pipeline_name: str | None) -> None:
    """Measure gender and animacy of names and nouns, men and women apart; prints JSON.

    \b
    namesakes evaluate gender --data ../corpora
    """
    from namesakes.mentions.gender_evaluation import evaluate_gender, evaluate_held_out

    found = evaluate_gender(load_pipeline(pipeline_name, gender=model).parts.gender, data)
    print_json(found if counts is None else {**found, "held_out": evaluate_held_out(counts, data)})


@command.command("chains")
@click.option(
    "--data", type=Path, required=True, metavar="PATH", help="A file or folder of documents with gold chains."
)
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@click.option("--syntax", type=click.Choice(["gold", "predicted", "constituents"]), default="gold", show_default=True)
@annotation_option
@click.option("--language", metavar="CODE", help="The documents' language. Default: that of the model.")
@click.option("--mentions", type=click.Choice(["gold", "predicted"]), default="predicted", show_default=True)
@click.option("--drop-singletons", is_flag=True, help="Leave chains of one mention out.")
@without_option
@click.option("--quotes", is_flag=True, hidden=True)
@pipeline_option
@json_option
def chains(
    data: Path,
    model: Path | None,
    syntax: str,
    annotation: str | None,
    language: str | None,
    mentions: str,
    drop_singletons: bool,
    without: tuple[str, ...],
    quotes: bool,
    pipeline_name: str | None,
    as_json: bool,
) -> None:
    """Measure chains as `namesakes score` does, by genre too, links by kind of mention, and the documents in a second.

    What is measured is what `namesakes coref` does. With gold syntax the tags and trees of the documents are kept and
    what they lack is predicted: dependency trees where there are only constituents (CoNLL-2012), and names. With
    predicted syntax only tokens, sentences and speakers are given, and the time has the syntax in it. With constituents
    the phrases of the documents are taken as they are, and nothing is parsed: so for Chinese and Arabic.

    \b
    namesakes evaluate chains --data corpora/ontogum/conllu/dev --syntax predicted --json
    namesakes evaluate chains --data conll-2012/dev --annotation auto --syntax constituents --model zh --language zh
    """
    from rich.table import Table

    from namesakes.chains.evaluation import evaluate
    from namesakes.chains.resolver import Resolver, model_language
    from namesakes.formats.corpora import read_corpus
    from namesakes.metrics.report import Report
    from namesakes.text.language import ENGLISH, checked_language, in_language, remark_languages

    if quotes:
        click.echo("namesakes: --quotes is the default now; --without quotes is without.", err=True)
    language = checked_language(language or model_language(model))
    documents = [in_language(document, language) for document in read_corpus([data], annotation)]
    if language == ENGLISH:
        remark_languages(documents)
    nlp = load_pipeline(pipeline_name, chains=model if language == ENGLISH else None, without=without)
    resolver = nlp.parts.chains if language == ENGLISH else Resolver.of_language(model, language)
    with one_blas_thread(), nlp.parts.gender.activated():
        found = evaluate(
            resolver,
            documents,
            syntax=syntax,
            mentions=mentions,
            drop_singletons=drop_singletons,
            components=nlp.parts.syntax,
            without=nlp.definition.chains.without,
        )
    if as_json:
        print_json({**found.to_json(), "syntax": syntax, "mentions": mentions})
        return
    for table in Report(found.result).tables():
        console().print(table)
    table = Table("linked right", "%", "of", box=None, padding=(0, 2, 0, 0))
    for name, each in found.kinds.items():
        table.add_row(name, f"{100 * each.share:.1f}", f"{each.total:,}")
    console().print(table)
    if len(found.certainty):
        console().print(f"Certainty of chains is off by {100 * found.expected_error:.1f} points on average")
    console().print(f"{found.speed:,.1f} documents per second, {syntax} syntax, {mentions} mentions")


@command.command("pronouns")
@click.option("--data", type=Path, required=True, metavar="FILE", help="A file of GAP with its answers.")
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@without_option
@pipeline_option
@json_option
def pronouns(
    data: Path, model: Path | None, without: tuple[str, ...], pipeline_name: str | None, as_json: bool
) -> None:
    """Measure whether ambiguous pronouns are given to the right person, and alike for women and men.

    \b
    namesakes evaluate pronouns --data corpora/gap/gap-validation.tsv --json
    """
    from rich.table import Table

    from namesakes.chains.pronoun_evaluation import evaluate_pronouns
    from namesakes.formats import read

    found = evaluate_pronouns(
        load_pipeline(pipeline_name, chains=model, without=without).coreference(), list(read(data))
    )
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
@without_option
@pipeline_option
@json_option
def bias(data: Path, model: Path | None, without: tuple[str, ...], pipeline_name: str | None, as_json: bool) -> None:
    """Measure whether pronouns are given to people by stereotype, on WinoBias and Winogender.

    \b
    namesakes evaluate bias --data corpora/bias
    """
    from rich.table import Table

    from namesakes.chains.bias_evaluation import bias_rows, evaluate_bias

    found = evaluate_bias(load_pipeline(pipeline_name, chains=model, without=without).coreference(), data)
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
@pipeline_option
@json_option
def profiles(data: Path, errors: bool, pipeline_name: str | None, as_json: bool) -> None:
    """Measure what is read of people and organisations: precision, recall and F1, by field.

    Rows are {"text": …, "relations": [{"name": …, "field": …, "value": …, "relation": …}, …]}.

    \b
    namesakes evaluate profiles --data tests/profiles/gold/test.jsonl --json
    """
    from rich.table import Table

    from namesakes.profiles.evaluation import evaluate_profiles, read_gold

    nlp = load_pipeline(pipeline_name)
    found = evaluate_profiles(read_gold(data), partial(nlp.profiles, kinds=("person", "organization")))
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
@click.option(
    "--data", type=Path, required=True, metavar="PATH", help="Rows as JSONL, or a folder laid out as WePS did it."
)
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@click.option("--clusterer", metavar="NAME", help="Another clusterer than the model's own, such as dbscan or karc.")
@click.option("--work", type=Path, metavar="FILE", help="Where profiles are kept, so that the next run is quick.")
@click.option("--answers", type=Path, metavar="FOLDER", help="Of WePS: measure these NAME.clust.xml instead.")
@click.option("--out", "output", type=Path, metavar="FOLDER", help="Of WePS: where to write NAME.clust.xml.")
@pipeline_option
@jobs_option
@json_option
def identities(
    data: Path,
    model: Path | None,
    clusterer: str | None,
    work: Path | None,
    answers: Path | None,
    output: Path | None,
    pipeline_name: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Measure who is told from their namesakes: purity, inverse purity and F, the means over names.

    Each line of the data has doc_id, query_name, text and gold_identity. The documents of each name are put into
    clusters by what they say of whoever bears it.

    \b
    namesakes evaluate identities --data corpora/people/frus_personx/dev.jsonl --json
    namesakes evaluate identities --data weps-1/test --out answers/
    """
    from rich.table import Table

    if data.is_dir():
        evaluate_web_pages.run(data, model, clusterer, work, answers, output, pipeline_name, jobs, as_json=as_json)
        return
    if answers is not None or output is not None:
        raise UsageError("--answers and --out are for a folder in the layout of WePS.\nName one with --data.")

    from namesakes.identities.evaluation import evaluate
    from namesakes.identities.linker import Linker
    from namesakes.identities.rows import read_rows
    from namesakes.pipeline.query_profiles import query_groups

    nlp = load_pipeline(pipeline_name, identities=model)
    trained = nlp.parts.identities
    trained = trained if clusterer is None else trained.with_clusterer(clusterer)
    groups = query_groups(list(read_rows(data)), jobs=jobs, work=work, pipeline=nlp)
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
    simple = {
        "one in one": "one_in_one",
        "all in one": "all_in_one",
        "same full name": "full_name",
        "TF-IDF, average link": "tfidf_baseline",
    }
    console().print(
        "F.5 of simple ways: " + ", ".join(f"{each} {100 * found[key]:.1f}" for each, key in simple.items())
    )
    table = Table("certainty", "right", "documents", box=None)
    for sure, right, count in found["certainty"]["table"]:
        table.add_row(f"{100 * sure:.0f} %", f"{100 * right:.0f} %", f"{count:.0f}")
    console().print(table)
    console().print(f"Certainty is off by {100 * found['certainty']['expected_error']:.1f} points on average")


@command.command("people")
@click.argument("folders", metavar="FOLDER…", nargs=-1, required=True, type=Path)
@click.option("--errors", is_flag=True, help="Say of each person who is not right what happened.")
@pipeline_option
@jobs_option
@json_option
def people(folders: tuple[Path, ...], errors: bool, pipeline_name: str | None, jobs: int | None, as_json: bool) -> None:
    """Measure whom `resolve` finds in marked texts: people exactly right, pairs of their names, pronouns, certainty.

    FOLDERs have .txt files in which names are marked [[John Smith|john-smith-plumber]] and pronouns
    {{he|john-smith-plumber}}. Each folder with texts in it, at any depth, is resolved on its own.

    \b
    namesakes evaluate people letters/ newsroom/ --errors
    """
    from namesakes.formats.marked import read_marked
    from namesakes.pipeline.people_evaluation import evaluate_people
    from namesakes.view.people_measures import people_lines, people_tables

    marked = [each for folder in folders for each in read_marked(folder)]
    with working(quiet=as_json) as show:
        found = evaluate_people(marked, load_pipeline(pipeline_name), jobs=jobs, progress=show)
    if as_json:
        print_json({**found.to_json(), **({"errors": list(map(str, found.errors))} if errors else {})})
        return
    for table in people_tables(found):
        console().print(table)
    for line in (*people_lines(found), *(map(str, found.errors) if errors else ())):
        echo(line)
