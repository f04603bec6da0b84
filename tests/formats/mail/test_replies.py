"""The new text of a mail, told from what it quotes and forwards."""

import pytest

from namesakes.formats.html.text import visible_text
from namesakes.formats.mail.replies import new_text

NEW = "Dear Bob,\n\nI met Ann. She was late.\n\nBest,\nTom"
OUTLOOK = "From: Bob Wise\nSent: Monday, 4 March 2024 10:00\nTo: Tom Reed\nSubject: Ann\n\nWhere is Ann?"


@pytest.mark.parametrize(
    "quoted",
    [
        "> Where is Ann?\n>> She is late.\n>\n> Bob",
        "On Mon, 4 Mar 2024 at 10:00, Bob Wise <bob@x.example> wrote:\n> Where is Ann?",
        "On Mon, 4 Mar 2024 at 10:00, Bob Wise <bob@x.example>\nwrote:\n\n> Where is Ann?",
        "On Monday, March 4, 2024, Bob Wise wrote:\n\nWhere is Ann?\n\nBob",
        "Bob Wise <bob@x.example> wrote:\n\n> Where is Ann?",
        "Am 04.03.2024 um 10:00 schrieb Bob Wise <bob@x.example>:\n> Wo ist Ann?",
        f"-----Original Message-----\n{OUTLOOK}",
        f"________________________________\n{OUTLOOK}",
        OUTLOOK,
        f"---------- Forwarded message ---------\n{OUTLOOK}",
        "Begin forwarded message:\n\nWhere is Ann?",
        "BW> Where is Ann?",
    ],
)
def test_what_is_quoted_goes(quoted: str) -> None:
    assert new_text(f"{NEW}\n\n{quoted}\n") == NEW


GMAIL = (
    "<div>I met Ann.<div>Tom</div></div><div class=gmail_quote><div>On Mon, 4 Mar 2024 at 18:00, Bob &lt;"
    "<a href='mailto:b@x.example'>b@x.example</a>&gt; wrote:<br></div><blockquote>Where is she?</blockquote></div>"
)
OFFICE = (
    "<p>I met Ann.<p>Tom<div><p><b>From:</b> Bob<br><b>Sent:</b> Monday<br><b>To:</b> Tom<br><b>Subject:</b> Ann</div>"
    "<p>Where?"
)


@pytest.mark.parametrize("page", [GMAIL, OFFICE])
def test_pages_of_mails(page: str) -> None:
    assert new_text(visible_text(page).text).split() == ["I", "met", "Ann.", "Tom"]


def test_answers_between_quotes_stay() -> None:
    text = "Bob,\n\n> Where is Ann?\n\nIn York.\n\n> And Eve?\nWith her.\n-- \nTom Reed\nPlumber"
    assert new_text(text) == "Bob,\n\nIn York.\n\nWith her.\n-- \nTom Reed\nPlumber"


@pytest.mark.parametrize(
    "text",
    [
        NEW,
        f"---------- Forwarded message ---------\n{OUTLOOK}",
        "> all\n> of it\n",
        "I read what Ann wrote: it was good.",
        "On the table was what Ann wrote:\n\nDear all, I leave you my house.",
        "From: here it is far.\nTo get there takes a day.",
        "",
    ],
)
def test_what_is_not_quoted_stays(text: str) -> None:
    assert new_text(text) == text


@pytest.mark.parametrize("line", ["> ", "On 1 May 2024 he wrote:", "wrote: " * 50, "From: a", "-" * 500, " " * 500])
def test_long_texts_take_no_time_to_speak_of(line: str) -> None:
    assert new_text(f"{line}\n" * 20_000 + "x" * 1_000_000)
