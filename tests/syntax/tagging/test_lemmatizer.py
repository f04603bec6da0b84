"""Lemmas and morphology: rules on hand-written cases, tables, and models that come back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError
from namesakes.syntax.tagging.lemmatizer import Lemmatizer, Rule
from namesakes.syntax.tagging.string_table import packed_rows, unpacked_rows
from namesakes.text.segment import joined

ROWS = """
walked VERB VBD walk Tense=Past
talked VERB VBD talk Tense=Past
jumped VERB VBD jump Tense=Past
stopped VERB VBD stop Tense=Past
hopped VERB VBD hop Tense=Past
went VERB VBD go Tense=Past
was AUX VBD be Number=Sing|Person=3|Tense=Past
dogs NOUN NNS dog Number=Plur
Cats NOUN NNS cat Number=Plur
cities NOUN NNS city Number=Plur
parties NOUN NNS party Number=Plur
dog NOUN NN dog Number=Sing
house NOUN NN house Number=Sing
Anna PROPN NNP Anna Number=Sing
Paris PROPN NNP Paris Number=Sing
she PRON PRP she Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs
He PRON PRP he Case=Nom|Gender=Masc|Number=Sing|Person=3|PronType=Prs
them PRON PRP they Case=Acc|Number=Plur|Person=3|PronType=Prs
the DET DT the Definite=Def|PronType=Art
""".strip()


def corpus(rows: str = ROWS) -> Document:
    """A document of one sentence with the columns word, upos, xpos, lemma and feats."""
    word, upos, xpos, lemma, feats = zip(*(row.split() for row in rows.splitlines()), strict=True)
    return Document(id="toy", **joined([word])).with_columns(upos=upos, xpos=xpos, lemma=lemma, feats=feats)


LEMMATIZER = Lemmatizer.train([corpus()])


@pytest.mark.parametrize(
    ("word", "upos", "xpos", "lemma"),
    [
        ("barked", "VERB", "VBD", "bark"),
        ("Barked", "VERB", "VBD", "bark"),
        ("shopped", "VERB", "VBD", "shop"),
        ("went", "VERB", "VBD", "go"),
        ("Went", "VERB", "VBD", "go"),
        ("horses", "NOUN", "NNS", "horse"),
        ("stories", "NOUN", "NNS", "story"),
        ("table", "NOUN", "NN", "table"),
        ("Boris", "PROPN", "NNP", "Boris"),
        ("them", "PRON", "PRP", "they"),
        ("xyz", "X", "FW", "xyz"),
        ("ed", "VERB", "VBD", "ed"),
    ],
)
def test_words_seen_and_unseen(word: str, upos: str, xpos: str, lemma: str) -> None:
    assert LEMMATIZER.lemma(word, upos, xpos) == lemma


def test_words_the_rules_know_need_no_table() -> None:
    table = {word for word, _, _ in LEMMATIZER.table}
    assert {"went", "was", "them"} <= table
    assert not {"walked", "dogs", "cities", "Cats", "He", "Anna"} & table


@pytest.mark.parametrize(
    ("word", "upos", "xpos", "feats"),
    [
        ("horses", "NOUN", "NNS", "Number=Plur"),
        ("SHE", "PRON", "PRP", "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs"),
        ("he", "PRON", "PRP", "Case=Nom|Gender=Masc|Number=Sing|Person=3|PronType=Prs"),
        ("The", "DET", "DT", "Definite=Def|PronType=Art"),
        ("Boris", "PROPN", "NNPX", "Number=Sing"),
        ("?", "PUNCT", ".", ""),
    ],
)
def test_morphology(word: str, upos: str, xpos: str, feats: str) -> None:
    assert LEMMATIZER.morphology is not None
    assert LEMMATIZER.morphology.feats(word, upos, xpos) == feats


def test_documents_get_lemmas_and_features() -> None:
    gold = corpus()
    found = LEMMATIZER(gold.with_columns(lemma=None, feats=None))
    assert found.columns["lemma"] == gold.columns["lemma"]
    assert found.columns["feats"] == gold.columns["feats"]


def test_training_data_without_features_gives_none() -> None:
    lemmatizer = Lemmatizer.train([corpus().with_columns(feats=None)])
    assert lemmatizer.morphology is None
    assert "feats" not in lemmatizer(corpus().with_columns(feats=None)).columns


def test_models_come_back(tmp_path: Path) -> None:
    LEMMATIZER.save(tmp_path)
    found = Lemmatizer.load(tmp_path)
    assert (found.table, found.rules) == (LEMMATIZER.table, LEMMATIZER.rules)
    assert found(corpus()).columns == LEMMATIZER(corpus()).columns


def test_documents_without_tags_are_refused() -> None:
    with pytest.raises(DataError, match="document toy has no upos"):
        LEMMATIZER(corpus().with_columns(upos=None))
    with pytest.raises(DataError, match="document toy has no lemma"):
        Lemmatizer.train([corpus().with_columns(lemma=None)])


def test_empty_documents() -> None:
    assert len(LEMMATIZER(Document()).columns["lemma"]) == 0


@given(st.text(min_size=1, max_size=8), st.text(min_size=1, max_size=8), st.booleans())
def test_a_rule_turns_the_word_into_the_lemma(word: str, lemma: str, lower: bool) -> None:
    assert Rule.between(word, lemma, lower).apply(word) == lemma


@given(st.lists(st.tuples(st.text(max_size=4), st.text(min_size=1, max_size=4)), max_size=4))
def test_tables_come_back(rows: list[tuple[str, str]]) -> None:
    clean = [row for row in rows if not any(set(field) & set("\t\n") for field in row)]
    assert unpacked_rows(packed_rows(rows)) == clean


def test_the_shipped_lemmatizer_knows_english() -> None:
    lemmatizer = Lemmatizer.shipped()
    assert lemmatizer.lemma("went", "VERB", "VBD") == "go"
    assert lemmatizer.lemma("children", "NOUN", "NNS") == "child"
    assert lemmatizer.lemma("blogs", "NOUN", "NNS") == "blog"
    assert lemmatizer.morphology is not None
    assert "Gender=Fem" in lemmatizer.morphology.feats("her", "PRON", "PRP$")
