"""Summaries of people that were asked for lately: whoever types sees the same people again and again."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final

from namesakes.store.neighbours import Likeness, alike
from namesakes.store.person_summary import PersonSummary, person_summaries
from namesakes.store.store import Store

MOST: Final = 2_000
"""How many people are kept."""
Known = tuple[PersonSummary, list[Likeness]]


class Summaries:
    """The summaries of the people of a store as it is now, and whom they may be one with.

    Parameters
    ----------
    store : the store; once it has changed this is of no use.
    most : how many are kept, those that were asked for last.
    """

    def __init__(self, store: Store, most: int = MOST) -> None:
        self.store, self.most = store, most
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._lock = Lock()

    def of(self, ids: Sequence[str]) -> list[Known]:
        """Those of these people who are there, in the order of the ids."""
        found: dict[str, Known] = {}
        with self._lock:
            for id in ids:
                if id in self._known:
                    self._known.move_to_end(id)
                    found[id] = self._known[id]
        missing = [id for id in ids if id not in found]
        if missing:
            like = alike(self.store, missing)
            made = person_summaries(self.store, hidden=True, ids=missing)
            found |= {one.identity.id: (one, like.get(one.identity.id, [])) for one in made}
            self._keep({id: found[id] for id in missing if id in found})
        return [found[id] for id in ids if id in found]

    def _keep(self, new: dict[str, Known]) -> None:
        with self._lock:
            self._known.update(new)
            while len(self._known) > self.most:
                self._known.popitem(last=False)
