"""The corpora that the encoder learns from and is measured on, each with its own conventions and its own gaps."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.encoder.conversion import Converter, chain_rows, joined_sentences, segments, without_singletons
from namesakes.encoder.examples import ABSENT, RAW, Example
from namesakes.errors import DataError
from namesakes.formats import read
from namesakes.syntax.entities.corpora import HELD_OUT, TYPES, halves
from namesakes.syntax.recipe import NON_COMMERCIAL
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from namesakes.text.segment import token_span

SHORT, LONG = 220, 1500
"""About how many words an example without and with chains has; longer documents are cut."""

TREEBANKS = ("en_ewt", "en_atis", "en_questions", "en_newslike")
"""The treebanks beside GUM; `en_wsj_nltk` has no labels and may not be sold."""
NAMES = ("wnut17", "btc", "wikigold")
"""The corpora of names beside GUM's and UNER's.

`litbank_prop` is not among them: its split is not LitBank's, so its training part has sentences of LitBank's dev.
"""
NEVER_SHIPPED = frozenset({"en_questions", "en_newslike"})
"""What is left out with the non-commercial documents, since its licence does not say that it may be sold."""

Names = list[tuple[int, int, str]]


def training_examples(corpora: Path, make: Converter, *, commercial: bool = False) -> list[Example]:
    """The examples of all training splits; where it is to be `commercial`, without documents that may not be sold."""
    found = [
        *ontogum(corpora, "train", make, commercial=commercial),
        *litbank(corpora, "train", make),
        *craft(corpora, make),
        *meantime(corpora, make),
        *gap(corpora, "development", make),
    ]
    for name in TREEBANKS:
        if not (commercial and name in NEVER_SHIPPED):
            found += treebank(corpora, name, "train", make)
    for name in NAMES:
        found += names(corpora, name, "train", make)
    return found


def development_examples(corpora: Path, make: Converter) -> list[Example]:
    """The examples of the splits that are measured while the network learns; labels no longer grow."""
    return [
        *ontogum(corpora, "dev", make, growing=False),
        *litbank(corpora, "dev", make, growing=False),
        *gap(corpora, "validation", make, growing=False),
        *treebank(corpora, "en_ewt", "dev", make, growing=False),
        *names(corpora, "uner_en_ewt", "dev", make, growing=False),
        *names(corpora, "wikigold", "dev", make, growing=False),
    ]


def ontogum(
    corpora: Path, split: str, make: Converter, *, commercial: bool = False, growing: bool = True
) -> Iterator[Example]:
    """OntoGUM's documents: tags, trees, chains, GUM's entities with singletons, GUM's names."""
    entities = _entities(corpora / "ontogum" / "entities" / f"{split}.jsonl")
    named = _gum_names(corpora, split)
    for document in read(_there(corpora / "ontogum" / "conllu" / split)):
        if commercial and document.genre in NON_COMMERCIAL:
            continue
        made = make.example(document, "ontogum", growing=growing)
        _, places = make.words(document, "ontogum", growing=growing)
        made.chains = without_singletons(chain_rows(document, places))
        starts = made.sentences
        rows = [
            (starts[row["sent"]] + row["start"], starts[row["sent"]] + row["end"] + 1) for row in entities[document.id]
        ]
        kinds = make.numbers([row["etype"] for row in entities[document.id]], make.labels.types, growing=growing)
        made.entities = np.array(
            [(start, end, kind) for (start, end), kind in zip(rows, kinds, strict=True)], dtype=np.int32
        ).reshape(-1, 3)
        yield make.with_names(made, named[document.id], growing=growing)


def _entities(path: Path) -> dict[str, list[dict[str, Any]]]:
    rows = [json.loads(line) for line in _there(path).read_text(encoding="utf-8").splitlines()]
    return {row["doc"]: row["mentions"] for row in rows}


def _gum_names(corpora: Path, split: str) -> dict[str, Names]:
    """The names of each document of GUM: the file has the treebank's sentences, one after the other."""
    [document] = read(_there(corpora / "ner" / "gum_named" / f"{split}.bio"))
    rows = _mapped(document)
    found: dict[str, Names] = {}
    place = 0
    for tree in read(_there(corpora / "treebanks" / "en_gum" / f"{split}.conllu")):
        nodes = 0 if tree.empty_nodes is None else int(np.sum(tree.empty_nodes))
        end = place + len(tree.starts) - nodes
        found[tree.id] = [(start - place, stop - place, kind) for start, stop, kind in rows if place <= start < end]
        place = end
    return found


def litbank(corpora: Path, split: str, make: Converter, *, growing: bool = True) -> Iterator[Example]:
    """LitBank's novels: chains, and all mentions without their types."""
    for made in _with_chains(corpora / "litbank" / f"{split}.conll", "litbank", make, growing=growing):
        yield from segments(made, LONG) if split == "train" else [made]


def meantime(corpora: Path, make: Converter) -> Iterator[Example]:
    """MEANTIME's news: chains, and all mentions without their types."""
    yield from _with_chains(corpora / "meantime" / "train.jsonl", "meantime", make)


def _with_chains(path: Path, corpus: str, make: Converter, *, growing: bool = True) -> Iterator[Example]:
    """The documents of a file in which singletons are annotated too."""
    for document in read(_there(path)):
        made, places = make.words(document, corpus, growing=growing)
        rows = chain_rows(document, places)
        made.chains, made.entities = without_singletons(rows), rows.copy()
        made.entities[:, 2] = ABSENT
        yield made


