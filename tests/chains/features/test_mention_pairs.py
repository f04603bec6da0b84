"""Candidates, comparisons, gold rows and costs against plain Python."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.features.candidates import Candidates, candidates
from namesakes.chains.features.comparisons import COMPARISONS, compare
from namesakes.chains.features.mention_pairs import correct_rows, gold_chains, mention_pairs
from namesakes.chains.features.templates import Templates
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training.costs import Costs
from namesakes.errors import UnknownNameError
from namesakes.mentions.attributes import COLUMNS, NAME, PLACES, PRONOUN, Attributes
from namesakes.mentions.detection import with_heads, with_mentions
from namesakes.text.spans import Mentions
from namesakes.text.word_vectors import WordVectors
from tests.chains.made import LOCAL_FEATURES, made_attributes, made_chains, made_pairs, story_document

SEEDS = st.integers(0, 10_000)


def rows_of(found: Candidates, mention: int) -> list[int]:
    return found.antecedents[found.starts[mention] : found.starts[mention + 1]].tolist()


@given(SEEDS, st.integers(0, 12))
def test_all_earlier_mentions_and_the_root_are_candidates(seed: int, count: int) -> None:
    found = candidates(made_attributes(count, seed))
    assert rows_of(found, 0) == []
    assert [rows_of(found, mention) for mention in range(1, count + 1)] == [list(range(m)) for m in range(1, count + 1)]
    assert found.owners.tolist() == [mention for mention in range(1, count + 1) for _ in range(mention)]


SHARED = ("content", "lemma", "name_first", "name_last", "group", "speaker")


@given(SEEDS, st.integers(1, 30), st.integers(1, 8))
def test_a_window_leaves_the_nearest_and_those_that_share_a_word(seed: int, count: int, window: int) -> None:
    known = made_attributes(count, seed)
    random = np.random.default_rng(seed)
    for name in SHARED:  # rare enough that not everything is shared
        known.codes[1:, COLUMNS.index(name)] = random.integers(0, 3 * count, size=count)
    found = candidates(known, window)
    for mention in range(1, count + 1):
        got = rows_of(found, mention)
        near = set(range(max(1, mention - window), mention))
        alike = {
            other
            for other in range(1, mention)
            if any(known.column(name)[other] == known.column(name)[mention] != 0 for name in SHARED)
        }
        assert got[0] == 0
        assert got == sorted(set(got))
        assert near <= set(got) <= set(range(mention))
        assert set(got[1:]) <= near | alike
        if count <= 8:
            assert set(got[1:]) == near | alike


def test_candidates_of_a_long_text_grow_with_its_length() -> None:
    sizes = []
    for count in (1000, 2000):
        known = made_attributes(count, 1)
        for name in SHARED:
            known.codes[:, COLUMNS.index(name)] = np.arange(count + 1) % (count // 10)
        sizes.append(len(candidates(known, 20).antecedents))
    assert sizes[1] < 2.2 * sizes[0]


@given(SEEDS, st.integers(1, 12))
def test_right_rows_and_their_costs(seed: int, count: int) -> None:
    known, chains = made_attributes(count, seed), made_chains(count, seed)
    rows = candidates(known)
    right = correct_rows(rows, chains)
    costs = Costs(false_new=1.5, false_link=0.5, wrong_link=2.0).rows(rows, right)
    row = 0
    for mention in range(1, count + 1):
        antecedents = [a for a in range(1, mention) if chains[a] == chains[mention] >= 0]
        for a in range(mention):
            is_right = a in antecedents if antecedents else a == 0
            cost = 0.0 if is_right else 1.5 if a == 0 else 2.0 if antecedents else 0.5
            assert (bool(right[row]), costs[row]) == (is_right, cost)
            row += 1
    assert row == len(right)


def test_gold_chains_are_found_by_span() -> None:
    found = Mentions.build([[(0, 1)], [(2, 4)], [(2, 3)], [(5, 6)]], [None] * 4)
    gold = Mentions.build([[(0, 1)], [(2, 3)], [(5, 7)], [(2, 3)]], ["a", "a", "b", "c"])
    assert gold_chains(found, gold).tolist() == [-1, 0, -1, 0, -1]  # of the same span twice, the first


def classes(number: int, limits: tuple[int, ...]) -> int:
    """The class of a number: itself while it is small, then between the limits."""
    return next((place for place, limit in enumerate(limits) if number <= limit), len(limits))


NEAR, FAR = (0, 1, 2, 3, 5, 8, 15, 40), (0, 1, 2, 4, 7, 12, 20, 35, 70, 150)


def inclusion(earlier: set[int], later: set[int]) -> int:
    if not earlier or not later:
        return 0
    if earlier == later:
        return 5
    return 3 if later <= earlier else 4 if earlier <= later else 2 if earlier & later else 1


class Reference:
    """The comparisons of one mention with another, each by its definition."""

    def __init__(self, known: Attributes) -> None:
        self.known = known
        self.vectors = WordVectors.shipped().vectors.astype(int)

    def value(self, name: str, mention: int) -> int:
        return int(self.known.column(name)[mention])

    def place(self, name: str, mention: int) -> int:
        return int(self.known.places[mention, PLACES.index(name)])

    def words(self, mention: int) -> set[int]:
        return set(self.known.words[slice(*self.known.word_offsets[mention : mention + 2])].tolist())

    def modifiers(self, mention: int) -> set[int]:
        return set(self.known.modifiers[slice(*self.known.modifier_offsets[mention : mention + 2])].tolist())

    def same(self, name: str, a: int, m: int) -> bool:
        return self.value(name, a) == self.value(name, m)

    def agreement(self, name: str, a: int, m: int) -> int:
        if not self.value(name, a) or not self.value(name, m):
            return 0
        return 1 if self.same(name, a, m) else 2

    def compare(self, a: int, m: int) -> dict[str, int]:
        """The comparisons that do not depend on other candidates."""
        found = {
            "sentences": classes(self.place("sentence", m) - self.place("sentence", a), NEAR),
            "mentions": classes(m - a - 1, FAR),
            "same_string": self.same("string", a, m),
            "same_content": self.same("content", a, m),
            "same_head": 2 if self.same("head", a, m) else int(self.same("lemma", a, m)),
            "words": inclusion(self.words(a), self.words(m)),
            "same_role": self.same("role", a, m),
            "quotes": 2 * self.value("quoted", m) + self.value("quoted", a),
            "same_class": self.same("class", a, m),
        }
        one, other = self.modifiers(a), self.modifiers(m)
        found["modifiers"] = inclusion(one, other) if one and other else 6 + 2 * bool(one) + bool(other)
        pairs = {"numbers": "number", "genders": "gender", "animacies": "animacy", "persons": "person"}
        for name, column in {**pairs, "entities": "entity", "speakers": "speaker"}.items():
            found[name] = self.agreement(column, a, m)
        found["nesting"] = 0
        if self.place("end", m) <= self.place("end", a):
            found["nesting"] = 2 if self.place("head", m) == self.place("head", a) else 1
        found["names"] = self.names(a, m)
        kinds = {self.value("kind", a), self.value("kind", m)}
        vectors = [self.place("vector", each) for each in (a, m)]
        found["similarity"] = 0
        if PRONOUN not in kinds and min(vectors) >= 0:
            product = int(self.vectors[vectors[0]] @ self.vectors[vectors[1]])
            found["similarity"] = 1 + max(product, 0) * 10 // 127**2
        persons = found["persons"] == 2 and kinds == {PRONOUN}
        clashes = (found["numbers"] == 2, found["genders"] == 2, found["animacies"] == 2, persons)
        found["clash"] = any(clashes) or found["nesting"] == 1
        return {name: int(value) for name, value in found.items()}

    def names(self, a: int, m: int) -> int:
        if {self.value("kind", a), self.value("kind", m)} != {NAME}:
            return 0
        for one, other in ((a, m), (m, a)):
            if self.value("letters", one) and self.value("letters", one) == self.value("initials", other):
                return 8
        short = any(self.place("name_end", each) - self.place("name_first", each) == 1 for each in (a, m))
        first, last = self.same("name_first", a, m), self.same("name_last", a, m)
        if first and last:
            return 1
        if last:
            return 2 if short else 4
        if first:
            return 3 if short else 6
        crossed = self.value("name_first", m) == self.value("name_last", a)
        return 7 if crossed or self.value("name_last", m) == self.value("name_first", a) else 5


@given(SEEDS, st.integers(1, 12))
def test_comparisons(seed: int, count: int) -> None:
    known = made_attributes(count, seed)
    rows = candidates(known)
    found, reference = compare(known, rows), Reference(known)
    assert not found[rows.antecedents == 0].any()
    for mention in range(1, count + 1):
        nearer: list[dict[str, int]] = []
        for a in range(mention - 1, 0, -1):
            got = dict(zip(COMPARISONS, found[rows.starts[mention] + a].tolist(), strict=True))
            expected = reference.compare(a, mention)
            assert {name: got[name] for name in expected} == expected
            fitting = [each for each in nearer if not each["clash"]]
            assert got["rank"] == classes(len(fitting), FAR)
            assert got["rank_role"] == classes(sum(each["same_role"] for each in fitting), NEAR)
            alike = sum(bool(each["same_content"] or each["same_head"]) for each in nearer)
            assert got["rank_head"] == classes(alike, NEAR)
            nearer.append(expected)


def test_scores_are_sums_of_weights_by_template() -> None:
    ready = made_pairs(7, 3)
    model = BeamModel(LOCAL_FEATURES, np.ones(1 << LOCAL_FEATURES.bits, dtype=np.float32))
    expected = np.where(ready.candidates.antecedents == 0, len(LOCAL_FEATURES.alone), len(LOCAL_FEATURES.pairs))
    np.testing.assert_array_equal(model.scores(ready), expected)


@given(SEEDS)
def test_equal_atoms_give_equal_features_and_others_do_not(seed: int) -> None:
    features = FeatureSettings(pairs=("m.head a.head",), alone=("m.head",), bits=20)
    ready = made_pairs(9, seed, features)
    random = np.random.default_rng(seed).normal(size=1 << 20).astype(np.float32)
    scores = BeamModel(features, random).scores(ready)
    head = ready.attributes.column("head")
    owners, others = ready.candidates.owners, ready.candidates.antecedents
    atoms = [(int(head[m]), int(head[a]) if a else -1) for m, a in zip(owners.tolist(), others.tolist(), strict=True)]
    assert len({(atom, score) for atom, score in zip(atoms, scores.tolist(), strict=True)}) == len(set(atoms))
    assert len(set(scores.tolist())) == len(set(atoms))


def test_unknown_atoms() -> None:
    with pytest.raises(UnknownNameError, match="same_head"):
        Templates.build(["same_hed"], [])
    with pytest.raises(UnknownNameError, match="begins a chain"):
        Templates.build([], ["a.head"])
    with pytest.raises(UnknownNameError, match="lemma"):
        BeamModel(replace(LOCAL_FEATURES, pairs=("m.lema",))).templates.later(np.zeros((1, len(COLUMNS)), np.uint64))


def test_a_document_becomes_an_instance() -> None:
    document = with_mentions(story_document(0))
    model = BeamModel(LOCAL_FEATURES)
    ready = mention_pairs(document, model.templates, LOCAL_FEATURES.bits)
    assert ready.count == len(document.mentions)
    gold = story_document(0).mention_table
    assert document.mention_table is not None
    assert gold is not None
    chains = gold_chains(document.mention_table, gold)
    found = {mention.text: chain for mention, chain in zip(document.mentions, chains[1:].tolist(), strict=True)}
    assert found["Anna"] == found["She"] == found["her"] >= 0
    assert found["his house"] == found["The house"] != found["Anna"]


def test_given_mentions_keep_their_spans() -> None:
    document = story_document(1)
    assert with_heads(document).mention_table is not None
    assert [each.text for each in with_heads(document).mentions] == [each.text for each in document.mentions]
