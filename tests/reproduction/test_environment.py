"""The environment variables of the experiments."""

from pathlib import Path

import pytest

from namesakes.errors import UsageError
from reproduction.environment import (
    CHAINS,
    DOCUMENTS,
    SPARK_DOCUMENTS,
    STORED,
    TOKENS,
    WORK,
    setting_of,
    sizes_in,
    work_folder,
)

VARIABLES = pytest.mark.parametrize("variable", [CHAINS, DOCUMENTS, SPARK_DOCUMENTS, STORED, TOKENS])


@VARIABLES
def test_sizes(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.delenv(variable, raising=False)
    assert sizes_in(variable, [1, 2]) == (1, 2)
    assert setting_of(variable) == ""
    monkeypatch.setenv(variable, "10,200")
    assert sizes_in(variable, [1, 2]) == (10, 200)
    assert setting_of(variable) == f", {variable}=10,200"


@VARIABLES
@pytest.mark.parametrize("listed", ["many", "0", "5,-1"])
def test_sizes_that_make_no_sense_are_refused(monkeypatch: pytest.MonkeyPatch, variable: str, listed: str) -> None:
    monkeypatch.setenv(variable, listed)
    with pytest.raises(UsageError, match=f"{variable} holds numbers .* it is '{listed}'"):
        sizes_in(variable, [1, 2])


def test_the_work_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WORK, "somewhere")
    assert work_folder() == Path("somewhere")
    monkeypatch.setenv(WORK, "")
    assert work_folder() is None
