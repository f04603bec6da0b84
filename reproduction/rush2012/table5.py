"""Table 5 of Rush et al. (2012): the contexts that helped most where training and test differ."""

from collections import Counter
from pathlib import Path

from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser
from namesakes.syntax.parsing.parser import Parser
from namesakes.text.document import Document
from reproduction.outcome import Experiment, Outcome
from reproduction.rush2012.common import PAPERS_PARSER, SETTINGS, Settings, without_trees
from reproduction.rush2012.table2 import CONSISTENCY, PAIRS, corpora

PAPER_CONTEXTS = (
    "WSJ → QuestionBank: WRB VBP · DT JJS NN IN · VBP PRP VB · DT NN NN VB · RBS JJ NN IN",
    "QuestionBank → WSJ: VBD NN NN , · IN PRP VBZ · JJ JJ NN , · IN JJ JJ NN · NN POS NN NN",
)


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """The contexts whose words gained most right heads from consistency."""
    rows = []
    for source, target in PAIRS[:2]:
        train, test = corpora(data, source, target)
        for context, gained, lost, members in effective(train, test, settings.trained(PAPERS_PARSER, train, seed)):
            rows.append([f"{source} → {target}", context, f"{gained}", f"{lost}", f"{members}"])
    theirs = "; ".join(PAPER_CONTEXTS)
    notes = (
        "Words that got the right head and words that lost it, where their context changed it; the word itself stands "
        f"in brackets, ∎ is the edge of the sentence. The paper's five (it prints the word in bold): {theirs}."
    )
    columns = ["", "context", "gained", "lost", "words in it"]
    return Outcome(columns, rows, "treebanks en_newslike and en_questions", notes)


def effective(train: Document, test: Document, parser: Parser, most: int = 5) -> list[tuple[str, int, int, int]]:
    """Contexts with how many of their words gained and lost a right head, and how many they have; the best first."""
    contexts = Contexts.learn([train], CONSISTENCY.least, fine=CONSISTENCY.fine)
    bare = without_trees(test)
    (found,), report = ConsistentParser(parser, contexts, CONSISTENCY).corpus([bare])
    plain = parser(bare)
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
