"""Naming: which name a chain bears, and which words of a mention are the name."""

import pytest

from namesakes.text.document import Document
from namesakes.text.naming import agree, bare, is_complete
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans

TAGS = {
    "he": "PRP",
    "she": "PRP",
    "who": "WP",
    "'s": "POS",
    "of": "IN",
    "the": "DT",
    "and": "CC",
    ",": ",",
    "her": "PRP$",
}
VERBS = {"left", "said", "sold", "met", "is"}


def document(text: str, *mentions: str, people: tuple[str, ...] = (), places: tuple[str, ...] = ()) -> Document:
    """A document of the words between spaces with one chain, whose mentions stand in it in that order."""
    words = text.split()

    def found(run: str, start: int = 0) -> tuple[int, int]:
        parts = run.split()
        place = next(i for i in range(start, len(words)) if words[i : i + len(parts)] == parts)
        return place, place + len(parts)

    tags = [
        TAGS.get(word.lower()) or ("VBD" if word in VERBS else "NNP" if word[0].isupper() else "NN") for word in words
    ]
    spans, start = [], 0
    for mention in mentions:
        spans.append(found(mention, start))
        start = spans[-1][0] + 1
    entities = [(*found(name), "PER") for name in people] + [(*found(name), "LOC") for name in places]
    return Document(
        columns={"xpos": tags},
        mention_table=Mentions.build([[span] for span in spans], ["a"] * len(spans)),
        entity_table=Spans.build(sorted(entities)),
        **joined([words]),
    )


@pytest.mark.parametrize(
    ("text", "mentions", "name"),
    [
        ("Ann Maria Lee left . Ann Lee left . Ann Lee , Lee , Lee", ["Ann Maria Lee", "Ann Lee", "Ann Lee"], "Ann Lee"),
        ("Lee left . Lee met Ann Lee", ["Lee", "Lee", "Ann Lee"], "Ann Lee"),
        ("Ann Lee , who sold the house , left", ["Ann Lee , who sold the house"], "Ann Lee"),
        ("Ann Lee said", ["Ann Lee said"], "Ann Lee"),
        ("the Bank of England left . the Bank left", ["the Bank of England", "the Bank"], "the Bank of England"),
        ("Ann Lee 's house", ["Ann Lee 's"], "Ann Lee"),
        ("Mr. Lee left . Lee left", ["Mr. Lee", "Lee"], "Mr. Lee"),
        ("the old mayor who left , the mayor , the mayor", ["the old mayor who left", "the mayor"], "the mayor"),
        ("the mayor of the town left . he met her", ["the mayor of the town", "he"], "the mayor of the town"),
        ("he met her", ["he", "her"], "he"),
    ],
)
def test_what_a_chain_is_called(text: str, mentions: list[str], name: str) -> None:
    assert document(text, *mentions).chains[0].name == name


def test_a_full_name_that_contradicts_the_usual_one_is_somebody_elses() -> None:
    found = document("Darcy met Darcy . Darcy met Elizabeth Bennet", "Darcy", "Darcy", "Darcy", "Elizabeth Bennet")
    assert found.chains[0].name == "Darcy"
    twice = document("Ann Lee met Ben Cole . Cole met Cole", "Ann Lee", "Ben Cole", "Cole", "Cole")
    assert twice.chains[0].name == "Ben Cole"


def test_a_person_is_called_without_the_place() -> None:
    text = "Ann Lee of London left"
    assert document(text, "Ann Lee of London", people=("Ann Lee",)).chains[0].name == "Ann Lee"


def test_a_name_behind_its_description() -> None:
    found = document("the architect Ann Lee left", "the architect Ann Lee", people=("Ann Lee",))
    assert found.replace(mention_table=_headed(found, 1)).chains[0].name == "Ann Lee"


def test_a_name_in_apposition() -> None:
    found = document("the driver , Ann Lee , left", "the driver , Ann Lee", people=("Ann Lee",))
    found = found.replace(mention_table=_headed(found, 1))
    assert (
        found.with_columns(label=["det", "nsubj", "punct", "appos", "flat", "punct", "root"]).chains[0].name
        == "Ann Lee"
    )
    listed = found.with_columns(label=["det", "nsubj", "punct", "conj", "flat", "punct", "root"])
    assert listed.chains[0].name == "the driver"


def test_a_name_in_apposition_to_a_longer_description() -> None:
    words = "counsel for the farm , Judge Ann Lee , left"
    found = document(words, "counsel for the farm , Judge Ann Lee", people=("Ann Lee",))
    found = found.replace(mention_table=_headed(found, 0))
    labels = ["nsubj", "case", "det", "nmod", "punct", "compound", "appos", "flat", "punct", "root"]
    assert found.with_columns(label=labels).chains[0].name == "Judge Ann Lee"


def test_a_title_alone_is_no_name() -> None:
    found = document("Captain left . he said", "Captain", "he", people=("Captain",))
    assert not found.namer.chain(0).proper


def test_a_trade_before_a_name_is_not_part_of_it() -> None:
    found = document("Baker Ann Lee left . Mayor Bo Orr left", "Baker Ann Lee", people=("Ann Lee",))
    assert found.chains[0].name == "Ann Lee"
    titled = document("Mayor Bo Orr left", "Mayor Bo Orr", people=("Bo Orr",))
    assert titled.chains[0].name == "Mayor Bo Orr"


def _headed(found: Document, head: int) -> Mentions:
    table = found.mention_table
    assert table is not None
    return Mentions.build([[(int(table.starts[0]), int(table.ends[0]))]], ["a"], heads=[head])


def test_a_place_is_called_by_several_words() -> None:
    found = document("York , New York , York", "York", "New York", "York", places=("York", "New York"))
    assert found.chains[0].name == "New York"


def test_names_in_words() -> None:
    assert is_complete("Ann Lee", person=True)
    assert not is_complete("Mr. Lee", person=True)
    assert not is_complete("the Alps", person=False)
    assert agree("Lee", "Ann Lee", person=True)
    assert not agree("Ben Lee", "Ann Lee", person=True)
    assert agree("the Bank", "Bank of England", person=False)
    assert bare("Vane's") == "Vane"
    assert bare("'s") == "'s"
