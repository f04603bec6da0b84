"""When documents were written, and what says so."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.text.dates import SOURCES, DocumentDate, dates_in, document_date, iso_date


def found(text: str = "x", id: str = "a", **meta: str) -> DocumentDate | None:
    return document_date(Document(id=id, text=text, meta=meta))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("3 May 1921", "1921-05-03"),
        ("3rd of May, 1921", "1921-05-03"),
        ("the 3d. of May 1921", "1921-05"),
        ("May 3, 1921", "1921-05-03"),
        ("Sept. 30th 1921", "1921-09-30"),
        ("1921-05-03T10:00", "1921-05-03"),
        ("1921/5/3", "1921-05-03"),
        ("3.5.1921", "1921-05-03"),
        ("13/05/1921", "1921-05-13"),
        ("05/13/1921", "1921-05-13"),
        ("05/05/1921", "1921-05-05"),
        ("03/05/1921", "1921"),
        ("31 June 1921", "1921-06"),
        ("May 1921", "1921-05"),
        ("1921-05", "1921-05"),
        ("c. 1921", "1921"),
        ("nothing", ""),
        ("12 May 99", ""),
        ("page 11921", ""),
        ("3 May 19210", ""),
    ],
)
def test_how_dates_are_written(words: str, value: str) -> None:
    assert iso_date(words) == value


@pytest.mark.parametrize(
    ("text", "value", "source", "words"),
    [
        ("LONDON, 3 May 1921 — The mayor met Ann.", "1921-05-03", "dateline", "LONDON, 3 May 1921"),
        ("A shop\n\nNEW YORK, May 3, 1921 (Reuters) - Ann", "1921-05-03", "dateline", "NEW YORK, May 3, 1921"),
        ("From: Ann\nDate: Tue, 3 May 2021 10:00:00 +0200\n\nx", "2021-05-03", "header", "3 May 2021"),
        ("Leeds, 3 May 1921\n\nDear Ben", "1921-05-03", "letter head", "Leeds, 3 May 1921"),
        (
            "12 High Street\r\nYork\r\nTuesday, 3rd May, 1921\r\n\r\nDear",
            "1921-05-03",
            "letter head",
            "Tuesday, 3rd May, 1921",
        ),
        (
            "Stratford on Avon, the 3rd of May 1921.\n",
            "1921-05-03",
            "letter head",
            "Stratford on Avon, the 3rd of May 1921",
        ),
        ("1 Jan 1920\nSent: 3 May 1921\n", "1921-05-03", "header", "3 May 1921"),
    ],
)
def test_what_a_text_says_is_its_date(text: str, value: str, source: str, words: str) -> None:
    said = found(text)
    assert said is not None
    assert (said.value, said.source, said.words) == (value, source, words)
    assert text[said.start : said.end] == words
    assert said.evidence == f"{source}: {words}"


@pytest.mark.parametrize(
    "text",
    [
        "Born 3 May 1921\nAnn",
        "Ann was born on 3 May 1921.",
        "The war ended in May 1945",
        "Since May 1921",
        "PARIS — May 3, 1921 was a day.",
        "Chapter 3 May 1945",
        "He came on 3 May 1921 - and left.",
        "03/05/1921\n",
        "LONDON, May 3 — The mayor",
        "\n".join(["x"] * 20) + "\n3 May 1921\n",
        "",
    ],
)
def test_what_is_no_date_of_the_text(text: str) -> None:
    assert found(text or " ") is None


@pytest.mark.parametrize(
    ("id", "value"),
    [
        ("letters/1921-05-03_report.txt", "1921-05-03"),
        ("19210503.txt", "1921-05-03"),
        ("1921_05_03", "1921-05-03"),
        ("report 3 May 1921.pdf", "1921-05-03"),
        ("report_May_1921", "1921-05"),
        ("book-1984.epub#book-02", "1984"),
        ("1921/report.txt", ""),
        ("a12345678", ""),
        ("19219999", ""),
        ("IMG_2100500", ""),
        ("notes", ""),
    ],
)
def test_names_of_files(id: str, value: str) -> None:
    said = found(id=id)
    assert ("" if said is None else said.value) == value
    assert said is None or said.source == "file name"


def test_the_surest_goes_first() -> None:
    text, id = "LONDON, 3 May 1921 — Ann.", "1922.txt"
    assert found(text, id, date="1920", created="1923-01-01") == DocumentDate("1920", "metadata", "1920")
    assert found(text, id, date="soon", created="1923-01-01").source == "dateline"  # type: ignore[union-attr]
    assert found("Ann.", id, created="1923-01-01").source == "file name"  # type: ignore[union-attr]
    assert found("Ann.", created="1923-01-01") == DocumentDate("1923-01-01", "file", "1923-01-01")
    assert next(iter(SOURCES)) == "metadata"


@given(
    st.dates(date(1000, 1, 1), date(2099, 12, 31)), st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y"])
)
def test_every_day_is_read_back(day: date, form: str) -> None:
    words = day.strftime(form).replace(day.strftime("%Y"), f"{day.year:04d}")
    assert list(dates_in(f"on {words} or")) == [(day.isoformat(), 3, 3 + len(words))]


@given(st.text("0123456789 .-/,MayJune\n—", max_size=60))
def test_any_text_is_read(text: str) -> None:
    for value, start, end in dates_in(text):
        assert value
        assert 0 <= start < end <= len(text)
    document_date(Document(id=text, text=text or "x"))
