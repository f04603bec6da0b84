"""Correcting a store: what users say about people is recorded, holds at once, and binds every later run.

A correction is about chains, not ids: it holds as long as one chain of each side is in the store, whatever becomes of
the identities. `namesakes.store.constraints` makes constraints for clusterers of it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from namesakes.errors import DataError
from namesakes.identities.clustering.constraints import ContradictionError
from namesakes.profiles.names import fullest_name
from namesakes.store.constraints import constraints_within, pairs_of
from namesakes.store.ids import Cluster, assign_ids
from namesakes.store.records import ChainKey, Correction, Event, Identity, Membership
from namesakes.store.store import Store


def same(store: Store, one: str, other: str, *, who: str = "") -> Correction:
    """Say that two identities are the same person; they are one from now on."""
    if one == other:
        raise DataError(f"'{one}' is one person already")
    left, right = _chains(store, one), _chains(store, other)
    with store.transaction():
        made = _record(store, Correction(0, "same", left, right, (one, other), who=who))
        _regroup(store, (one, other), [(*left, *right)], f"correction {made.id}: the same")
    return made


def different(store: Store, one: str, other: str, *, who: str = "") -> Correction:
    """Say that two identities are different people, or that a document speaks of another person than an identity.

    Parameters
    ----------
    one : the id of an identity.
    other : the id of another one, or of a document that is in `one`; what it says of `one` becomes somebody else.
    """
    inside = _chains(store, one)
    if other != one and store.identities.get(other) is not None:
        return _record(store, Correction(0, "different", inside, _chains(store, other), (one, other), who=who))
    out = [chain for chain in inside if chain.document == other]
    if not out:
        advice = f"See its documents with: namesakes show {one}"
        raise DataError(f"'{other}' is neither another identity nor a document of '{one}'", advice)
    if len(out) == len(inside):
        raise DataError(f"'{other}' is the only document of '{one}'; there is nobody to tell it from")
    return take_out(store, one, out, who=who)


def take_out(store: Store, id: str, chains: Sequence[ChainKey], *, who: str = "") -> Correction:
    """Say that some chains of one document, and not all of an identity, are of another person than the rest."""
    inside = _chains(store, id)
    out = tuple(chain for chain in inside if chain in chains)
    rest = tuple(chain for chain in inside if chain not in chains)
    with store.transaction():
        made = _record(store, Correction(0, "different", rest, out, (id, out[0].document), who=who))
        _regroup(store, (id,), [rest, out], f"correction {made.id}: different")
    return made


def confirm(store: Store, id: str, chain: ChainKey, *, who: str = "") -> Correction:
    """Say that a chain is where it belongs: it and the surest of the others in its identity are one person."""
    rest = [one for one in _chains(store, id) if one != chain]
    if not rest:
        raise DataError(f"'{chain.document}' is the only document of '{id}'; there is nobody to confirm it with")
    return _record(store, Correction(0, "same", (rest[0],), (chain,), (id, chain.document), who=who))


def unsure(store: Store, id: str, chain: ChainKey, other: str = "", *, who: str = "") -> Correction:
    """Record that somebody looked whether a chain belongs in its identity, or in another one, and could not tell."""
    beside = [one for one in _chains(store, other or id) if one != chain]
    return store.corrections.add(
        Correction(0, "unsure", (chain,), tuple(beside[:1]), (id, other or chain.document), who=who)
    )


def rename(store: Store, id: str, name: str, *, who: str = "") -> Correction:
    """Give an identity another name; its id stays."""
    name = " ".join(name.split())
    if not name:
        raise DataError("a name needs at least one letter")
    correction = Correction(0, "rename", _chains(store, id), names=(id,), value=name, who=who)
    before = _identity(store, id).name
    return _record_label(
        store, correction, lambda number: Event("rename", id, why=f"correction {number}: {before} → {name}")
    )


def not_a_person(store: Store, id: str, *, who: str = "") -> Correction:
    """Say that an identity is not a person; it is hidden from now on."""
    correction = Correction(0, "not-a-person", _chains(store, id), names=(id,), who=who)
    return _record_label(store, correction, lambda number: Event("hide", id, why=f"correction {number}: not a person"))


def undo(store: Store, number: int) -> Correction:
    """Take a correction back; what it did to the identities is undone where they are still as it left them.

    Where they are not, no block counts as up to date, and the next run clusters all of them again.
    """
    with store.transaction():
        undone = store.corrections.undo(number)
        why = f"correction {number} taken back"
        if undone.what == "same":
            _undo_same(store, undone, why)
        elif undone.what == "different":
            _undo_different(store, undone, why)
        elif undone.what != "unsure":
            store.apply_labels()
            id = store.memberships.first_identity(undone.left) or undone.names[0]
            store.events.add([Event("show" if undone.what == "not-a-person" else "rename", id, why=why)])
    return undone


def _undo_same(store: Store, undone: Correction, why: str) -> None:
    """Split off the identity that was merged, with the chains it had."""
    if {chain.document for chain in undone.right} == {undone.names[1]}:
        return  # it confirmed what was so already; nothing was merged
    gone = [place for place, id in enumerate(undone.names) if store.identities.get(id) is None]
    if len(gone) != 1:
        store.blocks.clear()
        return
    whole, lost = undone.names[1 - gone[0]], undone.names[gone[0]]
    belonged = set((undone.left, undone.right)[gone[0]])
    inside = store.memberships.of_identity(whole)
    back = [replace(one, identity=lost) for one in inside if one.chain in belonged]
    if not back or len(back) == len(inside):
        store.blocks.clear()
        return
    identity = Identity(lost, _name(store, [one.chain for one in back]), _identity(store, whole).kind)
    store.write_identities([identity], back, [Event("split", whole, lost, len(back), why)])


def _undo_different(store: Store, undone: Correction, why: str) -> None:
    """Merge the chains that were split off back into their identity."""
    if {chain.document for chain in undone.right} != {undone.names[1]}:
        return  # the correction kept two identities apart; nothing was split
    ids = [store.memberships.first_identity(side) for side in (undone.left, undone.right)]
    if ids[0] is None or ids[1] is None or ids[0] == ids[1] or set(_chains(store, ids[1])) != set(undone.right):
        store.blocks.clear()
        return
    _regroup(store, (ids[0], ids[1]), [(*_chains(store, ids[0]), *undone.right)], why)


def _record_label(store: Store, correction: Correction, event: Callable[[int], Event]) -> Correction:
    """Record a correction that renames or hides an identity, and apply it."""
    with store.transaction():
        made = store.corrections.add(correction)
        store.apply_labels()
        store.events.add([event(made.id)])
    return made


def _record(store: Store, correction: Correction) -> Correction:
    """Record a correction; a `DataError` names the others where it contradicts them."""
    check_consistent(store.corrections.all(), correction, store.chains.keys())
    return store.corrections.add(correction)


def check_consistent(others: Sequence[Correction], new: Correction, chains: Sequence[ChainKey]) -> None:
    """A `DataError` where a correction contradicts others."""
    pairs = pairs_of([*others, new], chains)
    used = sorted({chain for each in pairs for pair in each for chain in pair})
    try:
        constraints_within(pairs, used).groups(len(used))
    except ContradictionError as error:
        way = {used[item] for item in error.way}
        against = [
            one for one in others if one.what not in ("rename", "not-a-person", "unsure") and _concerns(one, way)
        ]
        contradicted = "; ".join(f"{one.id} ({one.what} {' '.join(one.names)})" for one in against)
        advice = f"Take one back first: namesakes correct undo {against[-1].id}" if against else ""
        problem = f"this contradicts what was said before, in correction {contradicted}; nothing was changed"
        raise DataError(problem, advice) from error


def _concerns(correction: Correction, chains: set[ChainKey]) -> bool:
    """Whether both sides of a correction have some of these chains."""
    return not chains.isdisjoint(correction.left) and not chains.isdisjoint((*correction.right, *correction.against))


def _identity(store: Store, id: str) -> Identity:
    identity = store.identities.get(id)
    if identity is None:
        raise DataError(f"there is no identity '{id}'", "List those there are with: namesakes people")
    return identity


def _chains(store: Store, id: str) -> tuple[ChainKey, ...]:
    """The chains of an identity, the surest first."""
    _identity(store, id)
    return tuple(one.chain for one in store.memberships.of_identity(id))


def _regroup(store: Store, ids: Sequence[str], groups: Sequence[Sequence[ChainKey]], why: str) -> None:
    """Let the chains of some identities form these groups, with ids by `assign_ids`."""
    before = {one.chain: one for id in ids for one in store.memberships.of_identity(id)}
    known = [_identity(store, id) for id in ids]
    clusters = [Cluster(_name(store, group), tuple(group)) for group in groups]
    made = assign_ids(
        {chain: one.identity for chain, one in before.items()},
        clusters,
        ages={one.id: one.created for one in known},
        numbers=store.identities.numbers(),
        why=why,
    )
    identities = [Identity(id, one.name, known[0].kind) for id, one in zip(made.ids, clusters, strict=True)]
    lost = {event.source for event in made.events if event.what == "merge"}
    others = _alternatives(store, before)
    memberships = [
        each
        for id, one in zip(made.ids, clusters, strict=True)
        for chain in one.members
        for each in (
            Membership(chain, id, before[chain].strength),
            *(other for other in others.get(chain, ()) if other.identity not in lost | {id}),
        )
    ]
    store.write_identities(identities, memberships, made.events)


def _alternatives(store: Store, chains: Iterable[ChainKey]) -> dict[ChainKey, list[Membership]]:
    """The memberships that these chains might have instead."""
    wanted = set(chains)
    alternatives: dict[ChainKey, list[Membership]] = {}
    for document in sorted({chain.document for chain in wanted}):
        for each in store.memberships.of_document(document):
            if each.rank and each.chain in wanted:
                alternatives.setdefault(each.chain, []).append(each)
    return alternatives


def _name(store: Store, chains: Sequence[ChainKey]) -> str:
    """The name of some chains together."""
    return fullest_name(profile for _, profile in store.chains.profiles(keys=chains))
