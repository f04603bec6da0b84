"""A newsroom of a few texts in a store, and the server over it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile

import pytest
from starlette.testclient import TestClient

from namesakes.pipeline.resolve import resolve
from namesakes.server.app import create_app
from namesakes.server.live_store import LiveStore
from namesakes.server.settings import ServerSettings
from tests.store.conftest import postgres

__all__ = ["postgres"]

TEXTS = {
    "lee.txt": "Susan Lee, a chemist, works for Harbour Bank in Leeds. Lee was born in York. She likes her work.",
    "bank.txt": 'The chemist Susan Lee left Harbour Bank. "I shall stay in Leeds," said Lee. She was tired.',
    "match.txt": "Susan Lee, a striker, scored twice for Hull Rovers. Lee hurt her knee. She will not play on Sunday.",
    "hart.txt": "William Hart, a lawyer, met José Núñez in Madrid. Bill Hart knew him from school, and he laughed.",
}


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that is not to be changed."""
    folder = tmp_path_factory.mktemp("newsroom")
    rows = [{"doc_id": name, "text": text} for name, text in TEXTS.items()]
    resolve(rows, store=folder / "people.db", jobs=1).close()
    return folder / "people.db"


@pytest.fixture
def place(filled: Path, tmp_path: Path) -> Path:
    """A copy of it, which may be."""
    copyfile(filled, tmp_path / "people.db")
    return tmp_path / "people.db"


Serve = Callable[..., TestClient]


@pytest.fixture
def serve(place: Path) -> Iterator[Serve]:
    """Makes clients of servers over the store."""
    open_clients: list[TestClient] = []

    def make(store: Path | str = place, **settings: object) -> TestClient:
        wanted = ServerSettings(who="ann", **settings)  # type: ignore[arg-type]
        live = LiveStore(str(store), read_only=wanted.read_only)
        client = TestClient(create_app(live, wanted), base_url="http://127.0.0.1:8000", raise_server_exceptions=False)
        client.__enter__()
        open_clients.append(client)
        return client

    yield make
    for client in open_clients:
        client.__exit__(None, None, None)


@pytest.fixture
def client(serve: Serve) -> TestClient:
    return serve()


def proof(client: TestClient) -> dict[str, str]:
    """The header that requests which write must have."""
    return {"X-Namesakes-Token": client.get("/api/session").json()["token"]}
