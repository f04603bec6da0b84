"""Mixers of specialists: the specialist gradient beside equal weights, a regression, trees, and a second look."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.evaluation import scores
from namesakes.identities.linker import Linker
from namesakes.identities.mixing.ensemble import EnsembleSettings
from namesakes.identities.mixing.sampling import Sampling
from namesakes.identities.model import IdentityModel
from namesakes.identities.rows import QueryGroup
from namesakes.identities.training import tune_clusterer
from namesakes.learning.specialists import GradientSettings
from reproduction.corpora import corpora_with
from reproduction.name_disambiguation import (
    DATA,
    GRIDS,
    SEG,
    SETTINGS,
    Settings,
    Split,
    clustered,
    held_out,
    mean_scores,
    mixed,
    tfidf,
    tuned_tfidf,
)
from reproduction.outcome import Experiment, Outcome

EVEN = Sampling(ratio=0, even=0.5)
BOOSTED = {"trees": 150, "rate": 0.05, "leaves": 8, "least": 300, "penalty": 10.0}
AGAIN = {"trees": 80, "rate": 0.05, "leaves": 6, "least": 500, "penalty": 10.0}
MIXERS: Mapping[str, EnsembleSettings] = {
    "equal weights": EnsembleSettings(mixer="equal"),
    "SEG, as in the paper": EnsembleSettings(mixer="seg"),
    "SEG, averaged": EnsembleSettings(mixer="seg", learning={"averaged": True}),
    "SEG, η tuned": EnsembleSettings(mixer="seg"),
    "SEG, averaged, η tuned": EnsembleSettings(mixer="seg", learning={"averaged": True}),
    "SEG with curves": SEG,
    "logistic": EnsembleSettings(mixer="logistic", sampling=EVEN),
    "boosted trees": EnsembleSettings(mixer="boosted", learning=BOOSTED, sampling=EVEN),
    "SEG with curves, second look": EnsembleSettings(
        mixer="seg", learning=SEG.learning, second="boosted", second_learning=AGAIN
    ),
    "logistic, second look": EnsembleSettings(mixer="logistic", sampling=EVEN, second="boosted", second_learning=AGAIN),
}
TUNED = ("SEG, η tuned", "SEG, averaged, η tuned")
"""Those whose learning rate is chosen on train."""
RATES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
GOALS = {"frus_personx": 0.84, "frus_names": 0.91, "acl_names": 0.88}


def run(data: Path | None, seed: int, settings: Settings = SETTINGS, model: IdentityModel | None = None) -> Outcome:
    """F.5 with average-link of each mixer on each corpus, and the threshold tuned on train.

    `model` is the shipped one where none is given.
    """
    folder = corpora_with(data, "people")
    splits = {name: [settings.split(folder, name, each) for each in ("train", "dev")] for name in settings.corpora}
    shipped = [_resolved(dev.groups, model or IdentityModel.shipped()) for _, dev in splits.values()]
    found: dict[str, list[float]] = {}
    thresholds: dict[str, list[str]] = {}
    for train, dev in splits.values():
        for title, mixer in MIXERS.items():
            own = _tuned(train, mixer, seed) if title in TUNED else mixer
            both = mixed(train, dev, own, seed)
            chosen = settings.tuned(both.train, "average-link")
            clusters = clustered(both.dev, clusterer("average-link", chosen))
            found.setdefault(title, []).append(mean_scores(clusters)["f05"])
            rate = f" (η {own.learning['rate']:g})" if title in TUNED else ""
            thresholds.setdefault(title, []).append(f"{chosen['threshold']:g}{rate}")
        clusters, chosen = tuned_tfidf(tfidf(train, dev))
        found.setdefault("TF-IDF of the text", []).append(mean_scores(clusters)["f05"])
        thresholds.setdefault("TF-IDF of the text", []).append(f"{chosen['threshold']:g}")
    found["the shipped model, of all corpora"] = shipped
    found["goal"] = [GOALS.get(name, np.nan) for name in settings.corpora]
    rows = []
    for title, each in found.items():
        values = [f"{value:.3f}" for value in (*each, float(np.mean(each)))]
        rows.append([title, *values, ", ".join(thresholds.get(title, []))])
    notes = (
        "F.5 of the dev names of each corpus, with average-link, whose threshold is tuned on similarities of train "
        "names by models that had not seen the name. All mixers have the votes of the same specialists, one model a "
        "corpus, learned from train; how usual words and names are is counted in the texts that are put into clusters, "
        "those of dev included, without their answers. SEG and equal weights are as in Huang et al. (2009), from "
        "balanced pairs; η is "
        f"{GradientSettings().rate}, or the one of {RATES[0]} to {RATES[-1]} with the highest F.5 on train; 'averaged' "
        "takes the mean of its weights over all steps; with "
        "curves each specialist votes through a logistic curve of its own; the regression and the trees learn from all "
        "pairs, those of large blocks counting less. A second look is a second mixer, of boosted trees, which sees "
        "the similarities of the whole block. The shipped model is another: evidence that adds up and mixed link, "
        "learned from the train names of all three corpora together, with one threshold for all, and chosen for "
        "corpora that it has not seen (`identities-transfer`). Goals are the project's own."
    )
    return Outcome(["mixer", *settings.corpora, "mean", "thresholds"], rows, DATA, notes)


def _tuned(train: Split, mixer: EnsembleSettings, seed: int) -> EnsembleSettings:
    """The mixer with the learning rate that is best on train names, by models that had not seen the name."""
    tried = []
    for rate in RATES:
        own = replace(mixer, learning={**mixer.learning, "rate": rate})
        tried.append((tune_clusterer(held_out(train, own, seed), "average-link", GRIDS["average-link"], {})[1], own))
    return max(tried, key=lambda each: each[0])[1]


def _resolved(groups: Sequence[QueryGroup], model: IdentityModel) -> float:
    """F.5 of a trained model on these names."""
    model = model.with_statistics_of(profile for group in groups for profile in group.profiles)
    linker = Linker(model)
    found = [scores(group, linker.memberships(group.profiles))["f05"] for group in groups]
    return float(np.mean(found))


EXPERIMENT = Experiment(
    "Mixers of specialists",
    "The specialist exponentiated gradient against equal weights, other mixers and a second look at the block.",
    run,
)
