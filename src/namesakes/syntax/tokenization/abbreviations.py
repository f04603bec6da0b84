"""Made-up sentences with abbreviations and list items that the training corpora have too few of.

They are added to the training documents, so that Prof. and Gen. are learned from as Mr. and Dr. are, and a sentence may
end with U.S.; there is no list of abbreviations at run time.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from namesakes.config import generator
from namesakes.text.document import Document
from namesakes.text.spans import integers


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_TITLES = _words(
    "Adm Brig Capt Cmdr Col Cpl Cpt Det Dr Fr Gen Gov Hon Insp Lt Maj Messrs Mme Mlle Mr Mrs Ms Mt Pres Prof Pvt Rep "
    "Rev Sen Sgt Sr St Ste Supt"
)
_MONTHS = _words("Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec")
_NUMBERED = _words("No Nos Fig Figs Vol Vols Ch Sec Art p pp")
_COMPANIES = _words("Bros Co Corp Inc Ltd")
_LAST = _words("U.S. U.N. U.K. D.C. E.U. L.A. N.Y. a.m. p.m.")
_DEGREES = _words("B.A. B.Sc. D.Phil. LL.B. M.A. M.B.A. M.D. M.Phil. M.Sc. Ph.D.")
_NAMES = _words(
    "Adams Baker Brown Carter Clark Cooper Davis Evans Foster Garcia Green Hill Hughes James Jones Kelly King Lee "
    "Lewis Martin Moore Murphy Nguyen Owens Patel Quinn Reed Rossi Scott Singh Smith Taylor Turner Walker Wood Young"
)
_INITIALS = tuple("ABCDEFGHJKLMNPRSTVW")
_STARTERS = _words("He She It They We I The A This That In But And Then There His Her")
_THINGS = _words("apples books bread coats eggs ham keys lamps milk paper pens rice shoes tea towels wool")
_PREPOSITIONS = _words("about across for from in into of to with")
_BULLETS = _words("- * • – —")

Choice = Callable[[Sequence[str]], str]
Sentence = Sequence[str]
"""Words; one that begins with < stands right after the word before it, one that begins with ¶ begins a paragraph."""


def examples(count: int, seed: int) -> list[Document]:
    """So many made-up documents, each with every kind of abbreviation and list."""
    random = generator(seed, "abbreviations")

    def one(choices: Sequence[str]) -> str:
        return str(choices[int(random.integers(len(choices)))])

    return [_document([*_sentences(one, random), *_items(one)]) for _ in range(count)]


def _sentences(one: Choice, random: np.random.Generator) -> Iterator[Sentence]:
    for title in _TITLES:
        yield [one(_STARTERS), "met", f"{title}.", one(_NAMES), "there", "<."]
        yield [f"{title}.", f"{one(_INITIALS)}.", one(_NAMES), "and", f"{one(_TITLES)}.", one(_NAMES), "left", "<."]
    for month in _MONTHS:
        yield [one(_STARTERS), "came", "on", f"{month}.", str(random.integers(1, 31)), "<."]
        yield [one(_STARTERS), "went", "in", f"{month}.", str(random.integers(1900, 2030)), "<."]
    for word in _NUMBERED:
        yield ["See", f"{word}.", str(random.integers(1, 99)), "<."]
        yield ["(", "<See", f"{word}.", str(random.integers(1, 99)), "<.", "<)"]
    for company in _COMPANIES:
        yield [one(_NAMES), f"{company}.", "sold", "it", "to", one(_NAMES), f"{one(_COMPANIES)}.", "of", "Ohio", "<."]
        yield [one(_STARTERS), "worked", "for", one(_NAMES), f"{company}."]
        yield [one(_STARTERS), "met", one(_NAMES), "of", one(_NAMES), "&", one(_NAMES), f"{company}."]
    for degree in _DEGREES:
        yield [one(_STARTERS), "met", one(_NAMES), "<,", degree, "<,", "there", "<."]
        yield [one(_NAMES), "(", f"<{degree}", "<)", "came", "<."]
    for word in 3 * _LAST:
        yield [one(_STARTERS), "was", one(_PREPOSITIONS), "the", word]
        yield [one(_STARTERS), "met", f"{one(_TITLES)}.", one(_NAMES), one(_PREPOSITIONS), "the", word]
        yield [one(_STARTERS), "said", "so", "to", f"{one(_INITIALS)}.", f"{one(_INITIALS)}.", one(_NAMES), "<."]


def _items(one: Choice) -> Iterator[Sentence]:
    """Numbered sentences, and short paragraphs without a final mark or after a bullet or a dash."""
    for number in range(1, 10):
        yield [str(number), "<.", one(_STARTERS), "came", "home", "<."]
        yield [f"¶{number}", "<.", one(_NAMES), "and", one(_NAMES)]
        yield [f"¶{number}", "<.", one(_STARTERS), one(_THINGS)]
        yield [f"¶{number * 7}", one(_NAMES), "Street"]
    for bullet in _BULLETS:
        yield [f"¶{bullet}", one(_STARTERS), "said", "so", "<."]
        yield [f"¶{bullet}", one(_NAMES), "was", "there", "<?"]
        yield [f"¶{bullet}", one(_STARTERS), one(_NAMES), one(_NAMES)]
        yield [f"¶{bullet}", one(_THINGS), "and", one(_THINGS)]
        yield [f"¶{bullet}", one(_THINGS)]


def _document(sentences: Sequence[Sentence]) -> Document:
    """The sentences as a document."""
    starts: list[int] = []
    ends: list[int] = []
    firsts: list[int] = []
    text = ""
    for sentence in sentences:
        firsts.append(len(starts))
        for word in sentence:
            text += "" if word[0] == "<" or not text else "\n\n" if word[0] == "¶" else " "
            starts.append(len(text))
            text += word.lstrip("<¶")
            ends.append(len(text))
    return Document(text=text, starts=integers(starts), ends=integers(ends), sentence_starts=integers(firsts))
