"""Names of people that are put right, and those that the words around them tell."""

import pytest

from namesakes.syntax.entities.people import with_people
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Spans
from tests.syntax.entities.named import Found, people, tagged

PER = "PER"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Inspector/NNP Vasko/NNP came/VBD", [("Vasko", PER)]),
        ("Prof./NNP Lin/NNP Guowei/NNP came/VBD", [("Lin Guowei", PER)]),
        ("They/PRP met/VBD Father/NNP/LOC Ruano/NNP/LOC", [("Ruano", PER)]),
        ("Monsieur/NNP le/NNP Comte/NNP came/VBD", []),
        ("Old/NNP Sarum/NNP fell/VBD", []),
        ("Chief/NNP Okoro/NNP Eze/NNP came/VBD", [("Okoro Eze", PER)]),
        ("the/DT Chief/NNP Operating/NNP Officer/NNP left/VBD", []),
        ("Signalman/NNP Tudor/NNP Lupan/NNP retires/VBZ", [("Tudor Lupan", PER)]),
        ("Boatswain/NNP/PER Kalle/NNP/PER slept/VBD", [("Kalle", PER)]),
        ("Annwyl/NNP/PER Rhian/NNP/PER ,/,", [("Rhian", PER)]),
    ],
)
def test_titles_and_trades(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the/DT botanist/NN Yara/NNP Onoh/NNP came/VBD", [("Yara Onoh", PER)]),
        ("my/PRP$ cousin/NN Lorne/NNP in/IN Oban/NNP/LOC", [("Lorne", PER), ("Oban", "LOC")]),
        ("whose/WP$ husband/NN Adaora/NNP/LOC left/VBD", [("Adaora", PER)]),
        ("the/DT carmaker/NN Volta/NNP closed/VBD", []),
        ("the/DT painter/NN Paris/NNP/LOC loved/VBD", [("Paris", "LOC")]),
        ("his/PRP$ wife/NN ,/, Esi/NNP/LOC ,/, taught/VBD", [("Esi", PER)]),
        ("his/PRP$ home/NN ,/, Accra/NNP/LOC ,/, burned/VBD", [("Accra", "LOC")]),
        ("her/PRP$ friends/NNS Ifeo/NNP and/CC others/NNS", [("Ifeo", PER)]),
        ("the/DT brig/NN Delphine/NNP sank/VBD", []),
    ],
)
def test_nouns_for_people(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Noa/NNP/LOC Tran/NNP/LOC ,/, who/WP bakes/VBZ", [("Noa Tran", PER)]),
        ("the/DT Frenchman/NNP ,/, who/WP bakes/VBZ", []),
        ("Oslo/NNP/LOC ,/, whose/WP$ port/NN froze/VBD", [("Oslo", "LOC")]),
        ("Tuckwood/UH ,/, who/WP lost/VBD", [("Tuckwood", PER)]),
        ("call/VB him/PRP Ikenna/NNP", [("Ikenna", PER)]),
        ("her/PRP$ real/JJ name/NN is/VBZ Pearl/NNP/LOC Hopper/NNP/LOC", [("Pearl Hopper", PER)]),
        ("love/NN to/IN Ngola/NNP/LOC", [("Ngola", PER)]),
        ("a/DT boy/NN called/VBN Manu/NNP", [("Manu", PER)]),
        ("a/DT town/NN called/VBN Manu/NNP", []),
        ("Ann/NNP/PER Gray/NNP/PER alias/NNP Sly/NNP Nan/NNP", [("Ann Gray", PER), ("Sly Nan", PER)]),
    ],
)
def test_what_follows_and_what_is_said(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Liu/NNP Weiming/NNP spoke/VBD", [("Liu Weiming", PER)]),
        ("Seo-yeon/NNP/LOC Park/NNP/LOC spoke/VBD", [("Seo-yeon Park", PER)]),
        ("Hyde/NNP/LOC Park/NNP/LOC was/VBD", [("Hyde Park", "LOC")]),
        ("K./NNP/LOC Marsh/NNP/LOC here/RB", [("K. Marsh", PER)]),
        ("S./NNP/LOC Korea/NNP/LOC won/VBD", [("S. Korea", "LOC")]),
        ("J./NNP de/NNP Wael/NNP sr./NNP spoke/VBD", [("J. de Wael sr.", PER)]),
        ("Helen/NNP Ashworth/NNP ought/MD", [("Helen Ashworth", PER)]),
        ("Helen/NNP Ashworth/NNP Street/NNP was/VBD", []),
        ("the/DT Helen/NNP Ashworth/NNP archive/NN was/VBD", []),
        ("on/IN May/NNP 9/CD they/PRP", []),
    ],
)
def test_how_names_are_made(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Martha/NN Crane/NNP/PER came/VBD", [("Martha Crane", PER)]),
        ("on/IN Sunday/NNP Martha/NNP/PER came/VBD", [("Martha", PER)]),
        ("on/IN 3/CD May/NNP Martha/NNP/PER came/VBD", [("Martha", PER)]),
        ("Seo-yeon/NNP Park/NNP/PER came/VBD", [("Seo-yeon Park", PER)]),
        ("Ned/NNP/PER Crane/NNP/PER +,/, Sr./NNP/B-PER came/VBD", [("Ned Crane, Sr.", PER)]),
        ("Ned/NNP/PER Crane/NNP/PER the/DT younger/JJR ,/, ostler/NN", [("Ned Crane the younger", PER)]),
        ("Ned/NNP/PER the/DT younger/JJR man/NN", [("Ned", PER)]),
        ("João/NNP \"/`` +Jo/NNP +\"/'' Pires/NNP came/VBD", [('João "Jo" Pires', PER)]),
        ("Ravi/NNP/PER V./NNP Kulk/NNP/B-PER came/VBD", [("Ravi V. Kulk", PER)]),
        ("Ulla/NNP/PER +-/HYPH +Maj/NNP/B-PER Lind/NNP/PER came/VBD", [("Ulla-Maj Lind", PER)]),
        ("Bush/NNP/PER +-/HYPH +Dole/NNP/B-PER race/NN", [("Bush", PER), ("Dole", PER)]),
    ],
)
def test_names_are_completed(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada/NNP/PER Fen/NNP/PER née/NNP/PER Gill/NNP/PER died/VBD", [("Ada Fen", PER), ("Gill", PER)]),
        ("Rex/NNP/PER v./NNP/PER Pettin/NNP/PER", [("Pettin", PER)]),
        ("P./NNP/PER S./NNP/PER Josua/NNP/PER has/VBZ", [("Josua", PER)]),
        ("Mr/NNP/PER Toomey/NNP/PER of/IN/PER Mallow/NNP/PER rows/VBZ", [("Mr Toomey", PER)]),
        ("Joan/NNP/PER of/IN/PER Arc/NNP/PER rode/VBD", [("Joan of Arc", PER)]),
        (
            "Dora/NNP/PER Pet/NNP/PER ,/,/PER T./NNP/PER Had/NNP/PER came/VBD",
            [("Dora Pet", PER), ("T. Had", PER)],
        ),
        ("Volk/NNP/ORG Ltd./NNP/ORG Tove/NNP/ORG abstained/VBD", [("Volk Ltd.", "ORG")]),
    ],
)
def test_names_are_cut(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Sigrid/NNP/PER Aas/NNP/PER won/VBD ./. | Sigrid/NNP ,/, 22/CD ,/, ran/VBD",
            [("Sigrid Aas", PER), ("Sigrid", PER)],
        ),
        (
            "Ólaf/NNP/PER Aas/NNP/PER won/VBD ./. | Then/RB Olaf/NNP left/VBD",
            [("Ólaf Aas", PER), ("Olaf", PER)],
        ),
        (
            "Eva/NNP/PER Krone/NNP/PER sat/VBD ./. | He/PRP called/VBD Krone/NNP/LOC over/RP",
            [("Eva Krone", PER), ("Krone", PER)],
        ),
        (
            "Eva/NNP/PER Krone/NNP/PER sat/VBD in/IN Krone/NNP/LOC",
            [("Eva Krone", PER), ("Krone", "LOC")],
        ),
        (
            "Eva/NNP/PER Krone/NNP/PER opened/VBD Krone/NNP Fields/NNS",
            [("Eva Krone", PER)],
        ),
        (
            "Eva/NNP/PER Krone/NNP/PER sat/VBD in/IN Krone/NNP/LOC ,/, at/IN Krone/NNP/LOC and/CC Krone/NNP",
            [("Eva Krone", PER), ("Krone", "LOC"), ("Krone", "LOC")],
        ),
        (
            "Volk/NNP/ORG Ltd./NNP/ORG Tove/NNP/ORG left/VBD ./. | Tove/NNP/PER Moe/NNP/PER came/VBD",
            [("Volk Ltd.", "ORG"), ("Tove", PER), ("Tove Moe", PER)],
        ),
    ],
)
def test_words_of_a_name_again(text: str, expected: Found) -> None:
    assert people(text) == expected


