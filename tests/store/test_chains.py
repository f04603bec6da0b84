"""Chains: their profiles stream in a fixed order, whole or without what a document shares, and lazily."""

import json
import pickle
from dataclasses import replace
from types import MappingProxyType

from namesakes.store.store import Store
from tests.store.made import document, fact, key


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


def test_what_all_profiles_of_a_document_share_is_kept_once(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee", "Bob Ray", words={"unusual": 7})])
    own = store.database.execute("SELECT profile FROM chains")
    assert not any("unusual" in text for (text,) in own)
    assert [profile.words for _, profile in store.chains.profiles()] == [{"unusual": 7}] * 2
