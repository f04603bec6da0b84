"""Noun phrases and clauses: golden spans of our own sentences, invariants over random trees, and our own parses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError
from namesakes.syntax.parts import Syntax
from namesakes.syntax.phrases.constituents import Kind, clauses, noun_phrases, subtrees
from namesakes.text.spans import Spans
from tests.oracles import trees as oracle

TAGS = {"P": "PRON", "N": "NOUN", "M": "PROPN", "V": "VERB", "D": "DET", "A": "ADJ", "R": "ADV", "I": "ADP"}
TAGS |= {"X": "AUX", "C": "CCONJ", ".": "PUNCT", "#": "NUM", "T": "PART"}


def document(*sentences: str) -> Document:
    """A document of `word/tag/head/label` tokens; heads count from 1 within a sentence, 0 is the root."""
    words: list[str] = []
    heads: list[int] = []
    columns: dict[str, list[str]] = {"upos": [], "label": []}
    edges = []
    for sentence in sentences:
        begin = len(words)
        edges.append(begin)
        for token in sentence.split():
            word, tag, head, label = token.split("/")
            words.append(word)
            heads.append(begin + int(head) - 1 if head != "0" else -1)
            columns["upos"].append(TAGS[tag])
            columns["label"].append(label)
    ends = np.cumsum([len(word) + 1 for word in words]) - 1
    starts = ends - [len(word) for word in words]
    return Document(text=" ".join(words), starts=starts, ends=ends, sentence_starts=edges, heads=heads, columns=columns)


def found(made: Document) -> dict[str, str]:
    """The phrases' words, and the words of their heads."""
    phrases = noun_phrases(made)
    rows = zip(phrases.first.tolist(), phrases.end.tolist(), phrases.head.tolist(), strict=True)
    return {" ".join(made.words[first:last]): made.words[head] for first, last, head in rows}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "My/P/2/nmod:poss aunt/N/6/nsubj Rosa/M/2/appos 's/T/2/case ,/./2/punct lives/V/0/root in/I/9/case "
            "the/D/9/det house/N/6/obl by/I/12/case the/D/12/det lake/N/9/nmod ././6/punct",
            {
                "My aunt Rosa": "aunt",
                "My": "My",
                "My aunt": "aunt",
                "Rosa": "Rosa",
                "the house by the lake": "house",
                "the lake": "lake",
            },
        ),
        (
            "Ann/M/4/nmod:poss 's/T/1/case old/A/4/amod dog/N/6/nsubj never/R/6/advmod bites/V/0/root",
            {"Ann 's old dog": "dog", "Ann 's": "Ann"},
        ),
        (
            "Bo/M/5/nsubj and/C/4/cc the/D/4/det twins/N/1/conj sing/V/0/root with/I/7/case him/P/5/obl",
            {"Bo and the twins": "Bo", "Bo": "Bo", "the twins": "twins", "him": "him"},
        ),
        (
            "She/P/6/nsubj is/X/6/cop certainly/R/6/advmod the/D/6/det best/A/6/amod doctor/N/0/root in/I/8/case "
            "town/N/6/nmod today/R/6/advmod",
            {"She": "She", "the best doctor in town": "doctor", "town": "town"},
        ),
        (
            "only/R/3/advmod the/D/3/det cat/N/6/nsubj that/P/5/nsubj sleeps/V/3/acl purrs/V/0/root here/R/6/advmod",
            {"the cat that sleeps": "cat", "that": "that", "here": "here"},
        ),
        (
            "the/D/3/det brass/N/3/compound key/N/4/nsubj fell/V/0/root (/./7/punct the/D/7/det one/N/4/parataxis "
            "(/./9/punct mine/P/7/appos )/./9/punct )/./7/punct",
            {"the brass key": "key", "the one ( mine )": "one", "the one": "one", "mine": "mine"},
        ),
        ("it/P/2/expl rains/V/0/root on/I/5/case two/#/5/nummod towns/N/2/obl", {"two towns": "towns"}),
    ],
    ids=["apposition", "possessive", "coordination", "predicate", "clause", "brackets", "expletive"],
)
def test_phrases_of_a_sentence(sentence: str, expected: dict[str, str]) -> None:
    assert found(document(sentence)) == expected


