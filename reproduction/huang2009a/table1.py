"""Table 1 of Huang et al. (2009a): DBSCAN over profiles, by corpus, beside the baselines."""

from pathlib import Path

from namesakes.identities.clustering.clusterer import clusterer
from reproduction.corpora import corpora_with
from reproduction.name_disambiguation import (
    DATA,
    SETTINGS,
    SHARED,
    STEPS,
    Clusters,
    Settings,
    all_in_one,
    cells,
    clustered,
    in_words,
    mean_over,
    mean_scores,
    one_in_one,
    tfidf,
    tuned_tfidf,
)
from reproduction.outcome import Experiment, Outcome

METHODS = ("DBSCAN", "TF-IDF, average-link", "one-in-one", "all-in-one")
SHOWN = ("purity", "inverse_purity", "f05")
PAPER = (
    ("Wikipedia", "AT-CDC (DBSCAN)", "56", "0.684", "0.725", "0.687"),
    ("ACL-06", "AT-CDC (DBSCAN)", "31", "0.792", "0.657", "0.712"),
    ("US Census", "AT-CDC (DBSCAN)", "50", "0.772", "0.700", "0.722"),
    ("average", "AT-CDC (DBSCAN)", "", "0.749", "0.695", "0.708"),
    ("average", "one-in-one", "", "1.000", "0.482", "0.618"),
    ("average", "all-in-one", "", "0.279", "1.000", "0.389"),
)


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """Purity, inverse purity and F.5 of each corpus and way, and the averages."""
    rows = []
    found: dict[str, list[dict[str, float]]] = {method: [] for method in METHODS}
    for name, both in settings.similarities(data, seed).items():
        chosen = settings.tuned(both.train, "dbscan")
        folder = corpora_with(data, "people")
        words, cut = tuned_tfidf(tfidf(*(settings.split(folder, name, split) for split in ("train", "dev"))))
        ways: dict[str, tuple[Clusters, str]] = {
            "DBSCAN": (clustered(both.dev, clusterer("dbscan", chosen)), in_words(chosen)),
            "TF-IDF, average-link": (words, in_words(cut)),
            "one-in-one": (one_in_one(both.dev), ""),
            "all-in-one": (all_in_one(both.dev), ""),
        }
        for method, (clusters, how) in ways.items():
            measured = mean_scores(clusters)
            found[method].append(measured)
            rows.append([name, method, f"{measured['identities']:.1f}", *cells(measured, SHOWN), how])
    for method, each in found.items():
        measured = mean_over(each)
        rows.append(["average", method, f"{measured['identities']:.1f}", *cells(measured, SHOWN), ""])
    rows += [[f"paper: {row[0]}", *row[1:], ""] for row in PAPER]
    notes = f"{SHARED} Tried for ε: {STEPS[0]} to {STEPS[-1]}; averages are over the {len(settings.corpora)} corpora."
    columns = ["names", "clusterer", "identities a name", "purity", "inverse purity", "F.5", "settings"]
    return Outcome(columns, rows, DATA, notes)


EXPERIMENT = Experiment(
    "DBSCAN over profiles (Huang et al. 2009a, table 1)",
    "Who bears a name in which document: density-based clusters of profiles, beside simple ways.",
    run,
)
