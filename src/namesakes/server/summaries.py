"""People as lists show them, of those that were asked for lately: whoever types sees the same ones again and again."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any, Final

from namesakes.store.neighbours import Likeness, Told, alike, told_apart
from namesakes.store.person_summary import PersonSummary, person_summaries
from namesakes.store.store import Store

MOST: Final = 10_000
"""How many people are kept; each takes about a kilobyte and a half."""
_NAMES: Final = 8
_ALIKE: Final = 3
"""Of somebody in a list, with whom they may be one, at most."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A person as lists show them, but for what tells them apart, and what there is to tell."""

    row: dict[str, Any]
    told: Told

    @property
    def id(self) -> str:
        """The id of the person."""
        return str(self.row["id"])

    def shown(self, apart: str) -> dict[str, Any]:
        """The row of a list."""
        return {**self.row, "apart": apart}


def listed_row(one: PersonSummary, like: Sequence[Likeness]) -> dict[str, Any]:
    """A person as lists show them; what tells them apart is still to come."""
    identity = one.identity
    return {
        "id": identity.id,
        "name": identity.name,
        "kind": identity.kind,
        "hidden": identity.hidden,
        "description": one.description,
        "apart": "",
        "names": one.all_names[:_NAMES],
        "documents": len(one.documents),
        "mentions": one.mentions,
        "strength": round(one.strength, 4) if len(one.members) > 1 else None,
        "years": one.span,
        "alike": [
            {"id": each.other, "name": each.name, "likeness": round(each.likeness, 4), "document": each.document}
            for each in like
        ],
    }


class Summaries:
    """The people of a store as it is now, as lists show them.

    Parameters
    ----------
    store : the store; once it has changed this is of no use.
    most : how many are kept, those that were asked for last.
    """

    def __init__(self, store: Store, most: int = MOST) -> None:
        self.store, self.most = store, most
        self._known: OrderedDict[str, Listed] = OrderedDict()
        self._lock = Lock()

    def of(self, ids: Sequence[str]) -> list[Listed]:
        """Those of these people who are there, in the order of the ids."""
        found: dict[str, Listed] = {}
        with self._lock:
            for id in ids:
                if id in self._known:
                    self._known.move_to_end(id)
                    found[id] = self._known[id]
        missing = [id for id in ids if id not in found]
        if missing:
            like = alike(self.store, missing, self._told)
            made = person_summaries(self.store, hidden=True, ids=missing)
            new = {
                one.identity.id: Listed(listed_row(one, like.get(one.identity.id, [])[:_ALIKE]), Told.of(one))
                for one in made
            }
            found |= new
            self._keep(new)
        return [found[id] for id in ids if id in found]

    @cached_property
    def _told(self) -> set[frozenset[str]]:
        """The pairs of people whom corrections tell apart."""
        return told_apart(self.store)

    def _keep(self, new: dict[str, Listed]) -> None:
        with self._lock:
            self._known.update(new)
            while len(self._known) > self.most:
                self._known.popitem(last=False)
