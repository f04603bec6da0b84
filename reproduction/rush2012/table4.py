"""Table 4 of Rush et al. (2012): tags of unknown words with few training sentences."""

from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from namesakes.syntax.consistency.consistency import RUSH_2012
from namesakes.syntax.consistency.tagger import ConsistentTagger, TaggingSettings
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document
from namesakes.text.segment import joined
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import Cells
from reproduction.rush2012.common import SETTINGS, TAGGING, Settings, across_domains, sentences
from reproduction.rush2012.comparison import paired
from reproduction.tables import sign_test, star
from reproduction.treebanks import as_document, drawn, error_reduction, right_tags

PAPER = {50: (79.67, 81.77, 62.88, 67.16), 100: (85.42, 86.37, 71.10, 73.32), 200: (88.63, 89.37, 75.82, 78.07),
         500: (91.59, 91.98, 80.67, 82.28)}  # fmt: skip
"""Accuracy of base and model on all words, and on unknown ones."""

SETTINGS_TRIED = {
    "rush-2012": RUSH_2012.tagger,
    "default": TaggingSettings(),
    "default, no initials": TaggingSettings(initials=False),
}
"""The paper's setting, ours, and ours without what the paper does not have. All have the same bonuses, which were
chosen on `en_wsj_nltk` dev, filled up from its train, at 50 and 200 sentences."""

SOURCE = "en_wsj_nltk"
TESTS = (SOURCE, "en_questions")


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """Accuracy on all words and on those that training did not have, in the same newspaper and in questions."""
    cells, rows = Cells("rush2012-table4", seed, TAGGING), []
    for target in TESTS:
        for size in settings.sizes:
            found = [
                cells.get(f"{target} {size} {draw}", partial(_draw, data, target, size, 100 * seed + draw, settings))
                for draw in range(settings.draws)
            ]
            for name in SETTINGS_TRIED:
                own = [each[name] for each in found]
                rows.append(
                    [target, str(size), name, *_shown(own, "all"), *_shown(own, "unknown"), *_cost(own), *_paper(size)]
                )
    columns = ["test", "sentences", "setting", "base", "model", "ER %", "unknown: base", "model", "ER %", "let go %",
               "cost", "paper: ER %", "paper, unknown: ER %"]  # fmt: skip
    notes = (
        f"Accuracy of Penn tags in per cent, means of {settings.draws} draws of training sentences from en_wsj_nltk. "
        "Its own test set is filled up to 25,000 words with training sentences that no size draws, and has no "
        "support; questions are test and train of en_questions, with the raw TREC questions as support. * is p ≤ "
        "0.05 by a sign test over words; cost is the processor's time in plain decodings, support among them. Other "
        "data than the paper's, with in-domain support. *rush-2012* is the paper's setting by its name: multipliers "
        "begin at 0 and have one step. *default* lets an unknown word with a capital count as one with the known "
        "word without it (`initials`), of which the paper says nothing, begins with multipliers that the first "
        "consensus gives, and gives each a step of its own; the last two change rounds and not the optimum. Bonuses "
        "are the same everywhere, chosen on English development sentences with `initials`."
    )
    return Outcome(columns, rows, "treebanks en_wsj_nltk and en_questions; questions", notes)


def raw_questions(data: Path | None) -> Document:
    """The raw questions, one a line, whose tokens are apart already."""
    folder = corpus_path(data, "questions")
    lines = [
        line.split()
        for path in sorted(folder.glob("*.txt"))
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines()
        if line.strip()
    ]
    return Document(id="questions", **joined(lines))


def _draw(data: Path | None, target: str, size: int, seed: int, settings: Settings) -> dict[str, Any]:
    news = corpus_path(data, "treebanks", SOURCE)
    train = as_document("train", drawn(sentences(news / "train.conllu"), size, seed)[0])
    if target == SOURCE:
        return tagged(train, as_document("test", settings.filled_test(news, seed)), [])
    return tagged(train, as_document("test", across_domains(data, target)), [raw_questions(data)])


def tagged(train: Document, test: Document, support: list[Document]) -> dict[str, Any]:
    """By setting the right words of a tagger alone and with consistency, all and those not in the training data."""
    tagger, known = Tagger.train([train.with_columns(upos=None)]), frozenset(train.words)
    bare = test.with_columns(xpos=None, upos=None)
    base = right_tags(test, tagger(bare), "xpos")
    unknown = np.array([word not in known for word in test.words], dtype=bool)
    cells = {}
    for name, settings in SETTINGS_TRIED.items():
        (found,), report = ConsistentTagger(tagger, settings, known, support).corpus([bare])
        model = right_tags(test, found, "xpos")
        figures = {"let_go": report.let_go, "sentences": report.sentences, "cost": report.cost}
        every = np.ones(len(base), dtype=bool)
        cells[name] = {"all": paired(base, model, every), "unknown": paired(base, model, unknown), **figures}
    return cells


def _shown(found: list[dict[str, Any]], which: str) -> list[str]:
    base, model = (mean(each[which][name] for each in found) for name in ("base", "model"))
    gained, lost = (sum(each[which][name] for each in found) for name in ("gained", "lost"))
    mark = star(sign_test(gained, lost))
    return [f"{base:.2f}", f"{model:.2f}", f"{error_reduction(base, model):.2f}{mark}"]


def _cost(found: list[dict[str, Any]]) -> list[str]:
    gone = 100 * sum(each["let_go"] for each in found) / sum(each["sentences"] for each in found)
    return [f"{gone:.2f}", f"{mean(each['cost'] for each in found):.2f}"]


def _paper(size: int) -> list[str]:
    if size not in PAPER:
        return ["–", "–"]
    base, model, unknown, better = PAPER[size]
    return [f"{error_reduction(base, model):.2f}", f"{error_reduction(unknown, better):.2f}"]


EXPERIMENT = Experiment(
    "Consistency: tags of unknown words (Rush et al. 2012, table 4)",
    "Few training sentences of a newspaper: each sentence alone, and all occurrences of an unknown word together.",
    run,
)
