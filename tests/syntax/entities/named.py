"""Texts with tags and names, written by hand for tests."""

from namesakes.syntax.entities.people import with_people
from namesakes.text.document import Document
from namesakes.text.spans import Spans, integers

Found = list[tuple[str, str]]


def tagged(text: str) -> tuple[Document, Spans]:
    """A document and its names from words as `word/TAG` or `word/TAG/TYPE`.

    A name goes on over words of the same type, a new one begins with `B-`. `|` begins a sentence, `¶` a line and a
    sentence, `+` ties a word to the one before it.
    """
    words, tags, labels, sentences, starts, ends, out = [], [], [], [0], [], [], ""
    for item in text.split():
        if item in ("|", "¶"):
            sentences.append(len(words))
            out += "\n" if item == "¶" else ""
            continue
        tied, item = item.startswith("+") and len(item) > 1, item.removeprefix("+")
        word, tag, *label = item.rsplit("/", item.count("/") if item.count("/") < 3 else 2)
        out += "" if tied or not out or out.endswith("\n") else " "
        starts.append(len(out))
        out += word
        ends.append(len(out))
        words.append(word)
        tags.append(tag)
        labels.append(label[0] if label else "")
    document = Document(
        id="text", text=out, starts=integers(starts), ends=integers(ends), sentence_starts=integers(sentences)
    ).with_columns(xpos=tags)
    return document, Spans.build(_rows(labels, sentences))


def people(text: str) -> Found:
    """The names of a text after `with_people`, each with its type."""
    document, table = tagged(text)
    table = with_people(document, table)
    return [(entity.text, entity.label) for entity in document.replace(entity_table=table).entities]


def _rows(labels: list[str], sentences: list[int]) -> list[tuple[int, int, str]]:
    rows: list[tuple[int, int, str]] = []
    for place, label in enumerate(labels):
        bare = label.removeprefix("B-")
        goes_on = rows and rows[-1][1] == place and rows[-1][2] == bare and not label.startswith("B-")
        if bare and goes_on and place not in sentences:
            rows[-1] = (rows[-1][0], place + 1, bare)
        elif bare:
            rows.append((place, place + 1, bare))
    return rows
