"""Links that are right, by kind of mention."""

from namesakes.chains.kind_evaluation import KindCounts, right_by_kind
from namesakes.text.document import Document
from namesakes.text.spans import Mentions
from tests.chains.made import story_document


def chains(document: Document, *spans: tuple[int, int, str]) -> Document:
    """The document with these mentions."""
    return document.replace(mention_table=Mentions.build([[span[:2]] for span in spans], [span[2] for span in spans]))


def test_the_nearest_linked_mention_counts() -> None:
    story = story_document(0)
    assert story.mention_table is not None
    everything = right_by_kind([(story, story, story)])
    assert all(each.right == each.total for each in everything.values())
    assert sum(each.total for each in everything.values()) == len(story.mention_table) - len(story.chains)
    nothing = right_by_kind([(story, story, story.replace(mention_table=Mentions()))])
    assert {name: each.total for name, each in nothing.items()} == {n: e.total for n, e in everything.items()}
    assert not any(each.right for each in nothing.values())


def test_a_wrong_mention_between_and_another_span() -> None:
    story = story_document(0)
    right = chains(story, (0, 1, "a"), (2, 3, "b"), (4, 5, "a"))
    assert _sum(right, chains(story, (0, 1, "x"), (4, 5, "x"))) == KindCounts(1, 1)
    assert _sum(right, chains(story, (0, 1, "x"), (2, 3, "x"), (4, 5, "x"))) == KindCounts(0, 1)
    assert _sum(right, chains(story, (0, 2, "x"), (4, 5, "x"))) == KindCounts(0, 1)
    assert _sum(right, chains(story, (0, 1, "x"), (3, 5, "x"))) == KindCounts(0, 1)


def test_shares() -> None:
    assert KindCounts(1, 4).to_json() == {"right": 1, "mentions": 4, "share": 0.25}
    assert KindCounts().share == 0.0


def _sum(gold: Document, found: Document) -> KindCounts:
    counts = right_by_kind([(gold, gold, found)]).values()
    return KindCounts(sum(each.right for each in counts), sum(each.total for each in counts))
