"""Learners of chains on the same documents: how good, how fast, how large, and how long they take to train."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from namesakes.chains.features.templates import CLUSTERS
from namesakes.chains.learner_comparison import Source, compare_learners, trained
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.pairwise.biased_potentials import BiasSettings
from namesakes.chains.pairwise.crf import PairwiseSettings
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.recipe import RecipeSettings, read_documents
from namesakes.formats import read
from namesakes.learning.steps import StepSettings
from reproduction.corpora import corpus_path, sample
from reproduction.environment import WORK, work_folder
from reproduction.outcome import Experiment, Outcome

DOCUMENTS = 60
"""How many training documents are drawn."""

WINDOW = FeatureSettings(window=60)
SINGLE_LINK = ChainSettings(decoder="single-link")
LEARNERS: Mapping[str, RecipeSettings] = {
    "tree": RecipeSettings(ChainSettings(WINDOW, epochs=10)),
    "tree, softmax": RecipeSettings(
        ChainSettings(
            WINDOW, "softmax-margin", StepSettings("adagrad", rate=0.05, shrinkage=0.001), Costs(3.0, 0.3), epochs=6
        )
    ),
    "tree, beam": RecipeSettings(
        ChainSettings(FeatureSettings(clusters=CLUSTERS, window=60), "delayed-laso", decoder="beam", beam=10, epochs=10)
    ),
    "tree, learned loss": RecipeSettings(
        ChainSettings(WINDOW, "loss-augmented", StepSettings("perceptron"), loss="learned", epochs=10)
    ),
    "pairs": RecipeSettings(SINGLE_LINK, model="pairwise-crf"),
    "pairs, best first": RecipeSettings(ChainSettings(), model="pairwise-crf"),
    "pairs, structured": RecipeSettings(SINGLE_LINK, model="pairwise-crf", pairwise=PairwiseSettings(e_step="B")),
    "pairs, structured, biased": RecipeSettings(
        SINGLE_LINK,
        model="pairwise-crf",
        pairwise=PairwiseSettings(e_step="B", choose="muc", bias=BiasSettings("closest", 3.0)),
    ),
    "pairs, few features": RecipeSettings(SINGLE_LINK, model="pairwise-crf", pairwise=PairwiseSettings("ng-cardie")),
}


def run(
    data: Path | None, seed: int, learners: Mapping[str, RecipeSettings] = LEARNERS, documents: int = DOCUMENTS
) -> Outcome:
    """A row a figure and a column a learner, on the development documents of OntoGUM."""
    folder = corpus_path(data, "ontogum", "conllu")
    with TemporaryDirectory() as temporary:
        work = work_folder() or Path(temporary)
        mark = f"ontogum train, {documents} documents"
        source = Source(lambda: sample(read_documents([folder / "train"]), documents, 0, "learners"), tuple, mark, work)
        found = compare_learners(
            [
                trained(name, settings, source, json.dumps(asdict(settings), sort_keys=True).encode())
                for name, settings in learners.items()
            ],
            list(read(folder / "dev")),
        )
    head, rows = found.rows()
    notes = (
        f"Each learner is trained on the same {documents} documents, drawn from the training documents, with gold "
        "trees and all its epochs; what is scored is the model as it is saved. CoNLL, genre by genre too, and F1 of "
        "each measure in per cent; p against the best: Wilcoxon's test over documents of their CoNLL scores. Trees "
        "look at the nearest 60 candidates, pairs at all. `namesakes compare` makes the same table of your own "
        f"learners. With `{WORK}` set to a folder, models are kept there and not trained again."
    )
    return Outcome(head, rows, "OntoGUM train and dev, gold trees, found mentions", notes)


EXPERIMENT = Experiment(
    "Learners of chains",
    "Trees of antecedents and models of pairs on the same documents, features and decoders.",
    run,
)
