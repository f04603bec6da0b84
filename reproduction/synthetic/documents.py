"""Made-up documents with chains, and responses that get some of them wrong: for benchmarks of any size."""

import numpy as np

from namesakes.config import generator
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions


def corpus(documents: int, tokens: int, mentions: int, entities: int, *, seed: int = 0) -> list[Document]:
    """Documents of so many tokens, mentions and entities each; mentions are one to three tokens and never overlap."""
    random = generator(seed, "synthetic corpus")
    return [_document(f"made_{number}", tokens, mentions, entities, random) for number in range(documents)]


def _document(name: str, tokens: int, mentions: int, entities: int, random: np.random.Generator) -> Document:
    words = [f"w{place % 997}" for place in range(tokens)]
    sentences = [words[place : place + 25] for place in range(0, tokens, 25)]
    starts = 3 * np.sort(random.choice(tokens // 3, size=mentions, replace=False))
    lengths = random.integers(1, 4, size=mentions)
    chains = random.integers(0, entities, size=mentions)
    parts = [[(int(start), int(start + length))] for start, length in zip(starts, lengths, strict=True)]
    return Document(id=name, mention_table=Mentions.build(parts, [str(chain) for chain in chains]), **joined(sentences))


def perturbed(documents: list[Document], *, moved: float = 0.2, missed: float = 0.1, seed: int = 0) -> list[Document]:
    """The documents with some mentions missing and some in another chain of their document."""
    random = generator(seed, "synthetic response")
    return [_perturbed(document, moved, missed, random) for document in documents]


def _perturbed(document: Document, moved: float, missed: float, random: np.random.Generator) -> Document:
    table = document.mention_table
    assert table is not None
    kept = np.flatnonzero(random.random(len(table)) >= missed)
    others = random.integers(0, len(table.chain_ids), size=len(table))
    chains = np.where(random.random(len(table)) < moved, others, table.chains)
    found = Mentions.build([table.parts(int(row)) for row in kept], [table.chain_ids[chains[row]] for row in kept])
    return document.replace(mention_table=found)
