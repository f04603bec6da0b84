"""UDPipe 1 as a peer: trained on a treebank, and as a step that gives documents its tags and trees."""

import os
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from namesakes.errors import DataError, MissingExtraError
from namesakes.text.document import NO_HEAD, ROOT, Document

FOLDER = "NAMESAKES_PEERS"
"""The environment variable that names a folder where trained peers are kept from one run to the next."""

TAGGER = (
    "models=1;templates_1=tagger;iterations_1=6;guesser_enrich_dictionary_1=3;provide_lemma_1=0;use_lemma_1=0;"
    "provide_xpostag_1=1;use_xpostag_1=1;provide_feats_1=0;use_feats_1=0"
)
PARSER = (
    "iterations=10;embedding_upostag=20;embedding_xpostag=20;embedding_feats=0;embedding_form=50;embedding_lemma=0;"
    "embedding_deprel=20;learning_rate=0.01;learning_rate_final=0.001;l2=0.5;hidden_layer=200;batch_size=10;"
    "transition_system=projective;transition_oracle=dynamic;structured_interval=0;use_gold_tags=0"
)


def kept_model(treebank: Path) -> Path | None:
    """Where the model trained on a treebank is kept; None where the environment names no folder."""
    folder = os.environ.get(FOLDER)
    return None if not folder else Path(folder) / f"udpipe-{treebank.parent.name}.model"


def udpipe(treebank: Path, parser: str = PARSER) -> Callable[[Document], Document]:
    """The tagger and parser of UDPipe trained on a CoNLL-U file, or taken from where they were kept, as one step."""
    module = _module()
    kept = kept_model(treebank)
    if kept is None:
        model = _loaded(module, train(treebank, parser))
    else:
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(train(treebank, parser))
        model = _loaded(module, kept.read_bytes())
    return lambda document: annotated(module, model, document)


def train(treebank: Path, parser: str = PARSER) -> bytes:
    """The bytes of a model of tagger and parser trained on a CoNLL-U file; the parser learns on the tagger's tags."""
    module = _module()
    problem = module.ProcessingError()
    found = module.Trainer.train(
        "morphodita_parsito", _sentences(module, treebank), module.Sentences(), "none", TAGGER, parser, problem
    )
    if problem.occurred():
        raise DataError(f"UDPipe could not learn from this: {problem.message}", path=treebank)
    return bytes(found)


def annotated(module: Any, model: Any, document: Document) -> Document:
    """The document, which has tokens and sentences, with UDPipe's tags and trees."""
    count = len(document.starts)
    columns = {name: ["_"] * count for name in ("upos", "xpos", "label")}
    heads = np.full(count, NO_HEAD, dtype=np.int32)
    real = np.ones(count, dtype=np.bool_) if document.empty_nodes is None else document.empty_nodes == 0
    for first, last in pairwise([*document.sentence_starts.tolist(), count]):
        places = (first + np.flatnonzero(real[first:last])).tolist()
        sentence, problem = module.Sentence(), module.ProcessingError()
        for place in places:
            sentence.addWord(document.words[place])
        model.tag(sentence, model.DEFAULT, problem)
        model.parse(sentence, model.DEFAULT, problem)
        if problem.occurred():
            raise DataError(f"UDPipe could not parse a sentence of {document.key}: {problem.message}")
        for place, word in zip(places, list(sentence.words)[1:], strict=True):
            columns["upos"][place], columns["xpos"][place] = word.upostag, word.xpostag
            columns["label"][place] = word.deprel
            heads[place] = places[word.head - 1] if word.head > 0 else ROOT
    return document.with_columns(**columns).replace(heads=heads)


def _module() -> Any:
    try:
        return import_module("ufal.udpipe")
    except ImportError as error:
        raise MissingExtraError("this benchmark's peer", "benchmark") from error


def _sentences(module: Any, path: Path) -> Any:
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
