"""The corpora, read from small files of our own in the same layout."""

import json
from pathlib import Path

import pytest

from namesakes.encoder.examples import ABSENT, RAW
from namesakes.encoder.training.corpora import gap, litbank, may_be_sold, names, ontogum, raw_examples, treebank
from namesakes.errors import DataError
from tests.encoder.made import CONLLU, converter

CHAINED = """#begin document (made); part 000
made 0 0 Ann NNP * - - - - * (1)
made 0 1 slept VBD * - - - - * -

made 0 0 She PRP * - - - - * (1)
made 0 1 saw VBD * - - - - * -
made 0 2 Bob NNP * - - - - * (2)

#end document
"""
BIO = "Ann\tB-PER\nslept\tO\n\nBob\tB-PER\nate\tO\n"
GAP = """ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL
made-1\tAnn met Eve before she left.\tshe\t19\tAnn\t0\tFALSE\tEve\t8\tTRUE\thttp://example.org
"""


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    entity = {"sent": 0, "start": 0, "end": 1, "etype": "person"}
    files = {
        "ontogum/conllu/train/made_news_first.conllu": CONLLU,
        "ontogum/entities/train.jsonl": json.dumps({"doc": "made_news_first", "mentions": [entity]}) + "\n",
        "treebanks/en_gum/train.conllu": CONLLU,
        "treebanks/en_ewt/train.conllu": CONLLU,
        "ner/gum_named/train.bio": "Ann\tB-person\nLee\tI-person\n" + "x\tO\n" * 6 + "\n" + "y\tO\n" * 4,
        "ner/uner_en_ewt/train.bio": "She\tB-PER\nliked\tO\nhim\tO\n.\tO\n",
        "ner/btc/train.bio": BIO,
        "litbank/train.conll": CHAINED,
        "gap/gap-development.tsv": GAP,
        "people/frus_personx/train.jsonl": json.dumps({"doc_id": "paper", "text": "Ann slept. Bob ate."}) + "\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_documents_with_all_layers(corpora: Path) -> None:
    make = converter()
    [made] = ontogum(corpora, "train", make)
    assert made.entities is not None
    assert made.entities.tolist() == [[0, 2, 0]]
    assert make.labels.types == ["person"]
    assert [make.labels.tasks["names"][tag] for tag in made.tags["names"][:3]] == ["B-PER", "I-PER", "O"]
    assert made.chains is not None
    assert made.heads is not None


def test_chains_without_singletons_and_entities_with(corpora: Path) -> None:
    [made] = litbank(corpora, "train", converter())
    assert made.chains is not None
    assert made.entities is not None
    assert made.chains[:, :2].tolist() == [[0, 1], [2, 3]]
    assert made.entities[:, :2].tolist() == [[0, 1], [2, 3], [4, 5]]
    assert set(made.entities[:, 2].tolist()) == {ABSENT}
    assert made.heads is None
    assert made.tags == {}


def test_a_pronoun_and_two_names(corpora: Path) -> None:
    [made] = gap(corpora, "development", converter())
    assert made.pairs.tolist() == [[4, 5, 0, 1, 2, 3, 1]]
    assert made.chains is None


def test_names_of_equal_sentences(corpora: Path) -> None:
    make = converter()
    [made] = treebank(corpora, "en_ewt", "train", make)
    assert set(made.tags["names"][:8].tolist()) == {ABSENT}
    assert [make.labels.tasks["names"][tag] for tag in made.tags["names"][8:10]] == ["B-PER", "O"]


def test_names_alone_and_raw_text(corpora: Path) -> None:
    make = converter()
    [made] = names(corpora, "btc", "train", make)
    assert made.id == "btc:train:0"
    assert made.heads is None
    [raw] = raw_examples(corpora, make, 100, ["people/frus_personx/train.jsonl"])
    assert raw.corpus == RAW
    assert RAW not in make.labels.corpora
    assert make.labels.corpus_numbers()[RAW] == 0


def test_raw_text_of_files_of_all_kinds_each_giving_as_many_words(corpora: Path) -> None:
    texts = corpora / "texts"
    texts.mkdir()
    for name in "ab":
        (texts / f"{name}.txt").write_text("One two three four. " * 20, encoding="utf-8")
    sources = ["treebanks/en_ewt/train.conllu", str(texts), "people/frus_personx/train.jsonl"]
    found = list(raw_examples(corpora, converter(), 240, sources))
    assert [each.id for each in found] == [found[0].id, "a", "frus_personx-0"]  # 80 words each are enough
    assert all(each.corpus == RAW and each.chains is None and not each.tags for each in found)
    assert len(list(raw_examples(corpora, converter(), 1000, sources))) == 4


def test_what_may_be_sold(corpora: Path) -> None:
    [made] = ontogum(corpora, "train", converter())
    assert may_be_sold(made)
    made.id = "GUM_fiction_made"
    assert not may_be_sold(made)


def test_a_corpus_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not there"):
        list(litbank(tmp_path, "train", converter()))
