"""Texts to resolve in any number: documents of a corpus with other family names, and short ones that are made up."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

import numpy as np

from reproduction.synthetic.names import law, made_families, made_givens, nicknames

_TITLES: Final = (
    "Mr|Mrs|Miss|Ms|Dr|Sir|Secretary|Ambassador|President|Senator|General|Minister|Colonel|Admiral|Professor"
)
_WORD: Final = re.compile(r"\b[A-Z][a-z]{2,}\b")
_OFTEN: Final = 0.1
"""The part of the occurrences of a family name that follow a title or a given name, at least."""
_FAMILIES: Final = 20_000
"""Family names that others are replaced by."""


def family_names(texts: Iterable[str], more: Iterable[str] = ()) -> set[str]:
    """The family names in texts: what often follows a title or a usual given name, and is never written small.

    `more` are names that are known to be there.
    """
    given = "|".join(sorted({*nicknames(), *(each for names in nicknames().values() for each in names)}))
    after = re.compile(rf"\b(?:(?:{_TITLES})\.?|{given})\s+(?:[A-Z]\.\s*)*([A-Z][a-z]{{2,}})\b")
    borne, written, small = Counter[str](), Counter[str](), set[str]()
    for text in texts:
        borne.update(after.findall(text))
        written.update(_WORD.findall(text))
        small.update(re.findall(r"\b[a-z]{3,}\b", text))
    often = {name for name, number in borne.items() if number >= _OFTEN * written[name]}
    return {name for name in {*often, *more} if _WORD.fullmatch(name) and name.lower() not in small}


def varied(text: str, families: set[str], copy: int) -> str:
    """The text where every family name is another one, the same in all texts of a copy; copy 0 is the text itself."""
    if not copy:
        return text
    return _WORD.sub(lambda found: _another(found[0], copy) if found[0] in families else found[0], text)


@cache
def _another(name: str, copy: int) -> str:
    code = int.from_bytes(blake2b(f"{copy} {name}".encode(), digest_size=8).digest())
    return made_families(_FAMILIES)[code % _FAMILIES]


def copied(rows: Sequence[Mapping[str, str]], count: int) -> Iterator[dict[str, str]]:
    """So many documents: an even sample of the rows where there are more, else copies with other family names."""
    if count <= len(rows):
        for place in range(count):
            row = rows[place * len(rows) // count]
            yield {"doc_id": f"{row['doc_id']}~{place}", "text": row["text"]}
        return
    families = family_names((row["text"] for row in rows), (row["query_name"].split()[-1] for row in rows))
    for place in range(count):
        copy, row = place // len(rows), rows[place % len(rows)]
        yield {"doc_id": f"{row['doc_id']}~{place}", "text": varied(row["text"], families, copy)}


_PEOPLE: Final = 1909
_GIVENS: Final = 60
_WORK: Final = ("linguist", "goalkeeper", "mayor", "nurse", "painter", "engineer", "judge", "historian", "chemist")
_TOWNS: Final = ("Leeds", "Dover", "Bristol", "Chester", "Durham", "Exeter", "Lincoln", "Norwich", "Oxford", "Ripon")
_DEEDS: Final = (
    "opened a bridge", "gave a lecture", "won a prize", "wrote a letter", "left for Paris", "met the press",
    "sold a house", "planted an oak", "missed a train", "praised the choir",
)  # fmt: skip


def made_up(count: int, seed: int = 0) -> Iterator[dict[str, str]]:
    """Short documents of three or four sentences about two people each; names are as skewed as in a census.

    A document is made of its number, the seed and how many there are. There is a person for every eight documents.
    """
    people = max(count // 8, 1)
    for number in range(count):
        random = np.random.default_rng((seed, number))
        one, other = (_person(int(each)) for each in random.integers(people, size=2))
        deed, more = random.choice(_DEEDS, 2, replace=False)
        text = (
            f"{one['given']} {one['family']}, a {one['work']} from {one['town']}, {deed} on Monday. "
            f"{one['family']} was there with {other['given']} {other['family']}, the {other['work']}. "
            f'"We have waited for this," the {one["work"]} said. {other["family"]} of {other["town"]} {more}.'
        )
        yield {"doc_id": f"{number:07}", "text": text}


def _person(number: int) -> Mapping[str, str]:
    """The person of this number."""
    random = np.random.default_rng((_PEOPLE, number))
    places = [int(np.searchsorted(law(count, 1.0), random.random())) for count in (_GIVENS, _FAMILIES)]
    names = {"given": made_givens(_GIVENS)[places[0]], "family": made_families(_FAMILIES)[places[1]]}
    return {**names, "work": str(random.choice(_WORK)), "town": str(random.choice(_TOWNS))}


def write_parts(rows: Iterable[Mapping[str, str]], folder: Path, parts: int) -> Path:
    """The rows in so many files of JSONL in a new folder."""
    folder.mkdir(parents=True)
    files = [folder.joinpath(f"part-{number:03}.jsonl").open("w", encoding="utf-8") for number in range(parts)]
    for place, row in enumerate(rows):
        files[place % parts].write(json.dumps(row, ensure_ascii=False) + "\n")
    for file in files:
        file.close()
    return folder
