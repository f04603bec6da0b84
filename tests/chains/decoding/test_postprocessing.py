"""What is done after decoding, part by part: each can be switched off by its name, in `coref` and in evaluation."""

import numpy as np
import pytest

from namesakes.chains.decoding.postprocessing import PARTS, wanted_parts
from namesakes.chains.evaluation import evaluate
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.resolver import Resolver
from namesakes.errors import UnknownNameError
from namesakes.explain.links import explained
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from namesakes.text.spans import Mentions
from tests.chains.parsed import parsed, resolver

QUOTED = "“I am late,” said Ann Lee."
UNNAMED = "She was born in Paris. Her father taught music. Critics praised Anna Rivera. She sang."


@pytest.fixture(scope="module")
def quoted() -> Document:
    return Syntax.shipped().steps()(Document(id="quoted", text=QUOTED))


@pytest.fixture(scope="module")
def unnamed() -> Document:
    return Syntax.shipped().steps()(Document(id="unnamed", text=UNNAMED))


def chains(document: Document) -> list[list[str]]:
    return [[mention.text for mention in chain] for chain in document.chains]


def test_quotes(quoted: Document) -> None:
    model = Resolver.shipped()
    assert chains(model.resolve(quoted)) == [["I", "Ann Lee"]]
    assert chains(model.resolve(quoted, without=["quotes"])) == []
    assert "speaker" not in model.resolve(quoted).columns
    assert explained(model, model.links(quoted)).mentions[1].why().chosen.text == "I"


def test_pronoun_chains(unnamed: Document) -> None:
    model = Resolver.shipped()
    assert ["She", "Her", "Anna Rivera", "She"] in chains(model.resolve(unnamed))
    assert ["She", "Her", "Anna Rivera", "She"] not in chains(model.resolve(unnamed, without=["pronoun-chains"]))


def test_shared_heads() -> None:
    links = resolver(seed=2).links(parsed(2))
    assert len(links.left_out) == links.pairs.count + 1
    assert not len(resolver(seed=2).links(parsed(2), without=["shared-heads"]).left_out)


def test_without_any_part_chains_are_those_of_the_tree(quoted: Document, unnamed: Document) -> None:
    for document in (quoted, unnamed):
        links = Resolver.shipped().links(document, without=PARTS)
        np.testing.assert_array_equal(links.clusters, clusters_of(links.antecedents))
        assert links.document.columns.keys() == document.columns.keys()


def test_evaluation_scores_what_the_resolver_does(quoted: Document) -> None:
    words = list(quoted.words)
    first, name = words.index("I"), words.index("Ann")
    gold = quoted.replace(mention_table=Mentions.build([[(first, first + 1)], [(name, name + 2)]], ["a", "a"]))
    assert evaluate(Resolver.shipped(), [gold]).result.conll == 1.0
    assert evaluate(Resolver.shipped(), [gold], without=["quotes"]).result.conll == 0.0


def test_unknown_parts() -> None:
    assert wanted_parts(()) == set(PARTS)
    assert wanted_parts(["quotes"]) == {"names", "descriptions", "pronoun-chains", "shared-heads"}
    with pytest.raises(
        UnknownNameError, match=r"no part of postprocessing called 'quote'.*\nKnown: descriptions, names, "
    ):
        resolver().links(parsed(), without=["quote"])
