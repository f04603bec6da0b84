"""Casting: from a document with chains to the cast of its text."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from namesakes.chains.decoding.quotes import SURE
from namesakes.characters.cast import Cast
from namesakes.characters.chapters import Chapter, chapter_of, chapters
from namesakes.characters.character import NOBODY, Alias, Appearance, Character, Gender, Quote
from namesakes.characters.genders import gender_of
from namesakes.characters.people import People, Somebody
from namesakes.characters.scenes import meetings, scene_starts
from namesakes.characters.wishes import Wishes
from namesakes.mentions.conversations import GENERIC
from namesakes.mentions.speakers import Speech
from namesakes.names import parse
from namesakes.names.gender import kin_gender
from namesakes.names.people import is_person_noun
from namesakes.text.document import Document

LEAST = 2
"""So many mentions somebody has who is in the cast, unless another number is wanted."""
UNNAMED = 5
"""So many mentions at least somebody has who is in the cast without a name."""
SENTENCE = 160
"""The characters of a sentence that are kept with an appearance."""
_DESCRIBED, _SHARE = 3, 0.1
"""So many descriptions, and for such a share of all mentions, somebody has who is in the cast without a name."""
_GENDERED = 0.2
"""For such a share of the mentions *he* or *she* stands for one whose noun does not say that it is a person."""
_TITLES = 10
"""So often a title alone stands for somebody who has no other name."""
_DIVINE = frozenset(["god", "lord", "lord god", "heaven", "christ", "jesus", "jesus christ", "providence", "devil"])
"""Names that stand in exclamations."""
_UNSURE = 0.9
"""How probable a speaker is whom a rule found that has no share of its own."""


def cast_of(document: Document, *, min_mentions: int = LEAST, wishes: Wishes | None = None) -> Cast:
    """The cast of a document that has syntax and chains, those of one mention too. O(words + mentions).

    Parameters
    ----------
    min_mentions : who is mentioned less often is left out; who has no name, also below five.
    wishes : who is the same and who is not, where a user says so.
    """
    people, parts = People(document, wishes), chapters(document.text)
    several = families(people)
    enough = [number not in several and _is_enough(each, min_mentions) for number, each in enumerate(people.all)]
    order = sorted(
        (number for number, kept in enumerate(enough) if kept),
        key=lambda number: (-len(people.all[number].places), people.all[number].places[0]),
    )
    ranks = {number: rank for rank, number in enumerate(order)}
    said = quotes(people, parts, ranks)
    spoken = Counter(quote.speaker for quote in said)
    words = Counter[int]()
    for quote in said:
        words[quote.speaker] += quote.words
    characters = tuple(
        _character(people, number, rank, parts, spoken[rank], words[rank]) for number, rank in ranks.items()
    )
    present = [(place, ranks[number]) for place, number in people.outside() if number in ranks]
    present += [
        (speech.quote.first, number)
        for speech, quote in zip(people.spoken, said, strict=True)
        for number in (quote.speaker, quote.addressee)
        if number != NOBODY
    ]
    met = meetings(scene_starts(document, people.spoken), present, said, len(characters))
    length = sum(any(map(str.isalnum, word)) for word in document.words)
    left_out = sum(bool(each.forms) and bool(each.named) for each in people.all) - sum(
        each.named for each in characters
    )
    return Cast(document.key, characters, said, met, parts, length, left_out)


def quotes(people: People, parts: Sequence[Chapter], ranks: Mapping[int, int]) -> tuple[Quote, ...]:
    """The quotes of a text with their speakers, by these numbers of those who are in the cast."""
    found = []
    for speech in people.spoken:
        document, quote = people.document, speech.quote
        start, end = int(document.starts[quote.first]), int(document.ends[quote.end - 1])
        speaker = ranks.get(people.meant(speech.speaker), NOBODY)
        addressee = ranks.get(people.meant(speech.addressee), NOBODY)
        words = sum(any(map(str.isalnum, word)) for word in document.words[quote.first : quote.end])
        found.append(
            Quote(
                start,
                end,
                document.text[start:end],
                words,
                speaker,
                addressee if addressee != speaker else NOBODY,
                _sure(people, speech) if speaker != NOBODY else 0.0,
                document.words[speech.speaker] if speech.speaker >= 0 else "",
                chapter_of(parts, start),
            )
        )
    return tuple(found)


def _sure(people: People, speech: Speech) -> float:
    """How probable a speaker is: by the turns, else by the rule that found the words that name them."""
    return speech.chance if speech.chance < 1.0 else SURE.get(speech.rule, _UNSURE)


def _is_enough(somebody: Somebody, least: int) -> bool:
    """Whether somebody is spoken of often enough to be in the cast."""
    if len(somebody.places) < least:
        return False
    if somebody.named:  # a title alone is somebody where it is usual, as the General
        usual = len(somebody.named) >= _TITLES and not all(form.isupper() for form in somebody.forms)
        is_name = any(not parse(form).is_empty for form in somebody.forms)
        return (is_name or usual) and not all(form.lower() in _DIVINE for form in somebody.forms)
    return somebody.narrates or (len(somebody.places) >= UNNAMED and is_role(somebody))


def is_role(somebody: Somebody) -> bool:
    """Whether descriptions mean one person, as *the miller* does: often enough, and not by kin alone (*her father*)."""
    described = [form for form in somebody.forms.elements() if _is_role(form)]
    if len(described) < max(_DESCRIBED, _SHARE * len(somebody.places)):
        return False
    person = is_person_noun(described[0].split()[-1])
    return person or somebody.pronouns.total() >= _GENDERED * len(somebody.places)


def _is_role(form: str) -> bool:
    first, last = form.split()[0].lower(), form.split()[-1]
    if first in ("the", "this", "that"):
        plain = len(form.split()) == 2 and last.lower() in GENERIC  # the girl is most often one with a name
        return not plain and (not kin_gender(last) or last[:1].isupper())
    return form[:1].isupper() and first == last.lower()  # Grandmother


def families(people: People) -> set[int]:
    """Those who are several: the Allens, where the text has Mrs. Allen."""
    words = Counter[str]()
    for each in people.all:
        for form, count in each.forms.items() if each.named else ():
            words[form.split()[-1]] += count
    return {
        number
        for number, each in enumerate(people.all)
        if each.named
        and all(form.endswith("s") and words[form.split()[-1][:-1]] > count for form, count in each.forms.items())
    }


def _is_plural(form: str, count: int, words: Mapping[str, int]) -> bool:
    """Whether a name is the plural of a more frequent one."""
    return form.endswith("s") and words.get(form.split()[-1][:-1], 0) > count


def _character(people: People, number: int, rank: int, parts: Sequence[Chapter], said: int, words: int) -> Character:
    somebody, document = people.all[number], people.document
    starts = document.starts[somebody.places].tolist()
    counts = np.bincount([chapter_of(parts, start) for start in starts], minlength=len(parts))
    named = bool(somebody.named)
    aliases = sorted(somebody.forms.items(), key=lambda each: (-each[1], -len(each[0]), each[0]))
    first, last = (_appearance(document, parts, somebody.places[end]) for end in (0, -1))
    return Character(
        rank,
        called(somebody),
        tuple(Alias(*each) for each in aliases),
        gender_of(somebody, named=named) if somebody.forms else Gender(),
        first,
        last,
        len(starts),
        len(somebody.named),
        tuple(counts.tolist()),
        said,
        words,
        named,
        somebody.narrates,
    )


def called(somebody: Somebody) -> str:
    """What to call somebody: the most frequent of the fullest names that are usual, else the most frequent form.

    A full name is usual where it stands twice, or once in twenty times.
    """
    if not somebody.forms:
        return "I"
    usual = min(somebody.forms, key=lambda form: (form.isupper(), -somebody.forms[form], -len(form), form))
    if not somebody.named:
        return usual
    total = somebody.forms.total()
    full = [
        form
        for form, count in somebody.forms.items()
        if (count > 1 or count * 20 >= total) and not form.isupper() and parse(form).is_full
    ]
    return min(full, key=lambda form: (-somebody.forms[form], -len(form), form)) if full else usual


def _appearance(document: Document, parts: Sequence[Chapter], token: int) -> Appearance:
    """Where a token stands."""
    start = int(document.starts[token])
    number = int(np.searchsorted(document.sentence_starts, token, side="right")) - 1
    sentence = " ".join(document.sentences[number].text.split())
    short = sentence if len(sentence) <= SENTENCE else sentence[: SENTENCE - 1].rstrip() + "…"
    return Appearance(start, chapter_of(parts, start), short)
