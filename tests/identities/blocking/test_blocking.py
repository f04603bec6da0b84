"""Blocking: who meets whom, the bound on blocks, statistics, recall, and names of all kinds."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import ConfigError, DataError
from namesakes.identities.blocking.blocking import Blocking, Blocks
from namesakes.identities.blocking.keys import block_key, given_root, phonetic_key, plain_words
from namesakes.identities.blocking.spelling import corrected_groups
from namesakes.identities.blocking.table import block_table
from namesakes.profiles.profile import PersonName, Profile
from reproduction.ours.identities_blocking import people
from reproduction.synthetic.people import SyntheticPeople
from tests.identities.made import profile


def together(*names: str, kind: str = "person", **settings: int) -> bool:
    """Whether profiles with these names are all in one block."""
    return len(Blocking(**settings).blocks([profile(name, kind=kind) for name in names])) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("John Smith", "J. Smith", "Mr Smith", "Jack Smith", "Smith", "Smyth, John"),
        ("Bill Clinton", "William Jefferson Clinton", "President Clinton"),
        ("Müller", "Mueller", "Hans Muller"),
        ("Чайковский", "Pyotr Tchaikovsky", "Пётр Чайковский"),
        ("王小明", "Xiaoming Wang"),
        ("O'Brien", "O’Brien", "OBrien"),
        ("Charles de Gaulle", "De Gaulle", "Gaulle"),
        ("Li Wei", "Lee Wei"),
        ("JOHN SMITH", "john smith", "John\u200b Smith", "John\x07 Smith", "John 😀 Smith"),
    ],
)
def test_variants_meet(names: tuple[str, ...]) -> None:
    assert together(*names)


@pytest.mark.parametrize(
    "names", [("John Smith", "John Miller"), ("Li", "Liu"), ("Wei Wu", "Wei Wang"), ("", "John Smith")]
)
def test_others_do_not(names: tuple[str, ...]) -> None:
    assert not together(*names)


def test_institutions() -> None:
    assert together("IBM", "International Business Machines", "I.B.M.", kind="organization")
    assert together("University of Oxford", "Oxford University", kind="organization")
    assert together("Microsoft", "Microsoft Corp.", kind="organization")
    mixed = [profile("Washington"), profile("Washington", kind="place"), profile("Washington", kind="organization")]
    assert len(Blocking().blocks(mixed)) == 3


def test_keys() -> None:
    assert block_key(profile("Dr. Robert J. Smith Jr.")).family == "smith"
    parts = PersonName("B. “Bob” Smith", given="", nickname="Bob", family="Smith")
    assert block_key(Profile("d", 0, name=parts)).given == "bob"
    assert block_key(Profile("d", 0, forms={"Mr. Jones": 2})).family == "jones"
    assert block_key(Profile("d", 0)).family == ""
    assert given_root("bill") == given_root("william") != given_root("walter")
    assert given_root("j") == "j"
    assert given_root("chris") in ("", "c")  # of several names
    assert phonetic_key("smith") == phonetic_key("smyth")
    assert plain_words("Łukasz Ñandú-Ōe ﬁn") == ["lukasz", "nandu", "oe", "fin"]
    assert plain_words("\x00\ud800 😀") == []


def test_given_names_alone_meet_their_like() -> None:
    names = [PersonName("Bill", given="Bill"), PersonName("William", given="William"), PersonName("Ann", given="Ann")]
    blocks = Blocking().blocks([Profile("d", place, name=name) for place, name in enumerate(names)])
    assert [block.tolist() for block in blocks] == [[0, 1], [2]]


def test_misspellings_are_corrected() -> None:
    names = ["Ann Worthington"] * 8 + ["Ann Worhtington", "Ann Wortington", "Anne Worthingten", "Zoe Worxhington"]
    blocks = Blocking().blocks([profile(name) for name in names])
    assert blocks.labels.tolist() == [0] * 11 + [1]  # no Zoe among the frequent ones
    assert len(Blocking(correct_spelling=False).blocks([profile(name) for name in names])) > 2
    mixed = [profile("Ann Worthington")] * 8 + [profile("Worhtington", kind="place")]
    assert len(Blocking().blocks(mixed)) == 2


@given(st.lists(st.sampled_from(["worth", "wroth", "worths", "north", "forth", "smith", "smiths", "ann"]), min_size=1))
def test_correction_joins_what_is_at_edit_distance_1(names: list[str]) -> None:
    table = block_table([profile(name) for name in names])
    words, groups = table.families, corrected_groups(table.families, table.givens.row_groups)
    for place, word in enumerate(words.words):
        if groups[place] != words.groups[place]:
            near = [other for other, group in zip(words.words, words.groups, strict=True) if group == groups[place]]
            assert any(_slip(word, other) for other in near)


def _slip(word: str, other: str) -> bool:
    def shorter(text: str) -> set[str]:
        return {text} | {text[:place] + text[place + 1 :] for place in range(len(text))}

    return bool(shorter(word) & shorter(other))


names = st.lists(
    st.sampled_from(["John Smith", "J. Smith", "Jim Smith", "Mr Smith", "Alex Smith", "Bo Smith", "", "Ann Jones"]),
    max_size=40,
)


@given(names, st.integers(2, 8), st.data())
def test_blocks_are_a_bounded_partition(names: list[str], limit: int, data: st.DataObject) -> None:
    friends = [data.draw(st.lists(st.sampled_from("abcdef"), max_size=2)) for _ in names]
    profiles = [profile(name, people=dict.fromkeys(near, 1)) for name, near in zip(names, friends, strict=True)]
    blocks = Blocking(limit=limit).blocks(profiles)
    assert sorted(np.concatenate([*blocks, np.zeros(0, dtype=np.int32)]).tolist()) == list(range(len(names)))
    assert max(map(len, blocks), default=0) <= limit
    assert blocks.labels.tolist() == Blocking(limit=limit).blocks(profiles).labels.tolist()


def test_large_blocks_are_divided_by_given_names_first() -> None:
    names = ["John Smith"] * 4 + ["James Smith"] * 3 + ["Mary Smith"] * 3
    blocks = Blocking(limit=8).blocks([profile(name) for name in names])
    assert blocks.labels.tolist() == [0] * 7 + [1] * 3
    blocks = Blocking(limit=4).blocks([profile(name) for name in names])
    assert blocks.labels.tolist() == [0] * 4 + [1] * 3 + [2] * 3


def test_the_vague_go_where_their_clues_are() -> None:
    john, mary = {"Eve Fox": 1}, {"Tim Roe": 1}
    profiles = [profile("John Smith", people=john)] * 3 + [profile("Mary Smith", people=mary)] * 3
    profiles += [profile("Mr Smith", people=mary), profile("M. Smith", people=mary), profile("Smith", people=john)]
    profiles.append(profile("Smith"))
    labels = Blocking(limit=6).blocks(profiles).labels
    assert labels.tolist() == [0, 0, 0, 1, 1, 1, 1, 1, 0, 2]


def test_clues_keep_people_together_where_names_do_not_help() -> None:
    profiles = [profile("John Smith", people={f"Friend {place % 5}": 1}) for place in range(20)]
    labels = Blocking(limit=4).blocks(profiles).labels
    assert all(len(set(labels[place::5])) == 1 for place in range(5))


def test_one_name_for_everybody() -> None:
    """50,000 chains with one name, most of which say nothing else."""
    plain, told = (
        profile("John Smith"),
        [profile("John Smith", ("employer", f"Firm {place}")) for place in range(5_000)],
    )
    blocks = Blocking(limit=200).blocks([plain] * 40_000 + told + told)
    found = blocks.statistics()
    assert found.largest <= 200
    assert found.profiles == 50_000
    assert found.pairs <= 50_000 * 200 / 2
    assert blocks.recall(np.concatenate((-1 - np.arange(40_000), np.arange(5_000), np.arange(5_000)))) == 1.0


def test_nothing_in_profiles() -> None:
    empty = [Profile("d", place) for place in range(50)]
    assert len(Blocking().blocks(empty)) == 50  # nothing says that any two might be one
    mails = [profile("", ("email", mail)) for mail in ("a@x.org", "b@x.org", "a@x.org")]
    assert Blocking().blocks(mails).labels.tolist() == [0, 1, 0]
    nobody = Blocking().blocks([])
    assert len(nobody) == 0
    assert nobody.statistics().saved == 0.0
    assert nobody.recall([]) == 1.0


@given(st.lists(st.text(max_size=12), max_size=12))
def test_no_name_is_refused(texts: list[str]) -> None:
    blocks = Blocking(limit=3).blocks([profile(text) for text in texts])
    assert blocks.statistics().profiles == len(texts)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=20))
def test_statistics_and_recall(pairs: list[tuple[int, int]]) -> None:
    blocks = Blocks.of_labels(np.array([block for block, _ in pairs], dtype=np.int64))
    gold = [name for _, name in pairs]
    every = list(combinations(range(len(pairs)), 2))
    inside = [(a, b) for a, b in every if pairs[a][0] == pairs[b][0]]
    same = [(a, b) for a, b in every if gold[a] == gold[b]]
    found = blocks.statistics()
    assert (found.pairs, found.all_pairs) == (len(inside), len(every))
    assert blocks.recall(gold) == pytest.approx(len(set(inside) & set(same)) / len(same) if same else 1.0)
    assert blocks.recall(list(map(str, gold))) == blocks.recall(np.array(gold, dtype=np.int64))
    assert [block.tolist() for block in blocks[:2]] == [block.tolist() for block in list(blocks)[:2]]


def test_blocks_are_joined_for_must_links() -> None:
    blocks = Blocking().blocks([profile(name) for name in ("Ann Smith", "Ann Jones", "Bo Smith", "Cy Fox", "Di Roe")])
    assert blocks.labels.tolist() == [0, 1, 0, 2, 3]
    assert blocks.joined([(1, 2), (4, 1)]).labels.tolist() == [0, 0, 0, 1, 0]
    assert blocks.joined([]).labels.tolist() == blocks.labels.tolist()


@pytest.mark.corpus
def test_the_goal_on_the_people_corpora(corpora: Path) -> None:
    profiles, gold = people(corpora / "people")
    blocks = Blocking().blocks(profiles)
    assert blocks.recall(gold) >= 0.98
    assert blocks.statistics().saved >= 0.95


def test_errors() -> None:
    with pytest.raises(ConfigError, match="at least 2; it is 1"):
        Blocking(limit=1)
    blocks = Blocking().blocks([profile("Ann Smith")])
    with pytest.raises(DataError, match="2 gold identities for 1"):
        blocks.recall(["a", "b"])
    with pytest.raises(IndexError):
        blocks[1]
    assert blocks[-1].tolist() == [0]


def test_the_goal_on_synthetic_people() -> None:
    made = SyntheticPeople(5_000, most=20)
    blocks = Blocking(limit=40).blocks(made)
    assert blocks.recall(made.identities) >= 0.98
    assert blocks.statistics().saved >= 0.95


def test_a_lone_given_name_meets_the_only_full_name_that_has_it() -> None:
    def together(*names: str) -> bool:
        found = Blocking().blocks([profile(name, document=name) for name in names])
        return bool(found.labels[0] == found.labels[1])

    assert together("Anand", "Anand Krishnan", "Mary Poe")
    assert together("Anna-Marie", "Anna-Marie Toft", "Mary Poe")
    assert not together("Anand", "Anand Krishnan", "Anand Rao"), "it may be either"
    assert not together("Anand", "Anand Krishnan", "Lila Anand"), "it may be a family name"


def test_other_family_names_meet() -> None:
    def together(*names: str | Profile) -> bool:
        people = [name if isinstance(name, Profile) else profile(name, document=name) for name in names]
        found = Blocking().blocks(people)
        return bool(found.labels[0] == found.labels[1])

    assert together("Luis Prieto García", "Luis Prieto", "Ana García")
    assert not together("Luis Prieto García", "Luis Prieto", "Luis García"), "his own family has one of the name"
    assert not together("Luis Prieto García", "Ana Prieto"), "another given name"
    assert together("Folake Adeleke-Brandt", "Folake Adeleke", "Ute Brandt")
    assert together("Elena Sergeevna Orlova", "Elena Sergeevna")
    stern = profile("Ida Stern", document="a", forms={"Ida Stern": 1, "Ida Roth": 1})
    assert together(stern, "Ida Roth")
    assert together(profile("Yusuf Rashid", document="a", forms={"Yusuf Rashid": 1, "Karim Nour": 1}), "Karim Nour")
