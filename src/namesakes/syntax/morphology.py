"""Morphology enough for coreference: number, gender, person, case, definiteness and the kind of pronoun."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from namesakes.syntax.word_table import Row
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
        self.words, self.tags = words, tags

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

    def __call__(self, document: Document) -> Document:
        """The document, which has tags, with the column `feats`."""
        return document.with_columns(feats=by_key(document, self.feats))

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


def by_key(document: Document, value: Callable[[str, str, str], str]) -> Strings:
    """A column whose rows depend on each token's key only; each distinct key is asked for once."""
    known: dict[Key, str] = {}
    rows = []
    for key in token_keys(document):
        if key not in known:
            known[key] = value(*key)
        rows.append(known[key])
    return Strings(rows)


def most_frequent(counts: Counter[str]) -> str:
    """The most frequent string, and of equally frequent ones the first of the alphabet."""
    return min(counts, key=lambda each: (-counts[each], each))
