"""The dialog of a review: what each key does, beside and below each other."""

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from namesakes.store.records import Membership
from namesakes.store.review_session import ReviewSession
from namesakes.store.review_sides import Question
from namesakes.store.store import Store, open_store
from namesakes.view.review_dialog import KEYS, ReviewDialog
from tests.store.made import document, fact, key, write_people


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "people.db") as store:
        facts = (fact("occupation", "nurse"), fact("employer", "York Hospital"))
        store.documents.write([document(id, "Ann Lee", facts=facts) for id in "abc"])
        one, two = write_people(store, {"Ann Lee": [key("a")], "A. Lee": [key("b"), key("c")]}, b_0=0.99, c_0=0.98)
        store.write_identities([], [Membership(key("a"), one, 0.6), Membership(key("a"), two, 0.45, 1)])
        yield store


class Pressed:
    """Keys that are pressed at these times, and then no more."""

    def __init__(self, times: Iterable[str]) -> None:
        self.times = iter(times)

    def read(self) -> str:
        key = next(self.times, None)
        if key is None:
            raise EOFError
        return key

    def drop(self) -> None:
        pass


def talked(store: Store, keys: str, width: int = 120, **more: int) -> str:
    """What is shown while these keys are pressed, and then no more."""
    shown = StringIO()
    session = ReviewSession(store, who="ann", **more)
    ReviewDialog(session, Console(file=shown, width=width), Pressed(keys), lambda question: ["because"]).run()
    return shown.getvalue()


def test_a_question(store: Store) -> None:
    shown = talked(store, "q")
    assert "Is Ann Lee in a the same as A. Lee (a-lee-1)?" in shown
    assert "now apart; 45% that a speaks of a-lee-1" in shown
    assert shown.count("question") == 1
    assert "[Ann Lee]." in shown


def test_both_sides_are_beside_each_other_where_there_is_room(store: Store) -> None:
    def line(shown: str) -> str:
        return next(line for line in shown.splitlines() if line.startswith("Ann Lee  ann-lee-1"))

    assert "A. Lee  a-lee-1, 2 documents" in line(talked(store, "q", 100))
    assert "A. Lee" not in line(talked(store, "q", 99))
    assert all(len(line) <= 40 for line in talked(store, "?wq", 40).splitlines())


def test_an_answer_leads_to_the_next_question(store: Store) -> None:
    shown = talked(store, "dq")
    assert "different (1)" in shown
    assert "question 2" in shown
    assert "1 answer kept: 1 different." in shown
    assert [one.who for one in store.corrections.all()] == ["ann"]


def test_other_keys(store: Store) -> None:
    shown = talked(store, "?wxq")
    assert all(f"  {key}  {name}" in shown for key, (name, _) in KEYS.items())
    assert "  because" in shown
    assert "There is no such key" in shown
    assert "kept" not in shown


def test_undo(store: Store) -> None:
    shown = talked(store, "suq")
    assert "taken back: 1 same ann-lee-1 a-lee-1 by ann" in shown
    assert shown.count("question 1") == 2
    assert "2 answers kept: 1 different, 1 skipped." in talked(store, "dkq")
    shown = talked(store, "uu", again=True)
    assert shown.count("Press u again") == 1
    shown = talked(store, "uxuuquuq", again=True)
    assert shown.count("Press u again") == 2
    assert shown.count("taken back") == 1
    assert store.corrections.all() == []
    assert "There is no answer to take back." in talked(store, "uq")


def test_several_keys_at_once_and_arrows(store: Store) -> None:
    shown = StringIO()
    session = ReviewSession(store)
    ReviewDialog(session, Console(file=shown, width=80), Pressed(["\x1b[A", "kk", "q"]), lambda question: []).run()
    assert "There is no such key" in shown.getvalue()
    assert session.answered == {"unsure": 1}  # the second was pressed before its question was shown


def test_the_end(store: Store) -> None:
    assert "That was all you asked for." in talked(store, "kuq", most=1)
    assert store.corrections.all() == []
    assert "Nothing else is in doubt." in talked(store, "kkkkkkq")
    assert talked(store, "").strip() == "Nothing else is in doubt."


def test_what_cannot_be_recorded_is_said_and_asked_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.errors import StoreBusyError

    def busy(self: ReviewSession, said: str) -> None:
        raise StoreBusyError("another process is working on this store.")

    monkeypatch.setattr(ReviewSession, "answer", busy)
    shown = talked(store, "sq")
    assert "another process" in shown
    assert shown.count("question") == 1


def test_nothing_steers_the_terminal(store: Store) -> None:
    from namesakes.view.review_screen import asked

    doubt = ReviewSession(store).question()
    assert isinstance(doubt, Question)
    assert "\x1b" not in asked(doubt)
