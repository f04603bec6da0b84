"""Whom a text tells apart is in no chain together, whatever decoder and weights: against all pairs, one by one."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from namesakes.chains.constraints import Constraints
from namesakes.chains.decoding.decoder import DECODERS
from namesakes.chains.decoding.entities import Entities
from namesakes.chains.links import Links
from namesakes.chains.resolver import Resolver
from namesakes.explain.links import explained
from namesakes.mentions.cast import Cast
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from tests.chains.parsed import resolver

TEXTS = {
    "kin": "Old Mr. Hallam told me that his son Peter has the key. Peter Hallam is in Leeds. Mr. Hallam is ill.",
    "namesakes": "Anna Holt joins us as an intern. She is not to be confused with our director, Anna Holt. Holt is 19.",
    "a second": "The pilot Tom Weaver landed. A second Tom Weaver, a dentist, met him. Weaver was tired.",
    "alias": "Ada Horn, also known as Ida Hopp, left. Hopp was sad. Her brother Max Horn wept. Horn came back.",
}


@cache
def parsed_text(name: str) -> Document:
    return Syntax.shipped().steps()(Document(id=name, text=TEXTS[name]))


def pairs_apart(links: Links) -> list[tuple[int, int]]:
    """The pairs of mentions whose heads are names of two people, by the cast alone: the oracle."""
    cast, mentions = Cast(links.document), links.document.mention_table
    assert mentions is not None
    assert mentions.heads is not None
    people = [cast.person_at(head) for head in mentions.heads.tolist()]
    return [
        (one + 1, other + 1)
        for one, other in combinations(range(len(people)), 2)
        if min(people[one], people[other]) >= 0 and people[one] != people[other]
    ]


def entities(model: Resolver) -> Resolver:
    return Resolver(replace(model.settings, entities=True), model.model)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("name", TEXTS)
def test_who_is_told_apart_is_in_no_chain_together(name: str, decoder: str, seed: int) -> None:
    links = entities(resolver(decoder, seed)).links(parsed_text(name))
    apart = pairs_apart(links)
    assert apart
    assert not [pair for pair in apart if links.clusters[pair[0]] == links.clusters[pair[1]]]


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_told_is_no_choice_in_training(name: str) -> None:
    links = Resolver.shipped().links(parsed_text(name))
    possible = Entities(links.pairs).possible(np.full(links.pairs.count + 1, -1, dtype=np.int32))
    rows = links.pairs.candidates
    apart = set(pairs_apart(links))
    both = zip(rows.antecedents.tolist(), rows.owners.tolist(), possible.tolist(), strict=True)
    assert not [pair for *pair, open_row in both if open_row and tuple(pair) in apart]


def chains(name: str, **settings: object) -> list[set[str]]:
    document = Resolver.shipped().resolve(parsed_text(name), singletons=True, **settings)  # type: ignore[arg-type]
    return [{mention.text for mention in chain} for chain in document.chains]


def test_old_mr_hallam_is_not_his_son() -> None:
    found = chains("kin")
    assert not any({"Old Mr. Hallam", "Peter Hallam"} <= chain for chain in found)
    assert any("Mr. Hallam" in chain and "Peter Hallam" not in chain for chain in found)


def test_names_that_a_text_gives_one_person_are_one_chain() -> None:
    (hers,) = [chain for chain in chains("alias") if "Hopp" in chain]
    assert any("Ada Horn" in text for text in hers)
    assert not any("Max" in text for text in hers)


def test_constraints_win() -> None:
    text = TEXTS["namesakes"]
    one = text.index("Anna Holt")
    other = text.index("Anna Holt", one + 1)
    wanted = Constraints(must=[[(one, one + 9), (other, other + 9)]])
    links = Resolver.shipped().links(parsed_text("namesakes"), constraints=wanted)
    numbers = {(each.start, each.end): place for place, each in enumerate(links.document.mentions, start=1)}
    first, second = numbers[one, one + 9], numbers[other, other + 9]
    assert links.clusters[first] == links.clusters[second]
    assert (first, second) in pairs_apart(links)


def test_why_says_what_the_text_says() -> None:
    model = Resolver.shipped()
    document = explained(model, model.links(parsed_text("alias")), singletons=True)
    hopp = next(mention for mention in document.mentions if mention.text == "Hopp")
    why = hopp.why()
    assert "the text says so (“also known as”): Ada Horn and Ida Hopp are one person" in why.told
    assert "the text says so" in str(why)
    assert type(why).from_json(why.to_json()) == why
