"""Table 5 of Rush et al. (2012): the contexts that helped most where training and test differ."""

from collections import Counter
from pathlib import Path

from namesakes.syntax.consistency.parser import ParsingSettings
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import Cells
from reproduction.rush2012.bonuses import COARSE, FINE
from reproduction.rush2012.common import PAPERS_PARSER, PARSING, SETTINGS, Settings
from reproduction.rush2012.comparison import Comparison
from reproduction.rush2012.table2 import PAIRS, corpora, tuned

PAPER_CONTEXTS = (
    "WSJ → QuestionBank: WRB VBP · DT JJS NN IN · VBP PRP VB · DT NN NN VB · RBS JJ NN IN",
    "QuestionBank → WSJ: VBD NN NN , · IN PRP VBZ · JJ JJ NN , · IN JJ JJ NN · NN POS NN NN",
)


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """The contexts whose words gained most right heads from consistency."""
    cells, rows = Cells("rush2012-table2", seed, PARSING), []
    for kind in (FINE, COARSE):
        bonuses = tuned(cells, data, PAPERS_PARSER, kind, seed, settings)
        for source, target in PAIRS[:2]:
            train, test = corpora(data, source, target)
            comparison = Comparison(settings.trained(PAPERS_PARSER, train, seed), [train], test)
            for context, gained, lost, members in effective(comparison, bonuses):
                rows.append([f"{source} → {target}", kind, context, f"{gained}", f"{lost}", f"{members}"])
    theirs = "; ".join(PAPER_CONTEXTS)
    notes = (
        "Words that got the right head and words that lost it, where their context changed it; the word itself stands "
        "in brackets, ∎ is the edge of the sentence. Parser, bonuses and kinds of contexts are the paper's parser's of "
        f"`rush2012-table2`. The paper's five (it prints the word in bold): {theirs}."
    )
    columns = ["", "contexts", "context", "gained", "lost", "words in it"]
    return Outcome(columns, rows, "treebanks en_newslike and en_questions", notes)


def effective(comparison: Comparison, bonuses: ParsingSettings, most: int = 5) -> list[tuple[str, int, int, int]]:
    """Contexts with how many of their words gained and lost a right head, and how many they have; the best first."""
    found, report = comparison.consistent(bonuses)
    test, plain = comparison.test, comparison.plain
    assert test.heads is not None
    assert plain.heads is not None
    assert found.heads is not None
    gained, lost, members = Counter[str](), Counter[str](), {}
    for change in report.changes:
        if change.context is not None:
            token = int(test.sentence_starts[change.sentence]) + change.word
            gained[change.context] += int(found.heads[token] == test.heads[token])
            lost[change.context] += int(plain.heads[token] == test.heads[token])
            members[change.context] = change.members
    best = sorted(members, key=lambda context: (lost[context] - gained[context], context))[:most]
    return [(context, gained[context], lost[context], members[context]) for context in best]


EXPERIMENT = Experiment(
    "Consistency: the most effective contexts (Rush et al. 2012, table 5)",
    "Contexts of tags whose words gained most right heads from consistency, from news to questions and back.",
    run,
)
