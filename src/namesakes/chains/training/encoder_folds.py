"""What an encoder says of training documents: by encoders that have not learned from them.

An encoder is nearly always right about the documents that it learned from. A linear model that saw such scores would
trust them more than they deserve on a new text. So the training documents are dealt out into folds (`encoder.folds`),
and those of each fold are read by an encoder that was trained without it (`folds` and `left-out` of its settings).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from namesakes.chains.encoded_mentions import EncodedMentions, opinions_of
from namesakes.chains.features.opinions import Opinions
from namesakes.chains.preparation import prepared
from namesakes.encoder.folds import fold_of
from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.parts import EncodedNames, EncodedParser, EncodedTagger, shared
from namesakes.errors import ConfigError
from namesakes.mentions.detection import with_heads
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

OpinionSource = Callable[[Document], Opinions]
"""What says something of the mentions of a document."""


@dataclass(frozen=True)
class EncoderFolds:
    """Which encoders chains are learned with.

    Parameters
    ----------
    model : the folder of the encoder that is used afterwards, and on development documents; none for no encoder.
    folds : the folders of encoders that each left a fold out, in the order of folds. Without them the training
        documents are read by the encoder itself, which is right only where it has not learned from them.
    """

    model: str = ""
    folds: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.folds and not self.model:
            raise ConfigError("encoder: there are folds, but no model that is used afterwards.")
        if len(self.folds) == 1:
            raise ConfigError(
                "encoder: one fold leaves nobody to read the other documents; there must be two at least."
            )

    def whole(self, syntax: Syntax) -> "EncoderReader":
        """What reads documents that nothing was learned from."""
        return EncoderReader(shared(Path(self.model)), syntax)

    def of(self, document: Document, syntax: Syntax) -> "EncoderReader":
        """What reads a training document: the encoder that has not seen it."""
        place = self.folds[fold_of(document.id, len(self.folds))] if self.folds else self.model
        return EncoderReader(shared(Path(place)), syntax)

    def opinions(self, syntax: Syntax) -> OpinionSource | None:
        """What says something of training documents that have been seen; None without an encoder."""
        if not self.model:
            return None
        return lambda seen: self.of(seen, syntax).opinions(seen)


class EncoderReader:
    """Gives documents trees and mentions by an encoder, and says what it makes of their pairs.

    Parameters
    ----------
    encoder : the model. It takes the place of any other encoder in `syntax`.
    syntax : the components of a pipeline.
    """

    def __init__(self, encoder: EncoderModel, syntax: Syntax) -> None:
        self.encoder, self.syntax = encoder, _with_encoder(syntax, encoder)
        self.mentions = EncodedMentions(encoder)

    def seen(self, document: Document) -> Document:
        """The document with predicted syntax and the mentions that chains are made of."""
        return with_heads(self.mentions(prepared(document, "predicted", self.syntax))[1])

    def opinions(self, seen: Document) -> Opinions:
        """What the encoder says of the mentions of a document."""
        return opinions_of(self.encoder, seen)


def _with_encoder(syntax: Syntax, encoder: EncoderModel) -> Syntax:
    """The components with another encoder where one stands for them."""
    parts: dict[str, Any] = {name: getattr(syntax, name) for name in ("tagger", "parser", "entities")}
    for name, part in parts.items():
        if isinstance(part, EncodedTagger):
            parts[name] = EncodedTagger(encoder, part.transitions)
        elif isinstance(part, EncodedParser):
            parts[name] = EncodedParser(encoder, part.settings, part.linear)
        elif isinstance(part, EncodedNames):
            parts[name] = EncodedNames(encoder)
    return replace(syntax, **parts)
