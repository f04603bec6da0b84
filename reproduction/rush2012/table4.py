"""Table 4 of Rush et al. (2012): tags of unknown words with few training sentences."""

from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
from scipy.stats import binomtest

from namesakes.syntax.consistency.tagger import ConsistentTagger, TaggingSettings
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document
from namesakes.text.segment import joined
from reproduction.ours.treebank import (
    Flags,
    accuracy,
    as_document,
    drawn,
    error_reduction,
    filled_up,
    right_tags,
)
from reproduction.outcome import Experiment, Outcome, needs_data
from reproduction.rush2012.common import SIZES, TAGGING, WORDS, Cells, sentences, stars, test_sentences

PAPER = {50: (79.67, 81.77, 62.88, 67.16), 100: (85.42, 86.37, 71.10, 73.32), 200: (88.63, 89.37, 75.82, 78.07),
         500: (91.59, 91.98, 80.67, 82.28)}  # fmt: skip
"""Accuracy of base and model on all words, and on unknown ones."""

DRAWS = 3
SETTINGS = TaggingSettings()
"""Chosen on `en_wsj_nltk` dev, filled up from its train, at 50 and 200 sentences."""

TESTS = ("en_wsj_nltk", "en_questions")


def run(data: Path | None, seed: int) -> Outcome:
    """Accuracy on all words and on those that training did not have, in the same newspaper and in questions."""
    cells, rows = Cells("rush2012-table4", seed, TAGGING), []
    for target in TESTS:
        for size in SIZES:
            found = [
                cells.get(f"{target} {size} {draw}", partial(_draw, data, target, size, 100 * seed + draw))
                for draw in range(DRAWS)
            ]
            rows.append(
                [target, str(size), *_shown(found, "all"), *_shown(found, "unknown"), *_cost(found), *_paper(size)]
            )
    columns = ["test", "sentences", "base", "model", "ER %", "unknown: base", "model", "ER %", "let go %", "cost",
               "paper: ER %", "paper, unknown: ER %"]  # fmt: skip
    notes = (
        f"Accuracy of Penn tags in per cent, means of {DRAWS} draws of training sentences from en_wsj_nltk. Its own "
        "test set is filled up to 25,000 words with training sentences that no size draws, and has no support; "
        "questions are test and train of en_questions, with the raw TREC questions as support. * is p ≤ 0.05 "
        "by a sign test over words; cost is in plain decodings. Other data than the paper's, with in-domain support."
    )
    return Outcome(columns, rows, "treebanks en_wsj_nltk and en_questions; questions", notes)


def raw_questions(data: Path | None) -> Document:
    """The raw questions, one a line, whose tokens are apart already."""
    folder = needs_data(data, "questions")
    lines = [
        line.split()
        for path in sorted(folder.glob("*.txt"))
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines()
        if line.strip()
    ]
    return Document(id="questions", **joined(lines))


def _draw(data: Path | None, target: str, size: int, seed: int) -> dict[str, Any]:
    folder = needs_data(data, "treebanks")
    every = sentences(folder / "en_wsj_nltk" / "train.conllu")
    train = as_document("train", drawn(every, size, seed)[0])
    if target == "en_wsj_nltk":
        chosen = test_sentences(folder / target, seed)
        support = []
    else:
        parts = ("test", "train")
        chosen = filled_up(
            [each for part in parts for each in sentences(folder / target / f"{part}.conllu")], (), WORDS
        )
        support = [raw_questions(data)]
    return tagged(train, as_document("test", chosen), support)


def tagged(train: Document, test: Document, support: list[Document]) -> dict[str, Any]:
    """Right words of a tagger alone and with consistency, all of them and those that are not in the training data."""
    tagger, known = Tagger.train([train.with_columns(upos=None)]), frozenset(train.words)
    bare = test.with_columns(xpos=None, upos=None)
    (found,), report = ConsistentTagger(tagger, SETTINGS, known, support).corpus([bare])
    base, model = right_tags(test, tagger(bare), "xpos"), right_tags(test, found, "xpos")
    unknown = np.array([word not in known for word in test.words], dtype=bool)
    figures = {"let_go": report.let_go, "sentences": report.sentences, "cost": report.cost}
    return {"all": _pair(base, model, ~unknown | unknown), "unknown": _pair(base, model, unknown), **figures}


def _pair(base: Flags, model: Flags, counted: Flags) -> dict[str, float]:
    gained, lost = int((model & ~base & counted).sum()), int((base & ~model & counted).sum())
    return {"base": accuracy(base, counted), "model": accuracy(model, counted), "gained": gained, "lost": lost}


def _shown(found: list[dict[str, Any]], which: str) -> list[str]:
    base, model = (mean(each[which][name] for each in found) for name in ("base", "model"))
    gained, lost = (sum(each[which][name] for each in found) for name in ("gained", "lost"))
    mark = stars(float(binomtest(gained, max(gained + lost, 1)).pvalue))
    return [f"{base:.2f}", f"{model:.2f}", f"{error_reduction(base, model):.2f}{mark}"]


def _cost(found: list[dict[str, Any]]) -> list[str]:
    gone = 100 * sum(each["let_go"] for each in found) / sum(each["sentences"] for each in found)
    return [f"{gone:.2f}", f"{mean(each['cost'] for each in found):.2f}"]


def _paper(size: int) -> list[str]:
    base, model, unknown, better = PAPER[size]
    return [f"{error_reduction(base, model):.2f}", f"{error_reduction(unknown, better):.2f}"]


EXPERIMENT = Experiment(
    "Consistency: tags of unknown words (Rush et al. 2012, table 4)",
    "Few training sentences of a newspaper: each sentence alone, and all occurrences of an unknown word together.",
    run,
)
