"""Label Studio: tasks in and out, which annotation counts, offsets of browsers, and tasks that are wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from namesakes import Document, read, write
from namesakes.errors import DataError
from tests.conftest import CHECKOUT, Command
from tests.formats.memory import parsed, written

TEXT = "Gary 😀 Wilber met Ann. He left."


def region(name: str, start: int, end: int, text: str = "", label: str = "Person") -> dict[str, Any]:
    value = {"start": start, "end": end, "text": text or TEXT[start:end], "labels": [label]}
    return {"id": name, "from_name": "label", "to_name": "text", "type": "labels", "value": value}


def relation(one: str, other: str) -> dict[str, Any]:
    return {"type": "relation", "from_id": one, "to_id": other, "direction": "right", "labels": ["coreference"]}


def task(*result: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": 7, "data": {"text": TEXT, "source": "mail"}, "annotations": [{"result": [*result]}], **more}


def documents(*tasks: dict[str, Any]) -> list[Document]:
    return parsed(json.dumps(tasks), "labelstudio")


def chains(document: Document) -> list[list[str]]:
    return [[mention.text for mention in chain] for chain in document.chains]


def test_regions_that_relations_connect_are_chains() -> None:
    (document,) = documents(
        task(region("a", 0, 13), region("b", 18, 21), region("c", 23, 25, label="Pronoun"), relation("c", "a"))
    )
    assert (document.id, document.text, document.meta["source"]) == ("7", TEXT, "mail")
    assert chains(document) == [["Gary 😀 Wilber", "He"]]
    table = document.mention_table
    assert table is not None
    assert [*(table.labels or ())] == ["Person", "Person", "Pronoun"]
    assert table.chains.tolist() == [0, -1, 0]


def test_offsets_of_browsers_are_told_by_the_text() -> None:
    (document,) = documents(task(region("a", 24, 26, "He"), region("b", 19, 22, "Ann")))
    assert [mention.text for mention in document.mentions] == ["Ann", "He"]


def test_the_annotation_that_was_changed_last_counts() -> None:
    made = [
        {"updated_at": "2024-05-02", "result": [region("a", 0, 13)]},
        {"updated_at": "2024-05-03", "result": [region("a", 18, 21)]},
        {"updated_at": "2024-05-04", "result": [], "was_cancelled": True},
    ]
    guess = [{"result": [region("a", 23, 25)]}]
    found = documents(task(annotations=made, predictions=guess), task(annotations=[], predictions=guess))
    assert [[mention.text for mention in each.mentions] for each in found] == [["Ann"], ["He"]]


def test_written_and_read_again() -> None:
    for document in read(CHECKOUT / "examples" / "key.conll"):
        (again,) = parsed(written([document], "labelstudio"), "labelstudio")
        assert (again.id, again.text) == (document.key, document.text)
        assert chains(again) == [chain for chain in chains(document) if len(chain) > 1]


def test_what_we_write_is_a_prediction(tmp_path: Path) -> None:
    write(read(CHECKOUT / "examples" / "key.conll"), tmp_path / "out.labelstudio.json")
    tasks = json.loads((tmp_path / "out.labelstudio.json").read_text(encoding="utf-8"))
    assert all(list(each) == ["data", "predictions"] for each in tasks)
    kinds = {each["type"] for each in tasks[0]["predictions"][0]["result"]}
    assert kinds == {"labels", "relation"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": TEXT}, "this is not a task: it has no data"),
        ([], "this is not a task"),
        (task(data={"a": "x", "b": "y"}), "the text of this task cannot be told; the keys of its data are a, b"),
        (task(region("a", 0, 4, "Tom")), "a region says 'Tom' at 0 to 4, and the text has 'Gary'"),
        (task(region("a", 5, 5, "x")), "a region says 'x' at 5 to 5"),
        (task(region("a", -5, 900, "x")), "a region says 'x' at -5 to 900"),
        (task(region("a", 0, 4), relation("a", "b")), "a relation has the end 'b', and there is no such region"),
        (task(annotations=[{"result": 3}]), "this object does not make a task"),
        (task(annotations=3), "this object does not make a task"),
    ],
)
def test_tasks_that_are_wrong(wrong: Any, said: str) -> None:
    with pytest.raises(DataError) as caught:
        documents(wrong)
    assert said in str(caught.value)
    assert str(caught.value).startswith("memory:1: ")


def test_from_the_command_and_back(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Gary Wilber was named chief executive. He was proud of his team.")
    done = namesakes("coref", "letter.txt", "--to", "labelstudio", "--out", "letter.labelstudio.json")
    assert done.returncode == 0
    done = namesakes("convert", "letter.labelstudio.json", "-", "--to", "jsonl")
    assert json.loads(done.stdout)["text"].startswith("Gary Wilber")
