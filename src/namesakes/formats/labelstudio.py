"""Label Studio: tasks with a text, its mentions as labelled regions, and relations between those of a chain.

    [{"data": {"id": "a", "text": "Ann ran. She won."},
      "predictions": [{"model_version": "namesakes", "result": [
        {"id": "m0", "from_name": "label", "to_name": "text", "type": "labels",
         "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["Mention"]}},
        {"id": "m1", …},
        {"type": "relation", "from_id": "m1", "to_id": "m0", "direction": "right", "labels": ["coreference"]}]}]}]

We write predictions, which annotators see and mend. Read are a task's annotations, of several the one that was changed
last; where nobody has annotated it, its predictions. Regions that relations connect are a chain, others are mentions
of no chain; so is a chain of one, and of a mention of several parts all from the first to the last is marked. `data`
holds the text as its only string, or as `text`; its other keys are metadata.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TextIO

from namesakes.errors import DataError
from namesakes.formats import json as array
from namesakes.formats.format import Block, Format
from namesakes.formats.mention_spans import character_spans, linked_groups, warn_of_widening
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions

Row = dict[str, Any]

LABEL: Final = "Mention"
"""The label of a mention that has none."""
_ADVICE: Final = "Export the project as JSON, not as JSON-MIN, with the text of each task under data."


def split(source: TextFile) -> Iterator[Block]:
    """One block a task."""
    return array.split(source)


def parse(block: Block) -> Document:
    """The document of a task."""
    assert isinstance(block, array.Parsed)
    try:
        return _document(block.row, f"{block.source.path.name.split('.')[0]}-{block.line}")
    except DataError as error:
        raise error.at(block.path, block.line) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        found = f"this object does not make a task ({type(error).__name__}: {error})"
        raise DataError(found, _ADVICE, path=block.path, line=block.line) from error


def _document(row: Any, fallback: str) -> Document:
    data = row.get("data") if isinstance(row, dict) else None
    if not isinstance(data, dict):
        raise DataError("this is not a task: it has no data", _ADVICE)
    key = _text_key(data)
    meta = {name: value for name, value in data.items() if name not in (key, "id")}
    text, result = data[key], _result(row)
    regions = [each for each in result if isinstance(each.get("value"), dict) and "labels" in each["value"]]
    spans = [_characters(each["value"], text) for each in regions]
    document = Document(id=str(data.get("id", row.get("id", fallback))), text=text, meta=meta)
    document = segmented(document, [place for span in spans for place in span])
    rows = {str(each["id"]): place for place, each in enumerate(regions)}
    links = [_link(each, rows) for each in result if each.get("type") == "relation"]
    inside, roots = {place for link in links for place in link}, linked_groups(len(rows), links)
    labels = [str((each["value"]["labels"] or [LABEL])[0]) for each in regions]
    table = Mentions.build(
        [[token_span(document, *span)] for span in spans],
        [str(root) if place in inside else None for place, root in enumerate(roots)],
        labels=labels,
    )
    return document.replace(mention_table=replace(table, chain_ids=tuple(map(str, range(len(table.chain_ids))))))


def _text_key(data: Mapping[str, Any]) -> str:
    """The key of a task's text: `text`, or the only one whose value is a string."""
    strings = [name for name, value in data.items() if isinstance(value, str) and name != "id"]
    if "text" in strings or len(strings) == 1:
        return "text" if "text" in strings else strings[0]
    known = ", ".join(sorted(data)) or "none"
    raise DataError(f"the text of this task cannot be told; the keys of its data are {known}", "Call it text.")


def _result(row: Row) -> list[Row]:
    """The regions and relations of a task: of the annotation that was changed last, else of the last prediction."""
    made = [each for each in row.get("annotations", ()) if not each.get("was_cancelled")]
    made.sort(key=lambda each: str(each.get("updated_at", each.get("created_at", ""))))
    found = (made or row.get("predictions") or [{"result": []}])[-1]["result"]
    return [each for each in found if isinstance(each, dict)]


def _characters(value: Row, text: str) -> tuple[int, int]:
    """The characters of a region, whose offsets may count the units of UTF-16, as browsers do."""
    start, end = int(value["start"]), int(value["end"])
    said = value.get("text")
    if not 0 <= start < end or (said is not None and text[start:end] != said) or end > len(text):
        units = text.encode("utf-16-le", "surrogatepass")
        before, inside = units[: 2 * start], units[2 * start : 2 * end]
        if not 0 <= start < end or 2 * end > len(units) or inside.decode("utf-16-le", "surrogatepass") != said:
            found = f"a region says '{str(said)[:60]}' at {start} to {end}, and the text has '{text[start:end][:60]}'"
            raise DataError(found, "The task may have been annotated on another text.")
        start = len(before.decode("utf-16-le", "surrogatepass"))
        end = start + len(said)
    return start, end


def _link(relation: Row, rows: Mapping[str, int]) -> tuple[int, int]:
    ends = str(relation["from_id"]), str(relation["to_id"])
    for name in ends:
        if name not in rows:
            raise DataError(f"a relation has the end '{name}', and there is no such region", "Export the task anew.")
    return rows[ends[0]], rows[ends[1]]


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write one array of tasks, a line each."""
    stream.write("[")
    for number, document in enumerate(documents):
        task = {"data": {**document.meta, "id": document.key, "text": document.text}}
        prediction = {"model_version": "namesakes", "result": list(_regions(document))}
        stream.write(
            (",\n" if number else "\n") + json.dumps({**task, "predictions": [prediction]}, ensure_ascii=False)
        )
    stream.write("\n]\n")


def _regions(document: Document) -> Iterator[Row]:
    """The regions of the mentions, then for each mention of a chain but the first a relation to the one before it."""
    table = document.mention_table if document.mention_table is not None else Mentions()
    warn_of_widening(document, "Label Studio")
    fixed = {"from_name": "label", "to_name": "text", "type": "labels"}
    last: dict[int, int] = {}
    relations: list[Row] = []
    for row, chain in enumerate(table.chains.tolist()):
        spans = character_spans(document, row)
        if not spans:
            continue
        start, end = spans[0][0], spans[-1][1]
        label = (table.labels[row] if table.labels is not None else "") or LABEL
        value = {"start": start, "end": end, "text": document.text[start:end], "labels": [label]}
        yield {"id": f"m{row}", **fixed, "value": value}
        if chain >= 0 and chain in last:
            relations.append(_relation(row, last[chain]))
        last[chain] = row
    yield from relations


def _relation(one: int, other: int) -> Row:
    ends = {"from_id": f"m{one}", "to_id": f"m{other}", "direction": "right"}
    return {"type": "relation", **ends, "labels": ["coreference"]}


FORMAT = Format(
    name="labelstudio",
    description="Label Studio: tasks in JSON, mentions as regions, chains as relations between them",
    extensions=(".labelstudio.json", ".ls.json"),
    split=split,
    parse=parse,
    write=write,
    carries=frozenset({"text", "chains"}),
)
