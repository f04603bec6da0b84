"""What blocking keeps and what it saves: on people with known identities, synthetic and real."""

import json
from collections.abc import Hashable, Sequence
from pathlib import Path

from namesakes.identities.blocking.blocking import Blocking, Blocks
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Profile
from reproduction.corpora import corpus_path
from reproduction.name_disambiguation import CORPORA
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.people import SyntheticPeople

LIMITS = (200, 500, 1_000)
SYNTHETIC = 100_000
GOAL = "≥ 0.98, ≥ 95 %"


def run(data: Path | None, seed: int) -> Outcome:
    """Recall and savings for several limits on the size of a block."""
    folder = corpus_path(data, "people")
    profiles, gold = people(folder)
    made = SyntheticPeople(SYNTHETIC, seed=seed)
    rows = []
    for limit in LIMITS:
        rows.append(_row("people corpora, all names together", limit, Blocking(limit).blocks(profiles), gold))
    for limit in LIMITS:
        rows.append(_row("synthetic", limit, Blocking(limit).blocks(made), made.identities.tolist()))
    rows.append(
        _row(
            "synthetic, slips not mended", LIMITS[0], Blocking(LIMITS[0], False).blocks(made), made.identities.tolist()
        )
    )
    notes = (
        "Recall: of the pairs of one person those that are in one block. Saved: of all pairs those that are never "
        "compared. The chains of the corpora have the names that were searched for, which people share, and nothing "
        "else; so what is measured there is mainly what is saved. Synthetic chains have all variants of names."
    )
    columns = ["chains", "limit", "number", "blocks", "largest", "recall", "saved", "goal"]
    return Outcome(columns, rows, f"people (train and dev), synthetic people; seed {seed}", notes)


def people(folder: Path) -> tuple[list[Profile], list[Hashable]]:
    """A profile with nothing but the name for every document of the people corpora, and who it is."""
    profiles: list[Profile] = []
    gold: list[Hashable] = []
    for corpus in CORPORA:
        for split in ("train", "dev"):
            with (folder / corpus / f"{split}.jsonl").open(encoding="utf-8") as lines:
                for row in map(json.loads, lines):
                    profiles.append(Profile(row["doc_id"], 0, name=split_name(row["query_name"])))
                    gold.append((corpus, row["query_name"], row["gold_identity"]))
    return profiles, gold


def _row(title: str, limit: int, blocks: Blocks, gold: Sequence[Hashable]) -> list[str]:
    found = blocks.statistics()
    numbers = [f"{number:,}" for number in (limit, found.profiles, found.blocks, found.largest)]
    return [title, *numbers, f"{blocks.recall(gold):.4f}", f"{100 * found.saved:.2f} %", GOAL]


EXPERIMENT = Experiment(
    "Blocking",
    "How many pairs of one person blocks keep together, and how many pairs they save from being compared.",
    run,
)
