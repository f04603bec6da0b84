"""Atoms in words: what the parts of a template found in a mention and a candidate, for people.

Columns and comparisons that are not listed here are shown by their name and number, so that a model with templates of
its own is explained too.
"""

from collections.abc import Mapping

from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.mentions.attributes import COLUMNS, PLACES
from namesakes.mentions.pronouns import CITATIONS, DETERMINERS
from namesakes.text.document import Document

_AGREEMENT = ("not known", "agrees", "differs")
_INCLUSION = ("none to compare", "none shared", "some shared", "all in the earlier", "all in the later", "the same")
_NO_YES = ("no", "yes")
_BACK = ("same sentence", "1 sentence back", "2 sentences back", "3 sentences back", "4–5 sentences back")
_FURTHER = ("6–8 sentences back", "9–15 sentences back", "16–40 sentences back", "over 40 sentences back")
_BETWEEN = ("0", "1", "2", "3–4", "5–7", "8–12", "13–20", "21–35", "36–70", "71–150", "over 150")

_COMPARED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "sentences": ("", (*_BACK, *_FURTHER)),
    "mentions": ("mentions between", _BETWEEN),
    "same_string": ("", ("other words", "same words")),
    "same_content": ("", ("other content words", "same content words")),
    "same_head": ("", ("other head", "same head lemma", "same head word")),
    "words": ("words", _INCLUSION),
    "modifiers": ("modifiers", (*_INCLUSION, "none", "only of the later", "only of the earlier")),
    "numbers": ("number", _AGREEMENT),
    "genders": ("gender", _AGREEMENT),
    "animacies": ("animacy", _AGREEMENT),
    "persons": ("person", _AGREEMENT),
    "entities": ("kind of name", _AGREEMENT),
    "speakers": ("speaker", _AGREEMENT),
    "names": (
        "names",
        (
            "not both names",
            "the same",
            "the last word is the same",
            "the first word is the same",
            "only the last of several is the same",
            "different",
            "only the first of several is the same",
            "the last of one is the first of the other",
        ),
    ),
    "nesting": ("", ("apart", "one lies in the other", "one lies in the other with the same head")),
    "same_role": ("", ("other grammatical role", "same grammatical role")),
    "clauses": ("", ("other clauses", "same governor", "same clause", "same sentence", "same governing word")),
    "predicate": ("", ("not said of each other", "said of the earlier", "said of the later")),
    "similarity": ("meaning of heads", ("not known", *(f"alike to {step}0 %" for step in range(1, 12)))),
    "clash": ("", ("compatible", "number, gender or the like clash")),
    "rank": ("nearer compatible mentions", _BETWEEN),
    "rank_role": ("nearer ones in its role", ("0", "1", "2", "3", "4–5", "6–8", "9–15", "16–40", "over 40")),
    "rank_head": ("nearer ones with its head", ("0", "1", "2", "3", "4–5", "6–8", "9–15", "16–40", "over 40")),
    "quotes": ("", ("neither in quotes", "the earlier in quotes", "the later in quotes", "both in quotes")),
    "same_class": ("same class", _NO_YES),
}
"""What each comparison is called, and what its classes mean."""

_NUMBERED: Mapping[str, tuple[str, ...]] = {
    "kind": ("root", "name", "noun phrase", "pronoun"),
    "number": ("not known", "singular", "plural"),
    "gender": ("not known", "masculine", "feminine", "neuter"),
    "own_gender": ("not known", "masculine", "feminine", "neuter"),
    "animacy": ("not known", "animate", "inanimate"),
    "person": ("not known", "first", "second", "third"),
    "quoted": _NO_YES,
    "nested": _NO_YES,
    "length": (
        "",
        "1 word",
        "2 words",
        "3 words",
        "4 words",
        "5–6 words",
        "7–10 words",
        "11–20 words",
        "over 20 words",
    ),
    "repeated": ("", "never before", "once before", "twice before", "3–4 times before", "often before"),
    "head_repeated": ("", "never before", "once before", "twice before", "3–4 times before", "often before"),
    "often": ("", "once in the text", "twice in the text", "3–4 times in the text", "5–8 times in the text", "often"),
    "order": ("", "first mention", "among the first", "early", "early", "in the middle", "late"),
    "place": ("", "first word", "second word", "early in its sentence", "early in its sentence", "amid", "late"),
    "shell": ("alone on its head", "inside a larger one", "around a smaller one", "inside and around others"),
}
"""What the numbers of attributes mean."""

_NAMES = {
    "before": "word before",
    "after": "word after",
    "last": "last word",
    "first": "first word",
    "case": "preposition",
    "path": "way to its clause",
    "match": "earlier words match to",
    "name_match": "an earlier name matches to",
    "match_distance": "the same head before, nearness",
    "likeness": "a like head before, likeness",
    **{f"grain{bits}": f"word class of {bits} bits," for bits in (4, 6, 8, 12)},
    "governor_grain": "governor",
}
_NOTHING = {
    "case": "no preposition",
    "match": "no earlier words match",
    "name_match": "no earlier name matches",
    "match_distance": "no same head before",
    "likeness": "no like head before",
    "path": "head of its clause",
    "entity": "no kind of name",
    "speaker": "no speaker",
    "governor_grain": "governor of no word class",
    **{f"grain{bits}": "no word class" for bits in (4, 6, 8, 12)},
    "before": "sentence start before",
}
"""What to say where there is nothing."""
_SMALL = 1000
"""Codes below are numbers of classes; above, those of strings."""
_REACH = 4
"""How far before a mention its preposition is looked for."""
_QUOTED = {"string", "content", "head", "lemma", "governor", "first", "last", "before", "after"}
_QUOTED |= {"name_first", "name_last", "case", "speaker"}