def test_relative_pronouns_are_told_by_their_tags() -> None:
    made = document("the/D/2/det man/N/5/nsubj who/P/4/nsubj left/V/2/acl:relcl waved/V/0/root")
    assert "who" in found(made)
    assert found(made.with_columns(xpos=["DT", "NN", "WP", "VBD", "VBD"])) == {"the man who left": "man"}


def test_short_phrases_are_given_when_asked_for() -> None:
    made = document("the/D/2/det road/N/6/nsubj to/I/5/case the/D/5/det sea/N/2/nmod ends/V/0/root")
    assert "the road" not in found(made)
    phrases = noun_phrases(made, short=True)
    (row,) = np.flatnonzero(phrases.kind == Kind.SHORT)
    assert (phrases.first[row], phrases.end[row], phrases.head[row]) == (0, 2, 1)
    assert len(phrases) == len(noun_phrases(made)) + 1


def test_kinds() -> None:
    made = document(
        "Zoe/M/2/nsubj gave/V/0/root her/P/4/nmod:poss son/N/2/iobj a/D/6/det book/N/2/obj about/I/8/case "
        "birds/N/6/nmod and/C/10/cc bees/N/8/conj",
        "He/P/4/nsubj is/X/4/cop a/D/4/det poet/N/0/root",
    )
    phrases = noun_phrases(made)
    kinds = {made.words[head]: Kind(kind) for head, kind in zip(phrases.head, phrases.kind, strict=True)}
    assert kinds == {
        "Zoe": Kind.NAME,
        "her": Kind.PRONOUN,
        "son": Kind.DEFINITE,
        "book": Kind.INDEFINITE,
        "birds": Kind.BARE,
        "He": Kind.PRONOUN,
        "poet": Kind.PREDICATE,
    }
    coordinations = phrases.select(phrases.kind == Kind.COORDINATION)
    assert [made.words[first:end] for first, end in zip(coordinations.first, coordinations.end, strict=True)] == [
        ("birds", "and", "bees")
    ]


def test_named_entities_are_phrases() -> None:
    made = document("New/M/3/compound Delft/M/1/flat bakers/N/4/nsubj rest/V/0/root")
    named = made.replace(entity_table=Spans.build([(0, 2, "place"), (2, 3, "other")]))
    assert set(found(named)) == {"New Delft bakers", "New Delft", "bakers"}
    assert len(noun_phrases(named, names=False)) == len(noun_phrases(made)) == 2


def test_clauses_and_their_paths() -> None:
    made = document(
        "She/P/2/nsubj said/V/0/root that/I/5/mark he/P/5/nsubj left/V/2/ccomp because/I/10/mark his/P/8/nmod:poss "
        "sister/N/10/nsubj had/X/10/aux called/V/5/advcl"
    )
    place = clauses(made)
    assert [made.words[head] for head in place.head] == [
        "said", "said", "left", "left", "left", "called", "called", "called", "called", "called"
    ]  # fmt: skip
    assert place.steps.tolist() == [1, 0, 1, 1, 0, 1, 2, 1, 1, 0]
    assert place.path[0] == place.path[3] == place.path[7] != place.path[6]
    assert place.path[1] == place.path[4] == 0


def test_a_document_without_trees_is_refused() -> None:
    with pytest.raises(DataError, match=r"document d has no trees\nRun the pipeline"):
        noun_phrases(Document(id="d", text="Ann", starts=[0], ends=[3]))


def test_an_empty_document_has_no_phrases() -> None:
    made = Document(columns={"upos": [], "label": []}, heads=[])
    assert len(noun_phrases(made)) == 0
    assert len(clauses(made).head) == 0


TREES = {size: list(oracle.trees(size)) for size in range(1, 6)}
LABELS = ("nsubj", "obj", "nmod", "conj", "case", "det", "punct", "appos", "cop", "advmod", "cc", "acl", "nmod:poss")


@st.composite
def trees(draw: st.DrawFn) -> Document:
    """A sentence with a projective tree and any tags and labels."""
    size = draw(st.integers(1, 5))
    heads = draw(st.sampled_from(TREES[size]))
    columns = {
        "upos": draw(st.lists(st.sampled_from(sorted(TAGS.values())), min_size=size, max_size=size)),
        "label": draw(st.lists(st.sampled_from(LABELS), min_size=size, max_size=size)),
    }
    words = draw(st.lists(st.sampled_from(["a", "(", ")", '"', "the"]), min_size=size, max_size=size))
    ends = np.cumsum([len(word) + 1 for word in words]) - 1
    return Document(
        text=" ".join(words),
        starts=ends - [len(word) for word in words],
        ends=ends,
        sentence_starts=[0],
        heads=[head - 1 for head in heads],
        columns=columns,
    )


