"""A review as it goes on: one question after the other, each answer in the store at once, answers taken back."""

from collections import Counter, deque
from typing import Final

from namesakes.errors import UsageError
from namesakes.store import correct
from namesakes.store.records import Correction, Membership
from namesakes.store.review import THRESHOLD, Doubt, doubts, settled
from namesakes.store.review_sides import Question, question
from namesakes.store.store import Store

ANSWERS: Final = ("same", "different", "unsure")
"""What can be said to a question; "unsure" is asked no more, and binds nobody."""
_AT_A_TIME: Final = 50
"""Decisions that are looked for at a time; a review has as many of these as somebody answers."""


class ReviewSession:
    """The least certain decisions of a store, to be answered one by one.

    What is answered is a correction in the store, made while nobody else works on it. The next session, of whomever,
    goes on with what is left.

    Parameters
    ----------
    store : the store, opened for writing.
    who : who answers.
    most : how many questions there are at most; None for all there are.
    threshold, default : where decisions are made, as in `doubts`.
    again : ask what somebody was unsure of, too.
    wait : seconds to wait for a run that works on the store.
    """

    def __init__(
        self,
        store: Store,
        *,
        who: str = "",
        most: int | None = None,
        threshold: float | None = None,
        default: float = THRESHOLD,
        again: bool = False,
        wait: float = 10.0,
    ) -> None:
        self.store, self.who, self.most, self.again, self.wait = store, who, most, again, wait
        self._at, self._default = threshold, default
        self._waiting: deque[Doubt] = deque()
        self._done: list[tuple[Doubt, Correction]] = []
        self._before: dict[int, list[Membership]] = {}

    @property
    def answered(self) -> Counter[str]:
        """How often each answer was given, without those taken back."""
        return Counter(made.what for _, made in self._done)

    def question(self) -> Question | None:
        """The least certain decision that is not settled; None where there is none left, or it was enough."""
        doubt = self._current()
        return None if doubt is None else question(self.store, doubt)

    def answer(self, said: str) -> Correction:
        """Record an answer to the question; it holds at once."""
        if said not in ANSWERS:
            raise UsageError(f"'{said}' is no answer.\nAnswers: {', '.join(ANSWERS)}.")
        doubt = self._current()
        if doubt is None:
            raise UsageError("there is no question left to answer.")
        with self.store.lock(self.wait):
            before = self._memberships(doubt)
            made = self._record(doubt, said)
        self._before[made.id] = before
        self._waiting.popleft()
        self._done.append((doubt, made))
        return made

    def undo(self) -> Correction | None:
        """Take the last answer of this session back, and ask again; None where there is none."""
        if not self._done:
            return None
        doubt, made = self._done[-1]
        with self.store.lock(self.wait), self.store.transaction():
            undone = correct.undo(self.store, made.id)
            self._restore(self._before.pop(made.id))
        self._done.pop()
        self._waiting.appendleft(doubt)
        return undone

    def before(self) -> Correction | None:
        """The last answer of an earlier session that holds, of whomever; `undo_before` takes it back."""
        known = {made.id for _, made in self._done}
        held = [one for one in self.store.corrections.all() if one.what in ANSWERS and one.id not in known]
        return held[-1] if held else None

    def undo_before(self) -> Correction | None:
        """Take the last answer of an earlier session back; what it settled may be asked again."""
        last = self.before()
        if last is None:
            return None
        with self.store.lock(self.wait):
            undone = correct.undo(self.store, last.id)
        self._waiting.clear()
        return undone

    def _memberships(self, doubt: Doubt) -> list[Membership]:
        """Where the chains of both sides are, and where they might be instead."""
        ids = [one for one in (doubt.identity, doubt.other) if one]
        chains = {one.chain for one in self.store.memberships.of_identities(ids)}
        documents = sorted({chain.document for chain in chains})
        return [one for id in documents for one in self.store.memberships.of_document(id) if one.chain in chains]

    def _restore(self, before: list[Membership]) -> None:
        """Let chains that are back where they were also be nearly where they nearly were."""
        now = self.store.memberships.homes(one.chain for one in before)
        there = self.store.identities.of(sorted({one.identity for one in before}))
        homes = {one.chain: one.identity for one in before if not one.rank}
        if homes == now:
            self.store.write_identities([], [one for one in before if one.identity in there])

    def _record(self, doubt: Doubt, said: str) -> Correction:
        store, id, chain = self.store, doubt.identity, doubt.chain
        if said == "unsure":
            return correct.unsure(store, id, chain, doubt.other, who=self.who)
        if doubt.joined:
            if said == "same":
                return correct.confirm(store, id, chain, who=self.who)
            return correct.take_out(store, id, [chain], who=self.who)
        change = correct.same if said == "same" else correct.different
        return change(store, id, doubt.other, who=self.who)

    def _current(self) -> Doubt | None:
        """The first decision that waits and is still open; where none waits, they are looked for anew."""
        if self.most is not None and len(self._done) >= self.most:
            return None
        while self._waiting or self._look():
            if self._open(self._waiting[0]):
                return self._waiting[0]
            self._waiting.popleft()
        return None

    def _look(self) -> bool:
        """Look for the least certain decisions that were not asked in this session; whether there are any."""
        asked = {(doubt.chain, doubt.other) for doubt, _ in self._done}
        limit = _AT_A_TIME + len(asked)
        found = doubts(self.store, limit=limit, threshold=self._at, default=self._default, skipped=self.again)
        self._waiting.extend(each for each in found if (each.chain, each.other) not in asked and self._open(each))
        return bool(self._waiting)

    def _open(self, doubt: Doubt) -> bool:
        """Whether a decision is still as it was found, and nobody has settled it."""
        home = self.store.memberships.homes([doubt.chain]).get(doubt.chain)
        people = self.store.identities.of([one for one in (doubt.identity, doubt.other) if one], hidden=False)
        if home != doubt.identity or len(people) != 1 + (not doubt.joined):
            return False
        if doubt.joined and len(self.store.memberships.of_identity(home)) == 1:
            return False
        return (doubt.chain, doubt.other or home) not in settled(self.store, skipped=self.again)
