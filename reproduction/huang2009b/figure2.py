"""Figure 2 of Huang et al. (2009b): who is counted as a member of a soft cluster."""

from pathlib import Path

from namesakes.identities.clustering.clusterer import clusterer
from reproduction.huang2009.common import DATA, SHARED, at, best_fuzzy, clustered, mean_scores, people
from reproduction.huang2009.sweep import Sweep
from reproduction.outcome import Experiment, Outcome

MEMBERSHIPS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
SHOWN = ("purity", "inverse_purity", "f05", "f02")
PICTURE = Path("docs/huang2009b-figure2.svg")


def run(data: Path | None, seed: int) -> Outcome:
    """The measures on dev at each θ."""
    measured, chosen = {}, {}
    for name, looked in people(data, seed).items():
        settings = best_fuzzy(looked.taught, "karc")[0]
        found = clustered(looked.tested, clusterer("karc", settings))
        measured[name] = [mean_scores(at(found, threshold)) for threshold in MEMBERSHIPS]
        chosen[name] = settings["threshold"]
    sweep = Sweep(MEMBERSHIPS, measured, chosen)
    if PICTURE.parent.is_dir():
        sweep.draw(PICTURE, "θ", SHOWN)
    notes = (
        f"{SHARED} The sweep is on dev, the other settings are those tuned on train; the tuned θ is marked. An item is "
        "always in the cluster where it belongs most, so from 0.5 on nothing changes. In the paper purity rises and "
        "inverse purity falls with θ, and F.2 stays near 0.74 over a broad range; its numbers are not in the text."
        f"\n\n![Measures by θ]({PICTURE.name})"
    )
    return Outcome(sweep.columns("θ", SHOWN), sweep.rows(SHOWN), DATA, notes)


EXPERIMENT = Experiment(
    "Who is in a soft cluster (Huang et al. 2009b, figure 2)",
    "Purity, inverse purity and F against the threshold of membership θ, means over corpora.",
    run,
)
