"""Noun phrases among constituents, in three languages."""

import pytest

from namesakes.syntax.constituency.phrases import constituent_phrases
from namesakes.syntax.constituency.treebank import treebank
from namesakes.syntax.phrases.constituents import Kind
from namesakes.text.spans import Spans
from tests.syntax.constituency.made import of_trees

GOLDEN = [
    (
        "en",
        "(TOP (S (NP (NP (DT The) (NN mayor)) (PP (IN of) (NP (NNP Ghent)))) (VP (VBD saw) (NP (NP"
        " (PRP$ his) (NN aunt)) (CC and)"
        " (NP (PRP me))))))",
        "The mayor of Ghent/mayor/DEFINITE, The mayor/mayor/DEFINITE, Ghent/Ghent/NAME, his aunt"
        " and me/aunt/COORDINATION,"
        " his aunt/aunt/DEFINITE, his/his/PRONOUN, me/me/PRONOUN",
    ),
    (
        "en",
        "(TOP (S (NP (-NONE- *)) (VP (VB Take) (NP (CD two) (NNS dogs)) (NP (DT a) (NN cat)) (NP"
        " (NN tea)) (NP (DT this)))))",
        "two dogs/dogs/INDEFINITE, a cat/cat/INDEFINITE, tea/tea/BARE, this/this/PRONOUN",
    ),
    (
        "zh",
        "(TOP (IP (NP (NP (NR 北京)) (NP (NN 市长))) (VP (VV 喜欢) (NP (DP (DT 这)) (NP (NN 狗))))))",
        "北京 市长/市长/BARE, 北京/北京/NAME, 市长/市长/BARE, 这 狗/狗/DEFINITE, 狗/狗/BARE",
    ),
    (
        "ar",
        "(TOP (S (VP (PV+PVSUFF_SUBJ:3MS رأى) (NP (NOUN+CASE_DEF_ACC كتاب) (NP (POSS_PRON_3MS ه)))"
        " (NP (DET+NOUN البيت)))))",
        "كتاب ه/كتاب/BARE, ه/ه/PRONOUN, البيت/البيت/DEFINITE",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("language", "tree", "expected"), GOLDEN)
def test_golden_phrases(language: str, tree: str, expected: str) -> None:
    document = of_trees(tree)
    found = constituent_phrases(document, language)
    rows = zip(found.first.tolist(), found.end.tolist(), found.head.tolist(), found.kind.tolist(), strict=True)
    shown = [
        f"{' '.join(document.words[low:end])}/{document.words[head]}/{Kind(kind).name}" for low, end, head, kind in rows
    ]
    assert ", ".join(shown) == expected


def test_names_are_phrases_too_and_numbers_are_not() -> None:
    document = of_trees(
        "(TOP (S (NP (DT the) (NML (NNP White) (NNP House)) (NN aide)) (VP (VBD ran) (NP (CD 3) (NNS days)))))"
    )
    named = document.replace(entity_table=Spans.build([(1, 3, "FAC"), (5, 6, "CARDINAL")]))
    found = constituent_phrases(named, "en")
    spans = list(zip(found.first.tolist(), found.end.tolist(), found.head.tolist(), strict=True))
    assert spans == [(0, 4, 3), (1, 3, 2), (5, 7, 6)]
    assert len(constituent_phrases(named, "en", names=False)) == 2


@pytest.mark.parametrize(
    ("language", "tag", "upos"),
    [
        ("en", "NNPS", "PROPN"), ("en", "PRP$", "PRON"), ("en", "ZZ", "X"),
        ("zh", "NT-SHORT", "NOUN"), ("zh", "PN", "PRON"),
        ("ar", "DET+NOUN+NSUFF_FEM_SG+CASE_DEF_GEN", "NOUN"), ("ar", "NOUN_PROP", "PROPN"),
        ("ar", "IVSUFF_DO:3FS", "PRON"),
        ("ar", "IV3MS+IV+IVSUFF_MOOD:I", "VERB"), ("ar", "PRON_3MP", "PRON"), ("ar", "DTNNP", "PROPN"),
        ("ar", "PREP", "ADP"),
        ("ar", "DEM_PRON_MS", "DET"), ("ar", "POSS_PRON_1S", "PRON"), ("ar", "DET+ADJ+CASE_DEF_NOM", "ADJ"),
    ],
)  # fmt: skip
def test_tags(language: str, tag: str, upos: str) -> None:
    assert treebank(language).upos(tag) == upos
