"""UDPipe 1, trained on the same sentences: a peer for experiments, and nothing that the library needs."""

from collections.abc import Sequence
from itertools import pairwise

from namesakes.text.document import Document
from reproduction.ours.treebank import accuracy, scored_words

ITERATIONS = 10
OPTIONS = (
    f"iterations={ITERATIONS};embedding_upostag=20;embedding_feats=0;embedding_xpostag=20;embedding_form=50;"
    "embedding_lemma=0;embedding_deprel=20;learning_rate=0.01;learning_rate_final=0.001;l2=0.5;hidden_layer=200;"
    "batch_size=10;transition_system=projective;transition_oracle=dynamic;structured_interval=10;use_gold_tags=1"
)


def trained_uas(train: Document, test: Document) -> float | None:
    """The UAS of UDPipe's parser on gold tokens and tags; None where the package `ufal.udpipe` is not installed."""
    try:
        from ufal import udpipe  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return None
    problem, examples = udpipe.ProcessingError(), udpipe.Sentences()
    for sentence in _sentences(train):
        examples.append(_made(udpipe, sentence, heads=True))
    model = udpipe.Trainer.train("morphodita_parsito", examples, udpipe.Sentences(), "none", "none", OPTIONS, problem)
    if problem.occurred():
        raise RuntimeError(problem.message)
    return _uas(udpipe, model, test)


Row = tuple[str, str, str, int, str]
"""Word, coarse tag, fine tag, head (from 1 on, 0 for the root) and relation."""


def _sentences(document: Document) -> list[list[Row]]:
    assert document.heads is not None
    columns = [document.columns.get(name) or ["_"] * len(document.starts) for name in ("upos", "xpos", "label")]
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    return [
        [
            (
                document.words[token],
                columns[0][token],
                columns[1][token],
                max(int(document.heads[token]) - first + 1, 0),
                columns[2][token],
            )
            for token in range(first, last)
        ]
        for first, last in pairwise(edges)
    ]


def _made(udpipe: object, rows: Sequence[Row], *, heads: bool) -> object:
    sentence = udpipe.Sentence()  # type: ignore[attr-defined]
    for word, coarse, fine, _, _ in rows:
        made = sentence.addWord(word)
        made.upostag, made.xpostag = coarse, fine
    for place, (_, _, _, head, label) in enumerate(rows, start=1):
        if heads:
            sentence.setHead(place, head, label)
    return sentence


def _uas(udpipe: object, model: bytes, test: Document) -> float:
    import tempfile
    from pathlib import Path

    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        path.write_bytes(model)
        loaded = udpipe.Model.load(str(path))  # type: ignore[attr-defined]
    right = []
    for rows in _sentences(test):
        sentence = _made(udpipe, rows, heads=False)
        loaded.parse(sentence, loaded.DEFAULT)
        words = list(sentence.words)[1:]  # type: ignore[attr-defined]
        right += [word.head == row[3] for word, row in zip(words, rows, strict=True)]
    return accuracy(np.array(right, dtype=bool), scored_words(test))
