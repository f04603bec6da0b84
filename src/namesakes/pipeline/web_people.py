"""Web people: who the pages about a name speak of, found and measured as the WePS campaigns did it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.errors import DataError
from namesakes.formats.weps import clustering
from namesakes.formats.writing import write
from namesakes.identities.linker import Linker
from namesakes.identities.model import IdentityModel
from namesakes.identities.web_pages import SearchedName, clusters, rank_of
from namesakes.metrics.pages import MEASURES, compare_clusters
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.query_profiles import query_groups

Answer = list[list[str]]
"""The ranks of the pages of each person that was found, the largest first."""


def found_people(
    names: Sequence[SearchedName],
    pipeline: Pipeline,
    model: IdentityModel,
    *,
    jobs: int | None = 1,
    work: Path | None = None,
) -> dict[str, Answer]:
    """For each name whose pages are of one person; pages of which nothing is known are alone."""
    rows = [row for name in names for row in name.rows()]
    ranks: dict[str, list[str]] = {}
    for row in rows:
        ranks.setdefault(row.name, []).append(row.id.rpartition("/")[2])
    groups = {group.name: group for group in query_groups(rows, jobs=jobs, work=work, pipeline=pipeline)}
    linker = Linker(model.with_statistics_of(profile for group in groups.values() for profile in group.profiles))
    found: dict[str, Answer] = {}
    for name in names:
        group = groups.get(name.name)
        sets = [] if group is None else linker.memberships(group.profiles).sets()
        found[name.key] = complete([[ranks[name.name][place] for place in each.tolist()] for each in sets], name)
    return found


def complete(answer: Answer, name: SearchedName) -> Answer:
    """The answer with each page of the name that it lacks alone."""
    inside = {rank for cluster in answer for rank in cluster}
    return [*sorted(answer, key=len, reverse=True), *([rank] for rank in name.pages if rank not in inside)]


def read_answers(folder: Path, names: Sequence[SearchedName]) -> dict[str, Answer]:
    """The clusterings of a folder, one a name, NAME.clust.xml."""
    found = {}
    for name in names:
        path = folder / f"{name.key}.clust.xml"
        if not path.is_file():
            raise DataError(f"there is no {path.name} here", "An answer has a file for each name.", path=folder)
        found[name.key] = complete([sorted(ranks) for ranks in clusters(path).values()], name)
    return found


def write_answers(folder: Path, names: Sequence[SearchedName], answers: Mapping[str, Answer]) -> None:
    """Write a clustering for each name into a folder, NAME.clust.xml."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        groups = {str(number): [rank_of(rank) for rank in each] for number, each in enumerate(answers[name.key])}
        write([clustering(name.name, groups)], folder / f"{name.key}.clust.xml", format="weps")


def measure(names: Sequence[SearchedName], answers: Mapping[str, Answer]) -> dict[str, Any]:
    """The official measures of answers, by name and the means over names, beside everybody alone and all together."""
    by_name = {name.key: _measured(name, answers[name.key]) for name in names}
    alone = [compare_clusters(list(name.clusters.values()), [[rank] for rank in name.pages]) for name in names]
    together = [compare_clusters(list(name.clusters.values()), [list(name.pages)]) for name in names]
    return {
        **{key: float(np.mean([each[key] for each in by_name.values()])) for key in MEASURES},
        "one_in_one": float(np.mean([each["f05"] for each in alone])),
        "all_in_one": float(np.mean([each["f05"] for each in together])),
        "names": len(names),
        "documents": sum(len(name.pages) for name in names),
        "by_name": by_name,
    }


def _measured(name: SearchedName, answer: Answer) -> dict[str, float]:
    counts = {"pages": float(len(name.pages)), "identities": float(len(name.clusters)), "clusters": float(len(answer))}
    return {**compare_clusters(list(name.clusters.values()), answer), **counts}
