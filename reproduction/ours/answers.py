"""The answers on texts from elsewhere: chains on corpora that were and were not trained on, novels, marked people."""

from collections.abc import Iterator
from pathlib import Path

from namesakes.chains.evaluation import evaluate
from namesakes.chains.novels.counts import finished
from namesakes.chains.novels.evaluation import NovelEvaluation
from namesakes.chains.pronoun_evaluation import evaluate_pronouns
from namesakes.formats import read
from namesakes.formats.marked import read_marked
from namesakes.formats.pdnc import read_novels
from namesakes.pipeline.people_evaluation import evaluate_people
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.workers import mapped
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome

CHAINS = (
    ("ontogum", "conllu/dev", "OntoGUM dev, words only", "kin trained on, epoch chosen on it"),
    ("litbank", "dev.nosingle.conll", "LitBank dev", "kin trained on, epoch chosen on it"),
    ("fantasycoref", "dev.jsonl", "FantasyCoref dev (fairy tales)", "never"),
    ("friends", "dev.jsonl", "Friends dev (sitcom)", "never"),
    ("meantime", "train.jsonl", "MEANTIME (Wikinews)", "never"),
)
"""A corpus, its file, what it is called, and whether the model has seen anything of it."""

SUITE = Path(__file__).parents[2] / "tests" / "suite"

Row = list[str]


def run(data: Path | None, seed: int, *, pipeline: str = "en") -> Outcome:
    """CoNLL on five corpora, GAP, the characters of whole novels, and our own suite, by the commands' own functions."""
    nlp = load(pipeline)
    rows = [*_chains(data, nlp), _pronouns(data, nlp), *_novels(data, nlp), *_people(nlp)]
    notes = (
        "Chains are scored with tags, trees and names predicted, chains of one mention left out on both sides. The "
        "rule over forms takes equal names for one person and a lone given name or surname for the only full name "
        "that has it. *Seen* says whether the model, its thresholds or its rules had seen texts of the kind: the "
        "rules for names were mended after reading errors in the novels, and in the first half of the suite."
    )
    return Outcome(["what", "measure", "ours", "beside it", "seen"], rows, "corpora as named, tests/suite", notes)


def _chains(data: Path | None, nlp: Pipeline) -> Iterator[Row]:
    for corpus, file, title, seen in CHAINS:
        documents = list(read(corpus_path(data, corpus) / file))
        with nlp.parts.gender.activated():
            found = evaluate(
                nlp.parts.chains,
                documents,
                syntax="predicted",
                drop_singletons=True,
                components=nlp.parts.syntax,
            )
        kinds = ", ".join(f"{kind} {100 * each.share:.0f} %" for kind, each in found.kinds.items())
        beside = f"right: {kinds}; certainty off by {100 * found.expected_error:.1f} points"
        yield [title, "CoNLL F1", f"{100 * (found.result.conll or 0.0):.1f}", beside, seen]


def _pronouns(data: Path | None, nlp: Pipeline) -> Row:
    documents = list(read(corpus_path(data, "gap") / "gap-validation.tsv"))
    found = evaluate_pronouns(nlp.coreference(), documents)
    by_gender = f"masculine {found['masculine']['f1']:.3f}, feminine {found['feminine']['f1']:.3f}"
    numbers = f"{found['f1']:.3f}, {found['bias']:.2f}"
    return ["GAP validation", "F1, feminine to masculine", numbers, by_gender, "its development part trained on"]


def _novels(data: Path | None, nlp: Pipeline) -> Iterator[Row]:
    novels = read_novels(corpus_path(data, "novels"))
    counts = mapped(NovelEvaluation(nlp.coreference(singletons=True)), novels, batch=1, raising=True)
    found = finished(dict(zip((novel.id for novel in novels), counts, strict=True)))
    title, seen = f"{len(novels)} whole novels", "errors read, never trained on"
    names, chains, said = found["names"], found["chains"], found["speakers"]
    others = "rule over forms {name_forms:.1f}, each form {each_form:.1f}, all in one {all_in_one:.1f}".format(
        **{way: 100 * names[way]["mean_f1"] for way in ("name_forms", "each_form", "all_in_one")}
    )
    yield [title, "names B³, mean of novels", f"{100 * names['chains']['mean_f1']:.1f}", others, seen]
    mixed = f"{chains['two_full_names']}, {chains['he_and_she']}"
    yield [title, "chains with two full names, he and she", mixed, f"of {chains['chains']:,} chains", seen]
    largest, leading = (f"{100 * chains[key]:.1f} %" for key in ("largest_share", "leading_character_share"))
    yield [title, "largest chain's share of mentions", largest, f"leading character's share of names {leading}", seen]
    cast = f"by names alone {100 * said['right_by_cast']:.1f} %"
    fitted = "features chosen on them, weights fitted to LitBank train"
    yield [title, "speakers of quotes right", f"{100 * said['right']:.1f} %", cast, fitted]
    own = said["first_person"]
    yield [title, "I, me, my in quotes right", f"{100 * own['right']:.1f} %", f"of {own['words']:,}", fitted]


def _people(nlp: Pipeline) -> Iterator[Row]:
    for half, seen in (("dev", "errors read"), ("held", "totals alone")):
        found = evaluate_people(list(read_marked(SUITE / half)), nlp).to_json()
        simple = found["baselines"]["full_name_and_short"]
        title = f"our suite, {half}"
        right = f"{100 * found['accuracy']:.1f} % of {found['people']}"
        beside = f"equal names and short names {100 * simple['accuracy']:.1f} %"
        yield [title, "people exactly right", right, beside, seen]
        for place in ("across", "within"):
            own, other = found[place], simple[place]
            pairs = f"{100 * own['precision']:.1f}, {100 * own['recall']:.1f}, {100 * own['f1']:.1f}"
            beside = f"{100 * other['precision']:.1f}, {100 * other['recall']:.1f}, {100 * other['f1']:.1f}"
            yield [title, f"pairs {place} documents: precision, recall, F1", pairs, beside, seen]


EXPERIMENT = Experiment(
    "Answers on texts from elsewhere",
    "One English pipeline on news, talk, fairy tales, sitcoms and novels, most of which it was never trained on.",
    run,
)
