"""Tokens and sentences from raw text, beside peers in the same run."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.errors import MissingExtraError
from namesakes.formats import read
from namesakes.syntax.tokenization.surface import surface
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome
from reproduction.timing import best_of

TREEBANKS = ("en_gum", "en_ewt")

Span = tuple[int, int]
Spans = tuple[list[Span], list[Span]]
"""The character offsets of tokens and of sentences; no tokens where a peer finds sentences only."""
Splitter = Callable[[str], Spans]


def run(data: Path | None, seed: int) -> Outcome:
    """The F1 of tokens and sentences of each tokenizer on the dev splits, and how fast each one is."""
    folder = corpus_path(data, "treebanks")
    gold = {name: [surface(document) for document in read(folder / name / "dev.conllu")] for name in TREEBANKS}
    tokenizer = Tokenizer.shipped()
    rows = []
    for title, splitter, call in _splitters(tokenizer):
        found = [_scores(documents, splitter) for documents in gold.values()]
        texts = [document.text for documents in gold.values() for document in documents]
        tokens = sum(len(document.starts) for documents in gold.values() for document in documents)
        seconds = best_of(3, partial(_each, call, texts))
        rows.append([title, *(cell for cells in found for cell in cells), f"{tokens / seconds / 1000:,.0f} k"])
    measures = [f"{name} {what} F1" for name in TREEBANKS for what in ("tokens", "sentences")]
    notes = (
        "Texts as the CoNLL-U reader rebuilds them: the sentences of a paragraph joined by a space, paragraphs by a "
        "blank line. Gold are the corpus's words, don't being do and n't. Speeds are the corpus's tokens a second over "
        "all documents on one core, the best of three runs; pysbd finds sentences only. The peers follow other "
        "conventions for contractions and hyphens, which costs them tokens."
    )
    return Outcome(["tokenizer", *measures, "tokens/s"], rows, "dev splits of en_gum and en_ewt", notes)


def spans(document: Document) -> Spans:
    """The character offsets of a document's tokens and sentences."""
    starts, ends = document.starts, document.ends
    lasts = np.append(document.sentence_starts[1:], len(starts)) - 1
    sentences = zip(starts[document.sentence_starts].tolist(), ends[lasts].tolist(), strict=True)
    return list(zip(starts.tolist(), ends.tolist(), strict=True)), list(sentences)


def f1(gold: Iterable[Sequence[Span]], found: Iterable[Sequence[Span]]) -> float:
    """The micro-averaged F1 of spans over documents."""
    right = total = 0
    for one, other in zip(gold, found, strict=True):
        right += len(set(one) & set(other))
        total += len(one) + len(other)
    return 2 * right / total if total else 0.0


def _scores(documents: Sequence[Document], splitter: Splitter) -> list[str]:
    """The F1 of tokens and of sentences, as cells of a table."""
    gold, found = [spans(document) for document in documents], [splitter(document.text) for document in documents]
    cells = []
    for side in (0, 1):
        any_found = any(each[side] for each in found)
        value = f1((each[side] for each in gold), (each[side] for each in found))
        cells.append(f"{value:.4f}" if any_found else "–")
    return cells


def _each(call: Callable[[str], object], texts: Sequence[str]) -> None:
    for text in texts:
        call(text)


def _splitters(tokenizer: Tokenizer) -> Iterator[tuple[str, Splitter, Callable[[str], object]]]:
    """Each tokenizer's name, what it finds in a text, and the call that is timed."""
    try:
        blingfire, pysbd, segmenter = map(import_module, ("blingfire", "pysbd", "syntok.segmenter"))
    except ImportError as error:
        raise MissingExtraError("this benchmark's peers", "benchmark") from error

    def ours(text: str) -> Document:
        return tokenizer(Document(text=text))

    def bling(text: str) -> None:
        blingfire.text_to_words_with_offsets(text)
        blingfire.text_to_sentences_and_offsets(text)

    pragmatic = pysbd.Segmenter(language="en", clean=False)
    yield "namesakes", lambda text: spans(ours(text)), ours
    yield "syntok", lambda text: _syntok(segmenter.analyze(text)), lambda text: _syntok(segmenter.analyze(text))
    yield "blingfire", lambda text: _blingfire(blingfire, text), bling
    yield "pysbd", lambda text: ([], _located(text, pragmatic.segment(text))), pragmatic.segment


def _syntok(paragraphs: Iterable[Any]) -> Spans:
    tokens: list[Span] = []
    sentences: list[Span] = []
    for paragraph in paragraphs:
        for sentence in paragraph:
            found = [(token.offset, token.offset + len(token.value)) for token in sentence]
            tokens += found
            sentences.append((found[0][0], found[-1][1]))
    return tokens, sentences


def _blingfire(module: Any, text: str) -> Spans:
    """Its words and sentences; it takes line breaks for spaces, so that it is given a paragraph at a time."""
    tokens: list[Span] = []
    sentences: list[Span] = []
    begin = 0
    for paragraph in text.split("\n\n"):
        for call, found in (
            (module.text_to_words_with_offsets, tokens),
            (module.text_to_sentences_and_offsets, sentences),
        ):
            found += [(begin + start, begin + end) for start, end in call(paragraph)[1]]
        begin += len(paragraph) + 2
    return tokens, sentences


def _located(text: str, pieces: Iterable[str]) -> list[Span]:
    """Where the pieces stand in the text, without white space at their edges; a changed piece is left out."""
    found: list[Span] = []
    begin = 0
    for piece in (piece.strip() for piece in pieces):
        start = text.find(piece, begin) if piece else -1
        if start >= 0:
            begin = start + len(piece)
            found.append((start, begin))
    return found


EXPERIMENT = Experiment(
    "Tokens and sentences",
    "Tokens and sentences found in raw text by the shipped tokenizer and by peers, and their speed.",
    run,
)
