"""Group index: which groups of forms a name may join, found by keys and not by looking at each group.

Names that share no word are never one person's in a text. Of full names more is asked: people of one text whose given
names differ are two, and so are those whose surnames do. So a full name looks only at groups that have its given name
and its surname, and a list of thousands of one family, or of thousands of Annas, costs no more than any other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from namesakes.names.meeting import is_ordinary
from namesakes.names.nicknames import every_name, formal_names
from namesakes.names.person import PersonName

Key = tuple[str, ...]


class GroupIndex:
    """The groups of the names of one text, by the keys of their forms."""

    def __init__(self) -> None:
        self._words: list[set[str]] = []
        """Of each group the words by which it meets names."""
        self._full: list[bool] = []
        """Whether it has a full name."""
        self._open: list[bool] = []
        """Whether it has no full name, or one of which keys do not tell all: then words alone decide."""
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)
        self._open_by_word: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._by_key: defaultdict[Key, list[int]] = defaultdict(list)

    def near(self, name: PersonName) -> list[int]:
        """The groups that share a word with a name, in their order, but for some whose full names are not its own."""
        words = _words(name)
        if not _has_keys(name):
            return sorted({number for word in words for number in self._by_word.get(word, ())})
        found = {number for word in words for number in self._open_by_word.get(word, ())}
        for key in _asked(name):
            found.update(number for number in self._by_key.get(key, ()) if not self._words[number].isdisjoint(words))
        return sorted(found)

    def add(self, name: PersonName, number: int) -> None:
        """Note that a name is a form of a group; the number after the last one is that of a new group."""
        if number == len(self._words):
            self._words.append(set())
            self._full.append(False)
            self._open.append(True)
        words = _words(name) - self._words[number]
        self._words[number] |= words
        for word in words:
            self._by_word[word].append(number)
        if _has_keys(name):
            for key in _offered(name):
                self._by_key[key].append(number)
            self._open[number] &= self._full[number]
        elif name.is_full:
            self._open[number] = True
        self._full[number] |= name.is_full
        for word in self._words[number]:
            if self._open[number]:
                self._open_by_word[word][number] = None
            else:
                self._open_by_word[word].pop(number, None)


def _has_keys(name: PersonName) -> bool:
    """Whether a name is full and its keys tell all that it may be: it has no maiden name, and is not Kim Kim."""
    return name.is_full and is_ordinary(name) and not name.maiden and name.first not in name.surname_keys


def _words(name: PersonName) -> frozenset[str]:
    """The words by which names meet: surnames, and the names that a given name may stand for."""
    found = set(name.surname_keys) | set(name.nickname_keys) | set(name.maiden_keys)
    for given in (*name.given_keys, *name.nickname_keys):
        if len(given) > 1:
            found |= {given, *formal_names(given)}
    if name.is_mononym:
        found |= {*name.given_keys, *name.surname_keys, name.whole}  # Jean-Guy, of Jean-Guy Roy
        for word in name.surname_keys:
            found |= formal_names(word)
    if name.territory:
        found.add(name.territory.casefold())
    return frozenset(found or {name.text.casefold()})


def _asked(name: PersonName) -> Iterator[Key]:
    """The keys of the full names that one text may write for one person beside this one."""
    initial = ("initial", name.first) if len(name.first) == 1 else ("name", name.first)
    for given in (*_given(name), initial, *(("has initial", letter) for letter in _initials(name))):
        yield from ((*given, word, "surname") for word in (*name.surname_keys, *name.middle_keys))
        yield from ((*given, word, "middle") for word in name.surname_keys)
    yield "surname", name.first  # Zhang Wei is Wei Zhang
    yield from (("given", word) for word in name.surname_keys)


def _offered(name: PersonName) -> Iterable[Key]:
    """The keys by which others find this one."""
    offered = {*_given(name), *(("initial", letter) for letter in _initials(name))}
    if len(name.first) == 1:
        offered.add(("has initial", name.first))
    found: set[Key] = {("given", name.first), *(("surname", word) for word in name.surname_keys)}
    for given in offered:
        found.update((*given, word, "surname") for word in name.surname_keys)
        found.update((*given, word, "middle") for word in name.middle_keys)
    return found


def _given(name: PersonName) -> set[tuple[str, str]]:
    """The given name and all that it may be short for; after an initial the names by which somebody goes instead."""
    called = (name.first, *name.middle_keys, *name.particle_keys) if len(name.first) == 1 else (name.first,)
    return {("name", word) for given in called for word in (given, *every_name(given))}


def _initials(name: PersonName) -> set[str]:
    """The initials that may stand for the given name, and what else is one letter."""
    formal = {each[:1] for each in (name.first, *formal_names(name.first))}
    return formal | {word for word in (*name.middle_keys, *name.particle_keys) if len(word) == 1}