def test_nothing_changes_without_tags_or_words() -> None:
    document = Document(id="text", **joined([["Uncle", "Jan", "came"]]))
    table = Spans.build([])
    assert with_people(document, table) is table
    empty = Document(id="empty", text="").with_columns(xpos=[])
    assert with_people(empty, table) is table


def test_what_is_right_stays_as_it_is() -> None:
    document, table = tagged("Ann/NNP/PER Lee/NNP/PER met/VBD Bo/NNP/B-PER in/IN Oslo/NNP/LOC")
    assert with_people(document, table) is table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jean/NNP/PER +-/HYPH +Luc/NN cut/VBD it/PRP", [("Jean-Luc", PER)]),
        ("Jean/NNP/PER +-/HYPH +Luc/NNP Thibault/NNP came/VBD", [("Jean-Luc Thibault", PER)]),
        ("St/NNP +-/HYPH +Germain/NNP/PER came/VBD", [("St-Germain", PER)]),
        ("Jean/NNP/PER +-/HYPH +Luc/NNP/B-PER came/VBD", [("Jean-Luc", PER)]),
        ("Nixon/NNP/PER +-/HYPH +Brezhnev/NNP/B-PER talks/NNS", [("Nixon", PER), ("Brezhnev", PER)]),
        ("Freud/NNP/PER +-/HYPH +Institut/NNP opened/VBD", [("Freud", PER)]),
        ("Ann/NNP/PER -/HYPH Luc/NN came/VBD", [("Ann", PER)]),
    ],
)
def test_both_sides_of_a_hyphen(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call/NN from/IN TREMBLAY/NNP/PER ,/, Louise/NNP/B-PER ,/, at/IN two/CD", [("TREMBLAY , Louise", PER)]),
        ("driver/NN GAGNON/NNP ,/, Jean/NNP +-/HYPH +Luc/NNP ,/, held/VBN", [("GAGNON , Jean-Luc", PER)]),
        (
            "1./LS Lusk/NNP ,/, Faith/NN NZL/NNP 31.2/CD ¶ 2./LS Orr/NNP ,/, Louise/NNP USA/NNP 31.4/CD",
            [("Lusk , Faith", PER), ("Orr , Louise", PER)],
        ),
        ("in/IN LONDON/NNP/LOC ,/, Louise/NNP/PER slept/VBD", [("LONDON", "LOC"), ("Louise", PER)]),
        ("GAGNON/NNP/PER ,/, Tremblay/NNP/B-PER and/CC others/NNS", [("GAGNON", PER), ("Tremblay", PER)]),
    ],
)
def test_a_surname_before_a_comma(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Faith/NNP/PER Lusk/NNP/PER came/VBD | "/`` Faith/NN ran/VBD',
            [("Faith Lusk", PER), ("Faith", PER)],
        ),
        (
            "Michael/NNP/PER Ives/NNP/PER came/VBD | tell/VB Canon/NNP/ORG Ives/NNP/ORG it/PRP",
            [("Michael Ives", PER), ("Ives", PER)],
        ),
        (
            "Michael/NNP/PER Ives/NNP/PER came/VBD | Ives/NNP/ORG Canon/NNP/ORG fell/VBD",
            [("Michael Ives", PER), ("Ives Canon", "ORG")],
        ),
    ],
)
def test_names_again_in_quotes_and_behind_titles(text: str, expected: Found) -> None:
    assert people(text) == expected
