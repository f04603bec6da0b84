"""How good and how fast the shipped pipeline for English is."""

from pathlib import Path

from namesakes.formats import read
from namesakes.syntax.evaluation import evaluate
from namesakes.syntax.parts import Syntax
from namesakes.syntax.recipe import TREEBANKS
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome

COLUMNS = ("tokens_f1", "sentences_f1", "upos", "xpos", "unknown_xpos", "lemma", "uas", "las")


def run(data: Path | None, seed: int) -> Outcome:
    """Scores on the dev splits of EWT and GUM, from gold tokens and from raw text, and tokens in a second."""
    folder = corpus_path(data, "treebanks")
    training = [document for name in TREEBANKS for document in read(folder / name / "train.conllu")]
    known = {word for document in training for word in document.words}
    rows = []
    for name in TREEBANKS:
        documents = list(read(folder / name / "dev.conllu"))
        for raw in (False, True):
            found = evaluate(Syntax.shipped().steps(tokenized=not raw), documents, raw=raw, known_words=known)
            scores = [f"{100 * found[column]:.2f}" for column in COLUMNS]
            title = f"{name} dev, {'raw text' if raw else 'gold tokens'}"
            rows.append([title, *scores, f"{found['tokens_per_second']:,.0f}"])
    columns = ["", *(column.replace("_", " ") for column in COLUMNS), "tokens/s"]
    notes = (
        "The settings of the models were chosen on these dev splits. Goals from gold tokens: en_ewt XPOS 95.5, UAS 88, "
        "LAS 85; en_gum XPOS 96.5, UAS 87, LAS 84."
    )
    return Outcome(columns, rows, "treebanks/en_ewt and en_gum, dev", notes)


EXPERIMENT = Experiment(
    "English syntax",
    "The shipped tokenizer, tagger, lemmatizer and parser, one after the other, on one core.",
    run,
)
