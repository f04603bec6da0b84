"""Corrections over the API: what they would do, doing it, taking it back, and the log."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from namesakes.errors import DataError
from namesakes.server.live_store import LiveStore
from namesakes.server.people import version
from namesakes.server.problems import ProblemError
from namesakes.store import correct
from namesakes.store.person_summary import person_summary
from namesakes.store.records import CORRECTIONS, Correction
from namesakes.store.store import Store

LONGEST: Final = 200
"""Characters of a name, and of who says so."""


class _Rehearsed(Exception):  # noqa: N818 (not an error)
    """Ends the transaction of a correction that is only tried, so that nothing of it stays."""


def make(
    live: LiveStore,
    what: str,
    person: str,
    other: str,
    value: str,
    who: str,
    seen: Mapping[str, str],
    *,
    rehearse: bool,
) -> dict[str, Any]:
    """Make a correction, or only say what it would do; a 409 where somebody has changed since he was looked at."""

    def change(store: Store) -> Correction:
        _unchanged(store, seen)
        if what == "same":
            return correct.same(store, person, other, who=who)
        if what == "different":
            return correct.different(store, person, other, who=who)
        if what == "rename":
            return correct.rename(store, person, value, who=who)
        return correct.not_a_person(store, person, who=who)

    if what not in CORRECTIONS:
        raise ProblemError(422, f"there is no correction '{what[:50]}'", f"Known: {', '.join(CORRECTIONS)}.")
    return _done(live, change, {person, other} - {""}, rehearse=rehearse)


def take_back(live: LiveStore, number: int, *, rehearse: bool) -> dict[str, Any]:
    """Take a correction back, or only say what that would do."""
    return _done(live, lambda store: correct.undo(store, number), set(), rehearse=rehearse)


def log(store: Store) -> list[dict[str, Any]]:
    """All corrections, the newest first."""
    return [_row(one) for one in reversed(store.corrections.all(undone=True))]


def _done(live: LiveStore, change: Callable[[Store], Correction], ids: set[str], *, rehearse: bool) -> dict[str, Any]:
    """What a change has done, or would do: the correction, what happens to whom, and who is there afterwards."""
    found: dict[str, Any] = {}

    def run(store: Store) -> None:
        before = len(store.events.all())
        try:
            with store.transaction():
                made = change(store)
                events = store.events.all()[before:]
                touched = ids | set(made.names) | {id for each in events for id in (each.source, each.target) if id}
                found.update(correction=_row(made), events=[_event(asdict(each)) for each in events], done=not rehearse)
                found["people"] = [_after(store, id) for id in sorted(touched) if store.identities.get(id) is not None]
                found["gone"] = [id for id in sorted(ids) if _is_gone(store, id)]
                if rehearse:
                    raise _Rehearsed
        except _Rehearsed:
            pass

    try:
        live.write(run)
    except DataError as error:
        status = 404 if "there is no " in error.found else 409
        raise ProblemError(status, error.found, _advice(error.advice)) from error
    return found


def _unchanged(store: Store, seen: Mapping[str, str]) -> None:
    """A 409 where somebody is not as he was when the one who corrects him looked."""
    for id, known in seen.items():
        identity = store.identities.get(id)
        if identity is None:
            raise ProblemError(
                409, f"'{id[:100]}' is no more", "Somebody has changed people meanwhile. Load the page again."
            )
        if version(person_summary(store, identity)) != known:
            raise ProblemError(
                409,
                f"'{id[:100]}' has changed since you looked",
                "Somebody has changed people meanwhile. Look again, and say it again.",
            )


def _is_gone(store: Store, id: str) -> bool:
    return store.identities.get(id) is None and store.documents.get(id) is None


def _after(store: Store, id: str) -> dict[str, Any]:
    identity = store.identities.get(id)
    assert identity is not None
    members = store.memberships.of_identity(id)
    documents = len({each.chain.document for each in members})
    return {"id": id, "name": identity.name, "documents": documents, "chains": len(members), "hidden": identity.hidden}


def _row(one: Correction) -> dict[str, Any]:
    return {
        "id": one.id,
        "what": one.what,
        "names": list(one.names),
        "value": one.value,
        "who": one.who,
        "time": one.time,
        "undone": one.undone,
    }


def _event(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: plain[name] for name in ("time", "what", "source", "target", "chains", "why")}


def _advice(advice: str) -> str:
    """What to do here, where the command would be called elsewhere."""
    return advice.replace("Take one back first: namesakes correct undo ", "Take one back first: correction ")
