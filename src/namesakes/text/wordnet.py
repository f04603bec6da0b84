"""WordNet: the noun synsets of an installed WordNet 3, with what lies above them and how often they were tagged."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from namesakes.errors import DataError


@dataclass(frozen=True)
class Synset:
    """Words of one meaning.

    Parameters
    ----------
    senses : their keys.
    above : the offsets of the synsets above it.
    count : how often they were tagged with this meaning.
    topic : the number of the lexicographer's file: 18 has people, 05 animals.
    gloss : what it means, in words.
    instance : whether it is one single person, place or thing.
    """

    senses: tuple[str, ...]
    above: tuple[str, ...]
    count: int
    topic: str
    gloss: str
    instance: bool


def read_synsets(folder: Path) -> dict[str, Synset]:
    """The noun synsets by their offsets, from `data.noun` and `cntlist.rev`."""
    counts = {key: int(count) for key, _, count in (line.split() for line in _lines(folder / "cntlist.rev"))}
    found = {}
    for line in _lines(folder / "data.noun"):
        if line.startswith(" "):  # the licence at the head of the file
            continue
        data, _, gloss = line.partition(" | ")
        fields = data.split()
        words = int(fields[3], 16)
        senses = tuple(
            f"{fields[4 + 2 * word].lower()}%1:{fields[1]}:{int(fields[5 + 2 * word], 16):02d}" for word in range(words)
        )
        first = 5 + 2 * words
        pointers = [fields[place : place + 3] for place in range(first, first + 4 * int(fields[first - 1]), 4)]
        above = tuple(offset for symbol, offset, kind in pointers if symbol == "@" and kind == "n")
        instance = any(symbol == "@i" for symbol, _, _ in pointers)
        times = sum(counts.get(f"{sense}::", 0) for sense in senses)
        found[fields[0]] = Synset(senses, above, times, fields[1], gloss.strip(), instance)
    return found


def read_index(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Each lemma, with spaces between its words, and the offsets of its synsets, the most frequent first."""
    for line in _lines(folder / "index.noun"):
        if not line.startswith(" "):
            fields = line.split()
            yield fields[0].replace("_", " ").replace("-", " "), fields[6 + int(fields[3]) :]


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as stream:
            yield from stream
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        advice = "Give the folder with data.noun, index.noun and cntlist.rev of WordNet 3.0 (Debian: wordnet-base)."
        raise DataError(f"this file of WordNet cannot be read ({why})", advice, path=path) from error
