"""Training of learned losses: documents in, a regressor out."""

from collections.abc import Sequence

from namesakes.chains.losses.regressor import LossRegressor, Rated, RegressorSettings, fit, rated_trees
from namesakes.chains.preparation import prepared
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.examples import Example, examples_of
from namesakes.chains.training.progress import ProgressCallback, silent
from namesakes.config import generator
from namesakes.mentions.detection import with_mentions
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document


def train_loss(
    documents: Sequence[Document],
    development: Sequence[Document],
    settings: RegressorSettings,
    progress: ProgressCallback = silent,
    syntax: Syntax | None = None,
) -> LossRegressor:
    """The loss that stands for a measure, learned from trees of some of the documents.

    Parameters
    ----------
    documents, development : with gold chains; of the latter, which may be none, trees are made to measure it on.
    progress : gets lines about what was found.
    syntax : the components that predict what documents lack; the shipped ones by default.
    """
    rated = rated_documents(drawn(documents, settings), settings, syntax)
    regressor = fit(rated, settings)
    _tell(regressor, rated, "learned from", progress)
    if development:
        _tell(regressor, rated_documents(drawn(development, settings), settings, syntax), "measured on", progress)
    return regressor


def drawn(documents: Sequence[Document], settings: RegressorSettings) -> list[Document]:
    """As many documents as trees are wanted of, drawn at random, in their order."""
    order = generator(settings.seed, "learned loss").permutation(len(documents)).tolist()
    return [documents[place] for place in sorted(order[: settings.documents or len(documents)])]


def rated_documents(documents: Sequence[Document], settings: RegressorSettings, syntax: Syntax | None = None) -> Rated:
    """Trees of documents, whose mentions are found in the syntax that is asked for."""
    pairs = [(with_mentions(prepared(document, settings.syntax, syntax)), document) for document in documents]
    return rated_trees(loss_examples(pairs, settings), settings)


def loss_examples(pairs: Sequence[tuple[Document, Document]], settings: RegressorSettings) -> list[Example]:
    """Documents with their mentions, beside the same with gold chains, ready to make trees of."""
    return examples_of(pairs, ChainSettings(features=settings.features))


def _tell(regressor: LossRegressor, rated: Rated, what: str, progress: ProgressCallback) -> None:
    error, correlation = regressor.errors(rated)
    progress(f"{what} {len(rated):,} trees: mean squared error {error:.2f}, squared correlation {correlation:.2f} %")