class Atoms:
    """Puts the atoms of templates into words for the mentions of one document."""

    def __init__(self, document: Document, pairs: MentionPairs) -> None:
        self.document, self.pairs = document, pairs
        self._entities = {
            place: span.label for span in document.entities for place in range(span.token_start, span.token_end)
        }

    def words(self, template: str, row: int, mention: int) -> str:
        """A template with what it found in one row of candidates of a mention: of the mention, ← of the candidate."""
        candidate = int(self.pairs.candidates.antecedents[row])
        atoms = template.split()
        found = []
        for atom in atoms:
            kind, dot, name = atom.rpartition(".")
            if not dot:
                found.append(self._comparison(name, row))
            elif kind == "m":
                both = f"a.{name}" in atoms
                found.append(self._attribute(name, mention) + (f" ← {self._value(name, candidate)}" if both else ""))
            elif f"m.{name}" not in atoms:
                found.append(f"earlier {self._attribute(name, candidate)}")
        return " · ".join(found)

    def _comparison(self, name: str, row: int) -> str:
        value = int(self.pairs.comparisons[row, COMPARISONS.index(name)])
        called, classes = _COMPARED.get(name, (name.replace("_", " "), ()))
        return f"{called} {classes[value] if value < len(classes) else value}".strip()

    def _attribute(self, name: str, mention: int) -> str:
        """What an attribute is called, and what it is."""
        nothing = self._code(name, mention) == 0 and name not in _NUMBERED
        called = "" if name == "class" or nothing else _NAMES.get(name, name.replace("_", " "))
        return f"{called} {self._value(name, mention)}".strip()

    def _code(self, name: str, mention: int) -> int:
        return int(self.pairs.attributes.codes[mention, COLUMNS.index(name)])

    def _value(self, name: str, mention: int) -> str:
        """What an attribute of a mention is."""
        value = self._code(name, mention)
        if value == 0 and name not in _NUMBERED:
            return _NOTHING.get(name, f"no {name.replace('_', ' ')}")
        if name in _NUMBERED:
            classes = _NUMBERED[name]
            return classes[value] if value < len(classes) else str(value)
        if name == "class":
            return self._class(mention, value)
        if name.startswith("grain"):
            return f"“{self._word('head', mention)}” and the like"
        if name == "governor_grain":
            return f"“{self._word('governor', mention)}” and the like"
        word = self._word(name, mention)
        if word is None:
            return str(value) if value < _SMALL else "as here"
        return f"“{word}”" if name in _QUOTED else word

    def _class(self, mention: int, value: int) -> str:
        """A pronoun, or the kind of determiner: what the attribute `class` holds."""
        kind = _NUMBERED["kind"][int(self.pairs.attributes.codes[mention, COLUMNS.index("kind")])]
        if kind == "pronoun":
            listed = value - 16
            return f"form of “{CITATIONS[listed]}”" if 0 < listed < len(CITATIONS) else "pronoun"
        if value == 15:
            return "list"
        determiner = value % 10
        known = DETERMINERS[determiner] if determiner < len(DETERMINERS) else "counted"
        return f"{known} {kind}".strip() if kind != "name" or known else kind

    def _word(self, name: str, mention: int) -> str | None:
        """The word behind a code, where it is one of the document."""
        document, places = self.document, self.pairs.attributes.places[mention]
        first, end, head, governor = (int(places[PLACES.index(key)]) for key in ("first", "end", "head", "governor"))
        words = document.words
        at = {"head": head, "first": first, "last": end - 1, "before": first - 1, "after": end, "governor": governor}
        if name in at:
            place = at[name]
            if not 0 <= place < len(words):
                return ""
            lemmas = document.columns.get("lemma")
            return str(lemmas[place] or words[place]) if name == "governor" and lemmas is not None else words[place]
        column = {"lemma": "lemma", "tag": "xpos", "role": "label", "speaker": "speaker"}.get(name)
        if column is not None:
            return str(document.columns[column][head]) if column in document.columns else ""
        below = {"governor_tag": "xpos", "governor_role": "label"}.get(name)
        if below is not None:
            return str(document.columns[below][governor]) if below in document.columns and governor >= 0 else ""
        beside = {"before_tag": first - 1, "after_tag": end}.get(name)
        if beside is not None:
            known = 0 <= beside < len(words) and "xpos" in document.columns
            return str(document.columns["xpos"][beside]) if known else ""
        return self._span_word(name, mention, first, end, head)

    def _span_word(self, name: str, mention: int, first: int, end: int, head: int) -> str | None:
        document = self.document
        if name in ("string", "content"):
            return " ".join(document.text[document.starts[first] : document.ends[end - 1]].split())
        if name in ("name_first", "name_last"):
            places = self.pairs.attributes.places[mention]
            start, stop = (int(places[PLACES.index(key)]) for key in ("name_first", "name_end"))
            return document.words[start if name == "name_first" else stop - 1] if stop > start else ""
        if name == "phrase":
            table = document.mention_table
            return str(table.extra["phrase"][mention - 1]) if table is not None and "phrase" in table.extra else ""
        if name == "entity":
            return self._entities.get(head, "")
        if name == "case":
            heads, labels = document.heads, document.columns.get("label")
            if heads is None or labels is None:
                return ""
            near = range(max(0, first - _REACH), end)
            return next(
                (document.words[place] for place in near if heads[place] == head and labels[place] == "case"), ""
            )
        return None
