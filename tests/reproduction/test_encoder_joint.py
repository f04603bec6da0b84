"""Learning over an encoder's scores, measured with a tiny random one."""

from dataclasses import replace
from pathlib import Path

import pytest

import namesakes
from reproduction.ours import encoder_joint
from tests.chains.made import story
from tests.encoder.made import GOLDEN


def test_a_row_for_each_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("onnxruntime", "tokenizers"):
        pytest.importorskip(name, reason="the extra 'accurate' is not installed")
    train = tmp_path / "ontogum" / "conllu" / "train"
    train.mkdir(parents=True)
    for number in range(4):
        genre = "fiction" if number else "news"
        (train / f"{number}.conllu").write_text(story(number).replace("GUM_news", f"GUM_{genre}"), encoding="utf-8")
    tiny = namesakes.load("en").with_(tagger=GOLDEN, parser=GOLDEN, chains=GOLDEN)
    tiny.save(tmp_path / "own")
    taught: list[list[str]] = []
    whole = encoder_joint.resolvers

    def remembered(*arguments: object) -> object:
        taught.append([document.id for document in arguments[1]])  # type: ignore[attr-defined]
        return whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(encoder_joint, "resolvers", remembered)
    settings = encoder_joint.Settings(
        str(tmp_path / "own"),
        1,
        beam=2,
        measured={"made": "ontogum/conllu/train"},
        folds=(str(GOLDEN), str(GOLDEN)),
        whole=("ontogum/conllu/train",),
    )
    chains = replace(settings.chains, epochs=1, features=replace(settings.chains.features, bits=12))
    outcome = encoder_joint.run(tmp_path, 0, replace(settings, chains=chains))
    assert [row[:2] for row in outcome.rows] == [["made", title] for title in encoder_joint.TITLES.values()]
    assert all(0 <= float(row[2]) <= 100 for row in outcome.rows)
    assert len(taught[0]) == 2
    assert not any("news" in name for name in taught[0]), "what may be sold is what the encoder has seen"
