"""Letters: given names in texts that are all in capitals, as telegrams, or all in small letters, as chats."""

from typing import Final

from namesakes.names.folding import fold
from namesakes.names.lists import NameLists
from namesakes.names.people import is_person_noun
from namesakes.names.words import words
from namesakes.syntax.entities.named_text import NamedText

_GIVEN: Final = 100
"""The share of a given name from which on it is one without a capital to tell."""
_NOUNS: Final = frozenset(["NN", "NNP"])
_DESCRIBING: Final = ("DT", "PRP$", "JJ", "JJR", "JJS", "POS", "CD", "NN", "VBG")
_CAPITALS, _SMALL = 0.8, 0.03
"""The shares of words in capitals, and with one, that tell such a text."""


def name_in_one_case(text: NamedText) -> None:
    """Make names of the given names of a text without capitals, or of capitals alone. O(tokens)."""
    spelled = [word for word in text.words if word[0].isalpha()]
    if not spelled:
        return
    if sum(word[0].isupper() for word in spelled) <= _SMALL * len(spelled):
        _name(text, small=True)
    elif sum(map(str.isupper, spelled)) >= _CAPITALS * len(spelled):
        _name(text, small=False)


def _name(text: NamedText, *, small: bool) -> None:
    for place, word in enumerate(text.words):
        if text.tags[place] not in _NOUNS or text.at(place) is not None or not _is_given(word):
            continue
        alone = place in text.sentences or text.tags[place - 1] not in _DESCRIBING
        if alone or (not small and is_person_noun(text.words[place - 1])):
            text.put(place, place + 1)


def _is_given(word: str) -> bool:
    lists, key = NameLists.shipped(), fold(word)
    share = lists.genders.get(key, (0, 0))[1]
    return share >= _GIVEN and share > lists.families.get(key, 0) and key not in words("things", "given")
