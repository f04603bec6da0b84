"""Postprocessing: what is done with links after decoding, part by part; each can be switched off by its name.

- pronoun-chains: chains of *he* or *she* alone are joined to the name they most probably mean. Only where mentions
  are predicted and links of any confidence are wanted.
- shared-heads: of several mentions with the same head one stays. Only where mentions are predicted.
- names: chains of one person's names are joined. Only where links of any confidence are wanted.
- descriptions: "the architect" and "the bank" are joined to the names that the text called so, where decoding linked
  them to nothing. Only where mentions are predicted and links of any confidence are wanted.
- quotes: *I*, *me* and *my* in a quote belong to the one who is said to speak. Only in documents that do not say
  themselves who speaks.

Under constraints none of them is done: what people said must stay, and what they did not say is the model's.
"""

from collections.abc import Collection, Sequence

from namesakes.chains.decoding.descriptions import with_descriptions
from namesakes.chains.decoding.named_chains import with_equal_names
from namesakes.chains.decoding.pronoun_chains import with_names
from namesakes.chains.decoding.quotes import with_speakers
from namesakes.chains.decoding.shared_heads import with_one_mention_a_head
from namesakes.chains.links import Links
from namesakes.errors import UnknownNameError
from namesakes.mentions.speakers import Speech

QUOTES, PRONOUN_CHAINS, SHARED_HEADS, NAMES = "quotes", "pronoun-chains", "shared-heads", "names"
DESCRIPTIONS = "descriptions"
PARTS = (NAMES, DESCRIPTIONS, PRONOUN_CHAINS, SHARED_HEADS, QUOTES)
"""The names of the parts."""


def wanted_parts(without: Collection[str]) -> frozenset[str]:
    """The parts that are done when these are switched off."""
    for name in without:
        if name not in PARTS:
            raise UnknownNameError("part of postprocessing", name, PARTS)
    return frozenset(PARTS) - frozenset(without)


def postprocessed(
    links: Links,
    parts: Collection[str],
    spoken: Sequence[Speech],
    written: Sequence[Speech] = (),
    *,
    predicted: bool,
    min_confidence: float,
) -> Links:
    """The links after these parts.

    Parameters
    ----------
    spoken : the quotes with their speakers.
    written : the letters, turns of transcripts and the like, with theirs.
    predicted : whether the mentions are predicted, not gold ones.
    min_confidence : links of less confidence are not made.
    """
    if QUOTES in parts:
        links = with_speakers(links, spoken, written, min_confidence=min_confidence)
    if predicted and SHARED_HEADS in parts:
        links = with_one_mention_a_head(links)
    if NAMES in parts and min_confidence <= 0.0:
        links = with_equal_names(links)
    if predicted and DESCRIPTIONS in parts and min_confidence <= 0.0:
        links = with_descriptions(links)
    if predicted and PRONOUN_CHAINS in parts and min_confidence <= 0.0:
        links = with_names(links)
    return links
