"""Training with losses: settings, updates, selected features, checkpoints and the grid."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.losses import LOSSES, LossSettings
from namesakes.chains.losses.regressor import RegressorSettings
from namesakes.chains.losses.training import train_loss
from namesakes.chains.losses.tuning import Choice, TuningSettings, as_toml, choices, tune
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.preparation import prepared
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.binary_selection import binary_weights, selected
from namesakes.chains.training.checkpoints import fingerprint
from namesakes.chains.training.examples import Example, examples_of
from namesakes.chains.training.trainer import train
from namesakes.config import fill, read_config
from namesakes.errors import ConfigError, DataError, ModelError, UnknownNameError
from namesakes.learning.steps import Direction, StepSettings
from namesakes.mentions.detection import with_mentions
from namesakes.text.document import Document
from tests.chains.losses.test_losses import made_regressor
from tests.chains.made import LOCAL_FEATURES, made_example, story_document

PERCEPTRON = StepSettings("perceptron")
SETTINGS = ChainSettings(LOCAL_FEATURES, "loss-augmented", PERCEPTRON, epochs=6)


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return [made_example(9, seed) for seed in range(4)]


@pytest.fixture
def folder(tmp_path: Path) -> str:
    made_regressor().save(tmp_path / "loss")
    return str(tmp_path / "loss")


@pytest.mark.parametrize("loss", list(LOSSES))
@pytest.mark.parametrize("kind", ["perceptron", "passive-aggressive", "adagrad"])
def test_all_losses_and_steps_learn(loss: str, kind: str, examples: list[Example], folder: str) -> None:
    """The loss falls, and the same training twice gives the same weights."""
    augmentation = LossSettings(strength=1.0, model=folder)
    settings = replace(
        SETTINGS, loss=loss, step=StepSettings(kind), augmentation=augmentation, averaged=False, epochs=12
    )
    lost: list[float] = []
    model = train(examples, settings, on_epoch=lambda found: lost.append(found["loss"]))
    assert lost[-1] < lost[0]
    again = train(examples, settings)
    assert model.weights.tolist() == again.weights.tolist()


def test_what_can_be_separated_is_separated() -> None:
    """Without a loss left, every tree found is right: Proposition 1 of the paper, for the loss of arcs."""
    documents = [story_document(number) for number in range(4)]
    pairs = [(with_mentions(prepared(document, "gold")), document) for document in documents]
    features = FeatureSettings(bits=16)
    for loss in ("edge", "tree-edges"):
        settings = replace(SETTINGS, features=features, loss=loss, averaged=False, epochs=60)
        settings = replace(settings, augmentation=LossSettings(strength=1.0))
        taught = examples_of(pairs, settings)
        lost: list[float] = []
        model = train(taught, settings, on_epoch=lambda found, lost=lost: lost.append(found["loss"]))
        assert lost[-1] == 0.0
        for example in taught:
            tree = best_first(model.scores(example.pairs), example.pairs)
            assert example.right[tree[1:]].all()


def test_a_document_of_the_corpus_knows_the_sizes_of_its_chains() -> None:
    document = story_document(0)
    assert document.mention_table is not None
    (example,) = examples_of([(with_mentions(prepared(document, "gold")), document)], SETTINGS)
    assert example.sizes.tolist() == document.mention_table.sizes.tolist()


def test_training_goes_on_from_a_checkpoint(examples: list[Example], folder: str, tmp_path: Path) -> None:
    settings = replace(SETTINGS, loss="learned", augmentation=LossSettings(strength=1.0, model=folder), most=300)
    whole = train(examples, settings)
    path = tmp_path / "checkpoint.npz"
    train(examples, replace(settings, epochs=2), checkpoint=path)
    resumed = train(examples, settings, checkpoint=path)
    assert resumed.weights.tolist() == whole.weights.tolist()
    made_regressor(9).save(tmp_path / "loss")  # another loss in the same folder is another training
    with pytest.raises(ModelError, match="another training"):
        train(examples, settings, checkpoint=path)


def test_settings_that_change_nothing_are_not_part_of_a_fingerprint(examples: list[Example]) -> None:
    plain = ChainSettings(LOCAL_FEATURES)
    other = replace(plain, loss="tree-edges", augmentation=LossSettings(strength=3.0))
    assert fingerprint(plain, examples) == fingerprint(other, examples)
    assert fingerprint(plain, examples) != fingerprint(replace(plain, most=5), examples)
    one, two = (replace(SETTINGS, augmentation=LossSettings(strength=value)) for value in (1.0, 2.0))
    assert fingerprint(one, examples) != fingerprint(two, examples)


def test_selected_features_are_those_of_the_largest_weights(examples: list[Example]) -> None:
    weights = np.abs(binary_weights(examples, LOCAL_FEATURES, 1))
    kept = selected(examples, LOCAL_FEATURES, 40, 1)
    assert kept.sum() == 40
    assert weights[kept].min() >= weights[~kept].max()
    assert selected(examples, LOCAL_FEATURES, 1 << 14, 1).sum() == (weights > 0).sum()


@pytest.mark.parametrize("update", ["baseline", "loss-augmented", "delayed-laso"])
def test_only_selected_features_are_learned(update: str, examples: list[Example]) -> None:
    decoder = "beam" if update == "delayed-laso" else "best-first"
    settings = replace(SETTINGS, update=update, decoder=decoder, most=40, averaged=False)
    model = train(examples, settings)
    kept = selected(examples, LOCAL_FEATURES, 40, settings.seed)
    assert np.any(model.weights != 0)
    assert not model.weights[~kept].any()


def test_the_binary_classifier_tells_right_from_wrong(examples: list[Example]) -> None:
    model = BeamModel(LOCAL_FEATURES, 10 * binary_weights(examples, LOCAL_FEATURES, 1))
    scores = [(model.scores(each.pairs), each.right > 0) for each in examples]
    right = np.concatenate([values[truth] for values, truth in scores])
    wrong = np.concatenate([values[~truth] for values, truth in scores])
    assert right.mean() > wrong.mean() + 1.0


def test_a_direction_keeps_what_it_is_told_to() -> None:
    direction, kept = Direction(3), np.array([True, False] * 4)
    direction.touched[:3], direction.count = [1, 2, 5], 3
    direction.sums[[1, 2, 5]], direction.marks[[1, 2, 5]] = 1.0, 1
    direction.keep(kept)
    assert direction.sums.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]


def test_settings_of_losses(tmp_path: Path) -> None:
    (tmp_path / "chains.toml").write_text(
        'update = "loss-augmented"\nloss = "learned"\nmost = 100\n[step]\nkind = "perceptron"\n'
        '[augmentation]\nstrength = 300\nramp = false\nstart = "best-first"\n'
    )
    found = read_config(tmp_path / "chains.toml", ChainSettings)
    assert (found.loss, found.most) == ("learned", 100)
    assert found.augmentation == LossSettings(strength=300.0, ramp=False, start="best-first")
    with pytest.raises(ConfigError, match="Did you mean 'edge'"):
        fill(ChainSettings, {"loss": "edges"})
    with pytest.raises(ConfigError, match="most"):
        ChainSettings(most=-1)
    with pytest.raises(ConfigError, match="templates of clusters"):
        ChainSettings(FeatureSettings(clusters=("c.size",)), "loss-augmented", decoder="beam")
    with pytest.raises(ConfigError, match="no measure of chains"):
        RegressorSettings(measure="uas")
    with pytest.raises(ConfigError):
        RegressorSettings(rounds=0)


def documents(numbers: range) -> list[Document]:
    return [story_document(number) for number in numbers]


SMALL = FeatureSettings(pairs=("same_head m.kind a.kind", "m.head a.head", "sentences"), alone=("m.kind",), bits=12)


def test_a_loss_is_trained_on_documents() -> None:
    told: list[str] = []
    settings = RegressorSettings(documents=3, rounds=8, features=SMALL, measure="lea")
    found = train_loss(documents(range(6)), documents(range(6, 8)), settings, told.append)
    assert found.measure == "lea"
    assert [line.split()[0] for line in told] == ["learned", "measured"]
    again = train_loss(documents(range(6)), (), settings)
    assert again.weights.tolist() == found.weights.tolist()
    with pytest.raises(DataError, match="no tree"):
        train_loss((), (), settings)


def tuning(folder: str) -> TuningSettings:
    chains = replace(SETTINGS, features=SMALL, epochs=2, augmentation=LossSettings(model=folder))
    return TuningSettings(chains, strengths=(1.0, 10.0), edge=(0.5, 1.0), tree_edges=(0.1,), documents=3)


def test_the_grid() -> None:
    found = list(choices(TuningSettings(strengths=(1.0, 2.0), edge=(0.5,), tree_edges=(0.1, 0.2))))
    assert len(found) == 2 + 4 + 2
    assert Choice("tree-edges", 2.0, 0.2) in found
    assert Choice("learned", 1.0) in found
    with pytest.raises(UnknownNameError):
        TuningSettings(losses=("best",))
    with pytest.raises(ConfigError, match="loss-augmented"):
        TuningSettings(ChainSettings())


@pytest.mark.parametrize("jobs", [1, 2])
def test_tuning_is_logged_and_goes_on(jobs: int, folder: str, tmp_path: Path) -> None:
    pairs = [(with_mentions(prepared(document, "gold")), document) for document in documents(range(6))]
    settings, log, told = tuning(folder), tmp_path / "log.jsonl", []
    found = tune(pairs[:4], pairs[4:], settings, log=log, jobs=jobs, progress=told.append)
    assert len(told) == len(found) == 8
    assert list(found.values()) == sorted(found.values(), reverse=True)
    lines = log.read_text().splitlines()
    log.write_text("\n".join(lines[:5]) + "\n")
    told.clear()
    again = tune(pairs[:4], pairs[4:], settings, log=log, progress=told.append)
    assert len(told) == 3
    assert again == found
    best = next(iter(found))
    assert f'loss = "{best.loss}"' in as_toml(best)
    with pytest.raises(DataError, match="Give both"):
        tune(pairs, [], settings)
