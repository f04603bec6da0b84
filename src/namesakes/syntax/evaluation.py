"""How good and how fast a pipeline is on documents with gold syntax."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from namesakes.metrics import score
from namesakes.syntax.tokenization.surface import divided
from namesakes.text.document import Document
from namesakes.text.steps import Steps

MEASURES = ("upos", "xpos", "lemma", "uas", "las")


def evaluate(
    pipeline: Steps,
    documents: Sequence[Document],
    *,
    raw: bool = False,
    tagged: bool = False,
    known_words: Iterable[str] = (),
    measures: Sequence[str] = MEASURES,
) -> dict[str, Any]:
    """F1s or accuracies by name, as fractions, and the tokens that one core gets through in a second.

    Parameters
    ----------
    pipeline : what makes tokens and everything after them for `raw` texts, and what comes after tokens else.
    raw : whether the pipeline is given the text alone, or the gold tokens and sentences with it.
    tagged : whether it is given the gold tags too, and has no tagger.
    known_words : words of the training data, for `unknown_xpos`.
    measures : what to measure beside tokens and sentences, where the pipeline does not have all of it. Lemmas are left
        out where no document has any, as in what bracketed trees were made of.
    """
    measures = [name for name in measures if name != "lemma" or any("lemma" in each.columns for each in documents)]
    gold = [divided(document) for document in documents] if raw else list(documents)
    bare = [text_only(document) if raw else tokens_only(document, tags=tagged) for document in gold]
    start = time.perf_counter()
    found = list(pipeline.run(bare))
    seconds = time.perf_counter() - start
    known = frozenset(known_words)
    names = [*measures, *(["unknown_xpos"] if known else []), "tokens", "sentences"]
    scores = score(gold, found, metrics=names, known_words=known).scores()
    tokens = sum(len(document.starts) for document in found)
    return {
        "tokens_f1": scores["tokens"].f1,
        "sentences_f1": scores["sentences"].f1,
        **{name: scores[name].f1 for name in names if name not in ("tokens", "sentences")},
        "documents": len(gold),
        "tokens": tokens,
        "tokens_per_second": tokens / seconds if seconds else 0.0,
    }


def text_only(document: Document) -> Document:
    """The document's text, and nothing that anybody said of it."""
    return Document(id=document.id, part=document.part, text=document.text)


def tokens_only(document: Document, *, tags: bool = False) -> Document:
    """The document's tokens and sentences, and its tags too; words that are not in the text keep their forms."""
    kept = ("form", "upos", "xpos") if tags else ("form",)
    columns = {name: rows for name, rows in document.columns.items() if name in kept}
    return Document(
        id=document.id,
        part=document.part,
        text=document.text,
        starts=document.starts,
        ends=document.ends,
        sentence_starts=document.sentence_starts,
        paragraph_starts=document.paragraph_starts,
        columns=columns,
        empty_nodes=document.empty_nodes,
        multiwords=document.multiwords,
    )
