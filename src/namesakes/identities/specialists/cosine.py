"""Cosines of TF-IDF vectors: words near the mentions, of the document, key phrases, words of titles and other facts."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms import terms
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TRUST, TermMatrix, no_evidence, similarities
from namesakes.profiles.profile import Profile


class Cosine(Specialist):
    """The cosine of two bags of terms weighted by how much each tells in the block."""

    kind: ClassVar[str]
    """The kind of term, of which `Statistics` knows how usual each one is."""

    logarithmic: ClassVar[bool] = True
    """Whether a term that occurs often counts by the logarithm of that, or in full."""

    def __init__(self, statistics: Statistics | None = None, trust: float = TRUST) -> None:
        self.statistics, self.trust = statistics or Statistics(), trust

    @abstractmethod
    def read(self, profile: Profile) -> terms.Bag:
        """The terms of one profile."""

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The cosines of all pairs. O(Σ over terms of the square of the profiles that have it)."""
        bags = TermMatrix.of_profiles(profiles, self.read)
        if not bags.has_pairs:
            return no_evidence(len(profiles))
        information = bags.information(self.statistics, self.kind, self.trust)
        vectors = bags.weighted(information, logarithmic=self.logarithmic)
        return similarities(vectors.products(), bags.nonempty)


class Context(Cosine):
    """Words near the mentions."""

    name, about, kind = "context", "words near the name", "words"

    read = staticmethod(terms.context)


class Words(Cosine):
    """Words of the whole document; those it has often are what it is about, and count in full."""

    name, about, kind = "words", "words of the document", "words"
    logarithmic = False

    read = staticmethod(terms.document_words)


class Proper(Cosine):
    """Names of the whole document, whatever they are of."""

    name, about, kind = "proper", "names in the document", "proper"

    def read(self, profile: Profile) -> terms.Bag:
        """Names as they stand in the document."""
        return terms.entities(profile.proper)


class Beside(Cosine):
    """Names right beside the mentions, as in a list of those present."""

    name, about, kind = "beside", "names right beside theirs", "proper"

    def read(self, profile: Profile) -> terms.Bag:
        """Names near the mentions."""
        return terms.entities(profile.beside)


class Phrases(Cosine):
    """Key phrases near the mentions."""

    name, about, kind = "phrases", "phrases near the name", "phrases"

    read = staticmethod(terms.phrases)


class PhraseWords(Cosine):
    """The words inside key phrases, so that phrases that share a head meet."""

    name, about, kind = "phrase-words", "words of phrases near the name", "words"

    def read(self, profile: Profile) -> terms.Bag:
        """The words of noun phrases near the mentions."""
        return terms.inner_words(profile.phrases)


class TitleWords(Cosine):
    """Words of titles and occupations: "assistant secretary" and "secretary" share one."""

    name, about, kind = "title-words", "words of titles and occupations", "facts"

    def read(self, profile: Profile) -> terms.Bag:
        """The words of titles and occupations."""
        return terms.inner_words(profile.values("title", "occupation"))


class FactWords(Cosine):
    """Words of all that is said of the person's work."""

    name, about, kind = "fact-words", "words of titles, employers and memberships", "facts"

    def read(self, profile: Profile) -> terms.Bag:
        """The words of titles, occupations, employers, memberships, ownership and schools."""
        fields = ("title", "occupation", "employer", "member", "owner", "education", "works", "nationality")
        return terms.inner_words(profile.values(*fields))


class Forms(Cosine):
    """Words of all the names and descriptions one goes by: "Ambassador Warne", "the ambassador"."""

    name, about, kind = "forms", "names and descriptions", "words"

    def read(self, profile: Profile) -> terms.Bag:
        """The words of all forms."""
        return terms.inner_words(profile.forms)


class Summaries(Cosine):
    """Words of the sentences that say the most (Bagga & Baldwin 1998)."""

    name, about, kind = "summaries", "the sentences that say the most", "words"

    def read(self, profile: Profile) -> terms.Bag:
        """The words of the summary."""
        return terms.inner_words(profile.summary)
