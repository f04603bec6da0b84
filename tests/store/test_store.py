"""The store on SQLite and on PostgreSQL: what goes in comes out, in order, as a whole or not at all."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from namesakes.errors import DataError, MissingExtraError, StoreBusyError, StoreError, UnknownNameError
from namesakes.profiles.profile import Profile
from namesakes.store.postgresql import Postgresql
from namesakes.store.records import Event, Identity, Membership, StoredDocument
from namesakes.store.sqlite import MARK, Sqlite
from namesakes.store.store import Store, open_store
from tests.store.made import document, fact, key, write_people

HOSTILE = [
    "Robert'); DROP TABLE documents;--",
    "../../etc/passwd",
    "<b onclick='x'>Bob</b> & Co",
    '"; DELETE FROM chains; "',
    "a\\u0000b \\ % _ ? {text}",
    "Зоя Космодемьянская",
    "[bold]Ann[/bold]",
]


def test_documents_come_back_as_they_were(store: Store) -> None:
    one = document("b", "Mark Johnson", "Eugene Charniak", facts=(fact("employer", "Brown University"),))
    two = document("a", "Mark Johnson")
    empty = StoredDocument("c")
    store.documents.write([one, two, empty])
    assert [store.documents.get(id) for id in "bac"] == [one, two, empty]
    assert store.documents.get("d") is None
    assert list(store.documents.states()) == ["a", "b", "c"]
    assert store.documents.states()["b"].hash == "1"
    assert store.documents.states()["b"].path == "b.txt"


def test_profiles_stream_in_a_fixed_order(store: Store) -> None:
    store.documents.write([document(f"d{number:03}", "Ann Lee", "Bob Ray") for number in reversed(range(30))])
    keys = [found for found, _ in store.chains.profiles()]
    assert keys == sorted(keys) == store.chains.keys()
    wanted = [key("d020", 1), key("d003"), key("nowhere"), key("d003", 7), key("d020", 1)]
    assert [found for found, _ in store.chains.profiles(keys=wanted)] == [wanted[0], wanted[1], wanted[0]]
    assert all(profile.name.full == ("Ann Lee", "Bob Ray")[found.chain] for found, profile in store.chains.profiles())
    assert list(store.chains.profiles(kinds=["place"])) == list(store.chains.profiles(kinds=[])) == []
    assert store.chains.keys(kinds=["person"]) == keys


def test_profiles_stream_over_many_pages(store: Store) -> None:
    store.documents.write([document(f"d{number:04}", "Ann Lee") for number in range(1203)])
    keys = [found for found, _ in store.chains.profiles()]
    assert len(keys) == 1203
    assert keys == sorted(keys)
    assert [found for found, _ in store.chains.profiles(keys=keys[::-1])] == keys[::-1]


def test_profiles_are_written_as_their_plain_data(store: Store) -> None:
    facts = (fact("employer", "Brown University"), fact("family", "Zoë"))
    one = document("a", "Mark Johnson", facts=facts, people=MappingProxyType({"Ann": 1}), summary=("He said so.",))
    store.documents.write([one])
    ((own, shared),) = store.database.execute("SELECT c.profile, d.shared FROM chains AS c, documents AS d")
    plain = one.profiles[0].to_json()
    assert json.loads(shared) == {"words": plain["words"]}
    assert own == json.dumps(
        {name: value for name, value in plain.items() if name != "words"}, ensure_ascii=False, separators=(",", ":")
    )


def test_profiles_go_to_others_as_texts_and_are_read_there(store: Store) -> None:
    store.documents.write([document("a", "Mark Johnson", "Ann Lee"), document("b", "Mark Johnson")])
    keys = [key("b"), key("a", 1), key("c")]
    found = pickle.loads(pickle.dumps(store.chains.lazy_profiles(keys)))
    expected = [profile for _, profile in store.chains.profiles(keys=keys)]
    assert (len(found), list(found), found[:1]) == (2, expected, expected[:1])
    light = list(store.chains.lazy_profiles(keys, whole=False))
    assert light == [replace(profile, words={}) for profile in expected]
    assert light == [profile for _, profile in store.chains.profiles(keys=keys, whole=False)]


def test_a_document_that_comes_twice_at_once_is_written_as_it_came_last(store: Store) -> None:
    store.documents.write([document("a", "Mark Johnson", "Ann Lee"), document("a", "Ann Lee", hash="2")])
    assert store.documents.get("a") == document("a", "Ann Lee", hash="2")


def test_what_all_profiles_of_a_document_share_is_kept_once(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee", "Bob Ray", words={"unusual": 7})])
    own = store.database.execute("SELECT profile FROM chains")
    assert not any("unusual" in text for (text,) in own)
    assert [profile.words for _, profile in store.chains.profiles()] == [{"unusual": 7}] * 2


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_look_like_something_else_are_text(store: Store, name: str) -> None:
    one = document(f"doc {name}", name, facts=(fact("employer", name),))
    store.documents.write([one])
    assert store.documents.get(one.id) == one
    (id,) = write_people(store, {name: [key(one.id)]})
    assert store.identities.get(id) == Identity(id, name, created=1)
    assert [found.id for found in store.identities.named(name)] == [id]
    assert [found.document for found in store.documents.search(name)] == [one.id]
    assert store.database.execute("SELECT value, sentence FROM facts") == [(name, "Said so.")]


def test_what_no_database_can_hold_is_replaced(store: Store) -> None:
    store.documents.write([document("a", "Ann\x00 Lee", text="Ann\x00 Lee \ud800 said.")])
    found = store.documents.get("a")
    assert found is not None
    assert found.text == "Ann\ufffd Lee \ufffd said."
    assert store.database.execute("SELECT COUNT(*) FROM facts") == [(0,)]


def test_a_changed_document_takes_the_place_of_the_old_one(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee", "Bob Ray")])
    changed = document("a", "Bob Ray", hash="2")
    store.documents.write([changed])
    assert store.documents.get("a") == changed
    assert store.chains.keys() == [key("a")]
    assert store.documents.search("ann") == []


def test_chains_of_a_changed_document_keep_their_identities_by_name(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee", "Bob Ray"), document("b", "Ann Lee")])
    ids = write_people(store, {"Ann Lee": [key("a"), key("b")], "Bob Ray": [key("a", 1)]})
    store.documents.write([document("a", "Zoe Poe", "Ann Lee", "Bob Ray", hash="2")])
    found = {one.chain: one.identity for one in store.memberships.all()}
    assert found == {key("a", 1): ids[0], key("b"): ids[0], key("a", 2): ids[1]}


def test_a_removed_document_is_gone_with_all_that_was_read_in_it(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee"), document("b", "Ann Lee")])
    write_people(store, {"Ann Lee": [key("a"), key("b")]})
    store.documents.remove(["a", "nowhere"])
    assert list(store.documents.states()) == ["b"]
    assert [one.chain for one in store.memberships.all()] == [key("b")]
    for table in ("mentions", "chains"):
        assert store.database.execute(f"SELECT COUNT(*) FROM {table}") == [(1,)]


def test_identities_and_their_members(store: Store) -> None:
    store.documents.write([document(id, "Mark Johnson") for id in "abc"])
    ids = write_people(store, {"Mark Johnson": [key("a"), key("c")], "M. Johnson": [key("b")]}, a_0=0.6, c_0=0.8)
    assert ids == ["mark-johnson-1", "m-johnson-1"]
    assert list(store.identities.all()) == ids
    assert [one.chain for one in store.memberships.of_identity("mark-johnson-1")] == [key("c"), key("a")]
    assert store.memberships.of_identity("nobody-1") == []
    assert store.identities.get("nobody-1") is None
    assert store.identities.numbers() == {"mark-johnson": 1, "m-johnson": 1}


def test_alternatives_are_kept_beside_the_membership(store: Store) -> None:
    store.documents.write([document(id, "Mark Johnson") for id in "ab"])
    one, two = write_people(store, {"Mark Johnson": [key("a")], "Mark Johnson Jr": [key("b")]})
    store.write_identities([], [Membership(key("b"), two, 0.6), Membership(key("b"), one, 0.4, rank=1)])
    assert [(m.identity, m.rank) for m in store.memberships.of_document("b")] == [(two, 0), (one, 1)]
    assert [m.rank for m in store.memberships.all()] == [0, 0]
    assert [m.rank for m in store.memberships.all(alternatives=True)] == [0, 0, 1]
    assert [m.chain for m in store.memberships.of_identity(one)] == [key("a")]


def test_identities_nobody_is_in_are_taken_out_and_their_ids_never_used_again(store: Store) -> None:
    store.documents.write([document(id, "Mark Johnson") for id in "ab"])
    write_people(store, {"Mark Johnson": [key("a")]})
    store.documents.remove(["a"])
    assert write_people(store, {"Mark Johnson": [key("b")]}) == ["mark-johnson-2"]
    assert list(store.identities.all()) == ["mark-johnson-2"]
    assert [(one.what, one.source) for one in store.events.all()] == [("gone", "mark-johnson-1")]


def test_a_write_happens_as_a_whole_or_not_at_all(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee")])
    write_people(store, {"Ann Lee": [key("a")]})
    with pytest.raises(DataError, match="refuses"):
        store.write_identities(
            [Identity("bob-ray-1", "Bob Ray")], [Membership(key("a", 3), "bob-ray-1")], [Event("gone", "x-1")]
        )
    with pytest.raises(DataError, match="refuses"):
        store.write_identities([], [Membership(key("a"), "nobody-1")])
    bad = replace(document("z", "Zoe"), profiles=(Profile("z", 0), Profile("z", 0)))
    with pytest.raises(DataError, match="refuses"):
        store.documents.write([document("b", "Bob Ray"), bad])
    with pytest.raises(DataError, match="no document 'nowhere'"), store.transaction():
        _remove_and_fail(store)
    assert list(store.identities.all()) == ["ann-lee-1"]
    assert list(store.documents.states()) == ["a"]
    assert store.events.all() == []
    assert [one.identity for one in store.memberships.all()] == ["ann-lee-1"]


def _remove_and_fail(store: Store) -> None:
    store.documents.remove(["a"])
    store.write_identities([], [Membership(key("nowhere"), "ann-lee-1")])


def test_an_id_that_is_none_is_refused(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee")])
    with pytest.raises(DataError, match="mark-johnson-1"):
        store.write_identities([Identity("ann", "Ann Lee")], [Membership(key("a"), "ann")])


def test_search_knows_no_case_and_no_accents(store: Store) -> None:
    store.documents.write(
        [document("a", "Zoë Café", text="Zoë Café spoke."), document("b", "Bob", text="Bob spoke up.")]
    )
    assert [found.document for found in store.documents.search("zoe CAFE")] == ["a"]
    assert [found.document for found in store.documents.search("spoke")] == ["a", "b"]
    assert [found.document for found in store.documents.search("title")] == ["a", "b"]
    assert store.documents.search("spoke zebra") == store.documents.search("") == store.documents.search('" * (') == []
    assert store.documents.search("up")[0].line == "Bob spoke up."


def test_names_are_found_by_any_form_that_has_all_the_words(store: Store) -> None:
    store.documents.write([document("a", "Elizabeth Warne", forms={"Liz Warne": 1, "Mrs Poole": 1})])
    write_people(store, {"Elizabeth Warne": [key("a")]})
    for name in ("Liz Warne", "warne", "POOLE", "Elizabeth Warne"):
        assert [one.id for one in store.identities.named(name)] == ["elizabeth-warne-1"]
    assert store.identities.named("Liz Poole") == store.identities.named("") == []


def test_blocks_runs_and_events_are_kept(store: Store) -> None:
    assert store.blocks.all() == set()
    store.write_identities([], [], [Event("merge", "a-1", "a-2", 3, "because")], blocks=["x", "y", "x"])
    assert store.blocks.all() == {"x", "y"}
    store.write_identities([], [], blocks=["z"])
    assert store.blocks.all() == {"z"}
    store.blocks.clear()
    assert store.blocks.all() == set()
    (event,) = store.events.all()
    assert (event.what, event.source, event.target, event.chains, event.why) == ("merge", "a-1", "a-2", 3, "because")
    assert store.events.all("a-2") == [event]
    assert store.events.all("a-3") == []
    run = store.runs.write({"seed": 1})
    assert store.runs.write({"seed": 1, "done": True}, run) == run
    assert [one.manifest for one in store.runs.all()] == [{"seed": 1, "done": True}]
    with pytest.raises(DataError, match="no run 99"):
        store.runs.write({}, 99)


def test_what_is_written_is_there_when_it_is_opened_again(place: str) -> None:
    with open_store(place) as store:
        store.documents.write([document("a", "Ann Lee")])
        write_people(store, {"Ann Lee": [key("a")]})
    with open_store(place, create=False) as store:
        assert list(store.identities.all()) == ["ann-lee-1"]


def test_no_store_says_what_makes_one(place: str) -> None:
    with pytest.raises(StoreError, match="namesakes resolve"):
        open_store(place, create=False)


def test_a_newer_store_is_refused_and_left_as_it_is(place: str) -> None:
    with open_store(place) as store:
        store.documents.write([document("a", "Ann Lee")])
        store.database.set_version(999)
    with pytest.raises(StoreError, match="version 999"):
        open_store(place)
    if "://" not in place:
        import sqlite3

        with sqlite3.connect(place) as connection:
            assert connection.execute("SELECT id FROM documents").fetchall() == [("a",)]
        connection.close()


def test_an_old_store_becomes_searchable(place: str) -> None:
    """Version 1 had no search; the step to version 2 indexes what is there."""
    old = Postgresql(place) if "://" in place else Sqlite(Path(place))
    if isinstance(old, Sqlite):
        old.execute(f"PRAGMA application_id = {MARK}")
    old.migrate(to=1)
    old.execute(
        "INSERT INTO documents (id, path, hash, title, text, tokens, sentences, shared) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ("a", "a.txt", "1", "Old", "Zoë spoke.", b"", b"", "{}"),
    )
    old.close()
    with open_store(place) as store:
        assert [found.document for found in store.documents.search("zoe old")] == ["a"]
        assert store.documents.get("a") == StoredDocument("a", "a.txt", "1", "Old", "Zoë spoke.")


def test_two_holders_exclude_each_other(place: str) -> None:
    with open_store(place) as one, open_store(place) as two:
        with one.lock():
            with pytest.raises(StoreBusyError, match="another process"), two.lock():
                pass
            assert two.documents.states() == {}
        with two.lock():
            pass


def test_the_lock_of_a_killed_process_is_free(place: str) -> None:
    program = f"""
from namesakes.store.store import open_store
with open_store({place!r}) as store, store.lock():
    print("held", flush=True)
    input()
"""
    holder = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "held\n"
    with open_store(place) as store:
        with pytest.raises(StoreBusyError), store.lock():
            pass
        os.kill(holder.pid, 9)
        holder.wait()
        with store.lock(wait=30):
            pass
    holder.stdout.close()
    holder.stdin.close()


def test_unknown_kinds_of_stores_are_named() -> None:
    with pytest.raises(UnknownNameError, match="postgresql://"):
        open_store("mysql://here/people")


def test_postgresql_without_its_extra_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"namesakes\[postgres\]"):
        open_store("postgresql://here/people")


def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=r"127\.0\.0\.1:1/people") as caught:
        open_store("postgresql://ann:secret@127.0.0.1:1/people?connect_timeout=2")
    assert "secret" not in str(caught.value)
