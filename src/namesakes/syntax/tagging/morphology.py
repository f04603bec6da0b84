"""Morphology enough for coreference: number, gender, person, case, definiteness and the kind of pronoun."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from namesakes.syntax.tagging.string_table import Row
from namesakes.text.document import Document
from namesakes.text.strings import Strings

Key = tuple[str, str, str]
"""A word, its `upos` and its `xpos`."""


class Morphology:
    """Adds the column `feats`: what a word was mostly seen with under its tags, or else what its tags mostly have.

    Parameters
    ----------
    words : the features of (word in small letters, upos, xpos), where they are not those of the tags.
    tags : the features of (upos, xpos), and of (upos, "") for tags that were not seen together.
    """

    def __init__(self, words: dict[Key, str], tags: dict[tuple[str, str], str]) -> None:
        self.words, self.tags, self._known = words, tags, Known(self.feats)

    @classmethod
    def train(cls, documents: Iterable[Document]) -> "Morphology | None":
        """The morphology of documents with `feats`; None where none has them."""
        seen: defaultdict[Key, Counter[str]] = defaultdict(Counter)
        for document in documents:
            for (word, upos, xpos), feats in zip(token_keys(document), document.columns.get("feats", ()), strict=False):
                seen[word.lower(), upos, xpos][feats] += 1
        if not any(feats for counts in seen.values() for feats in counts):
            return None
        tags: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for (_, upos, xpos), counts in seen.items():
            tags[upos, xpos] += counts
            tags[upos, ""] += counts
        usual = {key: most_frequent(counts) for key, counts in tags.items()}
        best = {key: most_frequent(counts) for key, counts in seen.items()}
        return cls({key: feats for key, feats in best.items() if feats != usual[key[1:]]}, usual)

    def column(self, keys: Sequence[Key]) -> Strings:
        """The features of words with these tags, one a row."""
        return self._known.column(keys)

    def feats(self, word: str, upos: str, xpos: str = "") -> str:
        """The features of a word with these tags, or nothing."""
        found = self.words.get((word.lower(), upos, xpos))
        if found is None:
            found = self.tags.get((upos, xpos), self.tags.get((upos, ""), ""))
        return found

    def rows(self) -> tuple[list[Row], list[Row]]:
        """The two tables as rows of strings, for a model's file."""
        words: list[Row] = [(*key, feats) for key, feats in sorted(self.words.items())]
        return words, [(*tags, feats) for tags, feats in sorted(self.tags.items())]

    @classmethod
    def from_rows(cls, words: Sequence[Row], tags: Sequence[Row]) -> "Morphology":
        """The morphology whose `rows` these are."""
        return cls(
            {(word, upos, xpos): feats for word, upos, xpos, feats in words},
            {(upos, xpos): feats for upos, xpos, feats in tags},
        )


def token_keys(document: Document) -> list[Key]:
    """Each token's word, `upos` and `xpos`; nothing stands for a column that the document has not."""
    nothing = [""] * len(document.starts)
    upos, xpos = (document.columns.get(name, nothing) for name in ("upos", "xpos"))
    return list(zip(document.words, upos, xpos, strict=True))


class Known:
    """What is known of words with their tags, kept from document to document; it depends on these alone.

    Where too much would be kept, all is forgotten.
    """

    def __init__(self, value: Callable[[str, str, str], str], most: int = 1 << 16) -> None:
        self.value, self.most = value, most
        self.values: dict[Key, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Known, (self.value, self.most)

    def column(self, keys: Sequence[Key]) -> Strings:
        """The value of each key; each distinct key is asked for once."""
        if len(self.values) > self.most:
            self.values = {}
        values = self.values
        for key in set(keys).difference(values):
            values[key] = self.value(*key)
        return Strings(map(values.__getitem__, keys))


def most_frequent(counts: Counter[str]) -> str:
    """The most frequent string, and of equally frequent ones the first of the alphabet."""
    return min(counts, key=lambda each: (-counts[each], each))
