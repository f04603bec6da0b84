"""Corrected chains: what corrections name changes, nothing else does, and their order does not matter."""

from itertools import permutations

import pytest

from namesakes.pipeline.corrected import corrected
from namesakes.store.anchors import anchor, occurrences
from namesakes.store.records import Anchor, Correction
from namesakes.text.document import Document
from namesakes.text.spans import Mentions

TEXT = "Ann Lee came . She sat . Lee spoke . He left . Bob Ray saw Ray . May is warm ."
WORDS = TEXT.split()
SPANS = {
    "Ann Lee": (0, 2), "She": (4, 5), "Lee": (7, 8), "He": (10, 11),
    "Bob Ray": (13, 15), "Ray": (16, 17), "May": (18, 19),
}  # fmt: skip
CHAINS = {"Ann Lee": "1", "She": "1", "Lee": "1", "He": "1", "Bob Ray": "2", "Ray": "2", "May": "3"}
NAMES = {"Ann", "Lee", "Bob", "Ray", "May"}


def document(chains: dict[str, str] = CHAINS) -> Document:
    starts, place = [], 0
    for word in WORDS:
        place = TEXT.index(word, place)
        starts.append(place)
        place += len(word)
    columns = {"upos": ["PROPN" if word in NAMES else "PRON" for word in WORDS]}
    made = Document(
        id="a",
        text=TEXT,
        starts=starts,  # type: ignore[arg-type]
        ends=[start + len(word) for start, word in zip(starts, WORDS, strict=True)],  # type: ignore[arg-type]
        sentence_starts=[0],  # type: ignore[arg-type]
        columns=columns,  # type: ignore[arg-type]
    )
    return made.replace(mention_table=Mentions.build([[SPANS[name]] for name in chains], list(chains.values())))


def mention(name: str, role: str = "mention") -> Anchor:
    start, end = (document().starts[SPANS[name][0]], document().ends[SPANS[name][1] - 1])
    return anchor("a", TEXT, (int(start), int(end)), role)


def said(number: int, what: str, *anchors: Anchor, value: str = "") -> Correction:
    return Correction(number, what, (), anchors=anchors, value=value)


def chains(*corrections: Correction, of: Document | None = None) -> list[list[str]]:
    table = corrected(of or document(), corrections).document.mention_table
    assert table is not None
    names = {span: name for name, span in SPANS.items()}
    found: dict[int, list[str]] = {}
    for first, end, chain in zip(table.first.tolist(), table.end.tolist(), table.chains.tolist(), strict=True):
        if chain >= 0:
            found.setdefault(chain, []).append(names[first, end])
    return list(found.values())


LEE = said(1, "split", mention("Lee"), mention("Ann Lee", "rest"))


def test_without_corrections_nothing_changes() -> None:
    assert corrected(document(), []).document == document()


def test_a_mention_that_leaves_takes_the_pronouns_after_it_along() -> None:
    assert chains(LEE) == [["Ann Lee", "She"], ["Lee", "He"], ["Bob Ray", "Ray"], ["May"]]


def test_a_mention_joins_the_chain_of_whom_it_is() -> None:
    is_bob = said(1, "is", mention("He"), mention("Bob Ray", "with"), mention("Ann Lee", "rest"))
    assert chains(is_bob) == [["Ann Lee", "She", "Lee"], ["He", "Bob Ray", "Ray"], ["May"]]


def test_a_mention_of_nobody_or_of_two_is_in_no_chain_and_stays_a_mention() -> None:
    for what in ("nobody", "two"):
        done = corrected(document(), [said(1, what, mention("May"))])
        assert chains(said(1, what, mention("May"))) == [["Ann Lee", "She", "Lee", "He"], ["Bob Ray", "Ray"]]
        assert done.pinned.nobody == {SPANS["May"]}
        assert done.document.mention_table is not None
        assert len(done.document.mention_table) == len(SPANS)


def test_chains_are_joined_whole() -> None:
    done = corrected(document(), [said(1, "join", mention("May"), mention("Ray", "with"))])
    assert chains(said(1, "join", mention("May"), mention("Ray", "with")))[1] == ["Bob Ray", "Ray", "May"]
    assert done.pinned.whole == {1}


def test_a_mention_that_was_not_found_is_added() -> None:
    lost = document({name: chain for name, chain in CHAINS.items() if name != "He"})
    is_bob = said(1, "is", mention("He"), mention("Bob Ray", "with"))
    assert chains(is_bob, of=lost)[1] == ["He", "Bob Ray", "Ray"]


def test_somebody_who_is_elsewhere_has_a_chain_that_is_called_so() -> None:
    done = corrected(document(), [said(1, "is", mention("He"), mention("Ann Lee", "rest"), value="Tom Hart")])
    assert done.pinned.called == {1: ("person", "Tom Hart")}


def test_another_reading_that_is_right_already_is_left_alone() -> None:
    right = document({**CHAINS, "Lee": "4", "He": "4"})
    assert chains(LEE, of=right) == chains(of=right)


def test_the_order_of_corrections_does_not_matter() -> None:
    three = [
        LEE,
        said(2, "nobody", mention("May")),
        said(3, "join", mention("Ray"), mention("Lee", "with")),
        said(4, "is", mention("She"), mention("Bob Ray", "with"), mention("Ann Lee", "rest")),
    ]
    first, *others = (chains(*order) for order in permutations(three))
    assert first == [["Ann Lee"], ["She", "Lee", "He", "Bob Ray", "Ray"]]
    assert all(other == first for other in others)


def test_chains_that_no_correction_names_never_change() -> None:
    untouched = [chain for chain in chains() if "May" in chain or "Ray" in chain]
    assert [chain for chain in chains(LEE) if "May" in chain or "Ray" in chain] == untouched


def test_the_rest_may_be_nobody() -> None:
    assert ["Lee", "He"] in chains(LEE, said(2, "nobody", mention("Ann Lee")))


def test_what_cannot_hold_together_is_told() -> None:
    again = said(2, "join", mention("Lee"), mention("Ann Lee", "with"))
    assert corrected(document(), [LEE, again]).unmet == ((2, 1),)


@pytest.mark.parametrize("what", ["nobody", "split"])
def test_a_correction_of_which_a_mention_is_lost_sleeps(what: str) -> None:
    lost = anchor("a", "Somebody else, called Lee, said so.", (22, 25))
    done = corrected(document(), [said(7, what, lost)])
    assert done.asleep == (7,)
    assert done.document == document()


def test_a_mention_within_a_word_is_not_found() -> None:
    made = Anchor("mention", "a", 0, 2, "An", text=anchor("a", TEXT, (0, 3)).text)
    assert corrected(document(), [said(1, "nobody", made)]).asleep == (1,)
    assert list(occurrences(TEXT, "An")) == []
