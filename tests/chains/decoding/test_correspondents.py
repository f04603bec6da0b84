"""Chains of letters and mails: *he* and *she* are neither who writes nor who is written to."""

import namesakes
from namesakes.chains.decoding.entities import FACTS, mention_facts
from namesakes.chains.resolver import Resolver
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

MAIL = """From: Ruth Calder <ruth.calder@marlow.example>
To: Tom Hale <tom.hale@harbour.example>
Date: Tue, 3 Mar 2020 09:12:00 +0000
Subject: The other Dan Reyes

Tom,

I spoke to Dan Reyes this morning. He is the surveyor, not the Dan Reyes who runs the boatyard; that one is his \
cousin. He says the survey will be ready on Friday, and he would like to walk the quay with you since you were there \
when the wall was built. Could you call him?

Yours,
Ruth
"""
OLD = """Low Farm, Friday

Dear Sir,

Mr. Bellamy called on me yesterday. He was much agitated. He declared that you had promised him the living.

Yours truly,
Charles Whitmore
"""
FORWARDED = """From: Karen Boyle
To: Felix Brandt
Subject: FW: The keys

Felix, see below. Please ask him.

Karen

-----Original Message-----
From: Hugo Lindt
To: Karen Boyle
Subject: The keys

Dear Karen,

Felix promised me that he would return the keys by Friday. He has not done so. Could you speak to him? I am leaving \
for Bern with my wife.

Yours faithfully,
Hugo Lindt
"""


def chains(text: str) -> list[list[str]]:
    return [[mention.text for mention in chain] for chain in namesakes.coref(text).chains]


def with_mention(document: Document, start: int) -> list[str]:
    """The chain of the mention that begins at a character."""
    (chain,) = (chain for chain in document.chains if any(mention.start == start for mention in chain))
    return [mention.text for mention in chain]


def test_he_is_not_the_one_who_is_spoken_to() -> None:
    assert chains(MAIL) == [
        ["Ruth Calder", "I", "Ruth"],
        ["Tom Hale", "Tom", "you", "you", "you"],
        ["The other Dan Reyes", "Dan Reyes", "He", "his", "He", "he", "him"],
    ]


def test_the_resolved_mail_reads_well() -> None:
    text = str(namesakes.resolved_text(namesakes.coref(MAIL)))
    assert "Dan Reyes says the survey will be ready" in text
    assert "Could you call Dan Reyes?\n\nYours,\n" in text
    assert "Subject: The other Dan Reyes\n" in text


def test_nobody_who_is_named_is_a_reader_without_a_name() -> None:
    found = namesakes.coref(OLD)
    bellamy = with_mention(found, OLD.index("Mr. Bellamy"))
    assert bellamy[:4] == ["Mr. Bellamy", "He", "He", "him"]
    assert not {"you", "me", "Dear Sir", "Sir"} & set(bellamy)


def test_in_what_is_forwarded_he_may_be_whom_the_mail_goes_to() -> None:
    found = namesakes.coref(FORWARDED)
    first = with_mention(found, FORWARDED.index("he would"))
    assert {"Felix Brandt", "Felix", "he", "He", "him"} <= set(first)
    karen = with_mention(found, FORWARDED.index("Karen Boyle"))
    assert not {"he", "He", "him", "my wife"} & set(karen)
    assert "you" in karen


def test_what_is_known_of_who_writes_and_is_written_to() -> None:
    """*He* in quotes may be anybody: what somebody else says is not said to whom the letter goes."""
    text = (
        "From: Ines Duarte\nTo: Paul Okafor\n\nDear Paul,\n\nMr. Lindqvist was here, and I told him of you. "
        "“He shall have my key,” said Lindqvist.\n\nInes\n"
    )
    document = Syntax.shipped().steps()(Document(id="mail", text=text))
    links = Resolver.shipped().links(document)
    found = mention_facts(links.pairs.attributes).astype(int)
    says = [FACTS.index(name) for name in ("says_i", "says_you", "told_to")]
    facts = {mention.start: found[number, says].tolist() for number, mention in enumerate(links.document.mentions, 1)}
    ines, paul = facts[text.index("Ines")][0], facts[text.index("Paul")][0]
    assert ines != paul != 0
    assert facts[text.index("I told")] == [ines, 0, paul]
    assert facts[text.index("you")] == [paul, ines, 0]
    assert facts[text.index("him")] == [0, ines, paul]
    assert facts[text.index("Mr. Lindqvist")] == [0, ines, paul]
    assert facts[text.index("He shall")] == [0, 0, 0]
