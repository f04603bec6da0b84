"""Trees of two samples of documents with their exact scores, which losses are learned from and measured on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.chains.losses.regressor import Rated, RegressorSettings, rated_by
from namesakes.chains.losses.training import loss_examples
from namesakes.formats import read
from reproduction.corpora import sample
from reproduction.environment import work_folder
from reproduction.haponchyk2017.documents import ENGLISH, unlinked
from reproduction.runs import in_processes

MEASURES = ("conll", "muc", "b3", "ceaf_e", "ceaf_m", "lea", "blanc")


@dataclass(frozen=True)
class SampleSettings:
    """How many documents each sample has (the paper: 100), how its trees are made, and in how many processes."""

    documents: int = 60
    regressor: RegressorSettings = field(default_factory=RegressorSettings)
    jobs: int | None = None


SAMPLES = SampleSettings()


def rated_samples(data: Path, seed: int, settings: SampleSettings = SAMPLES) -> list[Mapping[str, Rated]]:
    """The trees of two samples that share no document, rated by each measure; kept in the work folder."""
    return in_processes(partial(_rated_sample, data, seed, settings), (0, 1), settings.jobs)


def _rated_sample(data: Path, seed: int, settings: SampleSettings, number: int) -> Mapping[str, Rated]:
    """The trees of one sample."""
    folder, count, rounds = work_folder(), settings.documents, settings.regressor.rounds
    path = None if folder is None else folder / f"haponchyk2017-sample-{count}-{rounds}-{seed}-{number}.npz"
    if path is not None and path.exists():
        with np.load(path, allow_pickle=False) as packed:
            arrays = {name: packed[name] for name in packed.files}
        return {name: Rated(arrays["features"], arrays[name], arrays["documents"]) for name in MEASURES}
    documents = list(read(data / "ontogum/conllu/train"))
    drawn = sample(documents, count, seed, "haponchyk & moschitti", "samples", start=number * count)
    pairs = [(unlinked(document, ENGLISH), document) for document in drawn]
    rated = rated_by(loss_examples(pairs, settings.regressor), settings.regressor, MEASURES)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        one = rated[MEASURES[0]]
        scores: dict[str, Any] = {name: rated[name].scores for name in MEASURES}
        np.savez(path, features=one.features, documents=one.documents, **scores)
    return rated
