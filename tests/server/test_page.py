"""The page in a real browser: each flow as a reader takes it, with the keyboard too; nothing leaves the machine."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

from namesakes.store.store import open_store
from tests.conftest import CHECKOUT
from tests.server.browser import ARGUMENTS, CHROMIUM, reason, serving
from tests.store.made import document, key, profile, write_people

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.skipif(bool(reason()), reason=reason()), pytest.mark.slow]


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield opened
        opened.close()


Open = Callable[..., "Page"]


def until(page: "Page", expression: str, argument: Any = None) -> None:
    """Waits until an expression holds; the policy of the page lets no script of its own evaluate one."""
    for _ in range(600):
        if page.evaluate(expression, argument):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"this never came true: {expression}")


@pytest.fixture
def look(browser: "Browser") -> Iterator[Open]:
    """Opens pages, and at last asserts that none had an error or asked anybody but its own server."""
    problems: list[str] = []
    contexts: list[Any] = []

    def make(address: str, width: int = 1400, height: int = 900, **more: Any) -> "Page":
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        own = re.match(r"https?://[^/]+/", address)
        assert own is not None
        page.on("request", lambda sent: None if sent.url.startswith(own[0]) else problems.append(sent.url))
        page.goto(address)
        return page

    yield make
    for context in contexts:
        context.close()
    expected = ("status of 4", "status of 5", "ERR_CONNECTION_REFUSED")
    assert [each for each in problems if not any(said in each for said in expected)] == []


@pytest.fixture(scope="module")
def newsroom(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server over a store that tests do not change."""
    folder = tmp_path_factory.mktemp("served")
    copyfile(filled, folder / "people.db")
    with serving(folder / "people.db") as (address, _):
        yield address


@pytest.fixture
def own(place: Path) -> Iterator[str]:
    """The address of a server over a store of the test's own."""
    with serving(place) as (address, _):
        yield address


def test_typing_finds_namesakes_and_shows_their_documents(look: Open, newsroom: str) -> None:
    page = look(newsroom)
    page.keyboard.press("/")
    page.keyboard.type("susna l")
    page.locator(".card", has_text="chemist").wait_for()
    page.locator(".card", has_text="striker").wait_for()
    assert page.locator(".group h2").first.inner_text().startswith("Susan Lee")
    assert "q=susna" in page.url
    page.locator(".card", has_text="striker").hover()
    page.locator(".person .what", has_text="striker").wait_for()
    page.locator(".occurrence .m.on", has_text="Lee").first.wait_for()
    assert page.locator(".occurrence").count() == 1
    page.locator(".card", has_text="chemist").click()
    page.locator("h1", has_text="Susan Lee").wait_for()
    assert "person=susan-lee-1" in page.url
    page.locator(".occurrence").nth(1).wait_for()
    page.go_back()
    page.wait_for_url(lambda address: "person=" not in address)


def test_a_word_says_who_and_then_why(look: Open, newsroom: str) -> None:
    page = look(f"{newsroom}?person=susan-lee-1")
    word = page.locator(".occurrence .m.on", has_text=re.compile("^She$|^Lee$")).first
    word.click()
    note = page.locator(".note")
    note.get_by_role("heading", name="Susan Lee").wait_for()
    note.get_by_text("chemist").first.wait_for()
    word.click()
    note.get_by_role("heading", name=re.compile("Why")).first.wait_for()
    note.get_by_text("” goes back to “").wait_for()
    note.locator(".step.sum").first.wait_for()
    assert note.locator(".step.for, .step.against").count() >= 1
    page.keyboard.press("Escape")
    note.wait_for(state="hidden")


def test_a_fact_shows_its_sentence(look: Open, newsroom: str) -> None:
    page = look(f"{newsroom}?person=susan-lee-1")
    page.get_by_role("button", name="chemist", exact=True).click()
    page.locator(".quote", has_text="a chemist").wait_for()


