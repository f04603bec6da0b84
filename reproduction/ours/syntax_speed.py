"""How fast tags, trees and names are, beside a peer on the same text in the same run."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from namesakes.formats import read
from namesakes.syntax.entities.name_finder import NameFinder
from namesakes.syntax.evaluation import text_only, tokens_only
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.recipe import TREEBANKS
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.syntax.tokenization.surface import surface
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from namesakes.text.steps import Steps
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome
from reproduction.spacy_peer import MODEL, spacy_model, spacy_words
from reproduction.timing import alternating, one_core

REPETITIONS = 5
BATCH = 64
LEFT_OUT = ("lemmatizer", "attribute_ruler", "senter")
"""The peer's components that ours have no part in."""


def run(data: Path | None, seed: int) -> Outcome:
    """Tokens a second from raw text and from tokens, ours and the peer's, and how many times as fast ours are."""
    folder = corpus_path(data, "treebanks")
    documents = {name: [surface(each) for each in read(folder / name / "dev.conllu")] for name in TREEBANKS}
    peer = spacy_model(LEFT_OUT)
    components = Tagger.shipped(), Parser.shipped(), NameFinder.shipped()
    rows = []
    for name, found in documents.items():
        for raw in (True, False):
            ours = Steps([Tokenizer.shipped(), *components] if raw else components)
            bare = [text_only(document) if raw else tokens_only(document) for document in found]
            calls = [_ours(ours, bare), _theirs(peer, found, raw=raw)]
            with one_core():
                times = alternating(REPETITIONS, calls)
            tokens = sum(len(document.starts) for document in found)
            speeds = [f"{tokens / seconds:,.0f}" for seconds in times]
            title = f"{name} dev, from {'raw text' if raw else 'tokens'}"
            rows.append([title, f"{tokens:,}", *speeds, f"{times[1] / times[0]:.2f}", "≥ 3"])
    notes = (
        f"Medians of {REPETITIONS} runs that take turns, in one process on one core, models loaded. Ours: tokenizer, "
        f"tagger, parser and names, a document at a time. The peer: spaCy {import_module('spacy').__version__} with "
        "its small English model "
        f"({MODEL} {import_module(MODEL).__version__}), tokenizer, tok2vec, tagger, parser and NER, in batches of "
        f"{BATCH} by nlp.pipe; its lemmatizer and attribute ruler are off, and so are our lemmas. Both are given the "
        "same characters or the same tokens; the tokens counted are the corpus's."
    )
    return Outcome(
        ["what", "tokens", "namesakes, tokens/s", "spaCy, tokens/s", "ratio", "goal"],
        rows,
        "treebanks/en_ewt and en_gum, dev",
        notes,
    )


def _ours(pipeline: Steps, documents: list[Document]) -> Callable[[], object]:
    return lambda: [pipeline(document) for document in documents]


def _theirs(peer: Any, documents: list[Document], *, raw: bool) -> Callable[[], object]:
    """A call that runs the peer over the documents, given as texts or as its own documents of words."""

    def texts() -> list[Any]:
        if raw:
            return [document.text for document in documents]
        return [spacy_words(peer, document) for document in documents if len(document.starts)]

    return lambda: list(peer.pipe(texts(), batch_size=BATCH))


EXPERIMENT = Experiment(
    "Speed of tags, trees and names",
    "The shipped tagger, parser and names, from raw text and from tokens, beside spaCy's small model in the same run.",
    run,
)
