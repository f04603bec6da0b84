"""A review: answers are in the store at once, the next one goes on, and what was said can be taken back."""

import pytest

from namesakes.errors import UsageError
from namesakes.pipeline.resolve import ResolveSettings
from namesakes.store import correct
from namesakes.store.constraints import pairs_of
from namesakes.store.records import Membership, StoredDocument, StoredMention
from namesakes.store.review import doubts
from namesakes.store.review_session import ReviewSession
from namesakes.store.review_sides import context, question
from namesakes.store.store import Store
from tests.store.made import document, key, write_people

ONE, TWO, THREE = "mark-johnson-1", "m-johnson-1", "johnson-1"


@pytest.fixture
def filled(store: Store) -> Store:
    store.documents.write([document(id, "Mark Johnson") for id in "abcdef"])
    one, two, three = write_people(
        store,
        {"Mark Johnson": [key("a"), key("b"), key("c")], "M. Johnson": [key("d"), key("e")], "Johnson": [key("f")]},
        a_0=0.9, b_0=0.56, c_0=0.8, d_0=0.95, e_0=0.7,
    )  # fmt: skip
    store.write_identities(
        [],
        [
            Membership(key("e"), two, 0.7), Membership(key("e"), one, 0.68, 1),
            Membership(key("f"), three, 0.57), Membership(key("f"), one, 0.43, 1),
        ],
    )  # fmt: skip
    return store


def asked(session: ReviewSession) -> tuple[str, str, str] | None:
    found = session.question()
    return None if found is None else (found.doubt.chain.document, found.doubt.identity, found.doubt.other)


def homes(store: Store) -> dict[str, str]:
    return {one.chain.document: one.identity for one in store.memberships.all()}


def test_answers_hold_at_once_and_the_next_session_goes_on(filled: Store) -> None:
    session = ReviewSession(filled, who="ann")
    assert asked(session) == ("e", TWO, ONE)
    made = session.answer("same")
    assert (made.what, made.names, made.who) == ("same", (TWO, ONE), "ann")
    assert set(homes(filled).values()) == {ONE, THREE}
    after = asked(session)
    assert after is not None
    assert TWO not in after
    assert asked(ReviewSession(filled)) == after
    assert session.answered == {"same": 1}


def test_every_question_is_answered_once(filled: Store) -> None:
    session = ReviewSession(filled)
    for said in 20 * ("unsure", "different", "same"):
        if session.question() is None:
            break
        session.answer(said)
    assert session.question() is None
    assert doubts(filled, limit=99) == []
    with pytest.raises(UsageError, match="no question left"):
        session.answer("same")


def test_a_document_is_confirmed_or_taken_out(filled: Store) -> None:
    session = ReviewSession(filled, threshold=0.56)
    assert asked(session) == ("b", ONE, "")
    before = homes(filled)
    confirmed = session.answer("same")
    assert (confirmed.left, confirmed.right) == ((key("a"),), (key("b"),))
    assert homes(filled) == before
    must, cannot = pairs_of(filled.corrections.all(), filled.chains.keys())
    assert (must, cannot) == ([(key("a"), key("b"))], [])
    session.undo()
    assert homes(filled) == before
    assert asked(session) == ("b", ONE, "")
    session.answer("different")
    after = homes(filled)
    assert after["b"] not in (ONE, TWO, THREE)
    assert after["a"] == after["c"] == ONE
    session.undo()
    assert homes(filled) == before


def test_one_of_two_chains_of_a_document_is_taken_out(store: Store) -> None:
    store.documents.write([document("a", "Mark Johnson", "Mr Johnson")])
    (one,) = write_people(store, {"Mark Johnson": [key("a"), key("a", 1)]}, a_1=0.5)
    session = ReviewSession(store)
    assert session.question() is not None
    session.answer("different")
    assert len({one, *(each.identity for each in store.memberships.all())}) == 2
    session.undo()
    assert {each.identity for each in store.memberships.all()} == {one}


def test_what_was_skipped_is_asked_again_only_on_demand(filled: Store) -> None:
    session = ReviewSession(filled)
    session.answer("unsure")
    assert asked(session) != ("e", TWO, ONE)
    assert asked(ReviewSession(filled)) != ("e", TWO, ONE)
    again = ReviewSession(filled, again=True)
    assert asked(again) == ("e", TWO, ONE)
    again.answer("unsure")
    assert asked(again) != ("e", TWO, ONE)
    assert pairs_of(filled.corrections.all(), filled.chains.keys()) == ([], [])