def test_the_keyboard_alone(look: Open, newsroom: str) -> None:
    page = look(newsroom)
    page.locator(".card").first.wait_for()
    page.keyboard.press("/")
    page.keyboard.type("hart")
    page.locator(".card", has_text="lawyer").wait_for()
    until(page, "document.querySelectorAll('.card').length < 4")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("h1", has_text="William Hart").wait_for()
    page.locator(".occurrence .m.on").first.wait_for()
    page.keyboard.press("n")
    first = page.locator(".m[aria-current]").first.get_attribute("data-start")
    page.keyboard.press("n")
    assert page.locator(".m[aria-current]").first.get_attribute("data-start") != first
    page.keyboard.press("p")
    assert page.locator(".m[aria-current]").first.get_attribute("data-start") == first
    page.keyboard.press("w")
    page.locator(".note h2", has_text="Why").wait_for()


def test_a_document_with_its_people(look: Open, newsroom: str) -> None:
    page = look(f"{newsroom}?document=hart.txt")
    page.locator(".part.drawn").wait_for()
    colours = page.locator(".text .m").evaluate_all("all => all.map(each => getComputedStyle(each).backgroundColor)")
    assert len(set(colours)) >= 2
    page.locator(".legend button", has_text="William Hart").click()
    page.locator(".note h2", has_text="William Hart").wait_for()
    page.keyboard.press("n")
    page.locator(".note", has_text="2 of").wait_for()
    assert page.locator(".text").inner_text().startswith("William Hart, a lawyer, met José Núñez in Madrid.")


def test_two_people_become_one_and_two_again(look: Open, own: str) -> None:
    page = look(f"{own}?q=susan+lee&person=susan-lee-1")
    page.locator(".actions").wait_for()
    page.keyboard.press("s")
    page.locator("dialog li button", has_text="striker").click()
    effects = page.locator("dialog .effects")
    effects.wait_for()
    assert "susan-lee-1 is Susan Lee, in 3 documents" in effects.inner_text()
    assert "susan-lee-2 is no more" in effects.inner_text()
    page.get_by_label("Who says so").fill("Bo")
    page.get_by_role("button", name="Record it").click()
    page.locator(".toast", has_text="Recorded").wait_for()
    page.locator(".person .facts", has_text="3 documents").wait_for()
    page.get_by_role("link", name="Corrections").click()
    page.locator(".log li", has_text="said Bo").wait_for()
    page.keyboard.press("u")
    page.locator(".log li.undone").wait_for()


def test_a_mention_is_somebody_else_and_is_not_again(look: Open, own: str) -> None:
    page = look(f"{own}?document=hart.txt")
    page.locator(".part.drawn").wait_for()
    word = page.locator(".text .m", has_text=re.compile("^Bill Hart$"))
    word.click()
    page.locator(".note summary", has_text="Is this wrong?").click()
    page.get_by_role("button", name="This mention is…").click()
    page.locator("dialog li button", has_text="José Núñez").click()
    page.locator("dialog .moves li", has_text="Bill Hart").wait_for()
    page.get_by_role("button", name="Record it").click()
    page.locator(".toast", has_text="“Bill Hart” in hart.txt is José Núñez").wait_for()
    page.locator(".note h2", has_text="José Núñez").wait_for()
    page.keyboard.press("u")
    page.locator(".toast", has_text="Taken back").wait_for()
    page.locator(".note h2", has_text="William Hart").wait_for()
    page.keyboard.press("c")  # all of it with the keyboard
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "This mention is…"
    page.locator(".sayings button", has_text="is nobody").focus()
    page.keyboard.press("Enter")
    page.locator("dialog .effects").wait_for()
    page.keyboard.press("Enter")
    page.locator(".toast", has_text="“Bill Hart” in hart.txt is nobody").wait_for()
    page.get_by_role("link", name="Corrections").click()
    page.locator(".log li.undone", has_text="Bill Hart").wait_for()
    page.locator(".log li", has_text="is nobody").get_by_role("button", name="Take back").click()
    until(page, "document.querySelectorAll('.log li.undone').length === 2")