@given(trees())
def test_subtrees_are_what_hangs_below(made: Document) -> None:
    assert made.heads is not None
    count = len(made.heads)
    below = [{place} for place in range(count)]
    for _ in range(count):
        for place, head in enumerate(made.heads.tolist()):
            if head >= 0:
                below[head] |= below[place]
    first, last, order = subtrees(made.heads)
    assert first.tolist() == [min(each) for each in below]
    assert last.tolist() == [max(each) for each in below]
    assert sorted(order.tolist()) == list(range(count))
    seen = {place: step for step, place in enumerate(order.tolist())}
    assert all(head < 0 or seen[place] < seen[head] for place, head in enumerate(made.heads.tolist()))


@given(trees())
def test_phrases_hold_their_heads_and_stay_below_them(made: Document) -> None:
    assert made.heads is not None
    phrases = noun_phrases(made)
    first, last, _ = subtrees(made.heads)
    rows = list(zip(phrases.first.tolist(), phrases.end.tolist(), phrases.head.tolist(), strict=True))
    closing = {place for place, word in enumerate(made.words) if word in (")", '"')}
    for begin, end, head in rows:
        assert begin <= head < end
        assert first[head] <= begin
        assert end - 1 <= last[head] or end - 1 in closing
    spans = [(begin, end) for begin, end, _ in rows]
    assert spans == sorted(set(spans), key=lambda span: (span[0], -span[1]))


@given(trees())
def test_phrases_are_nested_or_apart(made: Document) -> None:
    made = made.replace(text=made.text.replace("(", "x").replace(")", "x").replace('"', "x"))
    spans = list(zip(*(column.tolist() for column in (noun_phrases(made).first, noun_phrases(made).end)), strict=True))
    for one in spans:
        for other in spans:
            crossing = one[0] < other[0] < one[1] < other[1]
            assert not crossing, (one, other)


def test_cycles_do_not_hang() -> None:
    made = document("Ann/M/2/nsubj Bo/M/1/obj sings/V/0/root")
    phrases = noun_phrases(made)
    assert all(first <= head < end for first, head, end in zip(phrases.first, phrases.head, phrases.end, strict=True))
    assert clauses(made).head.tolist() == [0, 1, 2]


def test_phrases_of_the_pipelines_own_trees() -> None:
    made = Syntax.shipped().steps()(
        Document(text="The old teacher from Malta gave her students a puzzle, and they solved it.")
    )
    words = set(found(made))
    assert {"The old teacher from Malta", "Malta", "her students", "her", "a puzzle", "they", "it"} <= words


def test_a_main_clause_that_hangs_on_a_noun_ends_its_phrase() -> None:
    tree = "the/D/2/det cat/N/0/root crept/V/2/{} behind/I/6/case the/D/6/det wall/N/3/obl"
    for label, tag, expected in (
        ("acl", "VBD", "the cat"),
        ("acl:relcl", "VBD", "the cat"),
        ("acl", "VBN", "the cat crept behind the wall"),
    ):
        made = document(tree.format(label))
        tags = ["DT", "NN", tag, "IN", "DT", "NN"]
        assert expected in found(made.replace(columns={**made.columns, "xpos": tags})), (label, tag)
    relative = document("the/D/2/det man/N/0/root who/P/4/nsubj came/V/2/acl:relcl")
    tagged = relative.replace(columns={**relative.columns, "xpos": ["DT", "NN", "WP", "VBD"]})
    assert "the man who came" in found(tagged), "a clause with a subject of its own stays"


def test_adverbs_behind_a_noun_are_outside() -> None:
    made = document("the/D/2/det cock/N/4/nsubj also/R/2/advmod crew/V/0/root")
    assert "the cock" in found(made)
    assert "the cock also" not in found(made)
    assert "the man there" in found(document("the/D/2/det man/N/4/nsubj there/R/2/advmod crew/V/0/root"))


def test_old_pronouns_are_phrases_whatever_their_tag() -> None:
    assert {"thee", "Thou"} <= set(found(document("Thou/N/2/compound saw/V/0/root thee/A/2/amod")))
