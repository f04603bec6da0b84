"""Fitting how the chains of an encoder are found: the best of what was tried is kept, bad values are refused."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import namesakes
from namesakes.chains import encoded_fitting
from namesakes.chains.encoded import EncodedResolver, LinkSettings
from namesakes.chains.encoded_fitting import conll, fit_links, searched
from namesakes.chains.preparation import prepared
from namesakes.cli.main import group
from namesakes.errors import DataError, ModelError, UsageError
from namesakes.formats import write
from namesakes.pipeline.pipeline import Pipeline
from namesakes.text.document import Document

TEXT = "Ann Lee met Bob in Oslo. She liked him. Bob liked Ann Lee. "


@pytest.fixture
def model(tiny: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny, tmp_path / "model"))


@pytest.fixture
def pipeline(model: Path) -> Pipeline:
    return namesakes.load("en").with_(tagger=model, parser=model, entities=model, chains=model)


@pytest.fixture
def gold() -> list[Document]:
    """Documents whose gold chains are those of the linear model, so that a share of it is worth something."""
    texts = [Document(id=str(count), text=count * TEXT) for count in (1, 2)]
    return [namesakes.load("en")(text) for text in texts]


def test_the_best_of_what_was_tried_is_kept(
    model: Path, pipeline: Pipeline, gold: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoded_fitting, "SHARES", (0.0, 1.0, 50.0))
    said: list[str] = []
    syntax = pipeline.parts.syntax
    found = fit_links(model, [gold], syntax, say=said.append)
    assert len(said) == 2 * 3 + len(encoded_fitting.SHIFTS) + len(encoded_fitting.LEAST)
    pairs = [[(prepared(one, "predicted", syntax), one) for one in gold]]
    resolver = EncodedResolver.load(model)
    assert resolver.links_settings == found
    others = [replace(LinkSettings(), share=share) for share in (0.0, 1.0, 50.0)]
    best, *rest = conll(resolver, pairs, [found, *others])
    assert best >= max(rest)
    assert len(set(rest)) > 1, "nothing depended on the share"
    assert found.certainty
    assert resolver.certainty is not None
    assert json.loads((model / "model.json").read_text())["settings"]["chains"]["share"] == found.share


def test_links_are_fitted_for_the_conventions_of_each_corpus(
    model: Path, pipeline: Pipeline, gold: list[Document], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("SHARES", "SHIFTS", "LEAST"):
        monkeypatch.setattr(encoded_fitting, name, (1.0,))
    file = pipeline.save(tmp_path / "own")
    corpus = pipeline.parts.chains.encoder.labels.corpora[1]
    file.write_text(f'corpus = "{corpus}"\n' + file.read_text())
    write(gold, tmp_path / "gold.jsonl")
    given = ["train", "links", str(file.parent), "--dev", str(tmp_path / "gold.jsonl")]
    assert CliRunner().invoke(group, given).exit_code == 0
    settings = json.loads((model / "model.json").read_text())["settings"]
    assert settings[f"chains {corpus}"]["shift"] == 1.0
    assert "chains" not in settings
    assert EncodedResolver.load(model, corpus=corpus).links_settings.shift == 1.0
    assert namesakes.load(file.parent).parts.chains.links_settings.shift == 1.0
    assert EncodedResolver.load(model).links_settings == LinkSettings()


def test_what_is_found_does_not_depend_on_where_the_search_begins(pipeline: Pipeline, gold: list[Document]) -> None:
    resolver = pipeline.parts.chains
    assert isinstance(resolver, EncodedResolver)
    pairs = [[(prepared(one, "predicted", pipeline.parts.syntax), one) for one in gold]]
    other = EncodedResolver(resolver.encoder, resolver.linear, LinkSettings(share=3.0, shift=2.0))
    assert searched(resolver, pairs, lambda line: None) == searched(other, pairs, lambda line: None)


def test_the_command(model: Path, pipeline: Pipeline, gold: list[Document], tmp_path: Path) -> None:
    write(gold, tmp_path / "dev.json")
    pipeline.save(tmp_path / "own")
    call = ["train", "links", str(tmp_path / "own"), "--dev", str(tmp_path / "dev.json")]
    found = CliRunner().invoke(group, call)
    assert found.exit_code == 0, found.output
    assert "share" in found.stdout
    assert EncodedResolver.load(model).certainty is not None


def test_a_pipeline_without_an_encoder_has_no_links_to_fit() -> None:
    with pytest.raises(UsageError, match="no encoder"):
        CliRunner().invoke(group, ["train", "links", "en", "--dev", "any"], catch_exceptions=False)


def test_nothing_to_fit_to(model: Path, pipeline: Pipeline) -> None:
    with pytest.raises(DataError, match="no document"):
        fit_links(model, [[]], pipeline.parts.syntax)


@pytest.mark.parametrize("values", [{"curve": (1.0,)}, {"certainty": (1.0, 2.0)}])
def test_curves_of_another_kind_are_refused(values: dict[str, tuple[float, ...]]) -> None:
    with pytest.raises(ModelError, match="Fit them again"):
        LinkSettings(**values)  # type: ignore[arg-type]
