"""One linear model over what an encoder says: learned over folds, kept beside its encoder, used and explained."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import namesakes
from namesakes.chains import resolver as resolver_module
from namesakes.chains.constraints import Constraints
from namesakes.chains.encoded import EncodedResolver
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.joint import JointResolver
from namesakes.chains.resolver import Resolver
from namesakes.chains.training import encoder_folds
from namesakes.chains.training.encoder_folds import EncoderFolds
from namesakes.chains.training.recipe import RecipeSettings
from namesakes.cli.main import group
from namesakes.encoder.folds import fold_of
from namesakes.errors import ConfigError, ModelError
from namesakes.formats import write
from namesakes.pipeline.pipeline import Pipeline
from namesakes.text.document import Document

TEXT = "Ann Lee met Bob in Oslo. She liked him. Bob liked Ann Lee. "
CONFIG = """syntax = "predicted"
[encoder]
model = "{model}"
folds = ["{one}", "{other}"]
[chains]
epochs = 2
{more}
[chains.features]
bits = 14
"""


@pytest.fixture
def model(tiny: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny, tmp_path / "model"))


def pipeline(model: Path) -> Pipeline:
    return namesakes.load("en").with_(tagger=model, parser=model, chains=model)


def trained(folder: Path, model: Path, more: str = "") -> str:
    """Train chains over an encoder and two of folds by the command, into the folder beside the encoder."""
    gold = [namesakes.load("en")(Document(id=f"text{count}", text=count * TEXT)) for count in (1, 2, 3)]
    write(gold, folder / "gold.json")
    folds = [shutil.copytree(model, folder / name, ignore=shutil.ignore_patterns("chains")) for name in ("one", "two")]
    (folder / "joint.toml").write_text(CONFIG.format(model=model, one=folds[0], other=folds[1], more=more))
    pipeline(model).save(folder / "own")
    call = ["train", "chains", "--config", "joint.toml", "--train", "gold.json", "--dev", "gold.json"]
    call = [str(folder / each) if each in ("joint.toml", "gold.json") else each for each in call]
    done = CliRunner().invoke(group, [*call, "--pipeline", str(folder / "own"), "--out", str(model / "chains")])
    assert done.exit_code == 0, done.output
    return done.output


def test_from_the_command_to_chains_with_reasons(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pipeline(model)
    assert isinstance(before.parts.chains, EncodedResolver)
    code = before.parts["chains"].fingerprint
    read: list[tuple[str, str]] = []
    whole = EncoderFolds.of

    def remembered(self: EncoderFolds, document: Document, syntax: object) -> encoder_folds.EncoderReader:
        found = whole(self, document, syntax)  # type: ignore[arg-type]
        read.append((document.id, found.encoder.folder.name))
        return found

    monkeypatch.setattr(EncoderFolds, "of", remembered)
    trained(tmp_path, model)
    assert set(read) == {(f"text{count}", ("one", "two")[fold_of(f"text{count}", 2)]) for count in (1, 2, 3)}
    nlp = pipeline(model)
    joint = nlp.parts.chains
    assert isinstance(joint, JointResolver)
    assert nlp.parts["chains"].fingerprint != code, "a store would not see that the chains are others"
    document = nlp(Document(id="new", text=TEXT))
    assert document.chains
    reasons = [
        reason
        for mention in nlp(Document(id="new", text=TEXT), explain=True).mentions
        if mention.chain is not None
        for option in (mention.why().chosen, mention.why().new)
        for reason in option.reasons
    ]
    said = [reason for reason in reasons if reason.template == "encoder"]
    assert {reason.words for reason in said} == {"what the encoder says of the two", "what the encoder says of it"}
    assert not any("said" in reason.template.split(".")[-1] for reason in reasons)


def test_what_options_are_made_of_adds_up(model: Path, tmp_path: Path) -> None:
    trained(tmp_path, model)
    nlp = pipeline(model)
    links = nlp.parts.chains.links(nlp.syntax()(Document(id="new", text=TEXT)))
    from namesakes.explain.links import LinkExplainer

    explainer = LinkExplainer(nlp.parts.chains, links)
    for mention in range(len(links.document.mentions)):
        why = explainer.why(mention)
        for option in (why.chosen, why.new):
            assert np.isclose(sum(reason.weight for reason in option.reasons), option.score, atol=1e-4)


def test_a_beam_with_clusters_trains_over_the_scores(model: Path, tmp_path: Path) -> None:
    trained(tmp_path, model, 'update = "delayed-laso"\ndecoder = "beam"\nbeam = 3')
    joint = pipeline(model).parts.chains
    assert isinstance(joint, JointResolver)
    assert joint.settings.decoder == "beam"
    pairs = joint.pairs(joint.seen(pipeline(model).syntax()(Document(id="new", text=TEXT))))
    assert pairs.comparisons[:, COMPARISONS.index("said")].max() > 1


def test_long_documents_by_stretches_and_constraints(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained(tmp_path, model)
    nlp = pipeline(model)
    document = Document(id="long", text=30 * TEXT)
    at_once = nlp(document)
    monkeypatch.setattr(resolver_module, "BLOCK", 25)
    by_stretches = nlp(document)
    assert [list(map(str, chain)) for chain in at_once.chains] == [
        list(map(str, chain)) for chain in by_stretches.chains
    ]
    parsed = nlp.syntax()(Document(id="new", text=TEXT))
    for constraints, together in (
        (Constraints(must=[((0, 7), (19, 23))]), True),
        (Constraints(cannot=[((0, 7), (25, 28))]), False),
    ):
        found = nlp.parts.chains.resolve(parsed, constraints=constraints)
        spans = [{(mention.start, mention.end) for mention in chain} for chain in found.chains]
        assert any(set(constraints.groups[0].spans) <= chain for chain in spans) == together


def test_without_its_encoder_it_is_refused(model: Path, tmp_path: Path) -> None:
    trained(tmp_path, model)
    with pytest.raises(ModelError, match="looks at what an encoder says"):
        Resolver.load(model / "chains")
    shutil.rmtree(model / "chains")
    shutil.copytree(Path(namesakes.__file__).parent / "models" / "en-chains", model / "chains")
    with pytest.raises(ModelError, match="does not look at an encoder"):
        JointResolver.beside(model)


def test_settings_that_are_wrong() -> None:
    with pytest.raises(ConfigError, match="no model that is used afterwards"):
        EncoderFolds(folds=["a", "b"])
    with pytest.raises(ConfigError, match="two at least"):
        EncoderFolds("model", ["a"])
    with pytest.raises(ConfigError, match='as "predicted"'):
        RecipeSettings(encoder=EncoderFolds("model"))
