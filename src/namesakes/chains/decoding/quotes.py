"""Quotes: *I* and *my* between quotation marks belong to the one who speaks, *you* to whom it is said."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from namesakes.arrays import BoolArray, Int32Array, UInt64Array
from namesakes.chains.decoding.entities import FACTS, TELLS, mention_facts
from namesakes.chains.decoding.joining import Joining
from namesakes.chains.features.candidates import rows_of
from namesakes.chains.links import Links
from namesakes.chains.models.trees import clusters_of
from namesakes.mentions.conversations import PRONOUNS
from namesakes.mentions.letters import LETTER
from namesakes.mentions.quotes import quoted
from namesakes.mentions.speakers import Speech
from namesakes.mentions.transcripts import LABEL
from namesakes.mentions.turns import names_of, teller_names, turns
from namesakes.mentions.writers import NAMED
from namesakes.text.document import Document

FIRST_PERSON = frozenset(["i", "me", "my", "mine", "myself"])
SECOND_PERSON = frozenset(["you", "your", "yours", "yourself"])

SURE = {"after": 0.95, "before": 0.97, "between": 0.91, "continued": 0.91, LETTER: 0.95, LABEL: 0.97, NAMED: 0.9}
"""How often *I* is the speaker that a rule finds, by the gold chains of LitBank's training part, words only; of
continued quotes there are too few to say, and they count as those between."""

TELLER, CALLED = 0.95, 0.8
"""How sure it is that *I* outside quotes is who tells a text in the first person, and that a name for them is."""

LEAST, HEARD = 0.6, 0.9
"""How probable a speaker must be whom a pronoun or nothing names beside a quote, for *he* and *I* to join; and what the
certainty of *you* is of that of *I*."""


def unattributed(document: Document) -> bool:
    """Whether a document says of none of its words who speaks them, so that speakers are looked for in its quotes."""
    return not any(document.columns.get("speaker", ()))


@dataclass(frozen=True)
class Said:
    """That a mention is somebody: two mentions, and how sure that is."""

    mention: int
    somebody: int
    sure: float


def with_speakers(
    links: Links, spoken: Sequence[Speech], written: Sequence[Speech] = (), *, min_confidence: float = 0.0
) -> Links:
    """The links where each *I* in a quote goes back to its speaker, or an earlier mention of the same chain.

    Where the speaker is named behind the quote and nowhere before, the name goes back to the first *I*. Where nobody is
    named beside a quote, the turns of the conversation say who speaks, and to whom. The same links where no quote
    changes any.

    Parameters
    ----------
    spoken : the quotes with their speakers.
    written : the letters, turns of transcripts and the like, with theirs; quotes in them are not theirs.
    min_confidence : speakers that are less sure do not count.
    """
    facts = mention_facts(links.pairs.attributes)
    said = [*_said_by_all(links, spoken, written), *_told(links, facts, spoken)]
    said = [each for each in said if each.sure >= min_confidence]
    if not said:
        return links
    antecedents, confidences = links.antecedents.copy(), links.confidences.copy()
    named = facts[:, FACTS.index("name")] > 0
    pronouns = [each.mention for each in said if not named[each.mention]]  # a name stays with its own
    antecedents[named & np.isin(antecedents, pronouns)] = 0  # or somebody else's name would keep the speaker out
    antecedents[pronouns] = 0
    joining = Joining.of(replace(links, clusters=clusters_of(antecedents)))
    for each in said:
        first, last = sorted((joining.chain(each.somebody), joining.chain(each.mention)))
        if first != last and joining.join(each.mention, each.somebody):
            confidences[last] = each.sure
    clusters = joining.clusters()
    _link(antecedents, clusters)
    rows, moved = links.rows.copy(), antecedents != links.antecedents
    found = rows_of(links.pairs.candidates, np.flatnonzero(moved), antecedents[moved])
    rows[moved] = np.where(found >= 0, found, rows[moved])  # where one is no candidate, the row that was taken before
    told = {"rows": rows, "antecedents": antecedents, "confidences": confidences, "moved": moved}
    return replace(links, clusters=clusters, **told)


def _said_by_all(links: Links, spoken: Sequence[Speech], written: Sequence[Speech]) -> Iterator[Said]:
    """Who the pronouns for speakers, and those that they say, are."""
    inside, turned = quoted(links.document, [each.quote for each in spoken]) >= 0, _turns(links, spoken)
    yield from _pronouns(links, spoken, turned)
    yield from _said(links, _turned(spoken, turned), ~inside, _by_head(links, longest=True))
    if written:
        yield from _said(links, written, inside, _by_head(links, longest=False))


def _turns(links: Links, spoken: Sequence[Speech]) -> list[Speech]:
    """The quotes with speakers by the turns of the conversation."""
    heads = links.document.mention_table.heads if links.document.mention_table is not None else None
    if not spoken or heads is None:
        return list(spoken)
    resolved = names_of(links.document, heads.astype(np.int64), links.clusters[1:].astype(np.int64))
    return turns(links.document, spoken, resolved)


def _turned(spoken: Sequence[Speech], others: Sequence[Speech]) -> list[Speech]:
    """The quotes with the speakers that are named beside them, else with those of the turns, and with addressees."""
    found = []
    for plain, turned in zip(spoken, others, strict=True):
        if plain.speaker >= 0:
            found.append(replace(plain, addressee=turned.addressee))
        elif turned.chance >= LEAST:
            found.append(turned)
    return found


def _pronouns(links: Links, spoken: Sequence[Speech], turned: Sequence[Speech]) -> Iterator[Said]:
    """Each *he* and *she* that names a speaker, with the name of who speaks by the turns of a text with paragraphs."""
    words, heads = links.document.words, _by_head(links, longest=True)
    if len(links.document.paragraph_starts) < 2:
        return
    for plain, other in zip(spoken, turned, strict=True):
        pronoun = plain.rule in ("after", "before") and words[plain.speaker].lower() in PRONOUNS
        if pronoun and plain.speaker != other.speaker and other.chance >= LEAST:
            mention, somebody = heads.get(plain.speaker, 0), heads.get(other.speaker, 0)
            if mention and somebody:
                yield Said(mention, somebody, other.chance)


def _said(links: Links, spoken: Sequence[Speech], others: BoolArray, by_head: dict[int, int]) -> Iterator[Said]:
    """Each mention in the first and the second person with who it is, but for tokens that others say.

    A speaker who is no mention is the first *I* of theirs, or the first *you* for them.

    Parameters
    ----------
    by_head : the mention that each token is the head of; speakers who are none are added.
    """
    mentions = links.document.mention_table
    assert mentions is not None
    assert mentions.heads is not None
    words = links.document.words
    spans = {
        span: place for place, span in enumerate(zip(mentions.first.tolist(), mentions.end.tolist(), strict=True), 1)
    }
    first = np.asarray(mentions.first)
    single = np.flatnonzero(mentions.end - first == 1)
    single = single[np.argsort(first[single], kind="stable")]
    places = first[single].astype(np.int64)
    for speech in spoken:
        label = spans.get(speech.label, 0)
        if label and by_head.setdefault(speech.speaker, label) != label:
            yield Said(label, by_head[speech.speaker], SURE[LABEL])
        sure = SURE.get(speech.rule, speech.chance)
        begin, end = np.searchsorted(places, [speech.quote.first, speech.quote.end])
        for number in single[begin:end].tolist():
            word, mention = words[first[number]].lower(), number + 1
            who = speech.speaker if word in FIRST_PERSON else speech.addressee if word in SECOND_PERSON else -1
            if who < 0 or others[first[number]]:
                continue
            somebody = by_head.setdefault(who, mention)
            if somebody != mention:
                yield Said(mention, somebody, sure if who == speech.speaker else sure * HEARD)


def _by_head(links: Links, *, longest: bool) -> dict[int, int]:
    """The longest or the shortest mention that each token is the head of."""
    mentions = links.document.mention_table
    assert mentions is not None
    assert mentions.heads is not None
    lengths = mentions.end - mentions.first
    order = np.argsort(lengths if longest else -lengths, kind="stable")
    if len(links.left_out):
        order = order[~links.left_out[1:][order]]
    return dict(zip(mentions.heads[order].tolist(), (order + 1).tolist(), strict=True))


def _told(links: Links, facts: UInt64Array, spoken: Sequence[Speech]) -> Iterator[Said]:
    """Each *I* outside quotes of a text that is told in the first person, with the first of them; and who that is."""
    tellers = np.flatnonzero(facts[:, FACTS.index("told")] == TELLS).tolist()
    for mention in tellers[1:]:
        yield Said(mention, tellers[0], TELLER)
    heads = _by_head(links, longest=False) if tellers and spoken else {}
    for token in teller_names(links.document, spoken) if heads else ():
        if token in heads:
            yield Said(heads[token], tellers[0], CALLED)


def _link(antecedents: Int32Array, clusters: Int32Array) -> None:
    """Link each mention that begins nothing any more to the one before it in its cluster."""
    order = np.argsort(clusters, kind="stable")
    before = np.zeros(len(clusters), dtype=np.int32)
    before[order[1:]] = order[:-1]
    loose = (antecedents == 0) & (clusters != np.arange(len(clusters)))
    antecedents[loose] = before[loose]
