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


def texts(document: Document) -> list[list[str]]:
    return [[mention.text for mention in chain] for chain in document.chains]


def chain_with(document: Document, name: str) -> list[str]:
    return next(chain for chain in texts(document) if name in chain)


def test_quotes_without_a_named_speaker_belong_to_the_turns() -> None:
    found = namesakes.coref(
        "Clara Dunn found Peter Voss in the kitchen.\n\n“You came early,” said Peter.\n\n“I took the first train.”\n\n"
        "“You should have told me.”\n\n“I wanted to surprise you.”"
    )
    assert chain_with(found, "Clara Dunn") == ["Clara Dunn", "You", "I", "You", "I"]
    assert chain_with(found, "Peter Voss") == ["Peter Voss", "Peter", "me", "you"]


def test_who_tells_a_story_is_nobody_whom_it_tells_of() -> None:
    found = namesakes.coref(
        "I met Peter Voss at the mill. He was tired, and I told him so. My coat was wet. Voss laughed at me. "
        "I went home with my dog, and Voss stayed. I slept."
    )
    assert chain_with(found, "I") == ["I", "I", "My", "me", "I", "my", "I"]
    assert {"Peter Voss", "Voss"} <= set(chain_with(found, "Peter Voss"))


def test_a_few_stray_first_persons_make_no_story() -> None:
    found = namesakes.coref("Peter Voss was tired. He said that I was late. " + "The mill stood by the river. " * 20)
    assert found.chains


def test_a_mail_and_the_mail_in_it() -> None:
    found = namesakes.coref(
        "From: Ines Duarte\nTo: Paul Okafor\n\nPaul,\n\nI spoke to Mr. Lindqvist. “I will not pay,” said Lindqvist. "
        "We should wait. Could you call me?\n\nInes\n\nOn 3 May, Paul Okafor wrote:\n> I hope that you agree with me.\n"
    )
    assert [text for text in chain_with(found, "Ines Duarte") if text in ("I", "me", "you")] == ["I", "me", "you"]
    assert [text for text in chain_with(found, "Paul Okafor") if text in ("I", "me", "you")] == ["you", "I", "me"]
    assert "I" in chain_with(found, "Mr. Lindqvist")
    assert not any("We" in chain and len({"I", "you", "me"} & set(chain)) for chain in texts(found))


def test_an_interview() -> None:
    found = namesakes.coref(
        "MARSH: You have built forty bridges. Did your father help you?\n\nADEYEMI: He lent me his tools. I use them."
        "\n\nMARSH: I would not dare."
    )
    assert chain_with(found, "ADEYEMI") == ["You", "your", "you", "ADEYEMI", "me", "I"]
    assert chain_with(found, "MARSH") == ["MARSH", "MARSH", "I"]
    assert found.columns.get("speaker") is None


def test_those_who_have_no_names_are_one_each() -> None:
    found = namesakes.coref("Q: Where were you?\n\nA: I was at home.\n\nQ: Did you sleep?\n\nA: I read my book.")
    assert ["you", "I", "you", "I", "my"] in texts(found)


def test_she_of_whom_somebody_speaks_is_not_the_speaker() -> None:
    found = namesakes.coref(
        "[10:02] rosa: i lost my keys\n[10:03] mo: ask grandma\n[10:04] rosa: i did. she told me no"
    )
    assert "she" not in chain_with(found, "rosa")


def test_a_will() -> None:
    found = namesakes.coref(
        "I, Josiah Fenwick, leave my house to Robert Ames. He has nursed me. I ask him to sell my dog."
    )
    assert {"I", "Josiah Fenwick", "my", "me"} == set(chain_with(found, "Josiah Fenwick"))


def test_switched_off_nothing_of_it_happens() -> None:
    text = "Q: Where were you?\n\nA: I was at home.\n\nQ: Did you sleep?\n\nA: I read my book."
    document = Syntax.shipped().steps()(Document(id="talk", text=text))
    links = Resolver.shipped().links(document, without=["quotes"])
    assert not any(links.document.columns.get("speaker", ()))


def test_who_tells_a_story_has_the_name_that_others_call() -> None:
    found = namesakes.coref(
        "Tom Reed came to see me. He sat on my sofa, and I laughed.\n\n“Well, Colley,” said Tom, “I have found it.”\n\n"
        "“You are mistaken,” I said. I gave him my hat.\n"
    )
    assert {"Colley", "me", "my", "I"} <= set(chain_with(found, "Colley"))
    assert "Tom Reed" not in chain_with(found, "Colley")


def test_a_diary_is_of_whom_its_title_names() -> None:
    found = namesakes.coref(
        "The journal of Margaret Osgood\n\nI rose late. Henry took my umbrella. He left me. I slept."
    )
    assert {"I", "my", "me", "Margaret Osgood"} == set(chain_with(found, "Margaret Osgood"))
