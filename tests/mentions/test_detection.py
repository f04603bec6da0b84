"""Mention detection: golden spans of our own sentences, and what holds for every tree."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError, UnknownNameError
from namesakes.mentions.detection import GOLD, PHRASE, PREDICTED, heads_of, mention_source, with_heads, with_mentions
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans

TAGS = ("NOUN", "PROPN", "PRON", "DET", "ADJ", "VERB", "ADP", "CCONJ", "PUNCT", "NUM", "PART", "AUX", "SCONJ")
LABELS = ("nsubj", "obj", "det", "nmod", "nmod:poss", "case", "conj", "cc", "appos", "acl:relcl", "amod", "punct")


def document(*sentences: str) -> Document:
    """A document of `word/tag/head/label` tokens; heads count from 1 within their sentence, 0 is the root."""
    rows = [[token.split("/") for token in sentence.split()] for sentence in sentences]
    tokens, heads = [token for sentence in rows for token in sentence], []
    for sentence in rows:
        begin = len(heads)
        heads += [begin + int(head) - 1 if int(head) else -1 for _, _, head, _ in sentence]
    tags, labels = [tag for _, tag, _, _ in tokens], [label for *_, label in tokens]
    columns = {"upos": ["PRON" if tag == "WP" else tag for tag in tags], "xpos": tags, "label": labels}
    return Document(heads=heads, columns=columns, **joined([[word for word, *_ in row] for row in rows]))


def detected(made: Document) -> list[tuple[str, str, str]]:
    """The words of each mention in document order, its head and the kind of its phrase."""
    table = with_mentions(made).mention_table
    assert table is not None
    assert table.heads is not None
    spans = zip(table.first.tolist(), table.end.tolist(), table.heads.tolist(), table.extra[PHRASE], strict=True)
    return [(" ".join(made.words[first:end]), made.words[head], kind) for first, end, head, kind in spans]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        pytest.param(
            "She/PRON/2/nsubj told/VERB/0/root him/PRON/2/obj that/SCONJ/6/mark it/PRON/6/expl rained/VERB/2/ccomp",
            [("She", "She", "pronoun"), ("him", "him", "pronoun")],
            id="pronouns, but no expletives",
        ),
        pytest.param(
            "Ann/PROPN/4/nmod:poss 's/PART/1/case old/ADJ/4/amod dog/NOUN/5/nsubj bit/VERB/0/root "
            "her/PRON/7/nmod:poss sister/NOUN/5/obj",
            [
                ("Ann 's old dog", "dog", "definite"),
                ("Ann 's", "Ann", "name"),
                ("her sister", "sister", "definite"),
                ("her", "her", "pronoun"),
            ],
            id="possessives",
        ),
        pytest.param(
            "Dr./PROPN/4/nsubj Ann/PROPN/1/flat Lee/PROPN/1/flat met/VERB/0/root the/DET/7/det Royal/PROPN/7/compound "
            "Board/PROPN/4/obj in/ADP/9/case Paris/PROPN/4/obl",
            [
                ("Dr. Ann Lee", "Dr.", "name"),
                ("the Royal Board", "Board", "name"),
                ("Royal", "Royal", "name"),
                ("Paris", "Paris", "name"),
            ],
            id="names",
        ),
        pytest.param(
            "the/DET/2/det owner/NOUN/8/nsubj of/ADP/5/case the/DET/5/det house/NOUN/2/nmod by/ADP/7/case "
            "Lake/PROPN/5/nmod sold/VERB/0/root a/DET/10/det boat/NOUN/8/obj",
            [
                ("the owner of the house by Lake", "owner", "definite"),
                ("the house by Lake", "house", "definite"),
                ("Lake", "Lake", "name"),
                ("a boat", "boat", "indefinite"),
            ],
            id="nested noun phrases",
        ),
        pytest.param(
            "Ann/PROPN/7/nsubj ,/PUNCT/3/punct Ben/PROPN/1/conj and/CCONJ/6/cc my/PRON/6/nmod:poss friend/NOUN/1/conj "
            "left/VERB/0/root",
            [
                ("Ann , Ben and my friend", "Ann", "coordination"),
                ("Ann", "Ann", "name"),
                ("Ben", "Ben", "name"),
                ("my friend", "friend", "definite"),
                ("my", "my", "pronoun"),
            ],
            id="coordination",
        ),
        pytest.param(
            "the/DET/2/det manager/NOUN/7/nsubj ,/PUNCT/5/punct Susan/PROPN/2/appos Lee/PROPN/4/flat ,/PUNCT/4/punct "
            "resigned/VERB/0/root",
            [
                ("the manager , Susan Lee", "manager", "definite"),
                ("the manager", "manager", "part"),
                ("Susan Lee", "Susan", "name"),
            ],
            id="apposition",
        ),
        pytest.param(
            "the/DET/2/det man/NOUN/6/nsubj who/WP/4/nsubj sold/VERB/2/acl:relcl it/PRON/4/obj left/VERB/0/root",
            [("the man who sold it", "man", "definite"), ("it", "it", "pronoun")],
            id="relative clauses, but no relative pronouns",
        ),
        pytest.param(
            "she/PRON/4/nsubj is/AUX/4/cop the/DET/4/det head/NOUN/0/root of/ADP/6/case it/PRON/4/nmod",
            [("she", "she", "pronoun"), ("the head of it", "head", "predicate"), ("it", "it", "pronoun")],
            id="predicates",
        ),
        pytest.param(
            "two/NUM/2/nummod stone/NOUN/3/compound walls/NOUN/4/nsubj fell/VERB/0/root",
            [("two stone walls", "walls", "bare")],
            id="no nouns that only modify another",
        ),
    ],
)
def test_golden_sentences(sentence: str, expected: list[tuple[str, str, str]]) -> None:
    assert detected(document(sentence)) == expected


def test_named_entities_are_mentions_too() -> None:
    made = document("the/DET/4/det New/PROPN/4/compound York/PROPN/2/flat mayor/NOUN/5/nsubj left/VERB/0/root")
    assert [words for words, _, _ in detected(made)] == ["the New York mayor", "New York"]
    named = made.replace(entity_table=Spans.build([(3, 4, "person")]))
    assert ("mayor", "mayor", "name") in detected(named)


def test_detection_needs_tags_and_trees() -> None:
    with pytest.raises(DataError, match="document plain has no"):
        with_mentions(Document(id="plain", text="Ann ran.", starts=[0, 4], ends=[3, 7], sentence_starts=[0]))


@st.composite
def trees(draw: st.DrawFn) -> Document:
    """Sentences of random tags, labels and trees: whatever a parser could give."""
    sentences = []
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 9))
        root = draw(st.integers(1, size))
        order = draw(st.permutations([place for place in range(1, size + 1) if place != root]))
        heads, reached = {root: 0}, [root]
        for place in order:
            heads[place] = draw(st.sampled_from(reached))
            reached.append(place)
        tokens = []
        for place in range(1, size + 1):
            tag, label = draw(st.sampled_from(TAGS)), draw(st.sampled_from(LABELS)) if heads[place] else "root"
            tokens.append(f"w{place}/{tag}/{heads[place]}/{label}")
        sentences.append(" ".join(tokens))
    return document(*sentences)


@given(trees())
def test_mentions_of_any_tree(made: Document) -> None:
    """In document order, each span once, in one sentence, each with its head inside it, and in no chain."""
    table = with_mentions(made).mention_table
    assert table is not None
    assert table.heads is not None
    spans = list(zip(table.first.tolist(), (-table.end).tolist(), strict=True))
    assert spans == sorted(set(spans))
    assert np.all((table.first <= table.heads) & (table.heads < table.end))
    np.testing.assert_array_equal(made.sentence_ids[table.first], made.sentence_ids[table.end - 1])
    assert set(table.chains.tolist()) <= {-1}
    pronouns = [place for place, tag in enumerate(made.columns["upos"]) if tag == "PRON"]
    assert set(pronouns) <= set(table.heads.tolist())


@given(trees(), st.data())
def test_heads_of_gold_spans(made: Document, data: st.DataObject) -> None:
    """The head of a span is its first token whose own head lies outside; where mentions are gold they stay as given."""
    assert made.heads is not None
    every = list(combinations(range(len(made.words) + 1), 2))
    spans = sorted(data.draw(st.sets(st.sampled_from(every), max_size=5)), key=lambda span: (span[0], -span[1]))
    expected = [
        next((token for token in range(*span) if not span[0] <= made.heads[token] < span[1]), span[1] - 1)
        for span in spans
    ]
    first, end = (np.array([span[side] for span in spans], dtype=np.int32) for side in (0, 1))
    assert heads_of(made, first, end).tolist() == expected
    gold = made.replace(mention_table=Mentions.build([[span] for span in spans], [None] * len(spans)))
    table = with_heads(gold).mention_table
    assert table is not None
    assert table.heads is not None
    assert [*zip(table.first.tolist(), table.end.tolist(), strict=True)] == spans
    assert table.heads.tolist() == expected


def test_gold_mentions_need_mentions_and_trees() -> None:
    with pytest.raises(DataError, match="has no mentions"):
        with_heads(document("Ann/PROPN/2/nsubj ran/VERB/0/root"))
    bare = Document(id="bare", **joined([["Ann", "ran"]]), mention_table=Mentions.build([[(0, 1)]], [None]))
    with pytest.raises(DataError, match="document bare has no dependency trees"):
        with_heads(bare)


def test_sources_of_mentions_and_their_former_names() -> None:
    assert [mention_source(name) for name in ("predicted", "gold")] == [PREDICTED, GOLD]
    for former, now in (("found", PREDICTED), ("given", GOLD)):
        with pytest.warns(FutureWarning, match=f"'{former}' is now called '{now}'"):
            assert mention_source(former) == now
    with pytest.raises(UnknownNameError, match="Known: gold, predicted"):
        mention_source("all")
