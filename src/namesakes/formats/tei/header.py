"""The header of an edition: title, author, date, and of letters who wrote to whom, when and where."""

from collections.abc import Iterator
from typing import Any, Final

from namesakes.formats.xml_tree import Node

_DATED: Final = ("when", "when-iso", "from", "notBefore", "notAfter", "to", "value")
"""The attributes that say when something was, the surest first."""
_SENT: Final = ("sent", "composed", "written", "transmitted")
_RECEIVED: Final = ("received", "addressed", "redirected")
_NAMED: Final = ("persName", "orgName", "name", "rs")
_SOURCES: Final = (
    ("profileDesc", "creation", "date"),
    ("profileDesc", "creation", "origDate"),
    ("fileDesc", "sourceDesc", "bibl", "date"),
    ("fileDesc", "sourceDesc", "biblStruct", "monogr", "imprint", "date"),
    ("fileDesc", "sourceDesc", "recordingStmt", "recording", "date"),
)
"""Where the date of a text stands; that of the edition is not it."""
_LONGEST: Final = 300


def header_metadata(root: Node) -> dict[str, Any]:
    """What the header says: `title`, `author`, `date`; of a letter also `sender`, `addressee`, `place`."""
    header = root.find("teiHeader")
    if header is None:
        return {}
    found: dict[str, str] = {"title": _title(header), "author": _joined(header.all("fileDesc", "titleStmt", "author"))}
    sent, received = _action(header, _SENT), _action(header, _RECEIVED)
    if sent is not None:
        found |= {"sender": _people(sent), "place": _joined(sent.all("placeName")), "date": _date(sent.find("date"))}
    if received is not None:
        found["addressee"] = _people(received)
    found["date"] = found.get("date") or next(_dates(header), "")
    return {key: value[:_LONGEST] for key, value in found.items() if value}


def _title(header: Node) -> str:
    """The main title, or the first."""
    titles = list(header.all("fileDesc", "titleStmt", "title"))
    main = [each for each in titles if each.attributes.get("type") == "main"]
    return next((each.words() for each in (*main, *titles) if each.words()), "")


def _action(header: Node, types: tuple[str, ...]) -> Node | None:
    """What is said of the sending or the receiving of a letter."""
    actions = list(header.all("profileDesc", "correspDesc", "correspAction"))
    return next((each for type in types for each in actions if each.attributes.get("type") == type), None)


def _people(action: Node) -> str:
    return _joined(each for name in _NAMED for each in action.all(name))


def _joined(nodes: Iterator[Node]) -> str:
    return "; ".join(dict.fromkeys(words for each in nodes if (words := each.words())))


def _dates(header: Node) -> Iterator[str]:
    """The dates of the text, the surest first."""
    for path in _SOURCES:
        yield from filter(None, map(_date, header.all(*path)))
    source = header.find("fileDesc", "sourceDesc")
    if source is not None:
        yield from filter(None, map(_date, source.below("origDate")))


def _date(node: Node | None) -> str:
    """A date as its attributes say it, else as it is written."""
    if node is None:
        return ""
    return next((node.attributes[name] for name in _DATED if node.attributes.get(name)), "") or node.words()
