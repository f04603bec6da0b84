"""What the parts of the pipeline have in common."""

from pathlib import Path
from typing import Protocol, Self

from namesakes.text.document import Document


class Component(Protocol):
    """A trained part of the pipeline: it takes a document and gives it back with one more layer.

    A component is data (see `namesakes.learning.model`), does not depend on the order of documents, and gives the same
    result for the same document in every process.
    """

    def __call__(self, document: Document) -> Document:
        """The document with this component's layer."""
        ...

    def save(self, folder: Path) -> None:
        """Write the component's model into a folder."""
        ...

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The component whose model is in a folder."""
        ...
