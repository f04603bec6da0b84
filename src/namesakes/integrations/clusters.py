"""Clusters of other programs: what Splink, dedupe or a person have found of records becomes corrections of a store.

The records are those of the table `records` (`namesakes export --table records`), a chain each; a table of clusters
says of each record, by its `unique_id`, in which cluster it is. Chains of one cluster are one person from then on, in
every later run; where wanted, chains of different clusters are different people, too.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from namesakes.errors import DataError
from namesakes.formats.text_file import TextFile
from namesakes.store import correct
from namesakes.store.export.tables import record_id
from namesakes.store.records import ChainKey
from namesakes.store.store import Store

_IDS: Final = ("unique_id", "record_id", "id")
_CLUSTERS: Final = ("cluster_id", "cluster id", "cluster", "clusterid")


@dataclass(frozen=True)
class Applied:
    """What clusters changed.

    Parameters
    ----------
    same : how many times two people were made one.
    different : how many times chains were taken out of a person.
    unknown : ids that no chain of a person has.
    """

    same: int
    different: int
    unknown: tuple[str, ...]


def read_clusters(path: str | Path, encoding: str | None = None) -> dict[str, str]:
    """The cluster of each record, by its id, from a CSV with a header; other columns do not matter."""
    source = TextFile(path, encoding)
    rows = csv.reader(source.text().splitlines(keepends=True), strict=True)
    try:
        header = [cell.strip().lstrip("\ufeff").casefold() for cell in next(rows, [])]
        record, cluster = _column(header, _IDS), _column(header, _CLUSTERS)
        found = {row[record]: row[cluster] for row in rows if len(row) > max(record, cluster) and row[cluster].strip()}
    except (DataError, csv.Error) as error:
        known = error if isinstance(error, DataError) else DataError(f"this is not a table: {error}")
        raise known.at(source.name, rows.line_num or 1) from error
    if not found:
        raise DataError("this table has no rows with a cluster", path=source.name)
    return found


def _column(header: Sequence[str], names: Sequence[str]) -> int:
    for name in names:
        if name in header:
            return header.index(name)
    said = f"this table has no column {names[0]}; it has {', '.join(filter(None, header)) or 'none'}"
    raise DataError(said, "Write the clusters with the ids of the records: unique_id, cluster_id.")


def clusters_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The cluster of each record from rows, such as `frame.to_dict("records")` gives of Splink's clusters."""
    return {str(row["unique_id"]): str(row["cluster_id"]) for row in rows}


def apply_clusters(store: Store, clusters: Mapping[str, str], *, apart: bool = False, who: str = "") -> Applied:
    """Make corrections of clusters, all of them or none.

    Parameters
    ----------
    clusters : the cluster of each record, by its id.
    apart : whether chains of one person that are of different clusters are taken apart, too.
    """
    known = {record_id(*key): key for key in _chains(store)}
    found = {known[id]: cluster for id, cluster in clusters.items() if id in known}
    groups: dict[str, list[ChainKey]] = defaultdict(list)
    for key, cluster in found.items():
        groups[cluster].append(key)
    with store.transaction():
        different = _taken_apart(store, found, who) if apart else 0
        same = sum(_joined(store, keys, who) for keys in groups.values())
    return Applied(same, different, tuple(sorted(set(clusters) - set(known))))


def _chains(store: Store) -> Iterable[ChainKey]:
    for identity in store.identities.all(hidden=False):
        yield from (one.chain for one in store.memberships.of_identity(identity))


def _taken_apart(store: Store, clusters: Mapping[ChainKey, str], who: str) -> int:
    """How many times chains were taken out of a person who is mostly of another cluster."""
    count = 0
    for id in sorted(set(store.memberships.homes(list(clusters)).values())):
        members = [one.chain for one in store.memberships.of_identity(id) if one.chain in clusters]
        sizes = Counter(clusters[key] for key in members)
        stays = min(sizes, key=lambda cluster: (-sizes[cluster], cluster))
        leaving = sorted({(clusters[key], key.document) for key in members if clusters[key] != stays})
        for cluster, document in leaving:
            own = [key for key in members if key.document == document and clusters[key] == cluster]
            correct.take_out(store, id, own, who=who)
            count += 1
    return count


def _joined(store: Store, keys: Sequence[ChainKey], who: str) -> int:
    """How many times two people were made one, so that these chains are one's."""
    homes = store.memberships.homes(keys)
    ids = list(dict.fromkeys(homes[key] for key in keys if key in homes))
    for other in ids[1:]:
        correct.same(store, store.memberships.homes(keys[:1])[keys[0]], other, who=who)
    return max(len(ids) - 1, 0)
