"""The article of a page: saved pages of several layouts, each of our own words."""

from pathlib import Path

import pytest

from namesakes import Document, read_one
from namesakes.formats.read_options import ReadOptions
from tests.conftest import Command

WORDS = "Clara Dunn opened a shop in York, and Tom Reed came to see it on the first day. "
STORY = f"<p>{WORDS * 3}</p><p>Read <a href='/reed'>more of Reed</a> in the paper.</p>"
SHOWN = f"{(WORDS * 3).strip()}\n\nRead more of Reed in the paper."
LINKS = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Home", "News", "Ben Carter", "Sport"))

LAYOUTS = {
    "a blog in HTML 5": f"""<body><header class="site"><a href="/">The York Blog</a></header><nav><ul>{LINKS}</ul></nav>
        <main><article><header><h1>A shop</h1><p>By Ann Moore, <time datetime="2019-05-03T08:00">3 May</time></p>
        </header>{STORY}<footer>Filed under shops</footer></article>
        <aside>Also of note: John Hart</aside></main>
        <footer>© Harbour Bank</footer></body>""",
    "a paper with divisions": f"""<body><div id="topNav">{LINKS}</div>
        <div class="wrap has-sidebar"><div class="story"><h1>A shop</h1>{STORY}
        <div class="share-buttons">Send it to John Hart</div></div>
        <div class="sidebar"><p>Most read: Ben Carter wins</p></div>
        <div class="cookie-banner">We bake. Harbour Bank</div>
        </div><div id="footer">Harbour Bank</div></body>""",
    "a page with tables": f"""<body><table><tr><td><table><tr><td><ul>{LINKS}</ul></td></tr></table></td>
        <td><h1>A shop</h1>{STORY}</td></tr></table></body>""",
    "an encyclopedia with roles": f"""<body><div role="navigation"><ul>{LINKS}</ul></div>
        <div role="main"><h1>A shop</h1>{STORY}</div>
        <div role="complementary">John Hart</div><div role="contentinfo">Harbour Bank</div></body>""",
    "a heading beside the article": f"""<body><div><h1>A shop</h1><div>John Hart says so</div></div>
        <article>{STORY}</article><section class="related-posts"><p>Ben Carter wins</p></section></body>""",
    "all in a form": f"""<body><form action="/"><div class="menu">{LINKS}</div><div><h1>A shop</h1>{STORY}</div>
        <div class="Footer-links">Harbour Bank</div></form></body>""",
}


def page(folder: Path, body: str, head: str = "<title>A shop</title>") -> Path:
    path = folder / "page.html"
    path.write_text(f"<!doctype html><html><head><meta charset=utf-8>{head}</head>{body}</html>", encoding="utf-8")
    return path


def whole(path: Path) -> Document:
    return read_one(path, options=ReadOptions(whole_page=True))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_article_and_not_the_menu(tmp_path: Path, layout: str) -> None:
    path = page(tmp_path, LAYOUTS[layout])
    article = read_one(path)
    assert SHOWN in article.text
    assert article.text.count("A shop") == 1
    for other in ("Ben Carter", "Sport", "Harbour Bank", "John Hart"):
        assert other not in article.text, other
    everything = whole(path).text
    assert SHOWN in everything
    assert "Ben Carter" in everything


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_character_has_its_place_in_the_page(tmp_path: Path, layout: str) -> None:
    path = page(tmp_path, LAYOUTS[layout])
    source, article = path.read_text(encoding="utf-8"), read_one(path)
    assert article.origin is not None
    for character, place in zip(article.text, article.origin.tolist(), strict=False):
        assert character.isspace() or source[place] == character


@pytest.mark.parametrize(
    "body",
    [
        "<body><p>Ann met Ben.</p></body>",
        "<body><nav>Ann met Ben.</nav></body>",
        f"<body><ul>{LINKS}</ul></body>",
        "<body><article></article><p>Ann met Ben.</p></body>",
        "<body><div class='comment'>Ann met Ben.</div></body>",
        "<body><aside><p>Ann met Ben.</p><p>He ran.</p></aside><p>x</p></body>",
    ],
)
def test_no_page_becomes_empty(tmp_path: Path, body: str) -> None:
    path = page(tmp_path, body)
    assert read_one(path).text == whole(path).text


def test_several_articles_are_all_read(tmp_path: Path) -> None:
    path = page(tmp_path, f"<body><nav>{LINKS}</nav><article>{STORY}</article><article><p>Two.</p></article></body>")
    assert read_one(path).text == f"{SHOWN}\n\nTwo."


def test_lists_of_links_in_an_article_stay(tmp_path: Path) -> None:
    path = page(tmp_path, f"<body><article>{STORY}<ul>{LINKS}</ul></article></body>")
    assert "Ben Carter" in read_one(path).text


@pytest.mark.parametrize(
    ("head", "body", "said"),
    [
        (
            '<meta name="author" content="Ann Moore">'
            '<meta property="article:published_time" content="2019-05-03T08:00:00Z">',
            "",
            {"author": "Ann Moore", "date": "2019-05-03"},
        ),
        (
            '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2019-05-03"}</script>',
            "",
            {"date": "2019-05-03"},
        ),
        ("", '<time datetime="2019-05">May</time> <time datetime="2020-01-01">x</time>', {"date": "2019-05"}),
        ('<meta name="author" content="https://x.org/ann"><meta name="date" content="yesterday">', "", {}),
    ],
)
def test_what_a_page_says_of_itself(tmp_path: Path, head: str, body: str, said: dict[str, str]) -> None:
    document = read_one(page(tmp_path, f"<body><p>Ann.</p>{body}</body>", head))
    assert {key: document.meta[key] for key in ("author", "date") if key in document.meta} == said


def test_deep_pages(tmp_path: Path) -> None:
    path = page(tmp_path, "<body>" + "<div>" * 3000 + STORY + "</div>" * 3000 + "</body>")
    assert SHOWN in read_one(path).text


def test_the_command(tmp_path: Path, namesakes: Command) -> None:
    page(tmp_path, LAYOUTS["a blog in HTML 5"])
    assert "Sport" not in namesakes("convert", "page.html", "-", "--to", "plain").stdout
    assert "Sport" in namesakes("convert", "page.html", "-", "--to", "plain", "--whole-page").stdout
