"""Pairing key and response: names, tokens, singletons, duplicates, discontinuous mentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, Strings, score
from namesakes.errors import AlignmentError, DataError, UnknownNameError
from namesakes.text.segment import joined, segmented, token_span
from namesakes.text.spans import Mentions
from tests.strategies import documents

WORDS = [["Ann", "said", "that", "she", "saw", "Ben", "."]]


def document(parts: list[list[tuple[int, int]]], chains: list[str | None], name: str = "d") -> Document:
    return Document(id=name, mention_table=Mentions.build(parts, chains), **joined(WORDS))


ANN = document([[(0, 1)], [(3, 4)]], ["a", "a"])


def test_missing_and_additional_documents_are_named() -> None:
    other = ANN.replace(id="e")
    with pytest.raises(AlignmentError, match="the key has documents that the response has not: e"):
        score([ANN, other], [ANN])
    with pytest.raises(AlignmentError, match="the response has documents that the key has not: e"):
        score([ANN], [ANN, other])
    many = [ANN.replace(id=f"x{number}") for number in range(9)]
    with pytest.raises(AlignmentError, match="x0, x1, x2, x3, x4 and 4 more"):
        score([ANN, *many], [ANN])


def test_two_documents_of_one_name() -> None:
    with pytest.raises(AlignmentError, match="two documents called d"):
        score([ANN, ANN], [ANN])


def test_no_documents() -> None:
    with pytest.raises(AlignmentError, match="no document to score"):
        score([], [])


def test_other_tokens_are_shown() -> None:
    other = Document(id="d", mention_table=Mentions(), **joined([["Ann", "says", "so"]]))
    with pytest.raises(AlignmentError, match=r"\(3 and 7\); token 1 is 'said' in the key and 'says' in the response"):
        score([ANN], [other])
    shorter = Document(id="d", mention_table=Mentions(), **joined([["Ann", "said"]]))
    with pytest.raises(AlignmentError, match="token 2 is 'that' in the key and missing in the response"):
        score([ANN], [shorter])


def test_another_tokenizer_is_compared_by_characters() -> None:
    text = "Ann-Marie said that she saw Ben."
    left = segmented(Document(id="d", text=text), [9])
    right = Document(id="d", text=text, starts=[0, 10, 15, 20, 24, 28], ends=[9, 14, 19, 23, 27, 32])
    spans = [(0, 9), (20, 23)]
    left, right = (
        side.replace(mention_table=Mentions.build([[token_span(side, *span)] for span in spans], ["a", "a"]))
        for side in (left, right)
    )
    assert len(left.starts) != len(right.starts)
    assert score([left], [right]).conll == 1.0
    spaced = Document(id="d", mention_table=right.mention_table, **joined([right.words]))
    assert score([left], [spaced]).conll == 1.0


def test_empty_nodes_of_one_side_do_not_matter() -> None:
    """CoNLL-U restores omitted words as empty nodes, which other formats of the same text do not have."""
    starts, ends = [0, 4, 9, 9, 14], [3, 8, 9, 13, 17]
    text = "Ann said that she"
    fields = {"id": "d", "text": text, "columns": {"form": Strings(["Ann", "said", "so", "that", "she"])}}
    table = Mentions.build([[(0, 1)], [(4, 5)], [(2, 3)]], ["a", "a", "b"])
    restored = Document(starts=starts, ends=ends, empty_nodes=[0, 0, 1, 0, 0], mention_table=table, **fields)
    plain = Document(id="d", mention_table=Mentions.build([[(0, 1)], [(3, 4)]], ["a", "a"]), **joined([text.split()]))
    for key, response in ((restored, plain), (plain, restored)):
        assert score([key], [response], keep_singletons=False).conll == 1.0
    assert score([restored], [plain]).scores()["mentions"].recall == (2, 3)


def test_words_of_one_token_are_compared_by_characters() -> None:
    """The French token du is the words de and le; a text format knows the token only."""
    words = {
        "text": "du livre",
        "starts": [0, 0, 3],
        "ends": [2, 2, 8],
        "columns": {"form": Strings(["de", "le", "livre"])},
    }
    key = Document(id="d", mention_table=Mentions.build([[(0, 3)], [(2, 3)]], ["a", "a"]), **words)
    response = segmented(Document(id="d", text="du livre"))
    response = response.replace(mention_table=Mentions.build([[(0, 2)], [(1, 2)]], ["a", "a"]))
    assert score([key], [response]).conll == 1.0


def test_singletons_count_unless_dropped() -> None:
    single = document([[(0, 1)], [(3, 4)], [(5, 6)]], ["a", "a", "b"])
    assert score([single], [ANN]).scores()["b3"].recall == (2, 3)
    assert score([single], [ANN], keep_singletons=False).scores()["b3"].recall == (2, 2)


def test_mentions_outside_chains_do_not_count() -> None:
    loose = document([[(0, 1)], [(3, 4)], [(5, 6)]], ["a", "a", None])
    assert score([loose], [ANN]).scores()["mentions"].recall == (2, 2)


def test_a_span_given_twice_is_an_error_that_says_where() -> None:
    twice = document([[(0, 1)], [(3, 4)], [(3, 4)]], ["a", "a", "b"])
    with pytest.raises(
        DataError, match=r"d of the response has the mention 'she' \(tokens 3 to 4\) twice, in chains a and b"
    ):
        score([ANN], [twice])
    with pytest.raises(DataError, match="of the key"):
        score([twice], [ANN])
    kept = score([ANN], [twice], first_of_duplicates=True)
    assert kept.conll == 1.0
    assert kept.scores()["ceaf_e"].precision == (1, 1)


def test_parts_that_touch_are_the_same_span() -> None:
    twice = document([[(0, 2)], [(0, 1), (1, 2)]], ["a", "b"])
    with pytest.raises(DataError, match=r"the mention 'Ann … said' \(tokens 0 to 2\) twice, in chains b and a"):
        score([twice], [twice])


def test_discontinuous_mentions_match_only_with_the_same_parts() -> None:
    gap = document([[(0, 1), (3, 4)], [(5, 6)]], ["a", "a"])
    other_gap = document([[(0, 2), (3, 4)], [(5, 6)]], ["a", "a"])
    whole = document([[(0, 4)], [(5, 6)]], ["a", "a"])
    touching = document([[(0, 2), (2, 4)], [(5, 6)]], ["a", "a"])
    found = {name: score([gap], [each]).scores()["mentions"].recall[0] for name, each in
             {"same": gap, "other": other_gap, "whole": whole}.items()}  # fmt: skip
    assert found == {"same": 2, "other": 1, "whole": 1}
    assert score([whole], [touching]).conll == 1.0


def test_documents_without_coreference() -> None:
    with pytest.raises(DataError, match="document d of the response has no coreference to score"):
        score([ANN], [ANN.replace(mention_table=None)])


def test_an_unknown_metric_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="no metric called 'bcubed'"):
        score([ANN], [ANN], metrics=["bcubed"])


@given(st.lists(documents(rich=False, discontinuous=True, loose=True), min_size=1, max_size=4))
def test_per_document_counts_add_up_and_do_not_depend_on_order(corpus: list[Document]) -> None:
    key = [each.replace(id=str(number), part=0) for number, each in enumerate(corpus)]
    response = [each.replace(mention_table=Mentions()) if number % 2 else each for number, each in enumerate(key)]
    together, backwards = score(key, response), score(key[::-1], response)
    for name, counts in together.counts.items():
        assert counts.sum(axis=0).tolist() == pytest.approx(backwards.counts[name].sum(axis=0).tolist())
        for row, document in enumerate(key):
            alone = score([document], [response[row]])
            assert alone.counts[name][0].tolist() == pytest.approx(counts[row].tolist()), name
