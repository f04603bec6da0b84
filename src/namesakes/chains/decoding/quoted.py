"""Links of quotes: *I* and *my* between quotation marks belong to the one who speaks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.constraints import Constraints
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.resolver import Links, Resolver, one_mention_a_head
from namesakes.mentions.speakers import Speech, speeches, with_quoted_speakers
from namesakes.text.document import Document

FIRST_PERSON = frozenset(["i", "me", "my", "mine", "myself"])

SURE = {"after": 0.95, "before": 0.97, "between": 0.91, "continued": 0.91}
"""How often *I* is the speaker that a rule finds, by the gold chains of LitBank's training part, words only; of
continued quotes there are too few to say, and they count as those between."""


class QuotingResolver(Resolver):
    """A resolver that links *I*, *me* and *my* in a quote to the one who is said to speak.

    Documents with speakers of their own are resolved as ever, and so are those with constraints. The document of its
    links has the speakers of quotes in the column `speaker`.

    Parameters
    ----------
    resolver : the resolver for everything else.
    """

    def __init__(self, resolver: Resolver) -> None:
        vars(self).update(vars(resolver))

    def links(
        self,
        document: Document,
        *,
        mentions: str = "found",
        min_confidence: float = 0.0,
        constraints: Constraints | None = None,
    ) -> Links:
        """What was decided for each mention, and what it rests on."""
        if constraints or any(document.columns.get("speaker", ())):
            return super().links(document, mentions=mentions, min_confidence=min_confidence, constraints=constraints)
        spoken = speeches(document)
        seen = with_quoted_speakers(document, spoken)
        links = super().links(seen, mentions=mentions, min_confidence=min_confidence)
        found = with_speakers(links, [each for each in spoken if SURE.get(each.rule, 0.0) >= min_confidence])
        return found if mentions == "given" or found is links else one_mention_a_head(found)


def with_speakers(links: Links, spoken: Sequence[Speech]) -> Links:
    """The links where each *I* in a quote goes back to its speaker, or an earlier mention of the same chain.

    Where the speaker is named behind the quote and nowhere before, the name goes back to the first *I*.
    """
    pairs = list(_pairs(links, spoken))
    if not pairs:
        return links
    antecedents, confidences = links.antecedents.copy(), links.confidences.copy()
    antecedents[[mention for mention, _, _ in pairs]] = 0
    clusters = clusters_of(antecedents)
    for mention, speaker, rule in pairs:
        confidences[mention] = SURE[rule]
        first = int(clusters[speaker])
        if first == clusters[mention]:
            continue
        if first < mention:
            antecedents[mention] = int(np.flatnonzero(clusters[:mention] == first)[-1])
        else:
            antecedents[first], confidences[first] = mention, SURE[rule]
        clusters[clusters == clusters[mention]] = min(first, int(clusters[mention]))
        clusters[clusters == first] = clusters[mention]
    rows = _rows(links, antecedents)
    return replace(
        links, rows=rows, antecedents=antecedents, clusters=clusters_of(antecedents), confidences=confidences
    )


def _pairs(links: Links, spoken: Sequence[Speech]) -> Iterator[tuple[int, int, str]]:
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


def _rows(links: Links, antecedents: NDArray[np.int32]) -> NDArray[np.int64]:
    """The rows of these antecedents; where one is no candidate, the row that was taken before."""
    rows, candidates = links.rows.copy(), links.instance.candidates
    for mention in np.flatnonzero(antecedents != links.antecedents).tolist():
        start, end = candidates.starts[mention : mention + 2].tolist()
        row = start + int(np.searchsorted(candidates.mentions[start:end], antecedents[mention]))
        if row < end and candidates.mentions[row] == antecedents[mention]:
            rows[mention] = row
    return rows
