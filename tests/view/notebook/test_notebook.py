"""What notebooks show: small, escaped, without scripts and addresses; and the classes know nothing of it."""

import subprocess
import sys
from dataclasses import replace

import pytest
from justhtml import JustHTML

import namesakes
from namesakes.characters.cast import Cast
from namesakes.pipeline.people import People
from namesakes.store.store import Store
from namesakes.text.document import Document
from namesakes.text.shown import CHARTS, DISPLAYS
from namesakes.text.spans import Mentions
from tests.conftest import CHECKOUT
from tests.view.cast.test_output import EMPTY, EVIL, evil

LARGEST = 40_000


def check(html: str) -> str:
    """The text of what is shown, which has known elements and attributes alone."""
    root = JustHTML(html, fragment=True, strict=False).root
    found, words = [root], []
    while found:
        node = found.pop()
        found += list(getattr(node, "children", None) or ())
        if node.name == "#text":
            words.append(str(node.data))
        elif not node.name.startswith("#"):
            assert node.name in {"div", "b", "span", "bdi", "code", "table", "thead", "tbody", "tr", "th", "td"}
            assert set(node.attrs or ()) <= {"style", "dir"}
            assert "url" not in (node.attrs or {}).get("style", "")
    assert len(html) < LARGEST
    assert "://" not in html
    assert not set(html) & set(map(chr, (*range(9), 27, 0x202E)))
    return " ".join(reversed(words))


def wild() -> Document:
    text = f"{EVIL} met Ann. {EVIL} " * 300
    return Document(
        id=EVIL, text=text, starts=[0, 9, 20], ends=[8, 15, 25], sentence_starts=[0],
        mention_table=Mentions.build([[(0, 2)], [(0, 1)], [(2, 3)]], ["1", "2", "1"]),
    )  # fmt: skip


@pytest.mark.parametrize("thing", [wild(), wild().chains[0], evil(), EMPTY, replace(EMPTY, id=EVIL), Document()])
def test_whatever_is_shown_is_escaped(thing: Document | Cast) -> None:
    said = check(thing._repr_html_())
    assert "<script>" not in thing._repr_html_()
    assert said.strip()


def test_a_document_has_its_chains_in_colour() -> None:
    document = next(iter(namesakes.read(CHECKOUT / "examples" / "key.conll")))
    html = document._repr_html_()
    said = check(html)
    for chain in document.chains:
        assert chain.name in said
    assert html.count("background:hsla") >= sum(map(len, document.chains))
    assert "Mark Johnson" in check(document.chains[0]._repr_html_())


def test_people_of_a_store(store: Store) -> None:
    people = People(store)
    said = check(people._repr_html_())
    assert said.split()[:2] == ["6", "people"]
    assert "mark-poe-1" in said
    assert "linguist, Brown" in said
    for person in people:
        assert person.id in check(person._repr_html_())
    linguist = check(people.person("mark-poe-1")._repr_html_())
    assert "occupation" in linguist
    assert "Title of a" in linguist


def test_a_store_of_nobody(store: Store) -> None:
    store.documents.remove(list(store.documents.states()))
    store.write_identities((), ())
    assert check(People(store)._repr_html_()).startswith("0 people")


def test_classes_know_nothing_of_how_they_are_drawn() -> None:
    program = (
        "import sys; from namesakes.pipeline.people import People; from namesakes.text.document import Document; "
        "from namesakes.characters.cast import Cast; "
        "print(any(name.startswith('namesakes.view') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    for registry in (DISPLAYS, CHARTS):
        assert all(callable(registry[name]) for name in registry)
