"""What learning over an encoder's scores is worth, on documents that the encoder has not seen.

The shipped encoder was trained without OntoGUM's non-commercial documents. These teach a linear model here, with and
without a look at what the encoder says; some of them are held out to choose epochs and shares by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from namesakes.chains.encoded import EncodedResolver
from namesakes.chains.encoded_fitting import searched
from namesakes.chains.features.templates import CLUSTERS
from namesakes.chains.preparation import prepared
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.encoder_folds import EncoderFolds
from namesakes.chains.training.jackknife import JackknifeSettings
from namesakes.chains.training.recipe import RecipeSettings, train_resolver
from namesakes.formats import read
from namesakes.learning.steps import StepSettings
from namesakes.metrics import score
from namesakes.metrics.result import Result
from namesakes.metrics.significance import compare
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.syntax.recipe import NON_COMMERCIAL
from namesakes.text.document import Document
from reproduction.corpora import corpus_path, sample
from reproduction.outcome import Experiment, Outcome

MEASURED = {
    "OntoGUM dev": "ontogum/conllu/dev",
    "LitBank dev": "litbank/dev.nosingle.conll",
    "FantasyCoref": "fantasycoref/dev.jsonl",
    "Friends": "friends/dev.jsonl",
}
TITLES = {
    "linear": "linear, on the encoder's trees",
    "alone": "encoder alone",
    "added": "both scores added",
    "joint": "linear over the encoder's scores",
    "beam": "the same, beam with clusters",
    "folds": "the same, by folds of all documents",
}
BASE = "added"
"""What the others are tested against."""


@dataclass(frozen=True)
class Settings:
    """How much is trained, and with what.

    Parameters
    ----------
    pipeline : whose [chains] is an encoder.
    held_out : how many of the documents epochs and shares are chosen on.
    chains : how chains are learned.
    beam : its size, with delayed LaSO, in the last row.
    measured : files or folders by title.
    folds : encoders that left folds out (`namesakes train encoder`, settings `folds` and `left-out`). Where these are
        there, a linear model is learned from all training documents of `whole` too, each read by the one that has not
        seen it.
    whole : what that model learns from, without documents that may not be sold.
    """

    pipeline: str = "en-accurate"
    held_out: int = 12
    chains: ChainSettings = field(
        default_factory=lambda: ChainSettings(
            update="softmax-margin",
            entities=True,
            epochs=6,
            step=StepSettings("adagrad", rate=0.05, shrinkage=0.001),
            costs=Costs(false_new=3.0, false_link=0.3),
        )
    )
    beam: int = 8
    measured: Mapping[str, str] = field(default_factory=lambda: MEASURED)
    folds: Sequence[str] = ("fold-0/model", "fold-1/model")
    whole: Sequence[str] = ("ontogum/conllu/train", "litbank/train.nosingle.conll")


SETTINGS = Settings()


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """The CoNLL score of each way by corpus, with the p of its difference to added scores."""
    documents = [
        document
        for document in read(corpus_path(data, "ontogum", "conllu", "train"))
        if document.genre in NON_COMMERCIAL
    ]
    held_out = sample(documents, settings.held_out, seed, "encoder-joint")
    kept = {document.id for document in held_out}
    taught = [document for document in documents if document.id not in kept]
    nlp = load(settings.pipeline)
    with nlp.parts.gender.activated():
        ways = resolvers(nlp, taught, held_out, settings)
        if settings.folds and all(Path(each).is_dir() for each in settings.folds):
            ways["folds"] = by_folds(nlp, data, held_out, settings)
        rows = []
        for title, place in settings.measured.items():
            found = results(nlp, ways, list(read(corpus_path(data, place))))
            for name, result in found.items():
                p = "" if name == BASE else f"{compare(result, found[BASE])['conll'].wilcoxon_p:.3f}"
                rows.append([title, TITLES[name], f"{100 * (result.conll or 0.0):.2f}", p])
    notes = (
        f"All learn from the same {len(taught)} documents of OntoGUM train, essays, fiction, letters, podcasts and "
        "how-tos, which the shipped encoder was trained without; on "
        f"{len(held_out)} others of these the best epoch, and the share, the shift and the least log odds of added "
        "scores, are chosen. Words only, chains of one mention left out. p is Wilcoxon's over documents against "
        "the added scores. The row by folds, where there is one, learns from the training documents of OntoGUM and "
        "LitBank that the encoder has learned from, each read by an encoder that was trained without it. "
        "The other documents may not be sold, so that nothing of this is shipped; LitBank, FantasyCoref "
        "and Friends are of other kinds than what is learned from."
    )
    return Outcome(["", "chains", "CoNLL", "p"], rows, "ontogum/conllu, litbank, fantasycoref, friends", notes)


def resolvers(
    nlp: Pipeline, taught: Sequence[Document], held_out: Sequence[Document], settings: Settings
) -> dict[str, Resolver]:
    """Each way of making chains, trained on the same documents."""
    whole = nlp.parts.chains
    assert isinstance(whole, EncodedResolver)
    syntax, folder = nlp.parts.syntax, str(whole.encoder.folder)
    recipe = RecipeSettings(settings.chains, syntax="predicted", jackknife=JackknifeSettings(folds=0))
    linear = train_resolver(taught, held_out, recipe, syntax=syntax)
    over = replace(recipe, encoder=EncoderFolds(folder))
    features = replace(settings.chains.features, clusters=CLUSTERS)
    beam = replace(
        settings.chains,
        features=features,
        update="delayed-laso",
        step=StepSettings("passive-aggressive"),
        costs=Costs(),
        decoder="beam",
        beam=settings.beam,
    )
    pairs = [[(prepared(gold, "predicted", syntax), gold) for gold in held_out]]
    alone = EncodedResolver(whole.encoder)
    added = EncodedResolver(whole.encoder, linear)
    return {
        "linear": linear,
        "alone": EncodedResolver(whole.encoder, None, searched(alone, pairs, _quiet)),
        "added": EncodedResolver(whole.encoder, linear, searched(added, pairs, _quiet)),
        "joint": train_resolver(taught, held_out, over, syntax=syntax),
        "beam": train_resolver(taught, held_out, replace(over, chains=beam), syntax=syntax),
    }


def by_folds(nlp: Pipeline, data: Path | None, held_out: Sequence[Document], settings: Settings) -> Resolver:
    """The linear model over the scores of encoders that have not seen the documents that it learns from."""
    documents = [
        document
        for place in settings.whole
        for document in read(corpus_path(data, place))
        if document.genre not in NON_COMMERCIAL
    ]
    folder = str(nlp.parts["chains"].folder)
    recipe = RecipeSettings(settings.chains, syntax="predicted", encoder=EncoderFolds(folder, settings.folds))
    return train_resolver(documents, held_out, recipe, syntax=nlp.parts.syntax)


def _quiet(line: str) -> None:
    """Nobody is told of what is tried."""


def results(nlp: Pipeline, ways: Mapping[str, Resolver], documents: Sequence[Document]) -> dict[str, Result]:
    """The measures of each way; a document's tags, trees and names are predicted once."""
    chains: dict[str, list[Document]] = {name: [] for name in ways}
    for document in documents:
        seen = prepared(document, "predicted", nlp.parts.syntax)
        for name, resolver in ways.items():
            chains[name].append(resolver.resolve(seen))
    return {
        name: score(documents, made, keep_singletons=False, first_of_duplicates=True) for name, made in chains.items()
    }


EXPERIMENT = Experiment(
    "Learning over an encoder's scores",
    "A linear model that looks at what an encoder says, beside both apart and both added.",
    run,
)