def test_undo_asks_again_and_then_what_came_before(filled: Store) -> None:
    first = ReviewSession(filled)
    first.answer("different")
    session = ReviewSession(filled)
    question = asked(session)
    session.answer("unsure")
    undone = session.undo()
    assert undone is not None
    assert undone.what == "unsure"
    assert asked(session) == question
    assert session.undo() is None
    before = session.before()
    assert before is not None
    assert before.what == "different"
    assert session.undo_before() == filled.corrections.all(undone=True)[0]
    assert asked(session) == ("e", TWO, ONE)
    assert session.before() is None
    assert session.undo_before() is None


def test_what_was_taken_back_is_asked_by_the_next_session(filled: Store) -> None:
    before = list(filled.memberships.all(alternatives=True))
    for said in ("same", "different", "unsure"):
        session = ReviewSession(filled)
        session.answer(said)
        session.undo()
        assert list(filled.memberships.all(alternatives=True)) == before
        assert asked(ReviewSession(filled)) == ("e", TWO, ONE)


def test_taking_unsure_back_changes_nobody(filled: Store) -> None:
    before, events = homes(filled), filled.events.all()
    made = ReviewSession(filled).answer("unsure")
    correct.undo(filled, made.id)
    assert homes(filled) == before
    assert filled.events.all() == events


def test_there_are_no_more_than_wanted(filled: Store) -> None:
    session = ReviewSession(filled, most=1)
    session.answer("unsure")
    assert session.question() is None
    session.undo()
    assert session.question() is not None


def test_no_answer_of_another_kind(filled: Store) -> None:
    with pytest.raises(UsageError, match="'maybe' is no answer"):
        ReviewSession(filled).answer("maybe")


def test_somebody_else_settled_it(filled: Store) -> None:
    session = ReviewSession(filled)
    assert asked(session) == ("e", TWO, ONE)
    correct.different(filled, ONE, TWO)
    assert asked(session) != ("e", TWO, ONE)


def test_both_sides(filled: Store) -> None:
    found = question(filled, doubts(filled)[0])
    assert (found.left.identity, found.left.documents) == (TWO, 2)
    assert [one.document for one in found.left.contexts] == ["e", "d"]
    assert [one.document for one in found.right.contexts] == ["a", "c"]
    assert found.left.contexts[0].pieces == (("Mark Johnson", True), (".", False))
    assert found.to_json()["sides"][1]["identity"] == ONE
    joined = next(one for one in doubts(filled, limit=9) if one.joined)
    alone = question(filled, joined)
    assert alone.left.documents == 1
    assert joined.chain.document not in [one.document for one in alone.right.contexts]


TEXT = "Rain fell. Ann Lee, a nurse,\nwent home. Nobody saw. She slept. The dog barked. Lee woke. She sang."


def test_the_sentences_around_the_name(store: Store) -> None:
    mentions = [("Ann Lee, a nurse", 0), ("Nobody", 1), ("She", 0), ("Lee woke", 0)]
    spans = [(TEXT.index(text, 20 * (text == "Lee woke")), text, chain) for text, chain in mentions]
    ends = [place + 1 for place, letter in enumerate(TEXT) if letter == "."]
    sentences = tuple(zip((0, *(end + 1 for end in ends)), ends, strict=False))
    made = document("a", "Ann Lee", "Nobody", text=TEXT)
    kept = tuple(StoredMention(start, start + len(text), chain) for start, text, chain in spans)
    store.documents.write(
        [StoredDocument("a", title="Rain fell. Ann Lee…", text=TEXT, sentences=sentences, mentions=kept,
                        profiles=made.profiles)]
    )  # fmt: skip
    found = context(store, "a", {"a": "1919"}, [key("a")], "Ann Lee")
    assert found is not None
    assert (found.title, found.date) == ("", "1919")
    assert found.text == "Ann Lee, a nurse, went home. … She slept. … Lee woke."
    assert [piece for piece, mention in found.pieces if mention] == ["Ann Lee, a nurse", "She", "Lee woke"]
    assert context(store, "gone", {}, [key("gone")]) is None


def test_a_long_sentence_is_cut_around_the_mention(store: Store) -> None:
    text = f"{'before ' * 400}Ann Lee {'after ' * 400}"
    store.documents.write([document("a", "Ann Lee", text=text)])
    found = context(store, "a", {}, [key("a")], "Ann Lee")
    assert found is not None
    assert "Ann Lee" in found.text
    assert found.text.startswith("before ")
    assert len(found.text) < 500


def test_a_run_after_skipping_has_nothing_to_do(store: Store) -> None:
    from namesakes.pipeline.resolve import resolve_into

    texts = [{"id": "a", "text": "Ann Lee, a nurse, lives in York."}, {"id": "b", "text": "Ann Lee is a nurse."}]
    resolve_into(store, texts, ResolveSettings())
    session = ReviewSession(store)
    if session.question() is not None:
        session.answer("unsure")
    assert resolve_into(store, texts, ResolveSettings()).nothing
