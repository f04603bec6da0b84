"""Namesakes: who is who in your documents.

The names below are loaded when they are first used, so that `import namesakes` stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_PUBLIC = {
    "Constraints": "namesakes.chains.constraints",
    "Document": "namesakes.text.document",
    "Strings": "namesakes.text.strings",
    "Pipeline": "namesakes.pipeline.pipeline",
    "load": "namesakes.pipeline.pipeline",
    "read": "namesakes.formats",
    "read_one": "namesakes.formats",
    "write": "namesakes.formats",
    "cast": "namesakes.pipeline.casting",
    "coref": "namesakes.pipeline.pipeline",
    "resolve": "namesakes.pipeline.resolve",
    "resolved_text": "namesakes.chains.resolved_text",
    "score": "namesakes.metrics",
    "to_arrow": "namesakes.text.arrow",
    "to_frame": "namesakes.text.frames",
    "from_arrow": "namesakes.text.arrow",
    "NamesakesError": "namesakes.errors",
}

__all__ = [
    "Constraints",
    "Document",
    "NamesakesError",
    "Pipeline",
    "Strings",
    "cast",
    "coref",
    "from_arrow",
    "load",
    "read",
    "read_one",
    "resolve",
    "resolved_text",
    "score",
    "to_arrow",
    "to_frame",
    "write",
]

if TYPE_CHECKING:
    from namesakes.chains.constraints import Constraints
    from namesakes.chains.resolved_text import resolved_text
    from namesakes.errors import NamesakesError
    from namesakes.formats import read, read_one, write
    from namesakes.metrics import score
    from namesakes.pipeline.casting import cast
    from namesakes.pipeline.pipeline import Pipeline, coref, load
    from namesakes.pipeline.resolve import resolve
    from namesakes.text.arrow import from_arrow, to_arrow
    from namesakes.text.document import Document
    from namesakes.text.frames import to_frame
    from namesakes.text.strings import Strings


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'namesakes' has no attribute {name!r}; it offers {', '.join(__all__)}")
    value = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
