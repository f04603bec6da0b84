"""The tagger: parts of speech by a second-order linear chain with rich features of unknown words."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from namesakes.arrays import Float64Array, Int32Array
from namesakes.config import fill
from namesakes.errors import UsageError
from namesakes.learning.linear_chain import Lattice, LinearChain, Tokens, leads, sentence_batches
from namesakes.learning.linear_chain_training import LinearChainSettings
from namesakes.learning.model import Model, grouped, load_model, save_model
from namesakes.syntax.tagging.features import WORDS, SurfaceTokens, token_columns
from namesakes.syntax.tagging.lexicon import Lexicon, found
from namesakes.syntax.tagging.universal import Universal
from namesakes.syntax.tagging.window_network import NetworkSettings, WindowNetwork
from namesakes.syntax.tagging.word_forms import folded, normal_form
from namesakes.text.document import Document
from namesakes.text.strings import Strings

Report = Callable[[str], None]


@dataclass(frozen=True)
class TaggerSettings:
    """How a tagger is trained.

    Parameters
    ----------
    chain, universal : the training of the corpus's own tags (`xpos`), and of the universal ones given those.
    known, classed, frequent : from how many occurrences on a word is a feature of its own, has an ambiguity class, and
        takes only the tags that it was seen with.
    hidden : word dropout: a word seen n times in training is hidden, and so learned as an unknown one, in
        `hidden / (hidden + n)` of all cases.
    network : of the window network whose scores are added to those of the first chain; without it there is none. It
        needs the table of English words.
    patience : early stopping: with development documents, how many rounds without a better score end the training.
    seed : of everything random.
    """

    chain: LinearChainSettings = field(default_factory=LinearChainSettings)
    universal: LinearChainSettings = field(default_factory=lambda: LinearChainSettings(bits=18, rounds=6))
    known: int = 2
    classed: int = 4
    frequent: int = 10
    hidden: float = 0.5
    network: NetworkSettings | None = None
    patience: int = 3
    seed: int = 0


class Tagger:
    """Tags documents with `xpos` and `upos`.

    One second-order chain gives the corpus's own tags (`xpos`); a second, small one gives the universal tags from those
    and the words. Where the training data has only one of the two columns, there is only the first chain, for that one.
    A tagger with a window network loads the shipped `WordVectors`.

    Parameters
    ----------
    settings : how it was trained.
    column : what the first chain's labels are: `xpos`, or `upos`.
    lexicon : of the training data.
    chain : gives that column.
    universal : gives `upos` where `chain` does not.
    network : adds to the scores of the chain's labels.
    """

    KIND: ClassVar[str] = "tagger"

    def __init__(
        self,
        settings: TaggerSettings,
        column: str,
        lexicon: Lexicon,
        chain: LinearChain,
        universal: Universal | None = None,
        network: WindowNetwork | None = None,
    ) -> None:
        self.settings, self.column, self.lexicon = settings, column, lexicon
        self.chain, self.universal, self.network = chain, universal, network

    @classmethod
    def train(
        cls,
        documents: Iterable[Document],
        settings: TaggerSettings | None = None,
        dev: Iterable[Document] | None = None,
        report: Report | None = None,
    ) -> "Tagger":
        """A tagger trained on documents with gold tags; with `dev`, the best of its rounds on those documents."""
        from namesakes.syntax.tagging.training import train

        return train(list(documents), settings or TaggerSettings(), None if dev is None else list(dev), report)

    def __call__(self, document: Document) -> Document:
        """The document with the columns `xpos` and `upos`, or the one of them that the training data had."""
        return self.tag(document)

    def tag(self, document: Document, penalties: Float64Array | None = None) -> Document:
        """The document with its tags.

        `penalties`, one row a token and one column for each of `tags`, are added to the scores of the first chain's
        tags: a negative one makes a tag less likely. They choose among the tags that pruning leaves, and pruning does
        not look at them, so that the same tags compete whatever the penalties are.
        """
        part = SurfaceTokens.of(document)
        if penalties is not None and penalties.shape != (len(document.starts), len(self.tags)):
            found, wanted = penalties.shape, (len(document.starts), len(self.tags))
            raise UsageError(f"the penalties have the shape {found}, and {wanted} (tokens, tags) is needed.")
        tokens = self.tokens(part)
        own, universal = np.zeros((2, len(part.places)), dtype=np.int32)
        for first, end in sentence_batches(part.edges):
            here = slice(int(part.edges[first]), int(part.edges[end]))
            some, seen = part.between(first, end), tokens.between(first, end)
            added = None if penalties is None else penalties[some.places]
            own[here] = self.part_lattice(some, seen).best(added)
            if self.universal is not None:
                tags = Strings.from_indices(self.tags, own[here])
                universal[here] = self.universal.tags(seen, tags).indices
        columns = {self.column: Strings.from_indices(self.tags, own)}
        if self.universal is not None:
            columns["upos"] = Strings.from_indices(self.universal.chain.names, universal)
        return document.with_columns(**{name: part.spread(document, name, rows) for name, rows in columns.items()})

    def with_tags(self, document: Document, chosen: Int32Array) -> Document:
        """The document with these of `tags`, one a token that is in the text, and the universal tags given them."""
        part = SurfaceTokens.of(document)
        rows = Strings.from_indices(self.tags, chosen)
        columns = {self.column: rows}
        if self.universal is not None:
            columns["upos"] = self.universal.tags(self.tokens(part), rows)
        return document.with_columns(**{name: part.spread(document, name, rows) for name, rows in columns.items()})

    def knows(self, word: str) -> bool:
        """Whether the training data had the word."""
        return bool(found(self.lexicon.lowers, folded([normal_form(word)]))[0][0])

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the first chain, in the order of the columns of penalties."""
        return self.chain.names

    def lattice(self, document: Document) -> Lattice:
        """The tags that compete at each token that is in the text, with their scores."""
        part = SurfaceTokens.of(document)
        return self.part_lattice(part, self.tokens(part))

    def part_lattice(self, part: SurfaceTokens, tokens: Tokens) -> Lattice:
        """The tags that compete, with the chain's scores and, where these leave a doubt, the network's added."""
        if self.network is None:
            return self.chain.lattice(tokens)
        scores = self.chain.scores(tokens)
        doubtful = leads(tokens.offsets, scores) < self.network.settings.doubt
        if doubtful.any():
            seen = self.network.inputs(part.words, tokens.columns, part.edges)
            added = self.network.scores(seen, np.flatnonzero(doubtful))
            widths = np.diff(tokens.offsets)
            places = np.flatnonzero(np.repeat(doubtful, widths))
            rows = np.repeat(np.arange(len(added)), widths[doubtful])
            scores[places] += self.network.settings.weight * added[rows, tokens.labels[places]]
        return self.chain.lattice(tokens, scores)

    def tokens(self, part: SurfaceTokens) -> Tokens:
        """The tokens of a document as the first chain sees them."""
        columns, offsets, labels = token_columns(part.words, part.edges, self.lexicon)
        return Tokens(columns, part.edges, offsets, labels)

    def save(self, folder: Path) -> None:
        """Write the model, its weights in 8 bits."""
        arrays = grouped(lexicon=self.lexicon.arrays(), chain=self.chain.arrays())
        settings: dict[str, Any] = {"training": asdict(self.settings), "column": self.column, "tags": list(self.tags)}
        if self.universal is not None:
            settings["universal"] = list(self.universal.chain.names)
            arrays |= grouped(universal=self.universal.arrays())
        if self.network is not None:
            arrays |= grouped(network=self.network.arrays())
        save_model(folder, Model(self.KIND, settings, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> Self:
        """The tagger whose model is in a folder."""
        model = load_model(folder, cls.KIND)
        settings = fill(TaggerSettings, model.settings["training"], place=f"{folder}/model.json")
        chain = LinearChain(model.settings["tags"], WORDS, settings.chain.bits, most=settings.chain.most)
        chain.fill(model.group("chain"))
        universal = None
        if "universal" in model.settings:
            universal = Universal.build(model.settings["universal"], settings.universal)
            universal.fill(model.group("universal"))
        lexicon = Lexicon(**model.group("lexicon"))
        network = None
        if settings.network is not None:
            network = WindowNetwork(settings.network, len(chain.names))
            network.fill(model.group("network"))
        return cls(settings, model.settings["column"], lexicon, chain, universal, network)

    @classmethod
    def shipped(cls) -> Self:
        """The English tagger that comes with the package."""
        return cls.load(files("namesakes") / "models" / "en-tagger")
