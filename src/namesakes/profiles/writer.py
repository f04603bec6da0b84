"""The writer: puts together all that is known of a subject."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from namesakes import budget
from namesakes.profiles.facts import FactFinder
from namesakes.profiles.names import plain
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.profile import Fact, Profile
from namesakes.profiles.subjects import Pinned, Subject, add_genders, subjects
from namesakes.profiles.surroundings import Surroundings, ordered
from namesakes.profiles.vectors import PassageVectors, Vectors
from namesakes.text.dates import document_date
from namesakes.text.document import Document

SUMMARY: Final = 2
"""Sentences of a summary."""

_LONGEST: Final = 400
"""Characters of a sentence of a summary; longer ones are left for shorter ones."""


class ProfileWriter:
    """Writes the profiles of one document.

    Parameters
    ----------
    vectors : makes vectors of texts; without it profiles have none.
    pinned : what somebody said of its chains.
    """

    def __init__(self, document: Document, vectors: Vectors | None = None, pinned: Pinned | None = None) -> None:
        self.parsed = ParsedDocument(document)
        self.subjects = subjects(self.parsed, pinned)
        self._surroundings = Surroundings(self.parsed, self.subjects)
        self._date = document_date(document)
        self._facts = FactFinder(self.parsed, self.subjects)
        self._vectors = None if vectors is None else PassageVectors(self.parsed, vectors)

    def profiles(self, wanted: Sequence[Subject]) -> list[Profile]:
        """The profiles of some subjects, which need not be the document's own."""
        add_genders(self.parsed, wanted)
        apart = self._apart(wanted)
        return [self._profile(subject, apart.get(subject.chain, ())) for subject in wanted]

    def _apart(self, wanted: Sequence[Subject]) -> dict[int, tuple[int, ...]]:
        """For each chain those of whom the text says that they are other people."""
        told = self.parsed.cast.apart
        if not told:
            return {}
        chains = defaultdict[int, set[int]](set)
        for subject in wanted:
            for mention in subject.mentions:
                if mention.name is not None and subject.kind == "person":
                    chains[self.parsed.cast.person_at(mention.name[1] - 1)].add(subject.chain)
        found = defaultdict[int, set[int]](set)
        for one, other in told:
            for mine in chains[one] - chains[other]:
                for theirs in chains[other] - chains[one]:
                    found[mine].add(theirs)
                    found[theirs].add(mine)
        return {chain: tuple(sorted(others)) for chain, others in found.items()}

    def _profile(self, subject: Subject, apart: tuple[int, ...]) -> Profile:
        budget.check()
        around = self._surroundings
        near = around.near(subject)
        facts = self._facts.facts(subject)
        called, own = frozenset(map(plain, (subject.full, *subject.forms))), around.own(subject)
        return Profile(
            document=self.parsed.document.key,
            chain=subject.chain,
            kind=subject.kind or "person",
            name=subject.name,
            forms=ordered(subject.forms),
            gender=subject.gender,
            pronouns=subject.pronouns,
            facts=facts,
            people=around.occurring(subject, "person", called),
            organizations=around.occurring(subject, "organization", called),
            places=around.occurring(subject, "place", called),
            context=around.context(subject, near),
            words=around.words,
            phrases=around.phrases(subject, near),
            beside=around.beside(subject, own),
            proper=around.proper(own),
            summary=_summary(self.parsed, subject, facts),
            mentions=len(subject.mentions),
            apart=apart,
            vector="" if self._vectors is None or subject.kind not in ("person", "") else self._vectors(subject),
            date="" if self._date is None else self._date.value,
            dated_by="" if self._date is None else self._date.evidence,
        )


def _summary(parsed: ParsedDocument, subject: Subject, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The sentences that say the most of a subject, in the order of the text: those with most facts, then the first."""
    counts: dict[int, int] = {}
    for fact in facts:
        if fact.field != "date":
            sentence = parsed.sentence_of[parsed.token_at(fact.evidence.start)]
            counts[sentence] = counts.get(sentence, 0) + 1
    named = {parsed.sentence_of[mention.head]: mention.name is not None for mention in subject.mentions}
    ranked = sorted(named, key=lambda sentence: (-counts.get(sentence, 0), not named[sentence], sentence))
    texts = {sentence: parsed.sentence_text(parsed.sentence_edges[sentence]) for sentence in ranked[: 2 * SUMMARY]}
    chosen = [sentence for sentence in texts if len(texts[sentence]) <= _LONGEST][:SUMMARY]
    return tuple(texts[sentence] for sentence in sorted(chosen))
