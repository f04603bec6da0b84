"""`namesakes coref` from end to end."""

import json
import re
from pathlib import Path

import pytest

from namesakes import Document, read, read_one, write
from namesakes.cli.reading import Bad
from namesakes.errors import DataError
from tests.conftest import CHECKOUT, Command

TEXT = "Gary Wilber was named chief executive on Monday. He said that he was proud of his team.\n"
GERMAN = (
    "Der Vorsitzende des Vereins sagte am Montag, dass die Arbeiten im Herbst beginnen sollen. Er habe mit allen "
    "Beteiligten gesprochen, und niemand sei gegen den Plan gewesen."
)

MAIL = """From: Ruth Calder <ruth.calder@marlow.example>
To: Tom Hale <tom.hale@harbour.example>
Cc: Anita Bose <anita.bose@harbour.example>
Date: Tue, 3 Mar 2020 09:12:00 +0000
Subject: The other Dan Reyes

Tom,

I spoke to Dan Reyes this morning. He is the surveyor, not the Dan Reyes who runs the boatyard; that one is his \
cousin. He says the survey will be ready on Friday, and he would like to walk the quay with you since you were there \
when the wall was built. Could you call him?

Yours,
Ruth
"""


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text(TEXT)
    return path


def wilber(document: Document) -> set[str]:
    (chain,) = (chain for chain in document.chains if chain.name == "Gary Wilber")
    return {mention.text for mention in chain}


def test_json(namesakes: Command, letter: Path) -> None:
    done = namesakes("coref", "letter.txt")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    (chain,) = (chain for chain in row["chains"] if chain["name"] == "Gary Wilber")
    assert 0 < chain["confidence"] <= 1
    for mention in chain["mentions"]:
        assert row["text"][mention["start"] : mention["end"]] == mention["text"]
        assert 0 <= mention["confidence"] <= 1
        assert "why" not in mention
    assert [mention["text"] for mention in chain["mentions"]] == ["Gary Wilber", "He", "he", "his"]


@pytest.mark.parametrize("target", ["json", "jsonl", "conll2012", "conllu", "html"])
def test_every_format_reads_back(namesakes: Command, letter: Path, tmp_path: Path, target: str) -> None:
    out = tmp_path / "out"
    done = namesakes("coref", "letter.txt", "--to", target, "--out", "out")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "1 document written to out\n"
    assert wilber(read_one(out, format=target)) == {"Gary Wilber", "He", "he", "his"}


