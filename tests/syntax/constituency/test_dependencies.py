"""Dependencies from constituents: golden sentences by each convention, and what holds for every tree."""

import numpy as np
import pytest
from hypothesis import given, settings

from namesakes import Document, Strings
from namesakes.errors import DataError, UnknownNameError
from namesakes.syntax.constituency.dependencies import CONVENTIONS, with_dependencies, with_trees
from namesakes.syntax.constituency.trees import find_heads, trees
from namesakes.text.segment import joined
from namesakes.text.spans import Spans
from tests.syntax.constituency import made

MAYOR = (
    "(TOP (S (NP-SBJ (NP (DT The) (NN mayor)) (PP (IN of) (NP (NNP Ghent)))) (VP (VBZ is) (NP-PRD (NP (NP (NNP Ann)"
    " (POS 's)) (NN sister)) (, ,) (NP (PRP$ his) (NN aunt)))) (. .)))"
)
GOLDEN = {
    ("stanford", MAYOR): "det>2 nsubj>8 case>4 nmod>2 cop>8 nmod:poss>8 case>6 root>0 punct>8"
     " nmod:poss>11 appos>8 punct>8",
    ("collins", MAYOR): "det>2 nsubj>5 nmod>2 nmod>3 root>0 compound>7 nmod:poss>8 obj>5 punct>8"
     " nmod:poss>11 appos>8 punct>5",
    ("penn2malt", MAYOR): "NMOD>2 SUB>5 NMOD>2 PMOD>3 ROOT>0 NMOD>7 NMOD>8 NMOD>11 P>11 NMOD>11 PRD>5 P>5",
    ("stanford", "(TOP (S (NP (PRP She)) (VP (MD will) (VP (VB give) (NP (PRP him)) (NP (DT the) (NN key)) (PP (TO to)"
     " (NP (PRP it))))) (. .)))"): "nsubj>3 aux>3 root>0 iobj>3 det>6 obj>3 case>8 obl>3 punct>3",
    ("stanford", "(TOP (S (NP (NP (NN cats)) (, ,) (NP (NN dogs)) (CC and) (NP (NN mice))) (VP (VBD ran))))"):
    "nsubj>6 punct>1 conj>1 cc>1 conj>1 root>0",
    ("stanford", "(TOP (S (NP (EX There)) (VP (VBZ is) (NP (NP (DT a) (NN man)) (SBAR (WHNP (WP"
     " who)) (S (VP (VBZ sings))))))))"):
    "nsubj>2 root>0 det>4 obj>2 nsubj>6 acl:relcl>4",
    ("stanford", "(TOP (SINV (VP (VBD said)) (NP (NNP Ann)) (. .)))"): "root>0 nsubj>1 punct>1",
    ("stanford", "(TOP (S (NP (PRP He)) (VP (VBD left) (SBAR (IN because) (S (NP (PRP she)) (VP (VBD sang)))))))"):
    "nsubj>2 root>0 mark>5 nsubj>5 advcl>2",
    ("zhang-clark", "(TOP (IP (NP (DNP (NP (PN 他)) (DEG 的)) (NP (NN 狗)))"
     " (VP (VV 咬) (AS 了) (NP (NR 李明))) (PU 。)))"):
    "NMOD>2 NMOD>3 VMOD>4 ROOT>0 VMOD>4 OBJ>4 P>4",
    ("chinese", "(TOP (IP (NP (DNP (NP (PN 他)) (DEG 的)) (NP (NN 狗))) (VP (PP (P 在) (NP (NR 北京)))"
     " (VP (VV 跑))) (PU 。)))"):
    "nmod:poss>3 case>1 nsubj>6 case>5 obl>6 root>0 punct>6",
    ("arabic", "(TOP (S (VP (VBD رأى) (NP (NNP أحمد)) (NP (NN كتاب) (NP (PRP$ ه))) (PP (IN في) (NP"
     " (DTNN البيت)))) (PUNC .)))"):
    "root>0 nsubj>1 obj>1 nmod:poss>3 case>6 obl>1 punct>1",
}  # fmt: skip


@pytest.mark.parametrize(("name", "tree"), GOLDEN)
def test_golden_sentences(name: str, tree: str) -> None:
    found = with_dependencies(made.of_trees(tree), name)
    assert found.heads is not None
    rows = zip(found.columns["label"], found.heads.tolist(), strict=True)
    assert " ".join(f"{label}>{head + 1}" for label, head in rows) == GOLDEN[name, tree]


@given(made.trees(), made.trees())
@settings(deadline=None)
def test_what_holds_for_every_tree(one: str, other: str) -> None:
    document = made.of_trees(one, other)
    for name, convention in CONVENTIONS.items():
        if convention.language != "en":
            continue
        found, tops = with_trees(document, name)
        heads = found.heads
        assert heads is not None
        for top in tops:
            inside = heads[top.first : top.end]
            assert (inside == -1).sum() == 1, "one root a sentence"
            assert np.all((inside == -1) | ((inside >= top.first) & (inside < top.end)))
            for node in top.below():
                own = heads[node.first : node.end]
                assert node.first <= node.head < node.end
                assert np.flatnonzero((own < node.first) | (own >= node.end)).tolist() == [node.head - node.first]
        for place in range(len(heads)):
            steps, above = 0, place
            while heads[above] >= 0:
                above, steps = int(heads[above]), steps + 1
                assert steps <= len(heads), "no cycle"


def test_a_trace_is_no_head_where_there_is_anything_else() -> None:
    document = made.of_trees("(TOP (S (NP (-NONE- *pro*)) (VP (NP (-NONE- *T*-1)) (NN dog))))")
    (top,) = trees(document)
    find_heads(top, CONVENTIONS["stanford"].heads)
    assert (top.head, top.children[0].children[0].is_empty) == (2, True)


def test_sentences_without_constituents_are_flat() -> None:
    document = made.of_trees("(TOP (S (NP (NN dogs)) (VP (VBD ran))))").replace(
        **joined([["dogs", "ran"], ["Oh", "dear"]]), columns={"xpos": Strings(["NN", "VBD", "UH", "NN"])}
    )
    found = with_dependencies(document, "stanford")
    assert found.heads is not None
    assert found.heads.tolist() == [1, -1, -1, 2]


def test_what_does_not_nest_is_refused() -> None:
    plain = Document(id="d", **joined([["a", "b", "c"], ["d"]]))
    crossing = plain.replace(constituents=Spans.build([(0, 2, "NP"), (1, 3, "VP")]))
    with pytest.raises(DataError, match="document d: the constituent VP over 'b c' crosses another one"):
        trees(crossing)
    with pytest.raises(DataError, match="the constituent S over 'c d' crosses another one, or leaves its sentence"):
        trees(plain.replace(constituents=Spans.build([(2, 4, "S")])))
    with pytest.raises(DataError, match="document d has no constituents"):
        trees(plain)


def test_tags_of_another_treebank_are_refused() -> None:
    chinese = made.of_trees("(TOP (IP (NP (PN 他)) (VP (VV 跑) (AS 了)) (PU 。)))")
    with pytest.raises(DataError, match=r"has other tags \(AS, PN, PU, VV\) than the Penn Treebank has"):
        with_dependencies(chinese, "stanford")
    with pytest.raises(UnknownNameError, match="no convention of dependencies called 'lth'"):
        with_dependencies(chinese, "lth")
