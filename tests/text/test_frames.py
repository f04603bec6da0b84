"""Documents as data frames, of each kind that there is."""

from importlib.util import find_spec
from typing import Any

import pytest

import namesakes
from namesakes.errors import MissingExtraError, NamesakesError, UnknownNameError, UsageError
from namesakes.text import frames
from namesakes.text.document import Document
from namesakes.text.frames import FRAMES, TABLES, to_frame
from tests.conftest import CHECKOUT

KINDS = [
    pytest.param(kind, marks=pytest.mark.skipif(find_spec(module) is None, reason=f"{module} is not installed"))
    for kind, module in FRAMES.items()
]


def key() -> list[Document]:
    return list(namesakes.read(CHECKOUT / "examples" / "key.conll"))


def records(frame: Any) -> list[dict[str, Any]]:
    """The rows of a frame of any kind."""
    if hasattr(frame, "to_pylist"):
        return list(frame.to_pylist())
    return list(frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_dict("records"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", TABLES)
def test_every_kind_has_the_same_rows_and_types(kind: str, table: str) -> None:
    documents = key()
    found = records(to_frame(documents, table, kind))
    assert list(found[0]) == list(TABLES[table])
    if table == "mentions":
        pairs = [(document, mention) for document in documents for mention in document.mentions]
        assert [row["text"] for row in found] == [mention.text for _, mention in pairs]
        assert [row["text"] for row in found] == [document.text[m.start : m.end] for document, m in pairs]
    else:
        chains = [chain for document in documents for chain in document.chains]
        assert [(row["name"], row["mentions"]) for row in found] == [(chain.name, len(chain)) for chain in chains]
    empty = to_frame(Document(id="nothing", text="No."), table, kind)
    assert (len(empty), list(empty.column_names if kind == "arrow" else empty.columns)) == (0, list(TABLES[table]))


def test_columns_have_their_types_also_where_nothing_is_known() -> None:
    pandas = pytest.importorskip("pandas")
    found = key()[0].to_frame()
    assert found["start"].dtype == found["mention"].dtype == "int64"
    assert found["confidence"].dtype == "float64"
    assert bool(pandas.isna(found["confidence"]).all())
    outside = namesakes.Document(text="Ann met Bo.", starts=[0, 8], ends=[3, 10])
    table = namesakes.text.spans.Mentions.build([[(0, 1)], [(1, 2)]], ["1", None])
    rows = records(outside.replace(mention_table=table, sentence_starts=[0]).to_frame("mentions"))
    assert [(row["text"], row["chain"]) for row in rows] == [("Ann", "1"), ("Bo", None)]


@pytest.mark.parametrize(
    ("table", "kind", "says"),
    [
        ("mention", None, r"no table called 'mention'. Did you mean 'mentions'\?"),
        ("chains", "pandsa", r"no kind of data frame called 'pandsa'. Did you mean 'pandas'\?"),
    ],
)
def test_wrong_names_list_the_right_ones(table: str, kind: str | None, says: str) -> None:
    with pytest.raises(UnknownNameError, match=says):
        to_frame([], table, kind)


def test_what_is_not_installed_is_said_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "find_spec", lambda name: object() if name == "polars" else None)
    assert frames.frame_kind(None) == "polars"
    with pytest.raises(MissingExtraError, match=r"pip install .*\[pandas\]"):
        frames.frame_kind("pandas")
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"none of them is installed") as caught:
        to_frame([])
    assert isinstance(caught.value, NamesakesError)
    assert all(f"[{kind}]" in str(caught.value) for kind in FRAMES)
