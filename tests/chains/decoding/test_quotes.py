"""Links of quotes: *I* goes with the speaker, and the tree of antecedents stays one."""

from dataclasses import replace

import numpy as np

import namesakes
from namesakes.chains.decoding.postprocessing import PARTS
from namesakes.chains.decoding.quotes import SURE, with_speakers
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.resolver import Resolver
from namesakes.mentions.speakers import speeches
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

TALK = (
    "Ann Lee met Bo Wise at the station. “I am late,” said Bo Wise. “My train was late.” Ann Lee laughed. "
    "She said: “I walked, and my feet hurt.”"
)


def chains(document: Document) -> list[set[str]]:
    return [{mention.text for mention in chain} for chain in document.chains]


def chain_of(document: Document, word: str, which: int = 0) -> set[int]:
    """The places where the mentions of the chain of a word's occurrence begin."""
    mentions = [mention for mention in document.mentions if mention.text == word]
    chain = next(chain for chain in document.chains if any(each == mentions[which] for each in chain))
    return {mention.start for mention in chain}


def test_each_i_goes_with_its_speaker() -> None:
    found = namesakes.coref(TALK)
    assert TALK.index("Bo Wise") in chain_of(found, "I")
    assert TALK.index("My train") in chain_of(found, "I")
    assert TALK.index("Ann Lee") in chain_of(found, "I", 1)
    assert TALK.index("my feet") in chain_of(found, "I", 1)
    assert "speaker" not in found.columns


def test_a_name_behind_the_quote_goes_back_to_the_pronoun_in_it() -> None:
    found = namesakes.coref("“I am late,” said Ann Lee.")
    assert chains(found) == [{"I", "Ann Lee"}]
    assert found.mentions[1].confidence == SURE["after"]
    assert found.mentions[1].why().chosen.text == "I"


def test_links_stay_a_tree_whose_clusters_are_the_chains() -> None:
    document = Syntax.shipped().steps()(Document(id="talk", text=TALK))
    plain = Resolver.shipped().links(document, without=["quotes"])
    found = with_speakers(plain, speeches(document))
    assert (found.antecedents < np.maximum(np.arange(len(found.antecedents)), 1)).all()
    np.testing.assert_array_equal(found.clusters, clusters_of(found.antecedents))
    candidates = found.pairs.candidates.antecedents[found.rows[1:]]
    np.testing.assert_array_equal(candidates, found.antecedents[1:])
    changed = np.flatnonzero(found.antecedents != plain.antecedents)
    assert 0 < len(changed) < plain.pairs.count


def test_somebody_elses_name_does_not_keep_the_speaker_out() -> None:
    document = Syntax.shipped().steps()(Document(id="talk", text="“I was tired,” said Maria Stone. Tom Baker nodded."))
    plain = Resolver.shipped().links(document, without=PARTS)
    numbers = {mention.text: number for number, mention in enumerate(plain.document.mentions, start=1)}
    antecedents = np.zeros_like(plain.antecedents)
    antecedents[numbers["Tom Baker"]] = numbers["I"]  # as if the model had said so
    wrong = replace(plain, antecedents=antecedents, clusters=clusters_of(antecedents))
    found = with_speakers(wrong, speeches(document))
    assert found.clusters[numbers["Maria Stone"]] == found.clusters[numbers["I"]]
    assert found.clusters[numbers["Tom Baker"]] == numbers["Tom Baker"]
    np.testing.assert_array_equal(found.clusters, clusters_of(found.antecedents))


def test_speakers_that_a_document_has_are_not_looked_for() -> None:
    document = Syntax.shipped().steps()(Document(id="talk", text=TALK))
    spoken = document.with_columns(speaker=["Ann"] * len(document.words))
    resolver = Resolver.shipped()
    assert resolver.resolve(spoken) == resolver.resolve(spoken, without=["quotes"])


def test_more_confidence_than_a_rule_has_is_not_given() -> None:
    text = "“I am late,” said Ann Lee."
    assert {"I", "Ann Lee"} in chains(namesakes.coref(text))
    assert {"I", "Ann Lee"} not in chains(namesakes.coref(text, min_confidence=0.96))
    assert {"I", "Ann Lee"} not in chains(namesakes.coref(text, quotes=False))