def craft(corpora: Path, make: Converter) -> Iterator[Example]:
    """CRAFT's articles: tags and chains, in parts."""
    for document in read(_there(corpora / "craft" / "train.conll")):
        made = make.example(document, "craft")
        made.heads = made.relations = None
        _, places = make.words(document, "craft")
        made.chains = without_singletons(chain_rows(document, places))
        yield from segments(made, LONG)


def gap(corpora: Path, split: str, make: Converter, *, growing: bool = True) -> Iterator[Example]:
    """GAP's snippets: one pronoun and two names each, and nothing else."""
    tokenizer = Tokenizer.shipped()
    for document in read(_there(corpora / "gap" / f"gap-{split}.tsv")):
        table = document.mention_table
        assert table is not None
        assert table.labels is not None
        text = tokenizer(Document(id=document.id, text=document.text))
        chain = dict(zip(table.labels, table.chains.tolist(), strict=True))
        characters = {
            label: (int(document.starts[start]), int(document.ends[end - 1]))
            for label, start, end in zip(table.labels, table.starts.tolist(), table.ends.tolist(), strict=True)
        }
        try:
            places = [place for label in ("Pronoun", "A", "B") for place in token_span(text, *characters[label])]
        except DataError:
            continue
        right = next((number for number, label in enumerate("AB") if chain[label] == chain["Pronoun"]), 2)
        made, _ = make.words(text, "gap", growing=growing)
        made.pairs = np.array([[*places, right]], dtype=np.int32)
        yield made


def treebank(corpora: Path, name: str, split: str, make: Converter, *, growing: bool = True) -> Iterator[Example]:
    """A treebank's documents in parts: tags and trees; for EWT the names of UNER too, where the sentences are equal."""
    named = _uner(corpora, split) if name == "en_ewt" and split == "train" else {}
    for document in read(_there(corpora / "treebanks" / name / f"{split}.conllu")):
        made = make.example(document, name, growing=growing)
        if named:
            _add_names(made, document, named, make, growing=growing)
        yield from segments(made, SHORT)


def _uner(corpora: Path, split: str) -> dict[tuple[str, ...], Names]:
    [document] = read(_there(corpora / "ner" / "uner_en_ewt" / f"{split}.bio"))
    return joined_sentences(document, _mapped(document))


def _add_names(
    made: Example, document: Document, named: dict[tuple[str, ...], Names], make: Converter, *, growing: bool
) -> None:
    """Give each sentence the names of the equal one; where there is none, its words have none to learn from."""
    nodes = document.empty_nodes
    words = [word for place, word in enumerate(document.words) if nodes is None or not nodes[place]]
    edges = made.sentence_edges().tolist()
    spans: Names = []
    missing = np.zeros(len(made), dtype=bool)
    for low, high in pairwise(edges):
        found = named.get(tuple(words[low:high]))
        missing[low:high] = found is None
        spans += [(start + low, end + low, kind) for start, end, kind in found or ()]
    make.with_names(made, spans, growing=growing)
    made.tags["names"][missing] = ABSENT


def names(corpora: Path, name: str, split: str, make: Converter, *, growing: bool = True) -> Iterator[Example]:
    """A corpus of names in parts; of wikigold, which comes without splits, the last tenth is for measuring."""
    path = corpora / "ner" / name / ("all.bio" if name == "wikigold" else f"{split}.bio")
    corpus = "en_ewt" if name == "uner_en_ewt" else name
    for document in read(_there(path)):
        part = halves(document, HELD_OUT)[split != "train"] if name == "wikigold" else document
        made, _ = make.words(part, corpus, growing=growing)
        make.with_names(made, _mapped(part), growing=growing)
        for number, each in enumerate(segments(made, SHORT)):
            each.id = f"{name}:{split}:{number}"
            yield each


def _mapped(document: Document) -> Names:
    """The names of a document, their types in capitals, those of people, organizations and places under one name."""
    return [
        (entity.token_start, entity.token_end, TYPES.get(entity.label.lower(), entity.label.upper()))
        for entity in document.entities
    ]


def raw_examples(corpora: Path, make: Converter, limit: int, sources: Sequence[str]) -> Iterator[Example]:
    """About so many words without any annotation, in parts, for a student; each source gives as many."""
    tokenizer = Tokenizer.shipped()
    for source in sources:
        words = 0
        for document in _raw_documents(_there(corpora / source)):
            cut = document if len(document.starts) else tokenizer(document)
            made, _ = make.words(cut, RAW, growing=False)
            for each in segments(made, LONG):
                words += len(each)
                yield each
            if words * len(sources) >= limit:
                break


def _raw_documents(path: Path) -> Iterator[Document]:
    """The texts of a file or of a folder, those of plain text and of JSON lines still without words."""
    if path.is_dir():
        for each in sorted(path.glob("*.txt")):
            yield from _raw_documents(each)
    elif path.suffix == ".jsonl":
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            yield Document(id=f"{path.parent.name}-{number}", text=json.loads(line)["text"])
    elif path.suffix == ".txt":
        yield Document(id=path.stem, text=path.read_text(encoding="utf-8"))
    else:
        yield from read(path)


def may_be_sold(example: Example) -> bool:
    """Whether a model that is shipped may learn from an example."""
    genre = example.id.split("_")[1] if example.corpus == "ontogum" else ""
    return genre not in NON_COMMERCIAL and example.corpus not in NEVER_SHIPPED


def _there(path: Path) -> Path:
    if not path.exists():
        raise DataError("a corpus that the encoder learns from is not there", "Unpack the corpora first.", path=path)
    return path