def test_two_mentions_are_one(look: Open, own: str) -> None:
    page = look(f"{own}?document=hart.txt")
    page.locator(".part.drawn").wait_for()
    page.locator(".text .m", has_text=re.compile("^José Núñez$")).click()
    page.keyboard.press("c")
    page.locator(".sayings button", has_text="The same as another").click()
    page.locator(".note h2", has_text="Who is the same as").wait_for()
    page.locator(".text .m", has_text=re.compile("^Bill Hart$")).click()
    page.locator("dialog h2", has_text="one?").wait_for()
    page.get_by_role("button", name="Record it").click()
    page.locator(".toast", has_text="in hart.txt are one").wait_for()
    page.locator(".note h2", has_text="Hart").wait_for()


def test_two_pages_that_correct_the_same_person(look: Open, own: str) -> None:
    first, second = (look(f"{own}?q=susan+lee&person=susan-lee-1") for _ in range(2))
    for page, called in ((first, "Susan Lee-Hart"), (second, "Sue Lee")):
        page.get_by_role("button", name="Rename").click()
        page.get_by_label("Name", exact=True).fill(called)
        page.get_by_role("button", name="Go on").click()
        if page is first:
            page.get_by_role("button", name="Record it").click()
            page.locator(".toast", has_text="Recorded").wait_for()
    second.locator(".toast.bad", has_text="has changed since you looked").wait_for()


def test_review_with_one_key_an_answer(look: Open, place: Path) -> None:
    with open_store(place) as store:
        store.documents.write([document("a", "Ann Lee"), document("b", "Anna Lee")])
        write_people(store, {"Ann Lee": [key("a")], "Anna Lee": [key("b")]})
        store.database.execute(
            """INSERT INTO memberships (document, chain, rank, identity, strength)
            SELECT number, 0, 1, 'ann-lee-1', 0.5 FROM documents WHERE id = 'b'"""
        )
    with serving(place) as (address, _):
        page = look(f"{address}?view=review")
        question = page.locator("#question")
        question.wait_for()
        assert page.locator(".side").count() == 2
        asked = question.inner_text()
        page.keyboard.press("k")
        until(page, "asked => document.querySelector('#question')?.innerText !== asked", asked)
        page.keyboard.press("u")
        until(page, "asked => document.querySelector('#question')?.innerText === asked", asked)
        page.keyboard.press("d")
        page.locator(".toast", has_text="Recorded").wait_for()
        page.reload()  # progress is kept
        page.locator("#question, .empty h1").wait_for()
        assert page.locator("h1").first.inner_text() != asked


def test_a_text_of_ones_own(look: Open, newsroom: str) -> None:
    page = look(f"{newsroom}?view=try")
    page.locator(".try .m").first.wait_for()
    page.locator("#own-text").fill("Ada Quill, a nurse, met Bo Hart. She smiled at him.")
    page.keyboard.press("Control+Enter")
    page.locator(".legend li", has_text="Ada Quill").wait_for()
    page.locator(".legend li", has_text="nurse").wait_for()


def test_a_pipeline_is_chosen(look: Open, newsroom: str) -> None:
    page = look(f"{newsroom}?view=try")
    page.locator(".try .m").first.wait_for()
    assert page.get_by_label("Read by").input_value() == ""
    with page.expect_request(lambda sent: sent.url.endswith("/api/coref")) as sent:
        page.get_by_label("Read by").select_option("en-fiction")
    assert sent.value.post_data_json["pipeline"] == "en-fiction"
    page.locator(".try [role=status]", has_text="chains").wait_for()


