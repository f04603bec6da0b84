"""Trees of two samples of documents with their exact scores, which losses are learned from and measured on."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.chains.losses.regressor import Rated, RegressorSettings, rated_by
from namesakes.chains.losses.training import loss_examples
from namesakes.config import generator
from namesakes.formats import read
from namesakes.resources import cores
from namesakes.workers import workers
from reproduction.haponchyk2017.common import ENGLISH, seen, work_folder

SAMPLE = 60
"""The documents of each sample; the paper has 100."""
MEASURES = ("conll", "muc", "b3", "ceaf_e", "ceaf_m", "lea", "blanc")
SETTINGS = RegressorSettings()


def samples(data: Path, seed: int) -> list[Mapping[str, Rated]]:
    """The trees of two samples that share no document, rated by each measure; made once in a folder of work."""
    given = [(data, seed, number) for number in range(2)]
    if cores() == 1:
        return [sample(*each) for each in given]
    with workers(2) as pool:
        return list(pool.map(sample, *zip(*given, strict=True)))


def sample(data: Path, seed: int, number: int) -> Mapping[str, Rated]:
    """The trees of one sample."""
    folder = work_folder()
    kept = None if folder is None else folder / f"haponchyk2017-sample-{SAMPLE}-{SETTINGS.rounds}-{seed}-{number}.npz"
    if kept is not None and kept.exists():
        with np.load(kept, allow_pickle=False) as packed:
            found = {name: packed[name] for name in packed.files}
        return {name: Rated(found["features"], found[name], found["documents"]) for name in MEASURES}
    documents = list(read(data / "ontogum/conllu/train"))
    order = generator(seed, "haponchyk & moschitti", "samples").permutation(len(documents)).tolist()
    places = sorted(order[number * SAMPLE : (number + 1) * SAMPLE])
    taught = [(seen(documents[place], ENGLISH), documents[place]) for place in places]
    rated = rated_by(loss_examples(taught, SETTINGS), SETTINGS, MEASURES)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        one = rated[MEASURES[0]]
        scores: dict[str, Any] = {name: rated[name].scores for name in MEASURES}
        np.savez(kept, features=one.features, documents=one.documents, **scores)
    return rated
