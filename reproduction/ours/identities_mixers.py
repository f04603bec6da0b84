"""Mixers of specialists: the specialist gradient beside equal weights, a regression, trees, and a second look."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.evaluation import scores
from namesakes.identities.linker import Linker
from namesakes.identities.mixing.ensemble import EnsembleSettings
from namesakes.identities.mixing.sampling import Sampling
from namesakes.identities.model import IdentityModel
from namesakes.identities.training import tune_clusterer
from reproduction.huang2009.common import CORPORA, DATA, SEG, best, by_words, clustered, matched, mean_scores, part
from reproduction.outcome import Experiment, Outcome, needs_data

EVEN = Sampling(ratio=0, even=0.5)
FINE = tuple(round(step / 100, 2) for step in range(1, 50))
BOOSTED = {"trees": 150, "rate": 0.05, "leaves": 8, "least": 300, "penalty": 10.0}
AGAIN = {"trees": 80, "rate": 0.05, "leaves": 6, "least": 500, "penalty": 10.0}
MIXERS: Mapping[str, EnsembleSettings] = {
    "equal weights": EnsembleSettings(mixer="equal"),
    "SEG, as in the paper": EnsembleSettings(mixer="seg"),
    "SEG with curves": SEG,
    "logistic": EnsembleSettings(mixer="logistic", sampling=EVEN),
    "boosted trees": EnsembleSettings(mixer="boosted", learning=BOOSTED, sampling=EVEN),
    "SEG with curves, second look": EnsembleSettings(
        mixer="seg", learning=SEG.learning, second="boosted", second_learning=AGAIN
    ),
    "logistic, second look": EnsembleSettings(mixer="logistic", sampling=EVEN, second="boosted", second_learning=AGAIN),
}
GOALS = {"frus_personx": 0.84, "frus_names": 0.91, "acl_names": 0.88}


def run(data: Path | None, seed: int) -> Outcome:
    """F.5 with average-link of each mixer on each corpus, and the threshold tuned on train."""
    needs_data(data, "people")
    assert data is not None
    shipped = [_shipped(data, name) for name in CORPORA]
    found: dict[str, list[float]] = {}
    thresholds: dict[str, list[str]] = {}
    for name in CORPORA:
        train, dev = part(data, name, "train"), part(data, name, "dev")
        for title, settings in MIXERS.items():
            looked = matched(train, dev, settings, seed)
            chosen = best(looked.taught, "average-link")
            way = clusterer("average-link", chosen)
            found.setdefault(title, []).append(mean_scores(clustered(looked.tested, way))["f05"])
            thresholds.setdefault(title, []).append(f"{chosen['threshold']:g}")
        words = by_words(train, dev)
        cut = tune_clusterer(words.taught, "average-link", {"threshold": FINE}, {})[0]
        plain = mean_scores(clustered(words.tested, clusterer("average-link", cut)))["f05"]
        found.setdefault("TF-IDF of the text", []).append(plain)
        thresholds.setdefault("TF-IDF of the text", []).append(f"{cut['threshold']:g}")
    found["the shipped model, of all corpora"] = shipped
    found["goal"] = [GOALS.get(name, np.nan) for name in CORPORA]
    rows = []
    for title, each in found.items():
        values = [f"{value:.3f}" for value in (*each, float(np.mean(each)))]
        rows.append([title, *values, ", ".join(thresholds.get(title, []))])
    notes = (
        "F.5 of the dev names of each corpus, with average-link, whose threshold is tuned on similarities of train "
        "names by models that had not seen the name. All mixers have the votes of the same specialists, one model a "
        "corpus, learned from train. SEG and equal weights are as in Huang et al. (2009), from balanced pairs; with "
        "curves each specialist votes through a logistic curve of its own; the regression and the trees learn from all "
        "pairs, those of large blocks counting less. A second look is a second mixer, of boosted trees, which sees "
        "the similarities of the whole block. The shipped model is of the last kind, learned from the train names of "
        "all three corpora together, with one threshold for all; it asks about given names only where those tell some "
        "of a block apart. Goals are the project's own."
    )
    return Outcome(["mixer", *CORPORA, "mean", "thresholds"], rows, DATA, notes)


def _shipped(data: Path, corpus: str) -> float:
    """F.5 on dev of the model that comes with the library."""
    groups = part(data, corpus, "dev").groups
    model = IdentityModel.shipped().with_statistics_of(profile for group in groups for profile in group.profiles)
    linker = Linker(model.with_clusterer("average-link"))
    found = [scores(group, linker.memberships(group.profiles))["f05"] for group in groups]
    return float(np.mean(found))


EXPERIMENT = Experiment(
    "Mixers of specialists",
    "The specialist exponentiated gradient against equal weights, other mixers and a second look at the block.",
    run,
)
