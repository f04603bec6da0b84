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
from namesakes.encoder.parts import EncodedParser, EncodedTagger
from namesakes.errors import DataError
from namesakes.formats import read
from namesakes.metrics import score
from namesakes.pipeline.pipeline import load
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.figures import Figure, label
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import in_processes

TRAINED = Path("encoder")
"""Where `namesakes train encoder --out encoder` has left its weights."""
OTHERS = {"12 layers": Path("teacher"), "4 layers": Path("encoder-4")}
"""Encoders of other depths: the teacher, and a student with `layers = 4` and the same settings."""
CORPORA = (("ontogum", "conllu/dev"), ("litbank", "dev.nosingle.conll"))
Made = tuple[float, float, list[float]]


@dataclass(frozen=True)
class Settings:
    """The sizes that are tried by name: what `export` is told, and how many pieces stay at most.

    Parameters
    ----------
    tried : of the encoder itself.
    others : of those of other depths, of which each that is there is tried.
    documents : how many of each corpus are read, 0 for all.
    """

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
    others: Mapping[str, tuple[Mapping[str, Any], int]] = field(
        default_factory=lambda: {
            "8 bits, 21,000 pieces": ({"prune": True}, 21_000),
            "4 bits": ({"prune": True, "row_bits": 4, "product_bits": 4}, 0),
        }
    )
    documents: int = 0


SETTINGS = Settings()


def run(data: Path | None, seed: int, settings: Settings = SETTINGS, *, trained: Path = TRAINED) -> Outcome:
    """Size, words a second and CoNLL of each way to write one network."""
    if not (trained / "settings.json").is_file():
        raise DataError("there is no trained encoder to write in several sizes", "Train one first.", path=trained)
    ways = {name: (trained, *way) for name, way in settings.tried.items()}
    for depth, folder in OTHERS.items():
        if (trained.parent / folder / "settings.json").is_file():
            ways |= {f"{depth}, {name}": (trained.parent / folder, *way) for name, way in settings.others.items()}
    made = in_processes(partial(_measured, data, settings), list(ways.values()))
    found = dict(zip(ways, made, strict=True))
    rows = [
        [name, f"{size:.1f}", f"{words:,.0f}", *(f"{100 * each:.1f}" for each in conll)]
        for name, (size, words, conll) in found.items()
    ]
    notes = (
        "One trained network, written in several ways; nothing is trained again for a size, but those of other depths, "
        "of which the one of twelve layers is the teacher of the others. The encoder alone, by arg max under the "
        "vetoes: its own tags, trees and mentions with the conventions of the corpus, no linear model, no fitted "
        "settings. Words a second of one core, from words to scores. Pieces that are left out are cut into smaller "
        "ones; those that stay are the ones that the training texts use most. Matrices in 4 bits are unpacked when the "
        "encoder is loaded; all products are of 8 bits."
    )
    columns = ["written in", "MB", "words a CPU second", *(f"{name} dev, CoNLL" for name, _ in CORPORA)]
    figure = Figure("CoNLL of the encoder alone by its size on disk.", lambda axes: _draw(axes, found))
    return Outcome(columns, rows, "ontogum dev, litbank dev", notes, figure)


def _measured(data: Path | None, settings: Settings, way: tuple[Path, Mapping[str, Any], int]) -> Made:
    """Megabytes, words a CPU second, and the CoNLL score on each corpus, of one way to write one network."""
    trained, how, most = way
    groups = [list(read(corpus_path(data, corpus) / file))[: settings.documents or None] for corpus, file in CORPORA]
    with tempfile.TemporaryDirectory() as place:
        folder = export(trained, Path(place), used=_used(trained), most=most, **how)
        megabytes = sum(each.stat().st_size for each in folder.iterdir()) / 1e6
        encoders = [_encoder(folder, corpus) for corpus, _ in CORPORA]
        next(encoders[0].read(groups[0][:1]))
        start = time.process_time()
        for encoder, documents in zip(encoders, groups, strict=True):
            for reading in encoder.read(documents):
                _ = reading.spans
        seconds = time.process_time() - start
        words = sum(len(document.starts) for documents in groups for document in documents)
        conll = [_conll(encoder, documents) for encoder, documents in zip(encoders, groups, strict=True)]
        return megabytes, words / max(seconds, 1e-9), conll


def _encoder(folder: Path, corpus: str) -> EncoderModel:
    """The encoder with the conventions of a corpus, where it has learned from it."""
    encoder = EncoderModel.load(folder)
    return EncoderModel.load(folder, corpus) if corpus in encoder.labels.corpora else encoder


def _used(trained: Path) -> Int64Array:
    """How often the texts that it has learned from use each piece."""
    used = [each.pieces for each in load_examples(trained / "examples-train.npz")[0]]
    return times_used(used, max(1 << 15, *(int(each.max(initial=0)) + 1 for each in used)))


def _conll(encoder: EncoderModel, documents: Sequence[Document]) -> float:
    syntax = load("en").with_(tagger=EncodedTagger(encoder), parser=EncodedParser(encoder)).parts.syntax
    alone = EncodedResolver(encoder, links=LinkSettings(share=0.0))
    chains = [alone.resolve(prepared(document, "predicted", syntax)) for document in documents]
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
