"""Whatever is asked, the server answers: no request of any address ends in an error that nobody foresaw."""

import json
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.server.conftest import TEXTS, proof

IDS = st.one_of(st.text(max_size=30), st.sampled_from(["susan-lee-1", "william-hart-1", *TEXTS]))
NUMBERS = st.one_of(st.integers(-5, 120), st.integers(), st.text(max_size=5))
VALUES = {"integer": NUMBERS, "boolean": st.one_of(st.booleans(), st.text(max_size=4)), "string": IDS, "array": IDS}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PLACES = st.fixed_dictionaries(
    {"document": IDS, "start": NUMBERS, "end": NUMBERS}, optional={"text": st.text(max_size=9), "person": IDS}
)
KINDS = ["same", "different", "rename", "not-a-person", "is", "nobody", "two", "split", "join"]
CORRECTIONS = st.fixed_dictionaries(
    {"what": st.sampled_from(KINDS), "person": IDS},
    optional={
        "other": IDS,
        "value": st.text(max_size=20),
        "who": st.text(max_size=9),
        "seen": JSON,
        "rehearse": JSON,
        "mentions": st.lists(PLACES, max_size=3),
    },
)
EXPECTED = {200, 400, 404, 405, 409, 413, 414, 422}
ANY = settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def kind(parameter: dict[str, Any]) -> str:
    schema = parameter["schema"]
    return str(schema.get("type") or next(each["type"] for each in schema["anyOf"] if each["type"] != "null"))


@ANY
@given(data=st.data())
def test_reading(client: TestClient, data: st.DataObject) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    path = data.draw(st.sampled_from(sorted(each for each, ways in paths.items() if "get" in ways)))
    query = {}
    for parameter in paths[path]["get"].get("parameters", ()):
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", quote(data.draw(IDS) or "x", safe=""))
        elif parameter.get("required") or data.draw(st.booleans()):
            query[parameter["name"]] = data.draw(VALUES[kind(parameter)])
    found = client.get(path, params=query)
    assert found.status_code in EXPECTED, (path, query, found.text)
    if path != "/api/metrics":
        json.loads(found.content)


@ANY
@given(body=st.one_of(CORRECTIONS, JSON), number=st.integers(-3, 9))
def test_writing(client: TestClient, body: Any, number: int) -> None:
    headers = {**proof(client), "Content-Type": "application/json"}
    for path in ("/api/corrections", f"/api/corrections/{number}/undo"):
        found = client.post(path, content=json.dumps(body), headers=headers)
        assert found.status_code in EXPECTED, (path, body, found.text)
    assert client.get("/api/people").status_code == 200
    assert client.get("/api/corrections").status_code == 200
