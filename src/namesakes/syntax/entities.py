"""Named entities by a second-order linear chain."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.config import fill
from namesakes.learning.model import Arrays, Model, load_model, save_model
from namesakes.syntax.chain import Chain, Tokens
from namesakes.syntax.chain_training import ChainSettings
from namesakes.syntax.entity_features import NAMES, entity_columns
from namesakes.syntax.entity_labels import entity_spans, forbid, label_names
from namesakes.syntax.lexicon import Lexicon
from namesakes.syntax.tag_features import Part
from namesakes.syntax.word_clusters import Clusters
from namesakes.text.document import Document

QUANTA = 2047
"""The greatest weight in a model's file."""

Report = Callable[[str], None]


@dataclass(frozen=True)
class EntitySettings:
    """How named entities are learned.

    Parameters
    ----------
    chain : the training of the chain; all labels of a token compete, whatever `most` says.
    known, classed, frequent : from how many occurrences on a word is a feature of its own, has a class (the labels that
        it usually takes), and is outside all entities if it always was.
    hidden : a word seen n times in training is hidden in `hidden / (hidden + n)` of all cases.
    untagged : every so manieth block of sentences is learned without its tags, so that names are found without a
        tagger too; 0 for none.
    seed : of everything random.
    """

    chain: ChainSettings = field(default_factory=lambda: ChainSettings(bits=23, rounds=8, aggressiveness=0.002))
    known: int = 2
    classed: int = 2
    frequent: int = 20
    hidden: float = 2.0
    untagged: int = 5
    seed: int = 0


class NameFinder:
    """Finds the named entities of documents.

    The labels of tokens are those of BIO, by a second-order linear chain (Collins 2002) in which a sequence that is not
    valid cannot win. Tags (`xpos`) are used where the document has them.

    Parameters
    ----------
    settings : how it was trained.
    types : of the entities.
    lexicon : of the training data.
    clusters : of words, learned from text alone.
    chain : gives the labels.
    """

    def __init__(
        self, settings: EntitySettings, types: Iterable[str], lexicon: Lexicon, clusters: Clusters, chain: Chain
    ) -> None:
        self.settings, self.types, self.chain = settings, tuple(types), chain
        self.lexicon, self.clusters = lexicon, clusters

    @classmethod
    def train(
        cls,
        documents: Iterable[Document],
        settings: EntitySettings | None = None,
        clusters: Clusters | None = None,
        report: Report | None = None,
    ) -> "NameFinder":
        """Learned from documents with gold entities, of whatever types these have, and at will clusters of words."""
        from namesakes.syntax.entities_training import train

        return train(list(documents), settings or EntitySettings(), clusters or Clusters.none(), report)

    def __call__(self, document: Document) -> Document:
        """The document with its named entities."""
        part = Part.of(document)
        labels = self.chain.lattice(self.tokens(document, part)).best()
        return document.replace(entity_table=entity_spans(part, labels, self.chain.names))

    def tokens(self, document: Document, part: Part) -> Tokens:
        """The tokens of a document as the chain sees them."""
        tags = part.column(document, "xpos") if "xpos" in document.columns else None
        columns, offsets, labels = entity_columns(part, tags, self.lexicon, self.clusters)
        return Tokens(columns, part.edges, offsets, labels)

    def save(self, folder: Path) -> None:
        """Write the model, its weights in 12 bits: 8 lost 1.6 points of F1 on held-out wikigold."""
        arrays = {f"lexicon.{name}": array for name, array in self.lexicon.arrays().items()}
        arrays |= {f"chain.{name}": array for name, array in self.chain.arrays().items()}
        scale = float(np.abs(self.chain.weights).max()) / QUANTA or 1.0
        arrays["chain.weights"] = np.round(self.chain.weights / scale).astype(np.int16)
        arrays["chain.scale"] = np.array(scale)
        arrays |= {f"clusters.{name}": array for name, array in self.clusters.arrays().items()}
        settings: dict[str, Any] = {"training": asdict(self.settings), "types": list(self.types)}
        save_model(folder, Model("entities", settings, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "NameFinder":
        """The finder of names whose model is in a folder."""
        model = load_model(folder, "entities")
        settings = fill(EntitySettings, model.settings["training"], place=f"{folder}/model.json")
        chain = empty_chain(model.settings["types"], settings)
        chain.fill(_group(model.arrays, "chain"))
        lexicon, clusters = (_group(model.arrays, name) for name in ("lexicon", "clusters"))
        return cls(settings, model.settings["types"], Lexicon(**lexicon), Clusters(**clusters), chain)

    @classmethod
    def shipped(cls) -> "NameFinder":
        """The finder of English names (PER, ORG and LOC) that comes with the package."""
        return cls.load(files("namesakes") / "models" / "en-entities")


def empty_chain(types: Iterable[str], settings: EntitySettings) -> Chain:
    """A chain that knows nothing but which labels may follow each other."""
    names = label_names(list(types))
    chain = Chain(names, NAMES, settings.chain.bits, len(names))
    forbid(names, chain.pairs)
    return chain


def _group(arrays: Arrays, name: str) -> dict[str, NDArray[Any]]:
    """The arrays of one part of the model, without its name."""
    return {key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")}
