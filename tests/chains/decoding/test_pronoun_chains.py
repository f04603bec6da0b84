"""Chains of he or she alone are given to the name that their pronouns most probably mean."""

import numpy as np
import pytest

import namesakes
from namesakes.chains.decoding.postprocessing import PARTS
from namesakes.chains.decoding.pronoun_chains import LEAST, with_names
from namesakes.chains.links import Links
from namesakes.chains.resolver import Resolver
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

TEXT = "He was tired. Mark Brown had walked all night, and he wanted to sleep."


def links(probabilities: dict[tuple[str, str], float]) -> Links:
    """The links of a text in which only "he" goes back to "He", and rows have these probabilities."""
    document: Document = Syntax.shipped().steps()(Document(id="text", text=TEXT))
    found = Resolver.shipped().links(document, without=PARTS)
    words = [""] + [mention.text for mention in found.document.mentions]
    antecedents = np.zeros(len(words), dtype=np.int32)
    antecedents[words.index("he")] = words.index("He")
    clusters = np.arange(len(words), dtype=np.int32)
    clusters[words.index("he")] = words.index("He")
    chosen = np.zeros(len(found.scores))
    for row, (owner, candidate) in enumerate(
        zip(found.pairs.candidates.owners.tolist(), found.pairs.candidates.antecedents.tolist(), strict=True)
    ):
        chosen[row] = probabilities.get((words[owner], words[candidate]), 0.0)
    return Links(
        found.source, found.document, found.pairs, found.scores, found.rows, antecedents, clusters, np.ones(len(words)),
        probabilities=chosen,
    )  # fmt: skip


def chains(found: Links) -> dict[str, int]:
    words = [mention.text for mention in found.document.mentions]
    return dict(zip(words, found.clusters[1:].tolist(), strict=True))


def test_a_chain_of_pronouns_takes_the_name_that_its_links_point_to() -> None:
    found = chains(with_names(links({("he", "Mark Brown"): 2 * LEAST})))
    assert found["He"] == found["he"] == found["Mark Brown"] == 1


@pytest.mark.parametrize("probable", [0.0, LEAST / 2])
def test_what_is_too_improbable_joins_nothing(probable: float) -> None:
    given = links({("he", "Mark Brown"): probable})
    assert with_names(given).clusters.tolist() == given.clusters.tolist()


def test_chains_with_a_name_stay_as_they_are() -> None:
    given = links({("he", "Mark Brown"): 0.9})
    words = [""] + [mention.text for mention in given.document.mentions]
    given.clusters[words.index("He")] = given.clusters[words.index("he")] = words.index("Mark Brown")
    assert with_names(given).clusters.tolist() == given.clusters.tolist()


def test_from_end_to_end_the_name_is_found() -> None:
    document = namesakes.coref("She was born in Paris. Her father taught music. Critics praised Anna Rivera. She sang.")
    assert ["She", "Her", "Anna Rivera", "She"] in [[mention.text for mention in chain] for chain in document.chains]
