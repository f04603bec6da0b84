"""Why two profiles are one person, or not, as data and in words."""

import json

import pytest

from namesakes.explain.identities import explain_pair
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.profiles.profile import Profile
from tests.identities.specialists.made import counted, profile

ENSEMBLE = Ensemble.untrained(EnsembleSettings(("people", "nicknames", "occupations", "births", "gender", "topics")))

A = profile(
    "Bill Warne",
    {"occupation": "linguist", "birth": "1950"},
    document="07.txt",
    given="Bill",
    family="Warne",
    people=counted("Eugene Charniak, Ann Lee"),
)
B = profile(
    "William Warne",
    {"occupation": "linguist", "birth": "1961"},
    document="12.txt",
    given="William",
    family="Warne",
    people=counted("Eugene Charniak"),
    summary=("He wrote a parser.",),
)


def test_reasons_have_votes_weights_and_evidence() -> None:
    found = explain_pair(ENSEMBLE, A, B)
    reasons = {reason.specialist: reason for reason in found.reasons}
    assert found.similarity == pytest.approx(float(ENSEMBLE.similarities([A, B])[0, 1]))
    assert reasons["people"].shared == ("Eugene Charniak",)
    assert reasons["nicknames"].shared == ("bill = william",)
    assert reasons["occupations"].sentences == (("It says linguist.",), ("It says linguist.",))
    assert reasons["births"].vote == 0
    assert reasons["births"].values == (("1950",), ("1961",))
    assert reasons["births"].effect < 0 < reasons["occupations"].effect
    assert set(found.abstained) == {"gender", "topics"}
    assert [reason.vote for reason in found.votes] == [reason.vote for reason in found.reasons[:4]]


def test_it_reads_as_text_and_as_data() -> None:
    found = explain_pair(ENSEMBLE, A, B)
    lines = str(found).splitlines()
    assert lines[0].startswith("Bill Warne (07.txt) and William Warne (12.txt)   0.")
    assert any(line.startswith("  + titles and occupations by meaning: linguist (both)   vote 1.00") for line in lines)
    assert any(line.startswith("  – years of birth and death: 1950 / 1961   vote 0.00") for line in lines)
    assert not any("asleep" in line for line in lines), "who has nothing to say is not listed"
    assert '  Bill Warne (07.txt): "It says linguist."' in lines
    assert json.loads(json.dumps(found.to_json()))["asleep"] == ["gender", "topics"]


def test_without_facts_the_summary_speaks() -> None:
    a, b = (profile("Lee", document=name, people=counted("Bo Ek"), summary=(f"{name} is here.",)) for name in "xy")
    lines = explain_pair(ENSEMBLE, a, b).lines()
    assert '  Lee (x): "x is here."' in lines


def test_no_evidence_is_said_so() -> None:
    found = explain_pair(ENSEMBLE, Profile("a", 0), Profile("b", 0))
    assert found.similarity is None
    assert str(found) == "nameless (a) and nameless (b)\n  no evidence: no specialist has anything to compare"
    assert found.votes == ()