def test_who_says_what_stands_in_the_margin(look: Open, newsroom: str) -> None:
    page = look(f"{newsroom}?document=bank.txt")
    quote = page.locator(".quotes li", has_text="I shall stay in Leeds")
    quote.wait_for()
    assert "Susan Lee" in quote.inner_text()
    quote.locator("button").click()
    page.locator(".text .m.on", has_text="She").wait_for()


def test_what_corrections_teach_is_said(look: Open, place: Path) -> None:
    from namesakes.store import correct

    with open_store(place) as store:
        correct.rename(store, "susan-lee-1", "Sue Lee", who="ann")
    with serving(place) as (address, _):
        page = look(f"{address}?view=log")
        page.get_by_role("button", name="What do they teach?").click()
        page.locator(".lesson", has_text="There is too little to learn from.").wait_for()
        told = {
            "running": False,
            "ended": "now",
            "refused": [],
            "problem": "",
            "helps": True,
            "lines": ["People: <b>F</b>"],
        }
        page.route("**/api/lessons", lambda route: route.fulfill(json=told))
        page.get_by_role("button", name="What do they teach?").click()
        page.locator(".lesson pre", has_text="People: <b>F</b>").wait_for()
        page.locator(".lesson", has_text="namesakes learn --into").wait_for()


def test_files_are_read_and_their_people_are_there(look: Open, own: str, tmp_path: Path) -> None:
    (tmp_path / "quill.txt").write_text("Ada Quill, a nurse, met Bo Hart. She smiled.")
    (tmp_path / "empty.txt").write_text("")
    with ZipFile(tmp_path / "more.zip", "w") as packed:
        packed.writestr("one.txt", "Eva Quill, a poet, was there.")
    (tmp_path / "rows.csv").write_text('number,transcript\n7,"Gil Quill, a singer, was there."\n')
    page = look(f"{own}?view=documents")
    page.get_by_role("link", name="Add documents").click()
    page.get_by_text("Tables and mails").click()
    page.get_by_label("Columns of the texts").fill("transcript")
    files = [tmp_path / name for name in ("quill.txt", "empty.txt", "more.zip", "rows.csv")]
    page.locator("#files").set_input_files(files)
    page.locator(".runs li", has_text="3 new documents, 1 left out").wait_for()
    page.locator(".runs .skipped li", has_text="empty.txt").wait_for()
    page.locator(".past li", has_text="3 new").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("quill")
    page.locator(".card", has_text="nurse").wait_for()
    page.locator(".card", has_text="poet").wait_for()
    page.locator(".card", has_text="singer").wait_for()
    page.locator("[data-view=documents]").click()
    page.locator("h1", has_text="7 documents").wait_for()


