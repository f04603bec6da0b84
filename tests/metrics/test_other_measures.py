"""Clusterings, tags, trees, names, genres and significance, on small cases worked by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, Strings, score
from namesakes.errors import AlignmentError, DataError, UsageError
from namesakes.metrics import compare
from namesakes.metrics.clustering import compare_labels
from namesakes.metrics.measure import f_measure
from namesakes.metrics.report import ScoreSettings, scored
from namesakes.metrics.significance import wilcoxon
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans

WORDS = [["Ann", "saw", "Ben"], ["He", "left"]]


def parsed(heads: list[int], labels: str, tags: str, entities: list[tuple[int, int, str]]) -> Document:
    columns = {"label": Strings(labels.split()), "xpos": Strings(tags.split())}
    return Document(id="d", heads=heads, columns=columns, entity_table=Spans.build(entities), **joined(WORDS))


GOLD = parsed(
    [1, -1, 1, 4, -1], "nsubj root obj nsubj:pass root", "NNP VBD NNP PRP VBD", [(0, 1, "PER"), (2, 3, "PER")]
)
FOUND = parsed([1, -1, 0, 4, -1], "nsubj root obj nsubj root", "NNP VBD NN PRP VBN", [(0, 1, "PER"), (2, 3, "ORG")])


def test_attachment() -> None:
    scores = score([GOLD], [FOUND], metrics=["uas", "las"]).scores()
    assert scores["uas"].recall == (4, 5)  # Ben hangs on Ann
    assert scores["las"].recall == (4, 5)  # a subtype of a relation does not count
    wrong = FOUND.with_columns(label="dep root obj nsubj root".split())
    assert score([GOLD], [wrong], metrics=["las"]).scores()["las"].recall == (3, 5)


def test_empty_nodes_have_no_head_to_find() -> None:
    gold, found = (each.replace(empty_nodes=[0, 0, 1, 0, 0]) for each in (GOLD, FOUND))
    assert score([gold], [found], metrics=["uas"]).scores()["uas"].recall == (4, 4)


def test_tagging_of_known_and_unknown_words() -> None:
    result = score([GOLD], [FOUND], metrics=["xpos", "known_xpos", "unknown_xpos"], known_words={"Ann", "left", "saw"})
    assert {name: each.recall for name, each in result.scores().items()} == {
        "xpos": (3, 5), "known_xpos": (2, 3), "unknown_xpos": (1, 2),
    }  # fmt: skip


def test_known_words_must_be_given() -> None:
    with pytest.raises(UsageError, match="--known"):
        score([GOLD], [FOUND], metrics=["unknown_xpos"])


def test_entities_need_span_and_type() -> None:
    found = score([GOLD], [FOUND], metrics=["entities"]).scores()["entities"]
    assert (found.recall, found.precision, found.f1) == ((1, 2), (1, 2), 0.5)


@pytest.mark.parametrize("name", ["upos", "uas", "las", "entities"])
def test_layers_that_are_missing_are_named(name: str) -> None:
    bare = Document(id="d", **joined(WORDS))
    with pytest.raises(DataError, match="document d has no"):
        score([bare], [bare], metrics=[name])


def test_other_tokens_are_compared_by_their_characters() -> None:
    text = "Ann-Marie left"
    gold = Document(
        id="d", text=text, starts=[0, 10], ends=[9, 14], columns={"xpos": Strings(["NNP", "VBD"])}, heads=[1, -1]
    )
    found = Document(
        id="d", text=text, starts=[0, 3, 4, 10], ends=[3, 4, 9, 14],
        columns={"xpos": Strings(["NNP", "HYPH", "NNP", "VBD"])}, heads=[2, 2, 3, -1],
    )  # fmt: skip
    scores = score([gold], [found], metrics=["xpos", "uas"]).scores()
    assert (scores["xpos"].recall, scores["xpos"].precision) == ((1, 2), (1, 4))
    assert (scores["uas"].recall, scores["uas"].precision) == ((1, 2), (1, 4))


# Gold x x x y y, found p p q q q: purity max(2) + max(1, 2) = 4 of 5, inverse purity 2 + 2 = 4 of 5.
# Pairs: gold 4, found 4, both 2. B³: 4/3 + 1/3 + 4/2 = 11/3 of 5.
def test_clusterings_by_hand() -> None:
    found = compare_labels(list("xxxyy"), list("ppqqq"))
    assert found["purity"].precision == found["purity"].recall == (4, 5)
    assert found["pairwise"].recall == found["pairwise"].precision == (2, 4)
    assert found["b3"].recall == pytest.approx((11 / 3, 5))


# Gold x x y, found all in one: purity 2/3, inverse purity 1; F_0.2 = 1 / (0.2·3/2 + 0.8) = 10/11, F_0.5 = 4/5.
def test_f_alpha_by_hand() -> None:
    found = compare_labels(list("xxy"), list("ppp"))
    assert found["purity"].f1 == pytest.approx(4 / 5)
    assert found["f02"].f1 == pytest.approx(10 / 11)
    assert f_measure(0.0, 1.0) == 0.0


def test_labels_must_be_as_many() -> None:
    with pytest.raises(AlignmentError, match="2 gold labels and 1 found"):
        compare_labels("ab", "a")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12))
def test_purity_against_its_definition(items: list[tuple[int, int]]) -> None:
    gold, found = zip(*items, strict=True)
    scores = compare_labels(gold, found)
    purity = sum(max(sum(pair == (g, f) for pair in items) for g in set(gold)) for f in set(found))
    inverse = sum(max(sum(pair == (g, f) for pair in items) for f in set(found)) for g in set(gold))
    assert scores["purity"].precision == (purity, len(items))
    assert scores["purity"].recall == (inverse, len(items))


def corpus(chains: list[list[str]]) -> list[Document]:
    """Documents of four mentions each, with the chains given."""
    parts = [[(place, place + 1)] for place in range(4)]
    names = [f"GUM_{'news' if number % 2 else 'bio'}_{number}" for number in range(len(chains))]
    return [
        Document(id=name, mention_table=Mentions.build(parts, row), **joined([list("abcd")]))
        for name, row in zip(names, chains, strict=True)
    ]


def test_genres_sum_their_documents() -> None:
    key = corpus([list("xxyy")] * 4)
    response = corpus([list("xxyy"), list("xxxx")] * 2)
    found = score(key, response).to_json(per_document=True)
    assert found["genres"]["bio"]["conll"] == 1.0
    assert found["genres"]["news"]["metrics"]["muc"]["precision"] == [4.0, 6.0]
    assert set(found["per_document"]) == {document.key for document in key}
    assert found["documents"] == 4


def test_significance_of_a_clear_difference_and_of_none() -> None:
    key = corpus([list("xxyy")] * 24)
    better = score(key, corpus([list("xxyy")] * 23 + [list("xxxx")]))
    worse = score(key, corpus([list("xyzw")] * 24))
    clear = compare(better, worse)["conll"]
    assert clear.difference > 0.3
    assert clear.bootstrap_p < 0.01
    assert clear.wilcoxon_p < 0.001
    assert clear.low > 0
    same = compare(better, better)
    assert all(each.bootstrap_p == 1 and each.wilcoxon_p == 1 and each.difference == 0 for each in same.values())


def test_the_bootstrap_depends_on_the_seed_alone() -> None:
    key = corpus([list("xxyy")] * 6)
    one, other = score(key, corpus([list("xxxy")] * 3 + [list("xxyy")] * 3)), score(key, corpus([list("xyyy")] * 6))
    assert compare(one, other, seed=1) == compare(one, other, seed=1)
    assert compare(one, other, seed=1) != compare(one, other, seed=2)


# Six differences, all positive: of the 2^6 signings two are as extreme (all + and all −): p = 2/64.
def test_wilcoxon_by_hand() -> None:
    one = np.array([0.6, 0.7, 0.8, 0.9, 0.95, 0.99])
    assert wilcoxon(one, np.array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])) == pytest.approx(2 / 64)
    assert math.isclose(wilcoxon(one, one), 1.0)


def test_results_of_other_documents_are_not_compared() -> None:
    key = corpus([list("xxyy")] * 2)
    with pytest.raises(AlignmentError, match="same key"):
        compare(score(key, key), score(key[:1], key[:1]))


def test_report_leaves_out_what_not_all_have_when_tolerant() -> None:
    key = corpus([list("xxyy")] * 2)
    report = scored({"key": key, "response": key[:1]}, ScoreSettings(), tolerant=True)
    assert report.result.names == [key[0].key]
    assert report.left_out == [key[1].key]
    assert report.to_json()["left_out"] == [key[1].key]
    with pytest.raises(AlignmentError):
        scored({"key": key, "response": key[:1]}, ScoreSettings())
