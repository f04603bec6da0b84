"""Identities from end to end: rows of texts and names go in, the profiles of the bearers of each name come out."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from namesakes.errors import DataError
from namesakes.identities.rows import QueryGroup, QueryRow, grouped_by_name
from namesakes.pipeline.coreference import Coreference
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.profiles.extraction import query_profile
from namesakes.profiles.profile import Profile
from namesakes.text.document import Document
from namesakes.text.steps import without_failures
from namesakes.workers import mapped, one_blas_thread


@dataclass(frozen=True)
class QueryProfiler:
    """From a text and a name to the profile of who bears it there."""

    coreference: Coreference

    def __call__(self, row: QueryRow) -> Profile:
        """The profile of whoever the text of a row calls by its name."""
        document = self.coreference(Document(id=row.id, text=row.text))
        with one_blas_thread(), self.coreference.parts.gender.activated():
            return query_profile(document, row.name, self.coreference.parts.vectors)


def query_groups(
    rows: Sequence[QueryRow],
    *,
    jobs: int | None = 1,
    work: Path | None = None,
    pipeline: Pipeline | None = None,
    corpus: str = "",
) -> list[QueryGroup]:
    """The profiles of the bearers of each name.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    pipeline : the models that texts are read with.
    corpus : what the rows are from, which the groups are to say.
    work : a file in which profiles are kept, so that a run that was stopped, or another one, goes on from there.
    """
    profiler = QueryProfiler((pipeline or load()).coreference(singletons=True))
    kept = [] if work is None or not work.exists() else list(_kept(work, rows))
    rest = rows[len(kept) :]
    found: Iterator[Profile] = without_failures(mapped(profiler, rest, jobs=jobs, name=_id), None)
    if work is not None:
        found = _keeping(work, found, rest)
    return grouped_by_name(rows, [*kept, *found], corpus)


def _id(row: QueryRow) -> str:
    return row.id


def _kept(work: Path, rows: Sequence[QueryRow]) -> Iterator[Profile]:
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


def _keeping(work: Path, profiles: Iterable[Profile], rows: Sequence[QueryRow]) -> Iterator[Profile]:
    work.parent.mkdir(parents=True, exist_ok=True)
    with work.open("a", encoding="utf-8") as file:
        for profile, row in zip(profiles, rows, strict=True):
            line = {"id": row.id, "name": row.name, "profile": profile.to_json()}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            yield profile
