"""Identities from end to end: rows of texts and names go in, the profiles of the bearers of each name come out."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from namesakes.errors import DataError
from namesakes.identities.rows import Namesakes, Row, grouped
from namesakes.pipeline.coreference import Coreference
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.profiles.extraction import query_profile
from namesakes.profiles.profile import Profile
from namesakes.text.document import Document
from namesakes.text.steps import Steps

QUERY: Final = "query_name"
PROFILE: Final = "profile"


@dataclass(frozen=True)
class QueryProfile:
    """From a text and a name to the profile of who bears it there, as one step of a pipeline."""

    coreference: Coreference = field(default_factory=lambda: load().coreference(singletons=True))

    def __call__(self, document: Document) -> Document:
        """A document with nothing but the profile."""
        found = query_profile(self.coreference(document), str(document.meta[QUERY]))
        return Document(id=document.id, meta={PROFILE: found.to_json()})


def namesakes_of(
    rows: Sequence[Row], *, jobs: int | None = 1, work: Path | None = None, pipeline: Pipeline | None = None
) -> list[Namesakes]:
    """The profiles of the bearers of each name.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    pipeline : the models that texts are read with.
    work : a file in which profiles are kept, so that a run that was stopped, or another one, goes on from there.
    """
    step = QueryProfile((pipeline or load()).coreference(singletons=True))
    kept = [] if work is None or not work.exists() else list(_kept(work, rows))
    documents = (Document(id=row.id, text=row.text, meta={QUERY: row.name}) for row in rows[len(kept) :])
    found: Iterator[Profile] = (
        Profile.from_json(done.meta[PROFILE]) for done in Steps([step]).run(documents, jobs=jobs)
    )
    if work is not None:
        found = _keeping(work, found, rows[len(kept) :])
    return grouped(rows, [*kept, *found])


def _kept(work: Path, rows: Sequence[Row]) -> Iterator[Profile]:
    """The profiles in the file, which are of the first rows; a last line that was not finished is cut off."""
    lines = work.read_bytes().split(b"\n")
    if lines[-1]:
        work.write_bytes(b"\n".join(lines[:-1]) + (b"\n" if len(lines) > 1 else b""))
    for number, line in enumerate(lines[:-1], start=1):
        try:
            found = json.loads(line)
            owner = (found["id"], found["name"])
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise DataError("this is no profile that was kept", "Delete the file.", path=work, line=number) from error
        if number > len(rows) or owner != (rows[number - 1].id, rows[number - 1].name):
            raise DataError("these profiles are of other rows", "Name another file.", path=work, line=number)
        yield Profile.from_json(found["profile"])


def _keeping(work: Path, profiles: Iterable[Profile], rows: Sequence[Row]) -> Iterator[Profile]:
    work.parent.mkdir(parents=True, exist_ok=True)
    with work.open("a", encoding="utf-8") as file:
        for profile, row in zip(profiles, rows, strict=True):
            line = {"id": row.id, "name": row.name, "profile": profile.to_json()}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            yield profile
