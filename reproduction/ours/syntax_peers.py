"""The shipped tagger and parser beside UDPipe 1, on gold tokens."""

from pathlib import Path

from namesakes.formats import read
from namesakes.syntax.evaluation import evaluate
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.steps import Steps
from reproduction.corpora import corpus_path
from reproduction.environment import PEERS
from reproduction.outcome import Experiment, Outcome
from reproduction.timing import one_core
from reproduction.udpipe import udpipe

COLUMNS = ("upos", "xpos", "uas", "las")


def run(data: Path | None, seed: int) -> Outcome:
    """Scores on the dev split of EWT from gold tokens with predicted tags, and tokens in a second."""
    folder = corpus_path(data, "treebanks", "en_ewt")
    documents = list(read(folder / "dev.conllu"))
    systems = {
        "namesakes, shipped (EWT and GUM)": Steps([Tagger.shipped(), Parser.shipped()]),
        "UDPipe 1 (EWT)": Steps([udpipe(folder / "train.conllu")]),
    }
    rows = []
    for name, pipeline in systems.items():
        with one_core():
            found = evaluate(pipeline, documents, measures=COLUMNS)
        rows.append([name, *(f"{100 * found[column]:.2f}" for column in COLUMNS), f"{found['tokens_per_second']:,.0f}"])
    notes = (
        "Gold tokens and sentences, tags predicted, subtypes of relations left out of LAS. UDPipe 1 (ufal.udpipe) is "
        "trained on en_ewt train alone: its tagger with six iterations, three guesses for each word of its dictionary "
        "and neither lemmas nor morphology, its transition-based parser with ten iterations, a hidden layer of 200 "
        "and no pretrained vectors, on the tags of its own tagger. Ours are the shipped models, which have GUM "
        "(without its non-commercial genres) beside EWT. A trained peer is kept in the folder that the variable "
        f"{PEERS} names. Goals for en_ewt: XPOS 95.5, UAS 88, LAS 85, and ahead of the peer."
    )
    return Outcome(["system", *(name.upper() for name in COLUMNS), "tokens/s"], rows, "treebanks/en_ewt, dev", notes)


EXPERIMENT = Experiment(
    "Tags and trees beside UDPipe",
    "The shipped tagger and parser, and UDPipe 1 trained offline, on the dev split of EWT, one core each.",
    run,
)
