"""Whether the scorer gives the reference scorer's own numbers."""

import json
from pathlib import Path

from namesakes.formats import read
from namesakes.metrics import score
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome

NAMES = {"muc": "muc", "bcub": "b3", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc"}


def run(data: Path | None, seed: int) -> Outcome:
    """For each measure: how many cases agree, and the largest difference of any numerator or denominator."""
    folder = corpus_path(data, "scorer-cases")
    cases = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    worst = dict.fromkeys(NAMES.values(), 0.0)
    agree = dict.fromkeys(NAMES.values(), 0)
    for case in cases:
        files = (folder / f"{case['case']}.{side}" for side in ("key", "response"))
        found = score(*(read(path) for path in files)).to_json()["metrics"]
        for theirs, ours in NAMES.items():
            differences = [
                abs(mine - other)
                for side in ("recall", "precision")
                for mine, other in zip(found[ours][side], case["expected"][theirs][side], strict=True)
            ]
            worst[ours] = max(worst[ours], *differences)
            agree[ours] += max(differences) <= 1e-9
    rows = [[name, f"{agree[name]} of {len(cases)}", f"{worst[name]:.1e}"] for name in worst]
    return Outcome(["measure", "cases that agree to 1e-9", "largest difference"], rows, "scorer-cases")


EXPERIMENT = Experiment(
    "Agreement with the reference scorer",
    "Numerators and denominators of `namesakes score` beside those of the CoNLL reference scorer v8.01.",
    run,
)
