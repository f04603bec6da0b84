"""What a smaller encoder costs: weights in fewer bits, fewer pieces, less context; size, speed and chains of each."""

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from namesakes.arrays import Int64Array
from namesakes.chains.encoded import EncodedResolver, LinkSettings
from namesakes.chains.preparation import prepared
from namesakes.encoder.examples import load_examples
from namesakes.encoder.export.vocabulary import times_used
from namesakes.encoder.export.writer import export
from namesakes.encoder.inference import EncoderModel
from namesakes.errors import DataError
from namesakes.formats import read
from namesakes.metrics import score
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.figures import Figure, label
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import in_processes

TRAINED = Path("encoder")
"""Where `namesakes train encoder --out encoder` has left its weights."""
CORPORA = (("ontogum", "conllu/dev"), ("litbank", "dev.nosingle.conll"))
Made = tuple[float, float, list[float]]


@dataclass(frozen=True)
class Settings:
    """The sizes that are tried by name: what `export` is told, and how many pieces stay at most."""

    tried: Mapping[str, tuple[Mapping[str, Any], int]] = field(
        default_factory=lambda: {
            "32 bits": ({"exact": True}, 0),
            "8 bits": ({}, 0),
            "8 bits, European pieces": ({"prune": True}, 0),
            "8 bits, 21,000 pieces": ({"prune": True}, 21_000),
            "8 bits, 16,000 pieces": ({"prune": True}, 16_000),
            "8 bits, pieces in 4 bits": ({"prune": True, "row_bits": 4}, 0),
            "8 bits, products in 4 bits": ({"prune": True, "product_bits": 4}, 0),
            "8 bits, layers in 4 bits": ({"prune": True, "product_bits": 4, "head_bits": 8}, 0),
            "4 bits": ({"prune": True, "row_bits": 4, "product_bits": 4}, 0),
            "8 bits, 96 pieces of context": ({"prune": True, "window": (288, 96)}, 0),
        }
    )
    documents: int = 0
    """How many of each corpus are read, 0 for all."""


SETTINGS = Settings()


def run(data: Path | None, seed: int, settings: Settings = SETTINGS, *, trained: Path = TRAINED) -> Outcome:
    """Size, words a second and CoNLL of each way to write one network."""
    if not (trained / "settings.json").is_file():
        raise DataError("there is no trained encoder to write in several sizes", "Train one first.", path=trained)
    made = in_processes(partial(_measured, data, settings, trained), list(settings.tried))
    found = dict(zip(settings.tried, made, strict=True))
    rows = [
        [name, f"{size:.1f}", f"{words:,.0f}", *(f"{100 * each:.1f}" for each in conll)]
        for name, (size, words, conll) in found.items()
    ]
    notes = (
        "One trained network, written in several ways; nothing is trained again for a size. The encoder alone, by arg "
        "max under the vetoes: its own tags, trees and mentions, no linear model, no fitted settings. Words a second "
        "of one core, from words to scores. Pieces that are left out are cut into smaller ones; those that stay are "
        "the ones that the training texts use most. Matrices in 4 bits are unpacked when the encoder is "
        "loaded; all products are of 8 bits."
    )
    columns = ["written in", "MB", "words a CPU second", *(f"{name} dev, CoNLL" for name, _ in CORPORA)]
    figure = Figure("CoNLL of the encoder alone by its size on disk.", lambda axes: _draw(axes, found))
    return Outcome(columns, rows, "ontogum dev, litbank dev", notes, figure)


def _measured(data: Path | None, settings: Settings, trained: Path, name: str) -> Made:
    """Megabytes, words a CPU second, and the CoNLL score on each corpus, of one way to write the network."""
    how, most = settings.tried[name]
    groups = [list(read(corpus_path(data, corpus) / file))[: settings.documents or None] for corpus, file in CORPORA]
    with tempfile.TemporaryDirectory() as place:
        folder = export(trained, Path(place), used=_used(trained), most=most, **how)
        megabytes = sum(each.stat().st_size for each in folder.iterdir()) / 1e6
        encoder = EncoderModel.load(folder)
        next(encoder.read(groups[0][:1]))
        start = time.process_time()
        for documents in groups:
            for reading in encoder.read(documents):
                _ = reading.spans
        seconds = time.process_time() - start
        words = sum(len(document.starts) for documents in groups for document in documents)
        nlp = load("en").with_(tagger=str(folder), parser=str(folder))
        return megabytes, words / max(seconds, 1e-9), [_conll(nlp, encoder, documents) for documents in groups]


def _used(trained: Path) -> Int64Array:
    """How often the texts that it has learned from use each piece."""
    used = [each.pieces for each in load_examples(trained / "examples-train.npz")[0]]
    return times_used(used, max(1 << 15, *(int(each.max(initial=0)) + 1 for each in used)))


def _conll(nlp: Pipeline, encoder: EncoderModel, documents: Sequence[Document]) -> float:
    alone = EncodedResolver(encoder, links=LinkSettings(share=0.0))
    chains = [alone.resolve(prepared(document, "predicted", nlp.parts.syntax)) for document in documents]
    return score(documents, chains, keep_singletons=False, first_of_duplicates=True).conll or 0.0


def _draw(axes: Any, found: Mapping[str, Made]) -> None:
    for place, (name, _) in enumerate(CORPORA):
        axes.plot(
            [made[0] for made in found.values()], [100 * made[2][place] for made in found.values()], "o", label=name
        )
    for name, (size, _, conll) in found.items():
        axes.annotate(name, (size, 100 * conll[0]), fontsize=6, rotation=30, xytext=(2, 3), textcoords="offset points")
    axes.set_xscale("log")
    label(axes, "MB", "CoNLL")


EXPERIMENT = Experiment(
    "What a smaller encoder costs",
    "One network in fewer bits, with fewer pieces and with more or less context: size, speed and chains.",
    run,
)
