"""Figure 2 of Huang et al. (2009a): the radius of DBSCAN's neighbourhoods."""

from pathlib import Path

from reproduction.name_disambiguation import SETTINGS, SHARED, Settings
from reproduction.outcome import Experiment, Outcome
from reproduction.sweep import sweep

RADII = tuple(round(step / 40, 3) for step in range(2, 25))
SHOWN = ("purity", "inverse_purity", "f05")


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """Purity, inverse purity and F.5 on dev at each ε."""
    found = sweep(settings.similarities(data, seed), "dbscan", "epsilon", "ε", RADII, SHOWN, settings.tuned)
    return found.outcome(
        f"{SHARED} The sweep is on dev; the value tuned on train is marked. The paper's figure goes from 0.3 to 0.55: "
        "there inverse purity rises and purity falls with ε, and F.5 is stable over a wide range; its numbers are not "
        "in the text."
    )


EXPERIMENT = Experiment(
    "DBSCAN's radius (Huang et al. 2009a, figure 2)",
    "Purity, inverse purity and F.5 against ε, means over corpora.",
    run,
)
