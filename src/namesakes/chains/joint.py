"""A resolver whose templates look at what an encoder says, beside all else: one linear model over both.

`encoded` adds the scores of two models that were trained apart. Here the linear model is trained over the encoder's
scores, as classes (`features.opinions`), so that it learns what they are worth for which mentions, and every learner
and decoder works over them: latent trees, a beam with features of clusters, learned losses. Documents that the encoder
learned from it knows too well: what is said of those in training comes from encoders that have not seen them, as in
stacking (Wolpert 1992); see `training.encoder_folds`.
"""

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from namesakes.chains.encoded import EncodedResolver
from namesakes.chains.encoded_mentions import EncodedMentions, opinions_of
from namesakes.chains.features.opinions import Opinions
from namesakes.chains.resolver import Loaded, Resolver, read_resolver
from namesakes.encoder.files import BESIDE
from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.parts import shared
from namesakes.errors import ModelError
from namesakes.mentions.detection import with_heads
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document


class JointResolver(Resolver):
    """Puts the mentions that an encoder and the trees show into chains, by a linear model that looks at both.

    Parameters
    ----------
    encoder : the model that says what it makes of mentions and pairs; other parts of a pipeline share it.
    found : what the linear model is made of.
    """

    def __init__(self, encoder: EncoderModel, found: Loaded) -> None:
        super().__init__(*found)
        self.encoder, self.mentions = encoder, EncodedMentions(encoder)

    @classmethod
    def beside(cls, folder: Path, corpus: str = "") -> "JointResolver":
        """The resolver by the encoder in a folder and the model of chains beside it."""
        found = read_resolver(folder / BESIDE)
        if not found[0].features.encoder:
            raise ModelError(
                f"{folder / BESIDE}: this model of chains does not look at an encoder.\nTrain it with one."
            )
        return cls(shared(folder, corpus), found)

    def seen(self, document: Document, *, gold: bool = False, written: Sequence[Speech] = ()) -> Document:
        """The document with the mentions that chains are made of."""
        return with_heads(document if gold else self.mentions(document, written)[1])

    def opinions(self, seen: Document) -> Opinions:
        """What the encoder says of the mentions of a document."""
        return opinions_of(self.encoder, seen)


class EncoderChains:
    """What makes chains in a pipeline where an encoder stands for them."""

    @classmethod
    def load(cls, folder: Path | Traversable, *, corpus: str = "") -> Resolver:
        """The linear model over the encoder's scores where one is beside it, else both models' scores added."""
        place = Path(str(folder))
        if (place / BESIDE).is_dir():
            return JointResolver.beside(place, corpus)
        return EncodedResolver.load(place, corpus=corpus)
