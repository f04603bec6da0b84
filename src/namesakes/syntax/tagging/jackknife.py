"""Tags for training as they will be in use: predicted, each by a tagger that has not seen the document."""

from collections.abc import Sequence

from namesakes.syntax.tagging.tagger import Tagger, TaggerSettings
from namesakes.text.document import Document


def jackknifed(documents: Sequence[Document], folds: int, settings: TaggerSettings | None = None) -> list[Document]:
    """The documents with predicted tags: those of one fold in `folds` come from a tagger trained on the others.

    A parser trained on gold tags trusts tags too much.
    """
    result = list(documents)
    for fold in range(folds):
        tagger = Tagger.train([document for place, document in enumerate(documents) if place % folds != fold], settings)
        result[fold::folds] = [tagger(document) for document in documents[fold::folds]]
    return result
