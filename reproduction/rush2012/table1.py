"""Table 1 of Rush et al. (2012): how often neighbouring tags tell the tag of the head."""

from pathlib import Path

from namesakes.syntax.consistency.contexts import context_table, head_inside
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome
from reproduction.treebanks import as_document, gold_sentences

PAPER = {"all contexts": (66.8, 57.9, 46.8, 33.3), "head in context": (76.0, 67.9, 57.2, 42.3)}
SHARES = (0.7, 0.8, 0.9, 1.0)
LEAST = 10


def run(data: Path | None, seed: int) -> Outcome:
    """The per cent of contexts, among those seen ten times, whose most frequent head tag has at least such a share."""
    folder = corpus_path(data, "treebanks", "en_wsj_nltk")
    rows = []
    for name in ("train", "dev"):
        table = context_table([as_document(name, gold_sentences(folder / f"{name}.conllu"))], fine=True)
        often, inside = table.totals >= LEAST, head_inside(table.keys, table.heads)
        for title, kept in (("all contexts", often), ("head in context", often & inside)):
            share = table.most[kept] / table.totals[kept]
            ours = [f"{100 * float((share >= least).mean()):.1f}" for least in SHARES]
            rows.append([f"en_wsj_nltk {name}", title, f"{int(kept.sum()):,}", *ours])
    rows += [["paper: WSJ section 22", title, "–", *map(str, shares)] for title, shares in PAPER.items()]
    columns = ["", "", "contexts", *(f"≥ {share}" for share in SHARES)]
    notes = (
        f"Contexts seen at least {LEAST} times; all ten templates, the edge of a sentence standing for a tag. The "
        "paper's are of another section of the same newspaper, with heads by other rules."
    )
    return Outcome(columns, rows, "treebanks/en_wsj_nltk, train and dev", notes)


EXPERIMENT = Experiment(
    "Consistency: what contexts tell of heads (Rush et al. 2012, table 1)",
    "The per cent of contexts of tags for which the most frequent tag of the head has at least a given share.",
    run,
)
