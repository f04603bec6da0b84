"""Corrections over the API: what they would do, doing it, taking it back, and the log."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from namesakes.errors import DataError, UsageError
from namesakes.pipeline import correcting as of_mentions
from namesakes.pipeline.pipeline import Pipeline
from namesakes.server.live_store import LiveStore
from namesakes.server.mention_places import moves, place_of, whose
from namesakes.server.people import version
from namesakes.server.problems import ProblemError
from namesakes.server.schemas import NewCorrection
from namesakes.store import correct
from namesakes.store.bindings import sleeping
from namesakes.store.person_summary import person_summary
from namesakes.store.records import OF_MENTIONS, Correction
from namesakes.store.store import Store

SHOWN: Final = 12
"""Mentions of a correction that are told of."""
_ROLES: Final = ("mention", "with", "rest")


class _Rehearsed(Exception):  # noqa: N818 (not an error)
    """Ends the transaction of a correction that is only tried, so that nothing of it stays."""


def make(live: LiveStore, new: NewCorrection, who: str, pipeline: Callable[[], Pipeline]) -> dict[str, Any]:
    """Make a correction, or only say what it would do; a 409 where somebody has changed since he was looked at."""

    def change(store: Store) -> Correction:
        _unchanged(store, new.seen)
        if new.what in OF_MENTIONS:
            found = [place_of(store, each) for each in new.mentions]
            return of_mentions.said(store, new.what, found, new.person, new.people, who=who, pipeline=pipeline())
        if new.what == "same":
            return correct.same(store, new.person, new.other, who=who)
        if new.what == "different":
            return correct.different(store, new.person, new.other, who=who)
        if new.what == "rename":
            return correct.rename(store, new.person, new.value, who=who)
        return correct.not_a_person(store, new.person, who=who)

    if new.what not in OF_MENTIONS and not new.person:
        raise ProblemError(422, "this correction names no person", "Name one by the id: person")
    if new.what in OF_MENTIONS and not new.mentions:
        raise ProblemError(422, "this correction names no mention", "Name it by document, start and end: mentions")
    if len({each.document for each in new.mentions}) > 1:
        raise ProblemError(409, "these mentions are in two documents", "Say of two people that they are the same.")
    document = new.mentions[0].document if new.what in OF_MENTIONS else ""
    return _done(live, change, {new.person, new.other} - {""}, document, rehearse=new.rehearse)


def take_back(live: LiveStore, number: int, pipeline: Callable[[], Pipeline], *, rehearse: bool) -> dict[str, Any]:
    """Take a correction back, or only say what that would do."""

    def change(store: Store) -> Correction:
        return of_mentions.undo(store, number, pipeline=pipeline())

    known = next((one for one in live.view().store.corrections.all() if one.id == number), None)
    return _done(live, change, set(), known.document if known else "", rehearse=rehearse)


def log(store: Store) -> list[dict[str, Any]]:
    """All corrections, the newest first."""
    asleep = sleeping(store)
    return [_row(one, asleep.get(one.id, "")) for one in reversed(store.corrections.all(undone=True))]


def _done(
    live: LiveStore, change: Callable[[Store], Correction], ids: set[str], document: str, *, rehearse: bool
) -> dict[str, Any]:
    """What a change has done, or would do: the correction, what happens to whom, and who is there afterwards."""
    found: dict[str, Any] = {}

    def run(store: Store) -> None:
        before, homes = len(store.events.all()), whose(store, document)
        try:
            with store.transaction():
                made = change(store)
                events = store.events.all()[before:]
                moved = moves(homes, whose(store, document))
                theirs = {id for each in moved for id in (each["before_person"], each["after_person"]) if id}
                touched = ids | theirs | set(made.names)
                touched |= {id for each in events for id in (each.source, each.target) if id}
                found.update(mentions=moved[:SHOWN], moved=len(moved))
                found.update(correction=_row(made), events=[_event(asdict(each)) for each in events], done=not rehearse)
                found["people"] = [_after(store, id) for id in sorted(touched) if store.identities.get(id) is not None]
                found["gone"] = [id for id in sorted(ids | theirs) if _is_gone(store, id)]
                if rehearse:
                    raise _Rehearsed
        except _Rehearsed:
            pass

    try:
        live.write(run)
    except DataError as error:
        status = 404 if "there is no " in error.found else 409
        raise ProblemError(status, error.found, _advice(error.advice)) from error
    except UsageError as error:
        raise ProblemError(422, "this correction cannot be understood", str(error)) from error
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


def _row(one: Correction, asleep: str = "") -> dict[str, Any]:
    return {
        "id": one.id,
        "what": one.what,
        "names": list(one.names),
        "value": one.value,
        "who": one.who,
        "time": one.time,
        "undone": one.undone,
        "mentions": [
            {"role": each.role, "document": each.document, "start": each.start, "end": each.end, "text": each.exact}
            for each in sorted(one.anchors, key=lambda each: (_ROLES.index(each.role), each.start))[:SHOWN]
        ],
        "count": sum(each.role == "mention" for each in one.anchors),
        "asleep": asleep,
    }


def _event(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: plain[name] for name in ("time", "what", "source", "target", "chains", "why")}


def _advice(advice: str) -> str:
    """What to do here, where the command would be called elsewhere."""
    if "namesakes show" in advice:
        return ""
    return advice.replace(" first: namesakes correct undo ", " first, in Corrections: number ")
