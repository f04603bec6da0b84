"""The summary of a document's chains, wide and narrow, with confidences and reasons where there are some."""

import pytest

from namesakes.text.document import Document
from namesakes.text.reasons import CONFIDENCE, WHY, Option, Reason, Why
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from namesakes.view.summary import summary
from tests.view.conftest import HEBREW

WORDS = f"Ann Lee met {HEBREW} . She likes her , and her son .".split()
MENTIONS = [[(0, 2)], [(3, 5)], [(6, 7)], [(8, 9)], [(11, 12)]]
CHAINS = ["0", "1", "0", "1", "0"]


def document(**extra: list[str]) -> Document:
    tags = ["NNP" if word[0].isupper() or word in HEBREW.split() else "NN" for word in WORDS]
    return Document(
        id="d", columns={"xpos": tags}, mention_table=Mentions.build(MENTIONS, CHAINS, extra=extra), **joined([WORDS])
    )


def test_the_chain_with_the_most_mentions_comes_first() -> None:
    assert list(summary(document())) == [
        "d: 11 words, 2 chains",
        "  Ann Lee  3 mentions",
        "    Ann Lee · She · her",
        f"  {HEBREW}  2 mentions",
        f"    {HEBREW} · her",
    ]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (25, ["    Ann Lee · She · her"]),
        (24, ["    Ann Lee · She ·", "    her"]),
        (1, ["    Ann Lee ·", "    She ·", "    her"]),
    ],
)
def test_mentions_are_wrapped(width: int, lines: list[str]) -> None:
    found = list(summary(document(), width))
    assert found[2 : found.index(f"  {HEBREW}  2 mentions")] == lines


def test_confidences_are_means_of_links() -> None:
    lines = list(summary(document(**{CONFIDENCE: ["1", "0.9", "0.5", "0.75", "0.7"]})))
    assert lines[1] == "  Ann Lee  3 mentions  60% sure"
    assert lines[3] == f"  {HEBREW}  2 mentions  75% sure"


def test_reasons_take_the_place_of_mentions() -> None:
    new = Option("", -1, -1, 0.5, 0.25)
    link = Option("Ann Lee", 0, 7, 1.5, 0.75, (Reason("m.kind", "a pronoun", 1.25),))
    reasons = [Why(text, 0, 1, chosen, None, new, 0.75) for text, chosen in (("Ann Lee", new), ("She", link))]
    kept = [reasons[0], reasons[0], reasons[1], reasons[1], reasons[1]]
    lines = list(summary(document(**{WHY: [why.to_json() for why in kept]})))
    assert lines[1:7] == [
        "  Ann Lee  3 mentions",
        "    “Ann Lee” → begins a chain",
        "      0.25  begins a chain  (score +0.50)",
        "    “She” → “Ann Lee”",
        "      0.75  “Ann Lee”  (score +1.50)",
        "            +1.25  a pronoun",
    ]


def test_long_names_are_cut_and_an_empty_document_is_one_line() -> None:
    words = ["Ann", *["Lee"] * 30]
    long = Document(id="d", part=2, mention_table=Mentions.build([[(0, 31)]], ["0"]), **joined([words]))
    assert list(summary(long)) == [
        "d; part 002: 31 words, 1 chain",
        f"  Ann {'Lee ' * 13}Lee…  1 mention",
        f"    Ann {'Lee ' * 13}Lee…",
    ]
    assert list(summary(Document(id="empty", text=""))) == ["empty: 0 words, 0 chains"]
