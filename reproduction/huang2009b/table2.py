"""Table 2 of Huang et al. (2009b): soft KARC by corpus."""

from pathlib import Path

from namesakes.identities.clustering.clusterer import clusterer
from reproduction.name_disambiguation import (
    DATA,
    SETTINGS,
    SHARED,
    Settings,
    cells,
    clustered,
    in_words,
    mean_scores,
)
from reproduction.outcome import Experiment, Outcome

PAPER = (
    ("Wikipedia", "56.5", "–", "0.666", "0.752", "0.717"),
    ("ACL-06", "31.0", "–", "0.783", "0.771", "0.773"),
    ("US Census", "50.3", "–", "0.554", "0.889", "0.754"),
)


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """The measures of each corpus."""
    rows = []
    for name, both in settings.similarities(data, seed).items():
        soft = settings.tuned(both.train, "karc")
        measured = mean_scores(clustered(both.dev, clusterer("karc", soft)))
        counts = (f"{measured['identities']:.1f}", f"{measured['clusters']:.1f}")
        rows.append([name, *counts, *cells(measured), in_words(soft)])
    rows += [[f"paper: {row[0]}", *row[1:], "–", ""] for row in PAPER]
    columns = ["names", "identities", "clusters", "purity", "inverse purity", "F.2", "F.5", "settings"]
    notes = f"{SHARED} The paper's F is F.2, and it finds it higher where names have fewer identities."
    return Outcome(columns, rows, DATA, notes)


EXPERIMENT = Experiment(
    "Soft KARC by corpus (Huang et al. 2009b, table 2)",
    "How well soft clusters tell people apart in each corpus, with the mean numbers of identities and clusters a name.",
    run,
)
