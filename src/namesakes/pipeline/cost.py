"""Cost: what is said of a document or a block that takes unusually long, before it is worked on; counts, not clocks."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from namesakes.errors import CostWarning
from namesakes.text.document import Document

NAMES: Final = 5_000
"""From so many names of two words and more on a document is unusual: a novel has some hundreds."""
CHARACTERS: Final = 3_000_000
"""From so many characters on a document is unusual: the longest novels have as many."""
CHAINS: Final = 1_000
"""From so many chains on a block is unusual: only corrections and settings make one of more than 500."""
_SHORTEST: Final = 4
"""The characters of the shortest name of two words, with the space after it."""


def remarked(documents: Iterable[Document]) -> Iterator[Document]:
    """The documents; a warning comes before each one that takes unusually long."""
    for document in documents:
        remark_document(document)
        yield document


def remark_document(document: Document, key: str = "") -> None:
    """Warn where a document takes unusually long; `key` is what it is called where it has another id."""
    names, characters = name_count(document.text), len(document.text)
    if names >= NAMES or characters >= CHARACTERS:
        found = f"document {key or document.key} has about {names:,} names in {characters:,} characters"
        advice = "which takes unusually long; coref and resolve have --max-seconds to bound it"
        warnings.warn(f"{found}, {advice}", CostWarning, stacklevel=3)


def name_count(text: str) -> int:
    """About how many names a text has: its different runs of words with a capital; 0 for one too short for many."""
    if len(text) < NAMES * _SHORTEST:
        return 0
    found: set[tuple[str, ...]] = set()
    run: list[str] = []
    for word in (*text.split(), ""):
        capital, ends = word[:1].isupper(), not word[-1:].isalnum()
        if capital:
            run.append(word.rstrip(".,;:!?"))
        if not capital or ends:
            if len(run) > 1:
                found.add(tuple(run))
            run = []
    return len(found)


def remark_blocks(blocks: Iterable[Sequence[int]]) -> None:
    """Warn of blocks that take unusually long, each the places of its chains."""
    large = sorted((len(block) for block in blocks if len(block) >= CHAINS), reverse=True)
    if large:
        pairs = sum(size * (size - 1) // 2 for size in large)
        found = f"{len(large)} block{'s' * (len(large) > 1)} of up to {large[0]:,} chains: {pairs:,} pairs are compared"
        advice = "which takes unusually long; corrections or the setting 'block' made them so large"
        warnings.warn(f"{found}, {advice}", CostWarning, stacklevel=3)
