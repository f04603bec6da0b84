"""Ids: they follow the chains, whatever order these come in, and change only by events."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.store.ids import Assignment, Cluster, assign_ids, slugify
from namesakes.store.records import ChainKey
from tests.store.made import key

Partition = list[list[ChainKey]]
NAMES = ("Mark Johnson", "Ann Lee")


@st.composite
def partitions(draw: st.DrawFn) -> Partition:
    """Some of twelve chains in groups."""
    labels = draw(st.lists(st.integers(-1, 5), min_size=12, max_size=12))
    groups: dict[int, list[ChainKey]] = {}
    for place, label in enumerate(labels):
        if label >= 0:
            groups.setdefault(label, []).append(key(f"d{place:02}", place % 2))
    return list(groups.values())


def clusters(groups: Partition) -> list[Cluster]:
    return [Cluster(NAMES[len(group) % 2], tuple(group)) for group in groups]


def assigned(groups: Partition, before: tuple[Partition, Assignment] | None = None) -> Assignment:
    if before is None:
        return assign_ids({}, clusters(groups), ages={})
    old_groups, old = before
    return assign_ids(ids_of(old_groups, old), clusters(groups), ages={id: place for place, id in enumerate(old.ids)})


def ids_of(groups: Partition, made: Assignment) -> dict[ChainKey, str]:
    return {chain: id for group, id in zip(groups, made.ids, strict=True) for chain in group}


@given(partitions(), partitions())
def test_ids_change_only_by_recorded_events(before: Partition, after: Partition) -> None:
    old = assigned(before)
    new = assigned(after, (before, old))
    was, now = ids_of(before, old), ids_of(after, new)
    assert len(set(new.ids)) == len(after)
    changes = Counter((was[chain], now[chain]) for chain in was.keys() & now.keys() if was[chain] != now[chain])
    told = {(event.source, event.target): event.chains for event in new.events if event.what != "gone"}
    assert told == dict(changes)
    for event in new.events:
        assert (event.what == "split") == (event.source in new.ids)
    lost = {id for id in old.ids if id not in new.ids}
    assert lost == {event.source for event in new.events if event.what in ("merge", "gone")}


@given(partitions(), partitions(), st.randoms(use_true_random=False))
def test_the_order_of_clusters_and_chains_does_not_matter(before: Partition, after: Partition, random) -> None:
    old = assigned(before)
    shuffled = [random.sample(group, len(group)) for group in after]
    random.shuffle(shuffled)
    one, other = assigned(after, (before, old)), assigned(shuffled, (before, old))
    assert ids_of(after, one) == ids_of(shuffled, other)
    assert one.events == other.events


@given(partitions(), partitions())
def test_a_second_run_changes_nothing(before: Partition, after: Partition) -> None:
    first = assigned(after, (before, assigned(before)))
    again = assigned(after, (after, first))
    assert again.ids == first.ids
    assert again.events == ()


@given(partitions(), partitions())
def test_no_claim_is_passed_over(before: Partition, after: Partition) -> None:
    """A cluster whose id is not the best claim lost that claim to a cluster with at least as many chains of it."""
    old = assigned(before)
    new = assigned(after, (before, old))
    was = ids_of(before, old)
    claims = [Counter(was[chain] for chain in group if chain in was) for group in after]
    for claim, id in zip(claims, new.ids, strict=True):
        for other, shared in claim.items():
            if shared > claim[id]:
                assert claims[new.ids.index(other)][other] >= shared


def test_the_larger_part_keeps_the_id_and_the_older_id_wins() -> None:
    a, b, c = (key(name) for name in "abc")
    ages = {"lee-1": 1, "lee-2": 2}
    split = assign_ids({a: "lee-1", b: "lee-1", c: "lee-1"}, [Cluster("Lee", (a,)), Cluster("Lee", (b, c))], ages=ages)
    assert split.ids == ("lee-3", "lee-1")
    assert [(event.what, event.source, event.target) for event in split.events] == [
        ("split", "lee-1", "lee-3"),
        ("gone", "lee-2", ""),
    ]
    merged = assign_ids({a: "lee-2", b: "lee-1"}, [Cluster("Lee", (a, b))], ages=ages, why="told so")
    assert merged.ids == ("lee-1",)
    (event,) = merged.events
    assert (event.what, event.source, event.target, event.chains, event.why) == (
        "merge",
        "lee-2",
        "lee-1",
        1,
        "told so",
    )


def test_new_ids_go_to_the_largest_first_and_are_never_used_twice() -> None:
    groups = [Cluster("Lee", (key("a"),)), Cluster("Lee", (key("b"), key("c")))]
    assert assign_ids({}, groups, ages={}).ids == ("lee-2", "lee-1")
    assert assign_ids({}, groups, ages={}, numbers={"lee": 7}).ids == ("lee-9", "lee-8")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Mark Johnson", "mark-johnson"),
        ("Müller-Lüdenscheidt, Dr.", "muller-ludenscheidt-dr"),
        ("Зоя Космодемьянская", "zoya-kosmodemyanskaya"),
        ("'); DROP TABLE people;--", "drop-table-people"),
        ("../../etc/passwd", "etc-passwd"),
        ("…", "nameless"),
        ("", "nameless"),
        ("a" * 200, "a" * 60),
    ],
)
def test_slugs(name: str, expected: str) -> None:
    assert slugify(name) == expected
