"""The server keeps to its own schema: schemathesis asks what the schema allows, and what it does not."""

from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from namesakes.server.app import create_app
from namesakes.server.live_store import LiveStore
from namesakes.server.settings import ServerSettings

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed (pip install schemathesis)")

LEFT_OUT = ("POST /api/resolve", "POST /api/uploads")
"""What goes on after its answer, and what takes any bytes; `test_runs` has them."""
REFUSING = ("positive_data_acceptance", "negative_data_rejection")
"""What the schema cannot say: that a cursor must be one of ours, that an address is too long before it is wrong."""
FEW = settings(
    max_examples=8,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def asked(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, dict[str, str]]:
    """The schema of a server, and the headers that requests need."""
    place = tmp_path_factory.mktemp("schema") / "people.db"
    copyfile(filled, place)
    guard = create_app(LiveStore(str(place)), ServerSettings(who="ann"))
    headers = {"Host": "127.0.0.1", "X-Namesakes-Token": guard.proof}
    return schemathesis.openapi.from_asgi("/api/openapi.json", guard, headers=headers), headers


@pytest.mark.parametrize("mode", ["POSITIVE", "NEGATIVE"])
@FEW
@given(data=st.data())
def test_every_answer_is_one_that_the_schema_names(
    asked: tuple[Any, dict[str, str]], mode: str, data: st.DataObject
) -> None:
    """Status, headers, type and content; what is refused is another test's matter: ids that are not there, cursors."""
    schema, headers = asked
    checks = schemathesis.checks
    refusing = [checks.CHECKS.get_one(name) for name in REFUSING]
    count = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.label in LEFT_OUT or (mode == "NEGATIVE" and not (operation.query or operation.body)):
            continue
        case = data.draw(operation.as_strategy(generation_mode=schemathesis.GenerationMode[mode]))
        case.call_and_validate(headers=headers, excluded_checks=refusing)
        count += 1
    assert count > 10
