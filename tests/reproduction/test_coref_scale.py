"""The experiment on long texts: how its text is made, and a run over a short one."""

from pathlib import Path

import pytest

from namesakes.errors import DataError
from reproduction.environment import TOKENS
from reproduction.ours.coref_scale import run, text_of
from reproduction.stage_monitor import peak_megabytes

NOVELS = ["Ann Lee came home. She was late.\n\nBen slept.", "Tom Barrow sat down.\n\nHe read his book.\n\nIt was long."]


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (1, ["Ann Lee came home. She was late.", "Tom Barrow sat down."]),
        (14, ["Ann Lee came home. She was late.", "Tom Barrow sat down.\n\nHe read his book."]),
        (26, NOVELS),
        (27, [*NOVELS, "Ann Lee came home. She was late.", "Tom Barrow sat down."]),
        (52, NOVELS * 2),
    ],
)
def test_a_text_has_the_same_share_of_every_novel(size: int, expected: list[str]) -> None:
    assert text_of([*NOVELS, " "], size) == "\n\n".join(expected)


def test_the_most_memory_that_was_held() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("the system does not tell")
    before = peak_megabytes()
    held = bytearray(b"x" * int(before * 1e6))
    assert peak_megabytes() >= before + len(held) / 2e6 > 10.0


def test_a_run_has_a_row_for_each_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, novel in enumerate(NOVELS):
        folder = tmp_path / "novels" / str(number)
        folder.mkdir(parents=True)
        folder.joinpath("novel_text.txt").write_text(novel, encoding="utf-8")
    monkeypatch.setenv(TOKENS, "10,200")
    outcome = run(tmp_path, 0)
    assert [len(row) for row in outcome.rows] == [len(outcome.columns)] * 2
    first, second = (int(row[0].replace(",", "")) for row in outcome.rows)
    assert 10 <= first < 25
    assert 200 <= second < 215
    assert outcome.rows[0][-3] == ""
    assert f"({second / first:.2f} ×)" in outcome.rows[1][-3]
    assert f"{TOKENS}=10,200" in outcome.data


def test_there_must_be_novels(tmp_path: Path) -> None:
    tmp_path.joinpath("novels").mkdir()
    with pytest.raises(DataError, match="no novels"):
        run(tmp_path, 0)
