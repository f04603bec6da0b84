"""Corrections of mentions in a store: at once, in later runs, taken back, bound to the text, and never half."""

import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from namesakes.errors import DataError, UnknownNameError, UsageError
from namesakes.pipeline import correcting
from namesakes.pipeline.people import People
from namesakes.pipeline.resolve import resolve, resolve_into
from namesakes.store import correct
from namesakes.store.bindings import sleeping
from namesakes.store.check import check
from namesakes.store.export import export
from namesakes.store.export.chains import chained
from namesakes.store.export.constraints import constraint_rows
from namesakes.store.export.jsonl import load, records
from namesakes.store.export.pairs import training_pairs
from namesakes.store.export.rows import training_rows
from namesakes.store.records import Correction
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store
from tests.pipeline.killing import counted
from tests.pipeline.newsroom import TEXTS, content, newsroom

Act = Callable[[Store], Correction]


@pytest.fixture
def news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    newsroom(tmp_path / "news")
    return Path("news")


@pytest.fixture
def store(news: Path) -> Iterator[Store]:
    with open_store("people.db") as opened:
        resolve_into(opened, [news])
        yield opened


def answer(store: Store) -> dict[str, Any]:
    """All that a store says, but for what happened and the numbers of ids that were ever used."""
    return {name: value for name, value in content(store).items() if name not in ("events", "numbers")}


def who(store: Store, id: str) -> dict[str, str]:
    """The people of a document by the words of their mentions."""
    document = store.documents.get(f"news/{id}")
    assert document is not None
    homes = {one.chain.chain: one.identity for one in store.memberships.of_document(document.id) if not one.rank}
    return {
        document.text[one.start : one.end]: homes[one.chain] for one in document.mentions if one.chain in homes
    }  # fmt: skip


ACTS: dict[str, Act] = {
    "is": lambda store: correcting.is_person(store, "news/d.txt:He", "robert-hill-1", who="ann"),
    "is, of another document": lambda store: correcting.is_person(store, "news/a.txt:She", "robert-hill-1"),
    "nobody": lambda store: correcting.nobody(store, "news/e.txt:Carol Hill"),
    "two": lambda store: correcting.two(store, "news/e.txt:His", ["bob-hill-1", "carol-hill-1"]),
    "split": lambda store: correcting.split(store, ["news/b.txt:Moore#2"]),
    "join": lambda store: correcting.join(store, "news/e.txt:Bob Hill", "news/e.txt:Carol Hill"),
}


def test_each_holds_at_once(store: Store) -> None:
    before = who(store, "d.txt")
    assert before["He"] == "ben-carter-1"
    made = ACTS["is"](store)
    assert who(store, "d.txt")["He"] == "robert-hill-1"
    assert (made.what, made.names, made.who, made.document) == ("is", ("robert-hill-1",), "ann", "news/d.txt")
    assert ACTS["split"](store).against
    assert who(store, "b.txt")["Moore"] != who(store, "b.txt")["The linguist Ann Moore of Harbour College"]
    ACTS["nobody"](store)
    assert "carol-hill-1" not in store.identities.all()
    ACTS["is, of another document"](store)
    assert who(store, "a.txt")["She"] == "robert-hill-1"
    assert list(check(store)) == []


def test_joined_chains_are_one_whatever_they_are_called(store: Store) -> None:
    ACTS["join"](store)
    assert set(who(store, "e.txt").values()) == {"bob-hill-1"}


@pytest.mark.parametrize("name", ACTS)
def test_taken_back_everything_is_as_it_was(store: Store, name: str) -> None:
    before = answer(store)
    made = ACTS[name](store)
    assert answer(store) != before
    undone = correcting.undo(store, made.id)
    assert undone.undone
    assert answer(store) == before
    assert list(check(store)) == []
    assert resolve_into(store, [Path("news")]).nothing


@pytest.mark.parametrize("seed", range(4))
def test_the_order_does_not_matter_nor_that_in_which_they_are_taken_back(store: Store, seed: int) -> None:
    order = [name for name in ACTS if name not in ("join", "two")]
    before = answer(store)
    draw = random.Random(seed)
    made = [ACTS[name](store).id for name in draw.sample(order, len(order))]
    found = [sorted(map(str, who(store, id).items())) for id in TEXTS]
    with open_store(MEMORY) as other:
        resolve_into(other, [Path("news")])
        for name in order:
            ACTS[name](other)
        told = [sorted(map(str, who(other, id).items())) for id in TEXTS]
        assert [[each.split("-")[0] for each in one] for one in found] == [
            [each.split("-")[0] for each in one] for one in told
        ]
    for number in draw.sample(made, len(made)):
        correcting.undo(store, number)
    after = answer(store)
    assert after["documents"] == before["documents"]
    assert after["memberships"] == before["memberships"]


