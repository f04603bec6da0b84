"""Registry, configuration files and seeds."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from namesakes.config import Registry, fill, generator, read_config
from namesakes.errors import ConfigError, UnknownNameError


@dataclass(frozen=True)
class Inner:
    rate: float = 0.5


@dataclass(frozen=True)
class Settings:
    update: str = "perceptron"
    epochs: int = 5
    average: bool = True
    costs: list[float] = field(default_factory=list)
    limit: int | None = None
    inner: Inner = field(default_factory=Inner)


def test_toml_and_json_fill_the_same_settings(tmp_path: Path) -> None:
    toml, other = tmp_path / "a.toml", tmp_path / "a.json"
    toml.write_text('update = "laso"\nepochs = 3\ncosts = [1, 1.5]\n[inner]\nrate = 1\n')
    other.write_text(json.dumps({"update": "laso", "epochs": 3, "costs": [1, 1.5], "inner": {"rate": 1}}))
    assert read_config(toml, Settings) == read_config(other, Settings)
    assert read_config(toml, Settings) == Settings("laso", 3, costs=[1.0, 1.5], inner=Inner(1.0))


def test_an_unknown_key_lists_the_known_ones(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("epoch = 3\n")
    with pytest.raises(UnknownNameError, match=r"a\.toml: there is no setting called 'epoch'.*'epochs'") as caught:
        read_config(path, Settings)
    assert "average, costs, epochs, inner, limit, update" in str(caught.value)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"epochs": "many"}, "epochs: 'many' is not a whole number"),
        ({"epochs": True}, "epochs: True is not a whole number"),
        ({"average": 1}, "average: 1 is not true or false"),
        ({"costs": 3}, "costs: 3 is not a list"),
        ({"costs": ["x"]}, "costs: 'x' is not a number"),
        ({"limit": "x"}, "limit: 'x' is not a whole number or"),
        ({"inner": {"speed": 1}}, "no setting called 'speed'"),
    ],
)
def test_wrong_values_say_what_was_expected(values: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        fill(Settings, values)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.toml", "= 3", "not valid TOML"),
        ("a.json", "{", "not valid JSON"),
        ("a.json", "[1]", "a table of settings"),
        ("a.yaml", "a: 1", "neither"),
    ],
)
def test_files_that_do_not_parse(tmp_path: Path, name: str, content: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(ConfigError, match=message):
        read_config(path, Settings)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "none.toml", Settings)


def test_registry_finds_imports_and_refuses() -> None:
    registry: Registry[object] = Registry("update")
    registry.register("lazy", "json:dumps")

    @registry.add("early")
    def early() -> None: ...

    assert registry["lazy"] is json.dumps
    assert registry["early"] is early
    assert list(registry) == ["lazy", "early"]
    with pytest.raises(UnknownNameError, match=r"no update called 'eraly'\. Did you mean 'early'") as caught:
        registry["eraly"]
    assert "Known: early, lazy." in str(caught.value)
    with pytest.raises(ConfigError, match="already one update called 'early'"):
        registry.register("early", early)


def test_seeds_give_the_same_stream_for_the_same_purpose_and_others_otherwise() -> None:
    first, again = generator(1, "bootstrap"), generator(1, "bootstrap")
    assert first.random(5).tolist() == again.random(5).tolist()
    streams = [generator(1, "a", "b"), generator(1, "ab"), generator(2, "a", "b"), generator(1, "b", "a")]
    assert len({stream.random() for stream in streams}) == 4
