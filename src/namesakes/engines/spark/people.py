"""People in Spark: the blocks of a parcel become people, a row for each chain."""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import pyarrow

from namesakes.engines.spark.rows import profile_of
from namesakes.identities.linker import LinkedBlock
from namesakes.pipeline.linking import BlockLinker
from namesakes.profiles.names import chain_name
from namesakes.profiles.profile import Profile
from namesakes.store.ids import slugify
from namesakes.store.person_summary import PersonSummary
from namesakes.store.records import ChainKey, Identity, Membership

CHAINS: Final = (
    "document string, chain int, called string, mentions int, strength double, task int, first_document string, "
    "first_chain int, name string, kind string, others array<struct<document: string, chain: int, strength: double>>, "
    "slug string, size int, person struct<description: string, names: string, documents: int, mentions: int, "
    "strength: double>"
)
"""Chains with their people, who go by their first chain; what is known of a person stands at that chain only."""
FOUND: Final = "block bigint, found string"
"""The people of a block as JSON."""

Grouped = Callable[[pyarrow.Table], pyarrow.Table]


def people_of(linker: BlockLinker, starts: Sequence[tuple[str, int]], schema: pyarrow.Schema) -> Grouped:
    """What finds the people of a parcel of blocks: the work of one task."""

    def people(parcel: pyarrow.Table) -> pyarrow.Table:
        rows: list[dict[str, Any]] = []
        for profiles in _blocks(parcel).values():
            profiles.sort(key=lambda one: (one.document, one.chain))
            found = linker(profiles, [], [])
            task = bisect_right(starts, (profiles[0].document, profiles[0].chain)) - 1
            rows += _chain_rows(profiles, found, task)
        return pyarrow.Table.from_pylist(rows, schema)

    return people


def found_of(linker: BlockLinker) -> Grouped:
    """What finds the people of blocks that a store has sent, with its corrections: the work of one task."""

    def found(parcel: pyarrow.Table) -> pyarrow.Table:
        rows = []
        for row in parcel.sort_by("block").to_pylist():
            profiles = [profile_of(each) for each in row["profiles"]]
            must, cannot = ([(pair[0], pair[1]) for pair in json.loads(row[name])] for name in ("must", "cannot"))
            rows.append((row["block"], json.dumps(asdict(linker(profiles, must, cannot)))))
        return pyarrow.table({"block": [each for each, _ in rows], "found": [each for _, each in rows]})

    return found


def found_in(text: str) -> LinkedBlock:
    """The people of a block, of the JSON that `found_of` gave."""
    plain = json.loads(text)
    others = [[(person, near) for person, near in row] for row in plain.pop("alternatives")]
    return LinkedBlock(**plain, alternatives=others)


def _blocks(parcel: pyarrow.Table) -> dict[str, list[Profile]]:
    """The profiles of each block of a parcel."""
    found: dict[str, list[Profile]] = {}
    for block, text in zip(parcel.column("block").to_pylist(), parcel.column("profile").to_pylist(), strict=True):
        found.setdefault(block, []).append(profile_of(text))
    return found


def _chain_rows(profiles: Sequence[Profile], found: LinkedBlock, task: int) -> Iterator[dict[str, Any]]:
    members: list[list[int]] = [[] for _ in found.names]
    for place, label in enumerate(found.labels):
        members[label].append(place)
    firsts = [profiles[places[0]] for places in members]
    for place, (profile, label) in enumerate(zip(profiles, found.labels, strict=True)):
        own = {"document": firsts[label].document, "chain": firsts[label].chain}
        row = {
            "document": profile.document,
            "chain": profile.chain,
            "called": chain_name(profile),
            "mentions": profile.mentions,
            "strength": found.strengths[place],
            "task": task,
            "first_document": own["document"],
            "first_chain": own["chain"],
            "name": found.names[label],
            "kind": found.kinds[label],
            "others": [
                {"document": firsts[other].document, "chain": firsts[other].chain, "strength": near}
                for other, near in found.alternatives[place]
            ],
        }
        if members[label][0] == place:
            strengths = [found.strengths[each] for each in members[label]]
            row["slug"], row["size"] = slugify(found.names[label]), len(members[label])
            row["person"] = _summary(found.names[label], [profiles[each] for each in members[label]], strengths)
        yield row


def _summary(name: str, profiles: Sequence[Profile], strengths: Iterable[float]) -> Mapping[str, Any]:
    """What the documents of a person say together."""
    rows = zip(profiles, strengths, strict=True)
    members = [Membership(ChainKey(profile.document, profile.chain), "", strength) for profile, strength in rows]
    members.sort(key=lambda one: (-one.strength, one.chain))
    person = PersonSummary(Identity("", name), members)
    person.add_profiles(profiles)
    return {
        "description": person.description,
        "names": json.dumps(person.all_names, ensure_ascii=False),
        "documents": len(person.documents),
        "mentions": person.mentions,
        "strength": person.strength,
    }