def test_brat(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    done = namesakes("coref", "letter.txt", "--to", "brat", "--out", "folder")
    assert done.returncode == 0, done.stderr
    (document,) = read(tmp_path / "folder")
    assert {"Gary Wilber", "He"} <= {mention.text for mention in document.mentions}
    done = namesakes("coref", "letter.txt", "--to", "brat")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Name it with --out" in done.stderr


def test_resolved_text_from_standard_input(namesakes: Command) -> None:
    done = namesakes("coref", "-", "--to", "text", stdin=TEXT)
    assert done.returncode == 0, done.stderr
    first, name = "Gary Wilber was named chief executive on Monday. ", "Gary Wilber"
    assert done.stdout == f"{first}{name} said that {name} was proud of {name}'s team.\n"


def test_summary_and_reasons(namesakes: Command, letter: Path) -> None:
    done = namesakes("coref", "letter.txt", "--to", "summary")
    assert re.search(r"^  Gary Wilber  4 mentions  \d+% sure$", done.stdout, re.MULTILINE)
    assert "Gary Wilber · He · he · his" in done.stdout
    done = namesakes("coref", "letter.txt", "--to", "summary", "--explain")
    assert "“He” → “Gary Wilber”" in done.stdout
    done = namesakes("coref", "letter.txt", "--explain")
    (row,) = json.loads(done.stdout)
    why = row["chains"][0]["mentions"][1]["why"]
    assert why["chosen"]["text"] == "Gary Wilber"
    assert {"template", "words", "weight"} == set(why["chosen"]["reasons"][0])


def test_the_page_asks_for_nothing_and_holds_the_reasons(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    assert namesakes("coref", "letter.txt", "--to", "html", "--out", "letter.html").returncode == 0
    page = (tmp_path / "letter.html").read_text()
    assert 'class="panel"' in page
    assert not re.search(r"(?:src|href)=\"(?!#)", page)
    document = read_one(tmp_path / "letter.html")
    assert document.chains[0][1].why().chosen.text == "Gary Wilber"


def test_options(namesakes: Command, letter: Path) -> None:
    def mentions(*options: str) -> int:
        done = namesakes("coref", "letter.txt", *options)
        assert done.returncode == 0, done.stderr
        return sum(len(chain["mentions"]) for chain in json.loads(done.stdout)[0]["chains"])

    assert mentions("--singletons") > mentions() >= mentions("--min-confidence", "0.99")
    assert namesakes("coref", "letter.txt", "--min-confidence", "7").returncode == 2
    assert namesakes("coref", "letter.txt", "--to", "xml").returncode == 2


def test_constraints(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    he, name = TEXT.index("He"), [0, 11]
    row = {"doc_id": "letter", "cannot_link": [[name, [he, he + 2]]]}
    (tmp_path / "links.jsonl").write_text(json.dumps(row) + "\n")
    done = namesakes("coref", "letter.txt", "--to", "jsonl", "--constraints", "links.jsonl", "--out", "out.jsonl")
    assert done.returncode == 0, done.stderr
    document = read_one(tmp_path / "out.jsonl")
    assert not any({"Gary Wilber", "He"} <= {mention.text for mention in chain} for chain in document.chains)
    (tmp_path / "links.jsonl").write_text(json.dumps(row) + '\n{"doc_id": "letter", "must_link": 3}\n')
    done = namesakes("coref", "letter.txt", "--constraints", "links.jsonl")
    assert done.returncode == 1
    assert done.stderr.startswith("namesakes: links.jsonl:2: 'must_link' is a int")
    must = {"doc_id": "letter", "must_link": row["cannot_link"]}
    (tmp_path / "links.jsonl").write_text(json.dumps(row) + "\n" + json.dumps(must) + "\n")
    done = namesakes("coref", "letter.txt", "--constraints", "links.jsonl")
    assert done.returncode == 1
    assert "links.jsonl:1: document letter: “Gary Wilber” (0–11) and “He”" in done.stderr
    (tmp_path / "links.jsonl").write_text('{"doc_id": "other", "must_link": [[[0, 11], [49, 51]]]}\n')
    done = namesakes("coref", "letter.txt", "--constraints", "links.jsonl", "--to", "summary")
    assert done.returncode == 0
    assert "warning: there is no document 'other', which constraints are about" in done.stderr


def test_gold_mentions(namesakes: Command, tmp_path: Path) -> None:
    row = {"doc_id": "a", "text": TEXT, "clusters": [], "mentions": [[0, 11], [49, 51]]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row) + "\n")
    done = namesakes("coref", "a.jsonl", "--mentions", "gold", "--singletons")
    assert done.returncode == 0, done.stderr
    chains = json.loads(done.stdout)[0]["chains"]
    assert sorted(mention["start"] for chain in chains for mention in chain["mentions"]) == [0, 49]
    former = namesakes("coref", "a.jsonl", "--mentions", "given", "--singletons")
    assert former.stdout == done.stdout
    assert "'given' is now called 'gold'" in former.stderr
    (tmp_path / "b.txt").write_text(TEXT)
    done = namesakes("coref", "a.jsonl", "b.txt", "--mentions", "gold")
    assert done.returncode == 1
    assert "document b has no mentions" in done.stderr
    done = namesakes("coref", "a.jsonl", "b.txt", "--mentions", "gold", "--skip-bad")
    assert done.returncode == 0
    assert "left out 1 bad document" in done.stderr
    assert [each["id"] for each in json.loads(done.stdout)] == ["a"]


def test_several_processes_give_the_same(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    (tmp_path / "second.txt").write_text("Ann Lee left. She took her dog.")
    alone = namesakes("coref", "letter.txt", "second.txt", "--to", "jsonl")
    together = namesakes("coref", "letter.txt", "second.txt", "--to", "jsonl", "--jobs", "2")
    assert alone.returncode == 0, alone.stderr
    assert alone.stdout == together.stdout
    assert alone.stdout.count("\n") == 2


def test_bad_files(namesakes: Command, letter: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    done = namesakes("coref", "empty.txt")
    assert done.returncode == 1
    assert "empty.txt: this file is empty" in done.stderr
    done = namesakes("coref", "empty.txt", "letter.txt", "--skip-bad", "--to", "summary")
    assert done.returncode == 0
    assert "letter: 17 words" in done.stdout
    done = namesakes("coref", "letter.txt", "--model", "nowhere")
    assert done.returncode == 1
    assert "nowhere" in done.stderr


@pytest.mark.parametrize(
    ("name", "content"), [("a.conll", b""), ("a.conll", b"\x00\x01"), ("a.jsonl", b"{"), ("none.conll", None)]
)
def test_a_bad_file_that_is_named_is_left_out(letter: Path, tmp_path: Path, name: str, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    files, bad = [str(tmp_path / name), str(letter)], Bad(skip_bad=True)
    assert [document.text for document in bad.read(files, None, None)] == [TEXT]
    assert bad.skipped is not None
    assert [str(error.path) for error in bad.skipped] == files[:1]
    with pytest.raises(DataError, match=name):
        list(Bad(skip_bad=False).read(files, None, None))


def test_documents_with_hardly_anything_in_them(namesakes: Command, tmp_path: Path) -> None:
    texts = ["", "Hello", ".", "Ran quickly."]
    write([Document(id=str(number), text=text) for number, text in enumerate(texts)], tmp_path / "few.jsonl")
    for target in ("conllu", "html", "text"):
        done = namesakes("coref", "few.jsonl", "--to", target, "--quiet")
        assert done.returncode == 0, done.stderr
    done = namesakes("coref", "few.jsonl")
    assert [row["text"] for row in json.loads(done.stdout)] == texts


def test_another_language(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "brief.txt").write_text(GERMAN)
    for jobs in ("1", "2"):
        done = namesakes("coref", "brief.txt", "--jobs", jobs)
        assert done.returncode == 0
        assert "warning: document brief is probably not in English" in done.stderr
    assert namesakes("coref", "brief.txt", "--quiet").stderr == ""


def test_the_examples(namesakes: Command) -> None:
    done = namesakes("coref", CHECKOUT / "examples" / "texts", "--to", "jsonl")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 3


def test_a_pair_of_brat_is_one_document_and_any_format_can_be_written(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Ann Lee left. She ran.")
    (tmp_path / "note.ann").write_text("")
    done = namesakes("coref", "note.ann", "note.txt", "--to", "jsonl")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    assert namesakes("coref", "note.txt", "--to", "muc").stdout.count("<COREF") == 2
    wrong = namesakes("coref", "note.txt", "--to", "summry")
    assert (wrong.returncode, wrong.stderr.splitlines()[0]) == (
        2,
        "namesakes: there is no output called 'summry'. Did you mean 'summary'?",
    )


def test_a_mail_of_two_who_share_a_name(namesakes: Command, tmp_path: Path) -> None:
    """What is read of a mail is what its reader would say, as a text and as a mail."""
    (tmp_path / "mail").mkdir()
    for name in ("mail.txt", "mail.eml"):
        (tmp_path / "mail" / name).write_text(MAIL)
        done = namesakes("coref", f"mail/{name}", "--to", "summary")
        assert done.returncode == 0, done.stderr
        found = [line.strip().split(" · ") for line in done.stdout.splitlines() if " · " in line]
        assert sorted(found) == [
            ["Ruth Calder", "I", "Ruth"],
            ["The other Dan Reyes", "Dan Reyes", "He", "his", "He", "he", "him"],
            ["Tom Hale", "Tom", "you", "you", "you"],
        ]
    done = namesakes("resolve", "mail/mail.txt", "--store", "mail.db", "--json")
    assert done.returncode == 0, done.stderr
    done = namesakes("people", "--store", "mail.db")
    assert re.findall(r"^[A-Z].*", done.stdout, re.MULTILINE) == [
        *("Anita Bose", "Dan Reyes  2 bearers", "Ruth Calder", "Tom Hale")
    ]
    assert re.search(r"dan-reyes-1 +surveyor", done.stdout)
    assert not re.search(r"tom-hale-1 +surveyor", done.stdout)
