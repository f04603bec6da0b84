"""Penn Treebank: bracketed trees in the layouts of several releases, traces, and broken brackets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError
from namesakes.formats import FORMATS
from tests.formats.fuzz import mutations, only_data_errors
from tests.formats.memory import parsed, written
from tests.syntax.constituency.made import of_trees, trees

WSJ = """
( (S
    (NP-SBJ-1 (NNP Ann) )
    (VP (VBD was)
      (VP (VBN seen)
        (NP (-NONE- *-1) )
        (PP (-LRB- -LRB-) (IN by) (NP-LGS (NNP Bob) ) (-RRB- -RRB-) )))
    (. .) ))
( (FRAG (NP (CD 1\\/2) (NN cup))))
"""


def labels(document: Document) -> list[tuple[str, str]]:
    return [(span.label, span.text) for span in document.spans(document.constituents)]


def test_treebank_layout() -> None:
    (document,) = parsed(WSJ, "ptb", name="wsj/wsj_0001.mrg")
    assert (document.id, document.text) == ("wsj_0001", "Ann was seen ( by Bob ) .\n1/2 cup")
    assert document.columns["xpos"].rows == ("NNP", "VBD", "VBN", "-LRB-", "IN", "NNP", "-RRB-", ".", "CD", "NN")
    assert labels(document) == [
        ("S", "Ann was seen ( by Bob ) ."), ("NP-SBJ-1", "Ann"), ("VP", "was seen ( by Bob )"),
        ("VP", "seen ( by Bob )"), ("PP", "( by Bob )"), ("NP-LGS", "Bob"), ("FRAG", "1/2 cup"), ("NP", "1/2 cup"),
    ]  # fmt: skip
    assert len(document.sentences) == 2


def test_a_question_a_line() -> None:
    text = "(ROOT (SBARQ (WHNP (WP Who)) (SQ (VP (VBD left))) (. ?)))\n(ROOT (SQ (VBD Did) (NP (PRP he))))\n"
    (document,) = parsed(text, "ptb", name="questions.mrg")
    assert document.text == "Who left ?\nDid he"
    assert written([document], "ptb") == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(TOP (IP (NP-SBJ (-NONE- *pro*)) (VP (VV 看见) (NP (NR 李明)))))", ["看见", "李明"]),
        ("(CP (WHNP-1 (-NONE- *OP*)) (IP (NP (-NONE- *T*-1)) (VP (VV 跑))))", ["跑"]),
        ("(S (NP-SBJ (-NONE- *)) (VP (PV قال)))", ["قال"]),
        ("(SBAR (-NONE- 0) (S (NP (PRP he)) (VP (VBD ran) (ADVP (-NONE- *ICH*-2)))))", ["he", "ran"]),
    ],
)
def test_what_stands_for_nothing_is_left_out(text: str, words: list[str]) -> None:
    (document,) = parsed(text, "ptb")
    assert list(document.words) == words
    assert all(start != end for _, (start, end) in enumerate(zip(*spans(document), strict=True)))


def spans(document: Document) -> tuple[list[int], list[int]]:
    assert document.constituents is not None
    return document.constituents.starts.tolist(), document.constituents.ends.tolist()


def test_sentences_of_nothing_but_traces_are_gone_and_sources_are_skipped() -> None:
    (document,) = parsed("*x*x*x*x*x*\n*x* a source *x*\n( (S (-NONE- *)))\n( (NP (NN dog)))\n", "ptb")
    assert document.text == "dog"


@pytest.mark.parametrize(
    ("text", "found", "line"),
    [
        ("(S (NP (NN dog))", "this bracket is never closed", 1),
        ("(S (NP (NN dog))))", "this bracket closes nothing", 1),
        ("(S\n(NP))", "there is no word under 'NP'", 2),
        ("(S (NN dog cat))", "'cat' has no tag of its own", 1),
        ("(S (NN dog)\ncat)", "'cat' has no tag of its own", 2),
        ("(S (NN dog (NN cat)))", "a phrase begins behind the word 'dog'", 1),
        ("\ndog", "'dog' stands outside any tree", 2),
        ("()", "there is no word under ''", 1),
        ("", "there is no tree in this file", 1),
    ],
)
def test_broken_trees(text: str, found: str, line: int) -> None:
    with pytest.raises(DataError) as caught:
        parsed(text, "ptb")
    assert (caught.value.found, caught.value.line) == (found, line)


@given(trees(), trees())
def test_what_is_written_reads_back(one: str, other: str) -> None:
    document = of_trees(one, other)
    kept = [tag != "-NONE-" for tag in document.columns["xpos"]]
    if not all(kept):
        return
    (again,) = parsed(written([document], "ptb"), "ptb", name="made")
    assert again == document


@given(mutations(WSJ, ["(NP ", "(-NONE- *)", "))", "( ("]))
def test_broken_files_give_data_errors_only(text: str) -> None:
    only_data_errors(FORMATS["ptb"], text)


def test_documents_without_constituents_are_flat() -> None:
    document = of_trees("(TOP (NN a) (NN b))").replace(constituents=None, columns={})
    assert written([document], "ptb") == "( (_ a) (_ b))\n"
    assert FORMATS["ptb"].sniff("( (S\n   (NP (NNP Ann)")
    assert not FORMATS["ptb"].sniff("(AP) Ann left (early).")


@given(st.text("()[]/ab", min_size=1, max_size=4))
def test_brackets_in_words_come_back(word: str) -> None:
    document = of_trees("(TOP (NN a))").replace(text=word, starts=[0], ends=[len(word)])
    found = written([document], "ptb")
    assert found.count("(") == 2
    if word in ("(", ")", "[", "]") or not set(word) & set("()"):
        (again,) = parsed(found, "ptb")
        assert again.words == (word,)
