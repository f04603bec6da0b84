"""Named entities by a linear-chain conditional random field."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from namesakes.config import bounded, fill
from namesakes.errors import ModelError
from namesakes.learning.linear_chain import LinearChain, sentence_batches
from namesakes.learning.model import Model, grouped, load_model, save_model
from namesakes.syntax.entities.features import entity_templates, entity_tokens
from namesakes.syntax.entities.labels import entity_spans, label_names, possible_scores
from namesakes.syntax.entities.likeness import Likeness
from namesakes.syntax.entities.particles import with_particles
from namesakes.syntax.entities.people import with_people
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.syntax.tagging.lexicon import Lexicon
from namesakes.text.document import Document
from namesakes.text.glove import Vectors
from namesakes.text.word_vectors import WordVectors

Report = Callable[[str], None]

LEVELS = 2047
"""The greatest weight in a model's file: weights have 12 bits."""

CORPUS = "corpus"
"""Under this name in a document's metadata, training looks for whose way of annotating it follows."""


@dataclass(frozen=True)
class EntitySettings:
    """How named entities are learned.

    Parameters
    ----------
    bits : there are 2^bits hashed weights.
    rounds : how many epochs there are.
    rate : the learning rate (AdaGrad), which decays to 0.
    dropout : the share of features that are left out at each token, so that none is leaned on too much.
    least : the minimum count of a feature.
    known, classed, frequent : from how many occurrences on a word is a feature of its own, has a class (the labels that
        it usually takes), and is outside all entities if it always was.
    hidden : word dropout: a word seen n times in training is hidden in `hidden / (hidden + n)` of all cases.
    untagged : each n-th block of sentences is learned without its tags, so that names are found without a tagger too;
        0 for none.
    seed : of everything random.
    """

    bits: int = bounded(23, 1, 30)
    rounds: int = 6
    rate: float = 0.03
    dropout: float = 0.4
    least: int = 3
    known: int = 2
    classed: int = 2
    frequent: int = 20
    hidden: float = 2.0
    untagged: int = 5
    seed: int = 0


class NameFinder:
    """Finds the named entities of documents.

    Tags (`xpos`) are used where the document has them. It loads the shipped `WordVectors`, and a model is bound to
    those that it was trained with.

    Parameters
    ----------
    settings : how it was trained.
    types : of the entities.
    domain : the corpus whose way of annotating is followed.
    lexicon : of the training data.
    likeness : of words to names.
    chain : gives the labels.
    """

    KIND: ClassVar[str] = "entities"

    def __init__(
        self,
        settings: EntitySettings,
        types: Iterable[str],
        domain: str,
        lexicon: Lexicon,
        likeness: Likeness,
        chain: LinearChain,
    ) -> None:
        self.settings, self.types, self.domain = settings, tuple(types), domain
        self.lexicon, self.likeness, self.chain = lexicon, likeness, chain

    @classmethod
    def train(
        cls,
        documents: Iterable[Document],
        settings: EntitySettings | None = None,
        vectors: Vectors | None = None,
        report: Report | None = None,
    ) -> "NameFinder":
        """Learned from documents with gold entities, of whatever types these have.

        Where the documents come from several corpora (`meta["corpus"]`), names are found as the first one has them.
        With `vectors`, the likeness of words to names is learned from these instead of the smaller shipped ones.
        """
        from namesakes.syntax.entities.training import train

        return train(list(documents), settings or EntitySettings(), vectors, report)

    def __call__(self, document: Document) -> Document:
        """The document with its named entities."""
        part = SurfaceTokens.of(document)
        tags = part.column(document, "xpos") if "xpos" in document.columns else None
        tokens = entity_tokens(part, tags, self.lexicon, self.likeness, self.domain)
        labels = np.zeros(len(part.places), dtype=np.int32)
        for first, end in sentence_batches(part.edges):
            here = slice(int(part.edges[first]), int(part.edges[end]))
            labels[here] = self.chain.lattice(tokens.between(first, end)).best()
        found = entity_spans(part, labels, self.chain.names)
        return document.replace(entity_table=with_people(document, with_particles(document, found)))

    def save(self, folder: Path) -> None:
        """Write the model."""
        arrays = grouped(lexicon=self.lexicon.arrays(), chain=self.chain.arrays())
        arrays["likeness"] = self.likeness.levels
        settings: dict[str, Any] = {"training": asdict(self.settings), "types": list(self.types), "domain": self.domain}
        save_model(folder, Model(self.KIND, settings, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> Self:
        """The name finder whose model is in a folder."""
        model = load_model(folder, cls.KIND)
        settings = fill(EntitySettings, model.settings["training"], place=f"{folder}/model.json")
        types, likeness = model.settings["types"], Likeness(model.arrays["likeness"])
        if len(likeness.levels) != len(WordVectors.shipped()):
            raise ModelError(f"{folder}: this model was made with another table of words.\nTrain it again.")
        chain = empty_chain(types, settings)
        chain.fill(model.group("chain"))
        return cls(settings, types, model.settings["domain"], Lexicon(**model.group("lexicon")), likeness, chain)

    @classmethod
    def shipped(cls) -> Self:
        """The English name finder (PER, ORG and LOC) that comes with the package."""
        return cls.load(files("namesakes") / "models" / "en-entities")


def empty_chain(types: Iterable[str], settings: EntitySettings) -> LinearChain:
    """A chain of the first order that knows nothing but which labels may follow each other."""
    names = label_names(list(types))
    chain = LinearChain(names, entity_templates(len(names) // 4), settings.bits, order=1, levels=LEVELS)
    chain.pairs = possible_scores(names)
    return chain
