"""Table 1 of Huang et al. (2009a): DBSCAN over profiles, by corpus, beside the baselines."""

from pathlib import Path

from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.training import tune_clusterer
from reproduction.huang2009.common import (
    CORPORA,
    DATA,
    SHARED,
    STEPS,
    Found,
    all_in_one,
    average,
    best,
    by_words,
    cells,
    clustered,
    mean_scores,
    one_in_one,
    part,
    people,
    shown,
)
from reproduction.outcome import Experiment, Outcome

METHODS = ("DBSCAN", "TF-IDF, average-link", "one-in-one", "all-in-one")
SHOWN = ("purity", "inverse_purity", "f05")
FINE = tuple(round(step / 100, 2) for step in range(1, 50))
PAPER = (
    ("Wikipedia", "AT-CDC (DBSCAN)", "56", "0.684", "0.725", "0.687"),
    ("ACL-06", "AT-CDC (DBSCAN)", "31", "0.792", "0.657", "0.712"),
    ("US Census", "AT-CDC (DBSCAN)", "50", "0.772", "0.700", "0.722"),
    ("average", "AT-CDC (DBSCAN)", "", "0.749", "0.695", "0.708"),
    ("average", "one-in-one", "", "1.000", "0.482", "0.618"),
    ("average", "all-in-one", "", "0.279", "1.000", "0.389"),
)


def run(data: Path | None, seed: int) -> Outcome:
    """Purity, inverse purity and F.5 of each corpus and way, and the averages."""
    rows = []
    found: dict[str, list[dict[str, float]]] = {method: [] for method in METHODS}
    for name, looked in people(data, seed).items():
        assert data is not None
        chosen = best(looked.taught, "dbscan")
        words = by_words(part(data, name, "train"), part(data, name, "dev"))
        cut = tune_clusterer(words.taught, "average-link", {"threshold": FINE}, {})[0]
        ways: dict[str, tuple[Found, str]] = {
            "DBSCAN": (clustered(looked.tested, clusterer("dbscan", chosen)), shown(chosen)),
            "TF-IDF, average-link": (clustered(words.tested, clusterer("average-link", cut)), shown(cut)),
            "one-in-one": (one_in_one(looked.tested), ""),
            "all-in-one": (all_in_one(looked.tested), ""),
        }
        for method, (clusters, settings) in ways.items():
            measured = mean_scores(clusters)
            found[method].append(measured)
            rows.append([name, method, f"{measured['identities']:.1f}", *cells(measured, SHOWN), settings])
    for method, each in found.items():
        measured = average(each)
        rows.append(["average", method, f"{measured['identities']:.1f}", *cells(measured, SHOWN), ""])
    rows += [[f"paper: {row[0]}", *row[1:], ""] for row in PAPER]
    notes = f"{SHARED} Tried for ε: {STEPS[0]} to {STEPS[-1]}; averages are over the {len(CORPORA)} corpora."
    columns = ["names", "clusterer", "identities a name", "purity", "inverse purity", "F.5", "settings"]
    return Outcome(columns, rows, DATA, notes)


EXPERIMENT = Experiment(
    "DBSCAN over profiles (Huang et al. 2009a, table 1)",
    "Who bears a name in which document: density-based clusters of profiles, beside simple ways.",
    run,
)