def test_it_holds_in_later_runs_with_any_number_of_processes(store: Store, news: Path) -> None:
    ACTS["is"](store)
    ACTS["split"](store)
    expected = answer(store)
    assert resolve_into(store, [news]).blocks == 0
    assert answer(store) == expected
    (news / "f.txt").write_text("Robert Hill has resigned as mayor.")
    resolve_into(store, [news], jobs=2)
    assert who(store, "d.txt")["He"] == "robert-hill-1"
    (news / "f.txt").unlink()
    resolve_into(store, [news], jobs=2)
    assert answer(store)["documents"] == expected["documents"]


def test_a_store_that_is_made_again_of_its_export_says_the_same(store: Store, news: Path) -> None:
    ACTS["is"](store)
    number = ACTS["split"](store).id
    export(store, "all.jsonl", "jsonl")
    with open_store(MEMORY) as copy:
        load(copy, Path("all.jsonl").read_text().splitlines())
        assert list(records(copy)) == list(records(store))
        assert copy.corrections.all() == store.corrections.all()
        correcting.undo(copy, number)
        correcting.undo(store, number)
        assert answer(copy)["memberships"] == answer(store)["memberships"]


def test_all_documents_read_again_keep_it(store: Store, news: Path) -> None:
    ACTS["is"](store)
    expected = answer(store)["documents"]
    store.database.execute("UPDATE documents SET hash = ''")
    store.blocks.clear()
    assert resolve_into(store, [news]).changed == len(TEXTS)
    assert answer(store)["documents"] == expected


def test_it_follows_its_words_when_the_text_changes(store: Store, news: Path) -> None:
    ACTS["is"](store)
    (news / "d.txt").write_text("A line on top, of nobody at all.\n\n" + TEXTS["d.txt"] + " The end.")
    report = resolve_into(store, [news])
    assert report.asleep == []
    assert who(store, "d.txt")["He"] == "robert-hill-1"


def test_it_sleeps_while_its_words_are_gone_and_wakes_with_them(store: Store, news: Path) -> None:
    number = ACTS["is"](store).id
    (news / "d.txt").write_text("Ben Carter met the mayor, Robert Hill. Hill was an old friend.")
    assert resolve_into(store, [news]).asleep == [number]
    assert list(sleeping(store)) == [number]
    (news / "d.txt").unlink()
    resolve_into(store, [news])
    assert "is not in the store" in sleeping(store)[number]
    (news / "d.txt").write_text(TEXTS["d.txt"])
    assert resolve_into(store, [news]).asleep == []
    assert who(store, "d.txt")["He"] == who(store, "d.txt")["Robert Hill"]
    assert sleeping(store) == {}


def test_one_of_a_document_that_is_gone_is_taken_back(store: Store, news: Path) -> None:
    number = ACTS["is"](store).id
    (news / "d.txt").unlink()
    resolve_into(store, [news])
    correcting.undo(store, number)
    assert store.corrections.all() == []


def test_a_text_without_a_file_is_read_again_from_the_store() -> None:
    with resolve([{"id": "one", "text": TEXTS["d.txt"]}]) as people:
        before = content(people.store)["documents"]
        made = people.correct("is", "one:He", person=people["Robert Hill"][0])
        assert [person.id for person in people["Ben Carter"]] == ["ben-carter-1"]
        assert made.names == ("robert-hill-1",)
        people.undo(made)
        assert content(people.store)["documents"] == before


def test_a_file_that_is_gone_or_has_changed_is_read_from_the_store(store: Store, news: Path) -> None:
    (news / "d.txt").write_text("Something else entirely.")
    ACTS["is"](store)
    (news / "b.txt").unlink()
    ACTS["split"](store)
    assert who(store, "d.txt")["He"] == "robert-hill-1"


