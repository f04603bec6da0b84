"""Descriptions find the names that the text called so."""

from functools import cache

import pytest

from namesakes.chains.resolver import Resolver
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

TEXTS = {
    "bank": "Ann Rowe left Hartwell Bank in May. It rained. The bank said that she had done well.",
    "university": "Sam Orr studied at the University of Leeds. It rained in July. The university has a fine library.",
    "captain": "Captain Trask came aboard at noon. The captain was angry.",
    "architect": "The architect Tom Weaver came to Leeds with Ann Pike. The architect said little.",
    "senator": "Senator Bello opened the market. The traders cheered. Pepper was dear. The senator bought three.",
    "pilot": "Ann Lee is a pilot. Her friend Tom Berry cooks. Snow fell in the night. The pilot waited until noon.",
    "widow": "Ruth Hart, a widow, sold the farm. The widow moved to York.",
    "two doctors": "The doctor Tom Weaver met the doctor Ann Pike. It rained for three days. The doctor said little.",
    "another bank": "Ann Rowe works at Hartwell Museum. The bank of the river was steep.",
}


@cache
def chains(name: str, *without: str) -> list[set[str]]:
    document = Syntax.shipped().steps()(Document(id=name, text=TEXTS[name]))
    found = Resolver.shipped().resolve(document, without=without)
    return [{mention.text for mention in chain} for chain in found.chains]


def together(name: str, one: str, other: str, *without: str) -> bool:
    return any(
        any(one in text for text in chain) and any(text == other for text in chain) for chain in chains(name, *without)
    )


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("bank", "Hartwell Bank", "The bank"),
        ("university", "University of Leeds", "The university"),
        ("captain", "Captain Trask", "The captain"),
        ("architect", "Tom Weaver", "The architect"),
        ("widow", "Ruth Hart", "The widow"),
        ("senator", "Senator Bello", "The senator"),
        ("pilot", "Ann Lee", "The pilot"),
    ],
)
def test_a_description_finds_the_name(name: str, one: str, other: str) -> None:
    assert together(name, one, other)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [("architect", "Ann Pike", "The architect"), ("another bank", "Hartwell Museum", "The bank")],
)
def test_no_other_name(name: str, one: str, other: str) -> None:
    assert not together(name, one, other)


def test_of_two_doctors_none_is_chosen_by_the_rule() -> None:
    assert chains("two doctors") == chains("two doctors", "descriptions")


def test_it_can_be_switched_off() -> None:
    assert any(chains(name) != chains(name, "descriptions") for name in TEXTS), (
        "the model finds some by itself, not all"
    )