def test_a_folder_is_read_and_a_run_is_stopped(look: Open, place: Path, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    for number in range(150):
        (folder / f"{number}.txt").write_text(f"Ada Quill, a nurse, met Bo Hart. She smiled at {number} people. " * 40)
    with serving(place, "--folder", str(folder)) as (address, _):
        page = look(f"{address}?view=runs")
        page.get_by_role("button", name="Read the folder letters").click()
        page.locator(".runs .going", has_text="the folder letters").wait_for()
        until(page, "() => Number(document.querySelector('.runs progress')?.value || 0) > 0")
        page.get_by_role("button", name="Stop").click()
        page.locator(".runs li", has_text="Stopped: ").wait_for()
        page.keyboard.press("/")
        page.keyboard.type("ada quill")
        page.locator(".card", has_text="nurse").wait_for()


def test_a_server_that_only_reads_takes_no_files(look: Open, place: Path) -> None:
    with serving(place, "--read-only") as (address, _):
        page = look(f"{address}?view=runs")
        page.get_by_text("This server only reads").wait_for()
        assert page.locator("#files").count() == 0


def test_a_mention_is_two_people_who_are_named(look: Open, own: str) -> None:
    page = look(f"{own}?document=hart.txt")
    page.locator(".text .m", has_text="William Hart").first.click()
    page.keyboard.press("c")
    page.get_by_role("button", name="This mention is two people…").click()
    page.locator("#dialog").get_by_role("button", name="José Núñez").click()
    assert page.get_by_role("button", name="Go on").is_disabled()
    page.locator("#other").fill("susan")
    page.locator("#dialog .listed button").first.click()
    page.get_by_role("button", name="Go on").click()
    page.locator("#dialog h2", has_text="José Núñez and Susan Lee").wait_for()
    page.get_by_role("button", name="Record it").click()
    page.locator(".toast", has_text="is two people: jose-nunez-1 and susan-lee-").wait_for()
    page.locator("[data-view=log]").click()
    page.locator(".log li", has_text="jose-nunez-1").wait_for()


def test_people_together(look: Open, newsroom: str) -> None:
    page = look(f"{newsroom}?view=together")
    page.locator(".graph .node").nth(1).wait_for()
    page.locator(".graph .node", has_text="William Hart").hover()
    assert page.locator(".graph .node.on").count() == 2
    page.locator("#least").fill("9")
    page.locator(".empty").wait_for()
    page.locator("#least").fill("1")
    page.locator(".graph .node", has_text="William Hart").click()
    page.locator("h1", has_text="William Hart").wait_for()


HOSTILE = (
    "<script>window.hit=1</script> <img src=x onerror=window.hit=1>",
    "\u202eLee \u2066evil",
    "A" * 3_000,
    "שרה לוי",
)


def test_hostile_names_are_text_and_inert(look: Open, tmp_path: Path) -> None:
    with open_store(tmp_path / "people.db") as store:
        for number, name in enumerate(HOSTILE):
            store.documents.write(
                [document(f"<b>{number}</b>", f"{name} Quill", text=f"{name} Quill came. <i>She</i> left.")]
            )
            write_people(store, {f"{name} Quill": [key(f"<b>{number}</b>")]})
    with serving(tmp_path / "people.db") as (address, _):
        page = look(f"{address}?q=quill")
        page.locator(".card").nth(3).wait_for()
        assert page.locator(".card", has_text="<script>window.hit=1</script>").count() == 1
        for number in range(4):
            page.locator(".card").nth(number).click()
            page.locator(".occurrence .m").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.goto(f"{address}?document=%3Cb%3E0%3C%2Fb%3E")
        page.locator(".part.drawn").wait_for()
        assert "<i>She</i>" in page.locator(".text").inner_text()
        assert page.evaluate("window.hit") is None
        assert page.locator("main img, main i, main b, main script").count() == 0


def test_a_text_from_right_to_left(look: Open, tmp_path: Path) -> None:
    with open_store(tmp_path / "people.db") as store:
        store.documents.write([document("rtl", "שרה לוי", text="שרה לוי גרה בחיפה. 😀 שרה לוי עובדת שם.")])
        write_people(store, {"שרה לוי": [key("rtl")]})
    with serving(tmp_path / "people.db") as (address, _):
        page = look(f"{address}?document=rtl")
        page.locator(".part.drawn").wait_for()
        assert page.locator(".text").evaluate("each => getComputedStyle(each).direction") == "rtl"
        assert page.locator(".text .m").first.inner_text() == "שרה לוי"


def novel(place: Path, words: int = 120_000) -> None:
    """A text of so many words with a mention in each line."""
    line = "Ann Lee walked to the harbour and looked for the ships of her father again.\n"
    lines = words // len(line.split())
    from namesakes.store.records import StoredDocument, StoredMention

    mentions = tuple(
        StoredMention(start + first, start + last, 0)
        for start in range(0, lines * len(line), len(line))
        for first, last in ((0, 7), (line.index("her"), line.index("her") + 3))
    )
    text = line * lines
    chain = profile("novel", 0, "Ann Lee")
    with open_store(place) as store:
        store.documents.write(
            [StoredDocument("novel", text=text, title="A novel", mentions=mentions, profiles=(chain,))]
        )
        write_people(store, {"Ann Lee": [key("novel")]})


def test_a_novel_is_drawn_as_one_reads(look: Open, tmp_path: Path) -> None:
    novel(tmp_path / "people.db")
    with serving(tmp_path / "people.db") as (address, _):
        page = look(f"{address}?document=novel")
        page.locator(".part.drawn").first.wait_for()
        assert page.locator(".part.drawn").count() < 12
        assert page.locator(".m").count() < 5_000
        page.keyboard.press("p")  # from the first mention to the last
        page.locator(".note", has_text="16,000 of 16,000 mentions here").wait_for()
        until(page, "scrollY > 10000")
        assert page.locator(".part.drawn").count() < 24


def test_a_server_that_ends_and_comes_back(look: Open, place: Path) -> None:
    with serving(place) as (address, process):
        page = look(address)
        page.locator(".card").first.wait_for()
        process.terminate()
        process.wait(20)
        page.locator("#query").fill("hart")
        page.locator("#banner", has_text="does not answer").wait_for()
    problems = page.locator("#banner button")
    assert problems.count() == 1
    page.close()


def test_a_store_with_nobody(look: Open, tmp_path: Path) -> None:
    open_store(tmp_path / "people.db").close()
    with serving(tmp_path / "people.db") as (address, _):
        page = look(address)
        page.locator(".empty", has_text="namesakes resolve").wait_for()


def test_a_token_is_asked_for(look: Open, place: Path, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("a-token-of-tests-only\n")
    with serving(place, "--token-file", str(tmp_path / "token")) as (address, _):
        page = look(address)
        page.get_by_role("textbox", name="Token").fill("a-token-of-tests-only")
        page.get_by_role("button", name="Go on").click()
        page.locator(".card").first.wait_for()


VIEWS = (
    "",
    "?q=susan+lee&person=susan-lee-1",
    "?document=hart.txt",
    "?document=bank.txt",
    "?view=documents",
    "?view=together",
    "?view=review",
    "?view=runs",
    "?view=log",
    "?view=try",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_serious_violation(look: Open, newsroom: str, view: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = look(f"{newsroom}{view}", color_scheme=scheme)
    page.wait_for_load_state("networkidle")
    if "person=" in view or "document=" in view:
        page.keyboard.press("n")
        page.locator(".note h2").wait_for()
        page.wait_for_load_state("networkidle")
    found = axe.Axe().run(page).response["violations"]
    serious = [
        (each["id"], node["html"][:200], node.get("failureSummary", "")[:300])
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
    assert serious == []


@pytest.mark.parametrize("view", VIEWS)
def test_a_telephone_needs_no_second_direction(look: Open, newsroom: str, view: str) -> None:
    page = look(f"{newsroom}{view}", width=390, height=844)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_picture_in_the_documentation(look: Open, tmp_path: Path) -> None:
    """With NAMESAKES_PICTURES=1 the picture in docs/ is taken anew; else the page is only made ready for it."""
    from namesakes.pipeline.resolve import resolve

    resolve(CHECKOUT / "examples" / "newsroom", store=tmp_path / "people.db", jobs=1).close()
    with serving(tmp_path / "people.db") as (address, _):
        page = look(f"{address}?q=mark+jonson&person=mark-johnson-1", width=1400, height=820)
        page.locator(".occurrence .m.on").nth(3).wait_for()
        page.wait_for_load_state("networkidle")
        word = page.locator(".occurrence .m.on", has_text=re.compile("^He$")).first
        word.click()
        page.locator(".note .said").wait_for()
        word.click()
        page.locator(".note .step.sum").first.wait_for()
        page.mouse.move(0, 0)
        taken = page.screenshot()
    assert taken.startswith(b"\x89PNG")
    if os.environ.get("NAMESAKES_PICTURES"):
        (CHECKOUT / "docs" / "serve.png").write_bytes(taken)
