"""Counts of the pronouns that names and nouns go with (Bergsma & Lin 2006): reading them as phrases."""

import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

import numpy as np

from namesakes.arrays import BoolArray, Int64Array
from namesakes.errors import DataError
from namesakes.mentions.gender_features import Phrases

GAP = "!"
"""Stands for any words before or after: `john !`, `! smith`."""

MEMBER = "en/gender/data.txt"
"""How the name of the counts ends in an archive."""

_ADVICE = "A line has a phrase, a tab, and the counts of he, she, it and they."


@dataclass(frozen=True)
class Counts:
    """Phrases in small letters, as tuples of words, and how often each goes with he, she, it and they.

    Parameters
    ----------
    nouns : which of them are nouns alone and no names; by default none.
    """

    phrases: list[tuple[str, ...]]
    counts: Int64Array
    nouns: BoolArray | None = None

    def __len__(self) -> int:
        return len(self.phrases)

    def select(self, keep: BoolArray) -> "Counts":
        """Only the phrases where `keep` is true."""
        nouns = None if self.nouns is None else self.nouns[keep]
        return Counts([self.phrases[row] for row in np.flatnonzero(keep).tolist()], self.counts[keep], nouns)

    @property
    def names(self) -> BoolArray:
        """Which of them may be names."""
        return np.ones(len(self), dtype=np.bool_) if self.nouns is None else ~self.nouns

    def single(self) -> dict[str, Int64Array]:
        """The counts of the phrases that are one word."""
        return {phrase[0]: row for phrase, row in zip(self.phrases, self.counts, strict=True) if len(phrase) == 1}


def read_counts(path: Path, least: int = 1) -> Counts:
    """The phrases counted at least so often, from a text file or from an archive (`.tar.gz`) that holds one."""
    phrases, counts = [], []
    with _opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            phrase, _, columns = line.rstrip("\n").partition("\t")
            try:
                row = [int(value) for value in columns.split()]
            except ValueError:
                row = []
            if len(row) != 4 or not phrase.strip():
                raise DataError(f"not a phrase and four counts: {line[:60]!r}", _ADVICE, path=path, line=number)
            words = phrase.replace("#", "0").split()
            if sum(row) >= least and _usable(words):
                phrases.append(tuple(words))
                counts.append(row)
    if not phrases:
        raise DataError(f"no phrase here is counted {least} times or more", _ADVICE, path=path)
    return Counts(phrases, np.array(counts, dtype=np.int64))


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """The lines of the file, or of the member of the archive that has the counts."""
    if not path.exists():
        raise DataError("there is no such file", "Give the counts' text file, or the archive they are in.", path=path)
    if not tarfile.is_tarfile(path):
        with path.open(encoding="utf-8", errors="replace") as lines:
            yield lines
        return
    with tarfile.open(path) as archive:
        names = [name for name in archive.getnames() if name.endswith(MEMBER)]
        member = archive.extractfile(names[0]) if names else None
        if member is None:
            raise DataError(f"nothing in this archive ends in {MEMBER}", path=path)
        with TextIOWrapper(member, encoding="utf-8", errors="replace") as lines:
            yield lines


def _usable(words: list[str]) -> bool:
    """Whether the words are a phrase with at most one gap, at one of its ends."""
    gaps = words.count(GAP)
    return gaps == 0 or (gaps == 1 and len(words) == 2)


def phrases_of(texts: Iterable[tuple[str, ...]], kind: int) -> Phrases:
    """The phrases as names or as nouns, in small letters; of nouns the last word is the head."""
    words: list[str] = []
    first, end, opens, closes = [], [], [], []
    for text in texts:
        opens.append(text[0] != GAP)
        closes.append(text[-1] != GAP)
        first.append(len(words))
        words += [word for word in text if word != GAP]
        end.append(len(words))
    count = len(first)
    none = np.full(count, -1, dtype=np.intp)
    ends = np.array(end, dtype=np.intp)
    return Phrases(
        words=words,
        kind=np.full(count, kind, dtype=np.uint8),
        first=np.array(first, dtype=np.intp),
        end=ends,
        head=ends - 1,
        before=none,
        after=none,
        opens=np.array(opens, dtype=np.bool_),
        closes=np.array(closes, dtype=np.bool_),
        entity=np.zeros(count, dtype=np.uint32),
        plural=np.zeros(count, dtype=np.uint8),
        cased=False,
    )
