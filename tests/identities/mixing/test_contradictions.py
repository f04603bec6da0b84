"""Contradictions: facts that one person rarely has, what they take away, and when they keep apart."""

import numpy as np
import pytest

from namesakes.identities.linker import Linker
from namesakes.identities.mixing.contradictions import (
    Contradictions,
    age_clashes,
    gender_clashes,
    kin_clashes,
    related,
    shared_names,
    told_namesakes,
)
from namesakes.identities.name_table import FULL, NameTable
from namesakes.identities.specialists.trades import clashing_trades, fields_of
from namesakes.profiles.profile import Fact, Profile
from tests.identities import made

ALL = Contradictions(gender=0.75, births=3.0, ages=1.5, trades=2.0, kin=1.5, shared=1.5, told=2.0)


def relative(full: str, relation: str, name: str, document: str = "d") -> Profile:
    found = made.profile(full, document=document)
    return Profile(found.document, 0, name=found.name, facts=(Fact("family", name, made.EVIDENCE, relation),))


@pytest.mark.parametrize(
    ("title", "fields"),
    [
        ("plumber", {"craft"}),
        ("Retired dentist", {"medicine"}),
        ("parliamentary correspondent", {"media"}),
        ("Secretary of State", {"office"}),
        ("painter", {"craft", "arts"}),
        ("chairman", set()),
        ("captain", set()),
    ],
)
def test_fields_of_work(title: str, fields: set[str]) -> None:
    assert fields_of(title) == fields


def test_work_clashes_where_no_fields_go_together() -> None:
    people = [made.profile("John Smith", ("occupation", word)) for word in ("plumber", "bishop", "carpenter", "owner")]
    clash = clashing_trades(people)
    assert clash[0].tolist() == [False, True, False, False]
    both = [made.profile("A B", ("occupation", "senator")), made.profile("A B", ("occupation", "lawyer"))]
    assert not clashing_trades(both).any(), "a lawyer may be a senator"


def test_one_pronoun_does_not_tell_the_gender() -> None:
    one, she, he = (made.profile("Liu Yang", pronouns=each) for each in ({"male": 1}, {"female": 2}, {"male": 3}))
    assert gender_clashes([one, she])[0, 1] == 0.0
    assert gender_clashes([he, she])[0, 1] == pytest.approx(3.0)
    assert gender_clashes([he, he])[0, 1] == 0.0


def test_ages_clash_where_no_date_tells_more() -> None:
    young, old = made.profile("Eva Lund", ("age", "22")), made.profile("Eva Lund", ("age", "67"))
    assert age_clashes([young, old])[0, 1]
    assert not age_clashes([young, made.profile("Eva Lund", ("age", "25"))]).any()
    then = made.profile("Eva Lund", ("age", "22"), ("date", "3 May 1960"))
    now = made.profile("Eva Lund", ("age", "67"), ("date", "3 May 2005"))
    assert not age_clashes([then, now]).any(), "she was born in 1938 by both"


def test_husbands_and_wives_clash() -> None:
    one, other = relative("Mary Hill", "husband", "Tom Hill"), relative("Mary Hill", "husband", "Ben Hill")
    assert kin_clashes([one, other])[0, 1]
    assert not kin_clashes([one, relative("Mary Hill", "brother", "Ben Hill")]).any()
    assert not kin_clashes([one, relative("Mary Hill", "husband", "Thomas Hill")]).any()


def test_a_remark_about_namesakes_tells_of_all_who_have_the_name() -> None:
    told = made.profile("Rosa Vidal", ("namesake", "architect who shares her name"), ("occupation", "singer"))
    people = [told, made.profile("Rosa Vidal", ("occupation", "architect")), made.profile("Rosa Vidal")]
    people.append(made.profile("Ute Brandt"))
    same = NameTable.of(people).kinds == FULL
    assert shared_names(people, same)[:3, :3].all()
    assert not shared_names(people, same)[3, :3].any()
    assert told_namesakes(people)[0].tolist() == [False, True, False, False]


def test_addresses_say_which_of_the_namesakes_it_is() -> None:
    told = made.profile("Rosa Vidal", ("namesake", "the other"))
    ways = (("email", "rosa@x.example"), ("email", "rosa@x.example"), ("phone", "01632 960001"))
    people = [told, *(made.profile("Rosa Vidal", way) for way in ways)]
    amounts = shared_names(people, NameTable.of(people).kinds == FULL)
    assert amounts[0].tolist()[1:] == [1, 1, 1], "whose address nobody knows"
    assert amounts[1, 2] == 0
    assert amounts[1, 3] == amounts[2, 3] == 2


def test_amounts_add_up_and_firm_ones_keep_apart() -> None:
    told = made.profile("Rosa Vidal", ("namesake", "plumber of the same name"), ("occupation", "bishop"))
    people = [told, made.profile("Rosa Vidal", ("occupation", "plumber")), made.profile("Rosa Vidal")]
    names = NameTable.of(people)
    amounts = ALL.amounts(people, names)
    assert set(amounts) == {"trades", "shared", "told"}
    assert sum(each[0, 1] for each in amounts.values()) == pytest.approx(-5.5)
    assert ALL.apart(people, names).tolist() == [[False, True, False], [True, False, False], [False, False, False]]
    assert Contradictions().silent
    assert not Contradictions().amounts(people, names)


def test_relatives_of_one_document_are_two() -> None:
    son, father = relative("Robert Tell Jr.", "father", "Robert Tell"), made.profile("Robert Tell")
    elsewhere = made.profile("Robert Tell", document="e")
    assert related([son, father, elsewhere]).tolist() == [[False, True, False], [True, False, False], [False] * 3]


def test_the_linker_keeps_them_apart() -> None:
    words = dict.fromkeys("harbour boat sail rope crew".split(), 2)
    told = made.profile(
        "Olaf Brandsson",
        ("namesake", "plumber of the same name"),
        ("occupation", "bishop"),
        document="a",
        words=words,
        context=words,
    )
    other = made.profile("Olaf Brandsson", ("occupation", "plumber"), document="b", words=words, context=words)
    plain = [made.profile("Olaf Brandsson", document=key, words=words, context=words) for key in "ab"]
    assert Linker.shipped()([told, other]).labels == [0, 1]
    assert Linker.shipped()(plain).labels == [0, 0]
    assert np.array(Linker.shipped().linked([told, other]).apart)[0, 1]
