"""The pipeline `en-accurate` from end to end: what it says of the examples, in any number of processes, by its name."""

import json
from pathlib import Path
from typing import Any

import pytest

from namesakes.encoder import inference
from namesakes.encoder.parts import EncodedPart
from namesakes.pipeline.pipeline import load
from tests.conftest import Command
from tests.encoder.golden import SHIPPED, TremblingSession, examples

pytestmark = pytest.mark.slow

TEXT = "Gary Wilber was named chief executive on Monday. He said that he was proud of his team."


@pytest.fixture(scope="module", autouse=True)
def extra() -> None:
    for name in ("onnxruntime", "tokenizers"):
        pytest.importorskip(name, reason="the extra 'accurate' is not installed")


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return found


def test_what_it_says_of_the_examples(expected: dict[str, Any]) -> None:
    assert examples(load("en-accurate")) == expected
    assert len(expected["people"]) > 10


def test_other_last_digits_change_no_chain_and_no_person(
    expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another kind of processor last digits differ."""
    nlp = load("en-accurate")
    usual = nlp.parts.chains.encoder.reading(nlp(TEXT)).states
    monkeypatch.setattr(inference, "session", TremblingSession)
    other = inference.EncoderModel.load(Path(str(nlp.parts["chains"].folder)))
    assert (other.reading(nlp(TEXT)).states != usual).any()
    chains = type(nlp.parts.chains)(other, nlp.parts.chains.linear, nlp.parts.chains.links_settings)
    parser = type(nlp.parts.syntax.parser)(other, nlp.parts.syntax.parser.settings, nlp.parts.syntax.parser.linear)
    tagger = type(nlp.parts.syntax.tagger)(other)
    assert all(isinstance(each, EncodedPart) for each in (parser, tagger))
    assert examples(nlp.with_(chains=chains, parser=parser, tagger=tagger)) == expected


def test_the_same_bytes_in_any_number_of_processes(tmp_path: Path, namesakes: Command) -> None:
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text(f"{TEXT}\n\n" * (number + 1), encoding="utf-8")
    files = [f"{number}.txt" for number in range(6)]
    said = [
        namesakes("coref", *files, "--pipeline", "en-accurate", "--to", "jsonl", "--jobs", jobs) for jobs in ("1", "2")
    ]
    assert [each.returncode for each in said] == [0, 0], said[0].stderr
    assert said[0].stdout == said[1].stdout
    first = json.loads(said[0].stdout.splitlines()[0])
    assert first["text"].startswith("Gary Wilber")


def test_why_has_a_line_for_the_encoder() -> None:
    [chain] = load("en-accurate")(TEXT).chains
    assert [mention.text for mention in chain] == ["Gary Wilber", "He", "he", "his"]
    why = chain[1].why()
    assert why is not None
    assert "encoder" in [reason.template for reason in why.chosen.reasons]