CONFLICTS: dict[str, tuple[Act, Act, str]] = {
    "nobody, then somebody": (ACTS["nobody"], lambda store: correcting.is_person(
        store, "news/e.txt:38-58", "bob-hill-1"), "correction 1"),
    "twice": (ACTS["nobody"], ACTS["nobody"], "no mention|correction 1"),
    "somebody, then nobody": (ACTS["is"], lambda store: correcting.nobody(store, "news/d.txt:He"), "correction 1"),
    "two people": (ACTS["is"], lambda store: correcting.is_person(
        store, "news/d.txt:He", "carol-hill-1"), "correction 1"),
    "split, then joined": (ACTS["split"], lambda store: correcting.join(
        store, "news/b.txt:Moore#2", "news/b.txt:Ann Moore"), "correction 1"),
    "the chain of a correction": (lambda store: correct.same(store, "carol-hill-1", "robert-hill-1"),
                                  ACTS["nobody"], r"correction 1 \(same"),
    "different people joined": (lambda store: correct.different(store, "bob-hill-1", "carol-hill-1"),
                                ACTS["join"], r"correction 1 \(different"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFLICTS)
def test_a_contradiction_names_the_earlier_one_and_changes_nothing(store: Store, name: str) -> None:
    first, second, said = CONFLICTS[name]
    first(store)
    before = list(records(store))
    with pytest.raises(DataError, match=said) as error:
        second(store)
    assert "undo 1" in str(error.value) or name == "twice"
    assert list(records(store)) == before


WRONG: dict[str, tuple[Callable[[Store], object], str]] = {
    "no document": (lambda store: correcting.nobody(store, "nowhere.txt:He"), "names no mention"),
    "no words": (lambda store: correcting.nobody(store, "news/d.txt:Nobody"), "does not stand"),
    "several places": (lambda store: correcting.nobody(store, "news/b.txt:Moore"), "2 places(.|\n)*news/b.txt:17-22"),
    "too many": (lambda store: correcting.nobody(store, "news/b.txt:Moore#9"), "2 places"),
    "outside": (lambda store: correcting.nobody(store, "news/d.txt:900-904"), "no words"),
    "no mention": (lambda store: correcting.nobody(store, "news/d.txt:years"), "no mention of anybody"),
    "nobody of that id": (lambda store: correcting.is_person(store, "news/d.txt:He", "x-1"), "no identity"),
    "already": (lambda store: correcting.is_person(store, "news/d.txt:He", "ben-carter-1"), "already"),
    "two chains": (lambda store: correcting.split(store, ["news/d.txt:He", "news/d.txt:Hill#2"]), "one chain"),
    "all of a chain": (lambda store: correcting.split(store, ["news/a.txt:Ann Moore", "news/a.txt:She"]), "left"),
    "one chain": (lambda store: correcting.join(store, "news/d.txt:He", "news/d.txt:Ben Carter"), "one chain already"),
    "two documents": (lambda store: correcting.join(store, "news/a.txt:She", "news/d.txt:He"), "two documents"),
    "no number": (lambda store: correcting.undo(store, 4), "no correction 4"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_said_is_refused(store: Store, name: str) -> None:
    act, said = WRONG[name]
    before = list(records(store))
    with pytest.raises(DataError, match=said):
        act(store)
    assert list(records(store)) == before


def test_in_python_by_name(store: Store) -> None:
    people = People(store)
    for what, mentions in (("nobody", ["news/e.txt:38-58"]), ("two", ["news/e.txt:His"])):
        people.undo(people.correct(what, *mentions).id)
    people.correct("split", "news/b.txt:Moore#2")
    with pytest.raises(UnknownNameError):
        people.correct("somebody", "news/b.txt:Moore#2")
    with pytest.raises(UsageError, match="two mentions"):
        people.correct("join", "news/b.txt:Moore#2")


def test_training_data(store: Store) -> None:
    ACTS["is, of another document"](store)
    ACTS["split"](store)
    ACTS["nobody"](store)
    assert [(pair["same"], pair["left"]["document"]) for pair in training_pairs(store)] == [
        (True, "news/a.txt"), (False, "news/a.txt"), (False, "news/b.txt"),
    ]  # fmt: skip
    rows = list(training_rows(store))
    assert {"doc_id", "query_name", "text", "gold_identity"} == set(rows[0])
    assert ("news/a.txt", "robert-hill-1") in {(row["doc_id"], row["gold_identity"]) for row in rows}
    found = {row["doc_id"]: row for row in constraint_rows(store)}
    assert set(found) == {"news/a.txt", "news/b.txt", "news/e.txt"}
    assert found["news/b.txt"]["cannot_link"] == [((52, 57), (0, 41))]
    document = store.documents.get("news/b.txt")
    assert document is not None
    assert len(chained(document).chains) == 3
    for name in ("rows", "constraints", "chains", "pairs"):
        assert export(store, f"{name}.jsonl", name)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 0.95])
def test_one_that_is_interrupted_leaves_nothing(store: Store, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(records(store))
    statements = [0]
    plain = type(store.database).execute

    def counting(self: Any, sql: str, parameters: Any = ()) -> Any:
        statements[0] += 1
        if statements[0] == limit:
            raise KeyboardInterrupt
        return plain(self, sql, parameters)

    limit = -1
    monkeypatch.setattr(type(store.database), "execute", counting)
    correcting.undo(store, ACTS["split"](store).id)
    middle = list(records(store))
    limit, statements[0] = int(statements[0] / 2 * share), 0
    with pytest.raises(KeyboardInterrupt):
        ACTS["split"](store)
    monkeypatch.undo()
    assert list(records(store)) == middle
    assert [each["record"] for each in before if each["record"] == "document"]
    assert list(check(store)) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
@pytest.mark.parametrize("share", [0.1, 0.4, 0.7, 0.97])
def test_one_that_is_killed_was_never_made(news: Path, share: float) -> None:
    with open_store("people.db") as store:
        resolve_into(store, [news])
        count = counted(store.database)
        correcting.undo(store, ACTS["split"](store).id)
        limit = int(count[0] / 2 * share)
        before = list(records(store))
    child = os.fork()
    if child == 0:
        with open_store("people.db") as store:
            counted(store.database)[0] = -limit - 1
            ACTS["split"](store)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    with open_store("people.db") as store:
        assert list(records(store)) == before
        assert list(check(store)) == []
        ACTS["split"](store)
        assert who(store, "b.txt")["Moore"] not in ("ann-moore-1", "ann-moore-2")
