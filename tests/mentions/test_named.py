"""What the names of a document say of the bearer of each mention's name, and where mentions stand."""

from functools import cache

import numpy as np

from namesakes.mentions.attributes import PLACES, attributes
from namesakes.mentions.detection import with_mentions
from namesakes.mentions.named import KNOWN_THING, PERSON, gather
from namesakes.mentions.pronouns import FEMININE, MASCULINE
from namesakes.mentions.things import Things
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from tests.mentions.test_cast import cast

TEXT = (
    "Clara Dunn and Peter Voss met in Leeds. Dunn likes Leeds. Voss, a baker, does not. “I hate it,” he said. "
    "“Leeds is dull.” Mr. Voss left."
)


@cache
def document() -> Document:
    return with_mentions(Syntax.shipped().steps()(Document(id="text", text=TEXT)))


def of(text: str, name: str) -> list[int]:
    """The values of a column, or of a place, of all mentions with this text."""
    known = attributes(document())
    values = known.places[:, PLACES.index(name)] if name in PLACES else known.column(name)
    return [int(values[place]) for place, each in enumerate(document().mentions, start=1) if each.text == text]


def test_groups() -> None:
    (dunn,), (voss, *more) = of("Clara Dunn", "group"), of("Voss", "group")
    assert of("Dunn", "group") == [dunn]
    assert {voss, *more} == {*of("Peter Voss", "group"), *of("Mr. Voss", "group")}
    leeds = of("Leeds", "group")
    assert len(leeds) == 3
    assert len({*leeds, dunn, voss, 0}) == 4
    assert of("he", "group") == of("he", "group_kind") == [0]


def test_kinds_and_genders() -> None:
    assert of("Dunn", "group_kind") == [PERSON]
    assert set(of("Leeds", "group_kind")) == {KNOWN_THING}
    assert of("Dunn", "group_gender") == of("Clara Dunn", "gender") == [FEMININE]
    assert of("Dunn", "gender") == [FEMININE], "by her given name elsewhere"
    assert set(of("Voss", "group_gender")) == {MASCULINE}
    assert set(of("Leeds", "group_gender")) == {0}


def test_places() -> None:
    assert of("Clara Dunn", "conjunct_of") == [-1]
    (head,) = of("Clara Dunn", "head")
    assert of("Peter Voss", "conjunct_of") == [head]
    assert of("a baker", "apposed") == [1]
    assert of("Dunn", "apposed") == [0]
    assert of("I", "quote") == of("it", "quote") == [1]
    assert of("he", "quote") == [0]
    assert of("Leeds", "quote") == [0, 0, 2]


def test_gathered() -> None:
    found = cast("Emma Hill saw Rome | Emma left | so did he", (0, 2, "PER"), (3, 4, "LOC"), (4, 5, "PER"))
    heads, names = np.array([-1, 0, 3, 4, 8]), np.array([0, 7, 9, 8, 0], dtype=np.uint64)
    known = gather(found, Things(found.document), heads, names)
    assert known.group[1] == known.group[3] > 0
    assert known.group[2] not in (0, known.group[1])
    assert known.kind.tolist() == [0, PERSON, KNOWN_THING, PERSON, 0]
    assert known.gender.tolist() == [0, FEMININE, 0, FEMININE, 0]
    assert known.group[[0, 4]].tolist() == [0, 0]


def test_full_names_count_though_they_were_not_tagged() -> None:
    found = cast("then Emma Hill came | Hill sat", (4, 5, "PER"))
    assert found.person_at(1) == found.person_at(2) == found.person_at(4) >= 0
    assert found.person_at(0) == -1
