"""Quotes: *I* and *my* between quotation marks belong to the one who speaks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from namesakes.chains.decoding.entities import FACTS, mention_facts
from namesakes.chains.decoding.joining import Joining
from namesakes.chains.features.candidates import rows_of
from namesakes.chains.links import Links
from namesakes.chains.models.trees import clusters_of
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document

FIRST_PERSON = frozenset(["i", "me", "my", "mine", "myself"])

SURE = {"after": 0.95, "before": 0.97, "between": 0.91, "continued": 0.91}
"""How often *I* is the speaker that a rule finds, by the gold chains of LitBank's training part, words only; of
continued quotes there are too few to say, and they count as those between."""


def unattributed(document: Document) -> bool:
    """Whether a document says of none of its words who speaks them, so that speakers are looked for in its quotes."""
    return not any(document.columns.get("speaker", ()))


def with_speakers(links: Links, spoken: Sequence[Speech], min_confidence: float = 0.0) -> Links:
    """The links where each *I* in a quote goes back to its speaker, or an earlier mention of the same chain.

    Where the speaker is named behind the quote and nowhere before, the name goes back to the first *I*. The same links
    where no quote changes any.

    Parameters
    ----------
    spoken : the quotes with their speakers.
    min_confidence : speakers that were found by a rule which is right less often do not count.
    """
    quoted = list(_pronouns(links, [each for each in spoken if SURE.get(each.rule, 0.0) >= min_confidence]))
    if not quoted:
        return links
    antecedents, confidences = links.antecedents.copy(), links.confidences.copy()
    pronouns = [mention for mention, _, _ in quoted]
    named = mention_facts(links.pairs.attributes)[:, FACTS.index("name")] > 0
    antecedents[named & np.isin(antecedents, pronouns)] = 0  # or somebody else's name would keep the speaker out
    antecedents[pronouns] = 0
    joining = Joining.of(replace(links, clusters=clusters_of(antecedents)))
    for mention, speaker, rule in quoted:
        first = joining.chain(speaker)
        if first == joining.chain(mention) or not joining.join(mention, speaker):
            continue
        confidences[mention] = SURE[rule]
        if first < mention:
            antecedents[mention] = max(each for each in joining.members[joining.chain(mention)] if each < mention)
        else:
            antecedents[first], confidences[first] = mention, SURE[rule]
    rows, moved = links.rows.copy(), antecedents != links.antecedents
    found = rows_of(links.pairs.candidates, np.flatnonzero(moved), antecedents[moved])
    rows[moved] = np.where(found >= 0, found, rows[moved])  # where one is no candidate, the row that was taken before
    told = {"rows": rows, "antecedents": antecedents, "confidences": confidences, "moved": moved}
    return replace(links, clusters=joining.clusters(), **told)


def _pronouns(links: Links, spoken: Sequence[Speech]) -> Iterator[tuple[int, int, str]]:
    """Each mention in the first person, its speaker and the rule, for the quotes whose speaker is a mention."""
    mentions = links.document.mention_table
    assert mentions is not None
    assert mentions.heads is not None
    words = links.document.words
    by_head: dict[int, int] = {}
    for place, head in enumerate(mentions.heads.tolist(), start=1):
        if not (len(links.left_out) and links.left_out[place]):
            by_head.setdefault(head, place)
    first = np.asarray(mentions.first)
    single = np.flatnonzero(mentions.end - first == 1)
    single = single[np.argsort(first[single], kind="stable")]
    places = first[single]
    for speech in spoken:
        speaker = by_head.get(speech.speaker, 0)
        if not speaker:
            continue
        begin, end = np.searchsorted(places, [speech.quote.first, speech.quote.end])
        for number in single[begin:end].tolist():
            if words[first[number]].lower() in FIRST_PERSON:
                yield number + 1, speaker, speech.rule
