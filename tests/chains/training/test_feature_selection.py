"""Selection of templates: each that helps is kept at once, to an end; a run that was stopped comes to the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.preparation import prepared
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training import feature_selection
from namesakes.chains.training.feature_selection import SelectionSettings, select
from namesakes.errors import UnknownNameError
from namesakes.learning.steps import StepSettings
from namesakes.mentions.detection import with_mentions
from tests.chains.made import story_document

FEATURES = FeatureSettings(pairs=("sentences", "m.last"), alone=("m.kind",), bits=12)
CHAINS = ChainSettings(FEATURES, step=StepSettings("perceptron"), epochs=2)
SETTINGS = SelectionSettings(CHAINS, pairs=("same_string", "m.kind a.kind", "genders m.kind"), keep="first", rounds=30)


@pytest.fixture(scope="module")
def pairs() -> list[feature_selection.Pair]:
    """Stories with their mentions, beside those with chains."""
    documents = [story_document(number) for number in range(8)]
    return [(with_mentions(prepared(document, "gold")), document) for document in documents]


def test_what_helps_is_kept_at_once_until_nothing_changes(pairs: list[feature_selection.Pair], tmp_path: Path) -> None:
    log, said = tmp_path / "tried.jsonl", list[str]()
    features, score = select(pairs, SETTINGS, log=log, progress=said.append)
    rounds = [line for line in said if " after round " in line]
    assert 1 < len(rounds) < SETTINGS.rounds
    assert rounds[-1].split()[0] == rounds[-2].split()[0] == f"{100 * score:.2f}"
    assert not [line for line in said[said.index(rounds[-2]) + 1 : -1] if line.split()[1] in "+-"]
    scores = [float(line.split()[0]) for line in said]
    assert scores == sorted(scores)
    assert features.pairs != FEATURES.pairs
    assert features.alone

    lines = log.read_text().splitlines()
    log.write_text("".join(f"{line}\n" for line in lines[: len(lines) // 2]) + lines[-1][:9])
    tried = list[object]()
    with pytest.MonkeyPatch.context() as patch:
        score_of = feature_selection.Trials.score
        patch.setattr(feature_selection.Trials, "score", lambda self, one: tried.append(one) or score_of(self, one))
        assert select(pairs, SETTINGS, log=log) == (features, score)
    assert len(tried) == len(lines) - len(lines) // 2


def test_the_best_of_a_round_is_kept_alone(pairs: list[feature_selection.Pair]) -> None:
    said = list[str]()
    select(pairs, replace(SETTINGS, keep="best", rounds=1), progress=said.append)
    assert sum(line.split()[1] == "+" for line in said) <= 1


def test_another_rule_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'first'"):
        SelectionSettings(keep="frist")
