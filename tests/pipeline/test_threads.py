"""One loaded pipeline in many threads: the same answers as one after the other, from all of it and from each part."""

import asyncio
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import namesakes
from namesakes.mentions.cast import cast_of
from namesakes.names import parse
from namesakes.pipeline.pipeline import Pipeline
from namesakes.text.document import Document
from tests.pipeline.newsroom import newsroom

THREADS = 8
SUITE = Path(__file__).parents[1] / "suite" / "dev"
NAMES = ("Ann Lee", "Bo Wise", "Clara Dunn", "Dan Hill", "Eve Stone", "Gary Wilber", "Ida Frank", "Joe Marsh")


INTERVALS = (1e-5, 1e-4, 5e-3, 5e-2)
"""Seconds after which another thread has its turn: from five hundred times as often as usual to ten times as seldom."""

at_all_intervals = pytest.mark.parametrize("interval", INTERVALS, indirect=True)


@pytest.fixture(autouse=True)
def interval(request: pytest.FixtureRequest) -> Iterator[None]:
    """Threads take turns fifty times as often as usual, or as a test says."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(getattr(request, "param", 1e-4))
    yield
    sys.setswitchinterval(before)


def made_texts(count: int) -> list[str]:
    """Short texts, no two the same, in which it matters whose words are looked at."""
    found = []
    for number in range(count):
        one, other = NAMES[number % 8], NAMES[(number // 8 + 1 + number % 8) % 8]
        first = f"{one}, who had met {other} in Leeds {number} times before the old mill closed, said that "
        found.append(first + f"{('he', 'she')[number % 2]} was proud of the town. {other} thanked the mayor for it.")
    return found


def suite_texts() -> list[str]:
    """The paragraphs of the suite, without its marks."""
    found = []
    for path in sorted(SUITE.glob("*/*")):
        text = re.sub(r"\[\[([^|\]]*)\|[^\]]*\]\]|\{\{([^|}]*)\|[^}]*\}\}", r"\1\2", path.read_text(encoding="utf-8"))
        found += [part for part in text.split("\n\n") if len(part.split()) > 8]
    return found


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return [*made_texts(48), *suite_texts()[::9]]


@pytest.fixture(scope="module")
def parsed(texts: Sequence[str]) -> list[Document]:
    """Documents with their syntax, made one after the other."""
    steps = namesakes.load().syntax()
    return [steps(Document(id="text", text=text)) for text in texts]


def in_threads(work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, items))


def layers(document: Document) -> tuple[Any, ...]:
    """All that a document has, as values that can be compared."""
    columns = {name: column.rows for name, column in document.columns.items()}
    heads = None if document.heads is None else document.heads.tolist()
    chains = [[(mention.start, mention.end) for mention in chain] for chain in document.chains]
    table = document.entity_table
    names = [] if table is None else list(zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True))
    return document.starts.tolist(), document.sentence_starts.tolist(), columns, heads, names, chains


@pytest.mark.filterwarnings("ignore::namesakes.errors.LanguageWarning")
def test_a_pipeline_says_the_same_in_many_threads(texts: list[str]) -> None:
    nlp = namesakes.load()
    expected = [layers(nlp(text)) for text in texts]
    assert [layers(document) for document in in_threads(nlp, texts)] == expected


@pytest.fixture(scope="module")
def hundreds() -> tuple[list[str], list[tuple[Any, ...]]]:
    """Many texts, and what is found in them one after the other."""
    nlp, many = namesakes.load(), [*made_texts(360), *suite_texts()]
    return many, [layers(nlp(text)) for text in many]


@pytest.mark.slow
@at_all_intervals
@pytest.mark.filterwarnings("ignore::namesakes.errors.LanguageWarning")
def test_a_pipeline_says_the_same_of_hundreds_of_texts(hundreds: tuple[list[str], list[tuple[Any, ...]]]) -> None:
    many, expected = hundreds
    assert len(many) >= 500
    assert [layers(document) for document in in_threads(namesakes.load(), many)] == expected


@pytest.mark.filterwarnings("ignore::namesakes.errors.LanguageWarning")
def test_one_that_nobody_has_used_says_the_same(texts: list[str]) -> None:
    """All threads meet where models are loaded and tables are made for the first time."""
    few = texts[::5]
    nlp = namesakes.load().with_(chains="en-chains-fiction", without=("quotes",))
    found = [layers(document) for document in in_threads(nlp, few)]
    assert found == [layers(nlp(text)) for text in few]


def parts_of(nlp: Pipeline) -> dict[str, Callable[[Document], Any]]:
    """What each part makes of a document, as a value."""
    syntax = nlp.parts.syntax
    return {
        "tokenizer": lambda document: layers(syntax.tokenizer(document)),
        "tagger": lambda document: layers(syntax.tagger(document)),
        "lemmatizer": lambda document: layers(syntax.lemmatizer(document)),
        "parser": lambda document: layers(syntax.parser(document)),
        "entities": lambda document: layers(syntax.entities(document)),
        "chains": lambda document: layers(nlp.parts.chains.resolve(document)),
        "cast": lambda document: (cast_of(document).places, cast_of(document).genders),
        "profiles": lambda document: repr(nlp.profiles(document)),
        "names": lambda document: [parse(" ".join(document.words[:count])) for count in range(1, 4)],
    }


@pytest.mark.filterwarnings("ignore::namesakes.errors.LanguageWarning")
@pytest.mark.parametrize("part", list(parts_of(namesakes.load())))
def test_each_part_says_the_same_in_many_threads(part: str, parsed: list[Document]) -> None:
    work = parts_of(namesakes.load())[part]
    expected = [work(document) for document in parsed]
    assert in_threads(work, parsed) == expected


def test_scores_of_trees_are_of_the_sentence_that_was_asked_about(parsed: list[Document]) -> None:
    """The room that scores are made in belongs to a thread, even between two steps of one sentence."""
    parser = namesakes.load().parts.syntax.parser

    def scores(document: Document) -> list[float]:
        return [scored.tree()[1] for scored in parser.scores(document)]

    assert in_threads(scores, parsed) == [scores(document) for document in parsed]


def test_an_event_loop_hands_texts_to_threads(texts: list[str]) -> None:
    nlp, few = namesakes.load(), texts[::3]

    async def all_of_them() -> list[Document]:
        return await asyncio.gather(*(asyncio.to_thread(nlp, text) for text in few))

    assert [layers(document) for document in asyncio.run(all_of_them())] == [layers(nlp(text)) for text in few]


@at_all_intervals
@pytest.mark.parametrize("place", [":memory:", "people.db"])
def test_people_may_be_asked_by_many_threads(place: str, tmp_path: Path) -> None:
    with namesakes.resolve(newsroom(tmp_path), store=place if place == ":memory:" else tmp_path / place) as people:
        ids = [person.id for person in people] * 20

        def told(id: str) -> tuple[Any, ...]:
            person = people.person(id)
            return person.name, person.membership, repr(person.profile), [one.id for one in people[person.name]]

        assert in_threads(told, ids) == [told(id) for id in ids]


def test_threads_find_people_in_stores_of_their_own(tmp_path: Path) -> None:
    folder = newsroom(tmp_path)

    def found(_: int) -> list[tuple[str, list[str]]]:
        with namesakes.resolve(folder, jobs=1) as people:
            return [(person.id, person.documents) for person in people]

    expected = found(0)
    assert in_threads(found, range(8)) == [expected] * 8
