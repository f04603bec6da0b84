"""UDPipe 1 as a peer, trained on the same sentences: for experiments, and nothing that the library needs."""

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from namesakes.errors import DataError, MissingExtraError
from namesakes.text.document import NO_HEAD, ROOT, Document
from reproduction.environment import PEERS, folder_in
from reproduction.treebanks import accuracy, right_heads, scored_words

ITERATIONS = 10
"""How often the parser sees the training sentences."""

TAGGER = (
    "models=1;templates_1=tagger;iterations_1=6;guesser_enrich_dictionary_1=3;provide_lemma_1=0;use_lemma_1=0;"
    "provide_xpostag_1=1;use_xpostag_1=1;provide_feats_1=0;use_feats_1=0"
)


def parser_options(structured_interval: int, use_gold_tags: int) -> str:
    """The options of the parser: embeddings of words and tags, a projective transition system, a hidden layer of "
    "200."""
    return (
        f"iterations={ITERATIONS};embedding_upostag=20;embedding_xpostag=20;embedding_feats=0;embedding_form=50;"
        "embedding_lemma=0;embedding_deprel=20;learning_rate=0.01;learning_rate_final=0.001;l2=0.5;hidden_layer=200;"
        "batch_size=10;transition_system=projective;transition_oracle=dynamic;"
        f"structured_interval={structured_interval};use_gold_tags={use_gold_tags}"
    )


PARSER = parser_options(0, 0)
"""Trained on the tags of its own tagger."""
GOLD_TAGS_PARSER = parser_options(10, 1)
"""Trained on gold tags."""


def udpipe(treebank: Path, parser: str = PARSER) -> Callable[[Document], Document]:
    """The tagger and parser of UDPipe trained on a CoNLL-U file, as one step; kept in the folder of peers."""
    module, folder = _module(), folder_in(PEERS)
    kept = None if folder is None else folder / f"udpipe-{treebank.parent.name}.model"
    if kept is not None and kept.exists():
        trained = kept.read_bytes()
    else:
        trained = _trained(module, _read(module, treebank), TAGGER, parser, treebank)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(trained)
    model = _loaded(module, trained)
    return lambda document: annotated(module, model, document)


def trained_uas(train: Document, test: Document) -> float | None:
    """The UAS of UDPipe's parser on gold tokens and tags; None where the package `ufal.udpipe` is not installed."""
    try:
        module = _module()
    except MissingExtraError:
        return None
    examples = module.Sentences()
    for sentence, places in _sentences(module, train):
        _add_tree(sentence, places, train)
        examples.append(sentence)
    model = _loaded(module, _trained(module, examples, "none", GOLD_TAGS_PARSER))
    found = annotated(module, model, test, tag=False)
    return accuracy(right_heads(test, found), scored_words(test))


def annotated(module: Any, model: Any, document: Document, *, tag: bool = True) -> Document:
    """The document, which has tokens and sentences, with UDPipe's trees, and with its tags where it has none."""
    count = len(document.starts)
    columns = {name: ["_"] * count for name in ("upos", "xpos", "label")}
    heads = np.full(count, NO_HEAD, dtype=np.int32)
    for sentence, places in _sentences(module, document, tagged=not tag):
        problem = module.ProcessingError()
        if tag:
            model.tag(sentence, model.DEFAULT, problem)
        model.parse(sentence, model.DEFAULT, problem)
        if problem.occurred():
            raise DataError(f"UDPipe could not parse a sentence of {document.key}: {problem.message}")
        for place, word in zip(places, list(sentence.words)[1:], strict=True):
            columns["upos"][place], columns["xpos"][place] = word.upostag, word.xpostag
            columns["label"][place] = word.deprel
            heads[place] = places[word.head - 1] if word.head > 0 else ROOT
    return document.with_columns(**columns).replace(heads=heads)


def _sentences(module: Any, document: Document, *, tagged: bool = True) -> Iterator[tuple[Any, list[int]]]:
    """UDPipe's sentences of a document, with or without gold tags, and the places of their words in it."""
    count = len(document.starts)
    real = np.ones(count, dtype=np.bool_) if document.empty_nodes is None else document.empty_nodes == 0
    coarse, fine = (document.columns.get(name) or ["_"] * count for name in ("upos", "xpos"))
    for first, end in pairwise([*document.sentence_starts.tolist(), count]):
        places = (first + np.flatnonzero(real[first:end])).tolist()
        sentence = module.Sentence()
        for place in places:
            word = sentence.addWord(document.words[place])
            if tagged:
                word.upostag, word.xpostag = coarse[place], fine[place]
        yield sentence, places


def _add_tree(sentence: Any, places: list[int], document: Document) -> None:
    """Give a sentence its gold tree."""
    assert document.heads is not None
    labels = document.columns.get("label") or ["_"] * len(document.starts)
    for number, place in enumerate(places, start=1):
        head = int(document.heads[place])
        sentence.setHead(number, places.index(head) + 1 if head >= 0 else 0, labels[place])


def _module() -> Any:
    try:
        return import_module("ufal.udpipe")
    except ImportError as error:
        raise MissingExtraError("this benchmark's peer", "benchmark") from error


def _trained(module: Any, examples: Any, tagger: str, parser: str, path: Path | None = None) -> bytes:
    """The bytes of a model trained on these sentences."""
    problem = module.ProcessingError()
    found = module.Trainer.train("morphodita_parsito", examples, module.Sentences(), "none", tagger, parser, problem)
    if problem.occurred():
        raise DataError(f"UDPipe could not learn from this: {problem.message}", path=path)
    return bytes(found)


def _read(module: Any, path: Path) -> Any:
    """The sentences of a CoNLL-U file."""
    found, problem, sentence = module.Sentences(), module.ProcessingError(), module.Sentence()
    reader = module.InputFormat.newConlluInputFormat()
    reader.setText(path.read_text(encoding="utf-8"))
    while reader.nextSentence(sentence, problem):
        found.append(sentence)
        sentence = module.Sentence()
    if problem.occurred():
        raise DataError(f"UDPipe could not read this: {problem.message}", path=path)
    return found


def _loaded(module: Any, data: bytes) -> Any:
    """The model of these bytes; UDPipe loads from files only."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        path.write_bytes(data)
        model = module.Model.load(str(path))
    if model is None:
        raise DataError("this is not a model of UDPipe", "Remove it, so that it is trained anew.")
    return model
