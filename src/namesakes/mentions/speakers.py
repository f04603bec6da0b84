"""Speakers: who says what stands between quotation marks, by rules over the trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.mentions.quotes import Quote, quotes
from namesakes.text.document import Document

_VERBS = """
acknowledge acquiesce add admit admonish advise affirm agree announce answer apologize appeal argue ask assent assert
assure bawl beg begin bellow blurt boast call caution chime chuckle claim coax command comment complain concede
conclude confess confide continue correct counter croak cry declare demand deny drawl echo ejaculate enquire entreat
exclaim explain exult falter gasp groan growl grumble grunt hazard hint hiss implore inform inquire insist interject
interpose interrupt intervene invite joke lament laugh mourn mumble murmur murmure muse mutter note object observe
offer order pant persist plead pray proceed promise pronounce propose protest pursue query question quote recall
recite reflect reiterate rejoin remark remind remonstrate repeat reply report respond resume retort roar say scold
scream shout shriek sigh smile snap snarl sneer sob speculate stammer state stutter suggest tell thunder urge utter
venture volunteer vow wail warn whimper whine whisper wonder write yell
"""
SPEECH = frozenset(_VERBS.split())
"""Verbs that quotes stand with."""

_SUBJECTS = {"nsubj", "nsubj:pass"}
_NOMINALS = {"NOUN", "PROPN", "PRON"}
_NOBODY = {"it", "that", "this", "which", "what", "who", "there", "these", "those", "whom"}
_INTRODUCING = {",", ":", "--", "—", "–", ";"}
_ENDS = {",", "?", "!", "--", "—", "–", "-", "…", "...", ";", ":"}
_FINAL = {".", "!", "?"}
_WAS = {"was", "were", "is", "came"}
_REACH, _TAG, _LONGEST_GAP = 14, 7, 30


@dataclass(frozen=True)
class Speech:
    """A quote and the head token of the words that name its speaker, -1 where nobody is named.

    Parameters
    ----------
    rule : how the speaker was found: after, before, between or continued; empty where none was.
    chance : how probable the speaker is, where that was weighed (`turns`).
    addressee : the head token of the words that name to whom it is said, -1 where that is not known.
    label : the tokens before it that say who speaks, from the first to before the end, in transcripts.
    company : whether it is said to others beside the addressee, so that *he* may be one of these.
    """

    quote: Quote
    speaker: int = -1
    rule: str = ""
    chance: float = 1.0
    addressee: int = -1
    label: tuple[int, int] = (0, 0)
    company: bool = False


def speeches(document: Document, found: Sequence[Quote] | None = None) -> list[Speech]:
    """The quotes of a document, which has tags and trees, with their speakers.

    - after: “…,” said X; “…,” she added; “…?” was her answer;
    - before: X said: “…”; he turned and asked, “…”; there came X, who exclaimed, “…”;
    - between: a quote that follows one with the speaker behind it, as in “…,” said X. “…”, has the same speaker;
    - continued: so has one that goes on with a quote that was not closed.
    """
    return list(_Attribution(document, quotes(document) if found is None else found).speeches())


def with_quoted_speakers(document: Document, spoken: Sequence[Speech] | None = None) -> Document:
    """The document with the column `speaker`: who says each token that stands in quotes, by the name in the text.

    A document that has the column keeps its own. Speakers that only a pronoun names get no name, but for the one who
    tells the story in the first person. In a document without such quotes nothing changes.

    Parameters
    ----------
    spoken : the quotes with their speakers, where they are known already.
    """
    if any(document.columns.get("speaker", ())):
        return document
    speakers, names = [""] * len(document.starts), _Names(document)
    for speech in speeches(document) if spoken is None else spoken:
        name = names(speech.speaker) if speech.speaker >= 0 else ""
        if name:
            first, end = speech.quote.first, speech.quote.end
            speakers[first:end] = [name] * (end - first)
    return document.with_columns(speaker=speakers) if any(speakers) else document


class _Names:
    """Gives the same name to those whose names share their last word."""

    def __init__(self, document: Document) -> None:
        self.words, self.tags = document.words, document.columns["upos"].rows
        self.known: dict[str, str] = {}

    def __call__(self, head: int) -> str:
        word = self.words[head]
        if self.tags[head] == "PRON":
            return "I" if word == "I" else ""
        first, last = head, head + 1
        if self.tags[head] == "PROPN":
            while first and self.tags[first - 1] == "PROPN":
                first -= 1
            while last < len(self.tags) and self.tags[last] == "PROPN":
                last += 1
        name = " ".join(self.words[first:last])
        return self.known.setdefault(self.words[last - 1].lower(), name)


class _Attribution:
    """Looks for the words that name the speaker of each quote."""

    def __init__(self, document: Document, found: Sequence[Quote]) -> None:
        assert document.heads is not None
        columns = document.columns
        self.found, self.words = found, document.words
        lemmas = columns["lemma"].rows if "lemma" in columns else self.words
        self.lemmas = [lemma.lower() for lemma in lemmas]
        self.tags, self.labels = columns["upos"].rows, columns["label"].rows
        self.heads: list[int] = document.heads.tolist()
        self.edges: Int32Array = document.paragraph_starts
        self.sentences: Int32Array = np.append(document.sentence_starts, len(self.words))
        self.subjects = {
            head: place
            for place, (head, label) in enumerate(zip(self.heads, self.labels, strict=True))
            if label in _SUBJECTS and head >= 0
        }

    def speeches(self) -> Iterator[Speech]:
        """The quotes with their speakers, in order."""
        last: Speech | None = None
        for number, quote in enumerate(self.found):
            rules = (
                ("continued", last.speaker if quote.continues and last is not None else -1),
                ("after", self.after(number)),
                ("before", self.before(number)),
                ("between", last.speaker if last is not None and self.goes_on(last, quote) else -1),
            )
            rule, speaker = next(((rule, speaker) for rule, speaker in rules if speaker >= 0), ("", -1))
            last = Speech(quote, speaker, rule)
            yield last

    def after(self, number: int) -> int:
        """The speaker that is named behind a quote."""
        quote = self.found[number]
        start, end = quote.end, min(self.limit(number), quote.end + _REACH)
        if not quote.closed or start >= end or start in self.edges:
            return -1
        open_end = self.words[start - 2] in _ENDS
        if open_end and (self.words[start - 2] == "," or self.words[start][0].islower()):
            tagged = self.tagged(start, min(start + _TAG, end))
            if tagged >= 0:
                return tagged
        for verb in range(start, end):
            inverted = verb == start and self.tags[verb] == "VERB" and self.words[verb].islower()
            if self.lemmas[verb] not in SPEECH and not inverted:
                continue
            if self.tags[verb] not in {"VERB", "AUX"} and self.lemmas[verb] != "say":
                continue
            first = not any(tag in _NOMINALS for tag in self.tags[start:verb])
            subject = self.nominal(verb + 1, min(verb + 5, end)) if first and verb - start <= 1 else -1
            if subject >= 0:
                return subject
            subject = self.subject(verb, start, end)
            if subject > verb or (subject >= 0 and open_end and not self.reports(verb, end)):
                return subject
        return -1

    def tagged(self, start: int, end: int) -> int:
        """The speaker named in a sentence that goes on with a quote: by a subject and any verb, or "was her answer"."""
        if self.words[start] in _WAS:
            owner = self.nominal(start + 1, end, owner=True)
            return owner if owner >= 0 and self.labels[owner] == "nmod:poss" else -1
        subject = self.nominal(start, end)
        if subject < 0:
            return -1
        following = next((place for place in range(subject + 1, end) if self.tags[place] not in {"ADV", "PROPN"}), end)
        return subject if following < end and self.tags[following] == "VERB" else -1

    def reports(self, verb: int, end: int) -> bool:
        """Whether what is said follows the verb as a clause, so that it says nothing of the quote before."""
        places = range(verb + 1, end)
        return any(self.heads[place] == verb and self.labels[place] == "ccomp" for place in places)

    def before(self, number: int) -> int:
        """The speaker that is named before a quote, in the same sentence or in one that ends with a colon."""
        first = self.found[number].first
        if first == 0 or (first in self.edges and self.words[first - 1] != ":"):
            return -1
        sentence = int(np.searchsorted(self.sentences, first - 1, side="right")) - 1
        start = int(self.sentences[sentence])
        if number:
            start = max(start, self.found[number - 1].end)
        introduced = self.words[first - 1] in _INTRODUCING
        for verb in range(first - 1, start - 1, -1):
            if self.lemmas[verb] in SPEECH and self.tags[verb] == "VERB" and (introduced or verb == first - 1):
                return self.subject(verb, start, first)
        if self.words[first - 1] == ":":
            roots = (place for place in range(start, first) if self.labels[place] == "root")
            return next((self.subject(root, start, first) for root in roots), -1)
        return -1

    def goes_on(self, last: Speech, quote: Quote) -> bool:
        """Whether only the words that name the speaker stand between a quote and the one before it."""
        gap = range(last.quote.end, quote.first)
        if last.rule not in {"after", "between"} or not 0 < len(gap) <= _LONGEST_GAP or last.speaker not in gap:
            return False
        if len(self.edges):
            here, there = np.searchsorted(self.edges, [last.quote.end, quote.first], side="right")
            if here != there:
                return False
        elif self.words[last.quote.end - 2] == "?" and self.words[gap[-1]] in _FINAL:
            return False  # without paragraphs an answer looks the same
        return not any(self.words[place] in _FINAL for place in gap[:-1])

    def limit(self, number: int) -> int:
        """Where what stands behind a quote ends: with the sentence, or where the next quote begins."""
        start = self.found[number].end
        if start >= len(self.words):
            return start
        end = int(self.sentences[np.searchsorted(self.sentences, start, side="right")])
        return min(end, self.found[number + 1].first) if number + 1 < len(self.found) else end

    def subject(self, verb: int, start: int, end: int) -> int:
        """The subject of a verb, or of the one that it is coordinated with, between these places."""
        for _ in range(4):
            subject = self.subjects.get(verb, -1)
            if start <= subject < end:
                if self.words[subject] == "who" and self.labels[verb] == "acl:relcl":
                    subject = self.heads[verb]
                return subject if self.names_somebody(subject) else -1
            if self.labels[verb] not in {"conj", "advcl", "xcomp"} or not start <= self.heads[verb] < end:
                return -1
            verb = self.heads[verb]
        return -1

    def nominal(self, start: int, end: int, *, owner: bool = False) -> int:
        """The head of the noun phrase that begins in these places; with `owner`, whose the phrase is."""
        for place in range(start, end):
            if self.tags[place] in _NOMINALS:
                above = self.heads[place]
                inside = place < above < end and self.tags[above] in _NOMINALS
                head = above if inside and not (owner and self.labels[place] == "nmod:poss") else place
                return head if self.names_somebody(head) else -1
            if self.tags[place] not in {"DET", "ADJ", "NUM", "ADV"}:
                return -1
        return -1

    def names_somebody(self, place: int) -> bool:
        return self.tags[place] in _NOMINALS and self.words[place].lower() not in _NOBODY
