"""Preparation on constituents: heads, names and words without a parser, and what is refused."""

from pathlib import Path

import pytest

from namesakes.chains.preparation import prepared
from namesakes.errors import DataError
from namesakes.formats.corpora import read_corpus
from namesakes.mentions.attributes import attributes
from namesakes.mentions.detection import with_heads, with_mentions
from namesakes.text.document import Document
from namesakes.text.language import in_language
from tests.release import write_release


def documents(folder: Path, name: str, language: str) -> list[Document]:
    return [in_language(each, language) for each in read_corpus([write_release(folder, name, range(2))], "gold")]


@pytest.mark.parametrize(("name", "language"), [("english", "en"), ("chinese", "zh"), ("arabic", "ar")])
def test_gold_mentions_are_found_among_the_constituents(tmp_path: Path, name: str, language: str) -> None:
    for gold in documents(tmp_path, name, language):
        seen = prepared(gold, "constituents")
        found = {(mention.start, mention.end) for mention in with_mentions(seen).mentions}
        assert {(mention.start, mention.end) for mention in gold.mentions} <= found
        assert seen.text == gold.text
        heads = with_heads(seen).mention_table
        assert heads is not None
        assert heads.heads is not None
        assert all(first <= head < end for first, head, end in zip(heads.first, heads.heads, heads.end, strict=True))


def test_names_of_ontonotes_are_people(tmp_path: Path) -> None:
    seen = prepared(documents(tmp_path, "english", "en")[0], "constituents")
    assert [(entity.text, entity.label) for entity in seen.entities][:1] == [("Ann", "PER")]
    assert "lemma" in seen.columns


@pytest.mark.parametrize(
    ("name", "language", "word", "number", "gender", "person"),
    [("chinese", "zh", "他", 1, 1, 3), ("chinese", "zh", "它", 1, 3, 3), ("arabic", "ar", "هو", 1, 1, 3)],
)
def test_pronouns_have_the_grammar_of_their_language(
    tmp_path: Path, name: str, language: str, word: str, number: int, gender: int, person: int
) -> None:
    seen = with_mentions(prepared(documents(tmp_path, name, language)[0], "constituents"))
    known = attributes(seen)
    row = 1 + [seen.words[mention.head.place] for mention in seen.mentions if mention.head is not None].index(word)
    found = [int(known.column(column)[row]) for column in ("kind", "number", "gender", "person")]
    assert found == [3, number, gender, person]


def test_other_syntax_is_refused_for_a_language_without_models(tmp_path: Path) -> None:
    chinese = documents(tmp_path, "chinese", "zh")[0]
    for kind in ("gold", "predicted"):
        with pytest.raises(DataError, match="is in 'zh', and the models of syntax know English only"):
            prepared(chinese, kind)
    with pytest.raises(DataError, match="has other tags"):
        prepared(in_language(chinese, "en"), "constituents")


def test_documents_without_constituents_are_refused(tmp_path: Path) -> None:
    plain = documents(tmp_path, "english", "en")[0].replace(constituents=None)
    with pytest.raises(DataError, match="has no constituents"):
        prepared(plain, "constituents")
