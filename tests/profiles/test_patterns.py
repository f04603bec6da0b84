"""The patterns: each one finds what its example says, and bad ones are refused."""

import re

import pytest

from namesakes import coref
from namesakes.errors import ConfigError
from namesakes.profiles.extraction import profiles
from namesakes.profiles.patterns import Pattern, compiled, patterns
from namesakes.profiles.profile import FIELDS, KINDS
from tests.conftest import CHECKOUT


@pytest.mark.parametrize("pattern", patterns().all, ids=lambda pattern: pattern.name)
def test_example(pattern: Pattern) -> None:
    document = coref(pattern.example, singletons=True, explain=False)
    facts = [fact for profile in profiles(document, KINDS) for fact in profile.facts]
    assert pattern.name in {fact.evidence.pattern for fact in facts}


def test_names_are_told_apart() -> None:
    names = [pattern.name for pattern in patterns().all]
    assert len(set(names)) == len(names)


def test_fields_are_filled() -> None:
    filled = {pattern.field for pattern in patterns().all}
    assert filled - {"role"} | {"title", "occupation"} == set(FIELDS)


def test_documentation_lists_the_patterns() -> None:
    page = (CHECKOUT / "docs" / "profiles.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([a-z]+) \| ([^|]+) \|$", page, re.MULTILINE)
    shown = [(name, field, example) for name, field, example in rows if name != "pattern"]
    examples = (pattern.example.replace("\n", " / ") for pattern in patterns().all)
    assert shown == [(each.name, each.field, shown) for each, shown in zip(patterns().all, examples, strict=True)]


BAD = {
    "no such field": '[[tree]]\nname = "a"\nfield = "shoe size"\npath = "X >obj V"',
    "no path": '[[tree]]\nname = "a"\nfield = "age"',
    "no value": '[[tree]]\nname = "a"\nfield = "age"\npath = "X >obj *"',
    "no step": '[[tree]]\nname = "a"\nfield = "age"\npath = "X obj V"',
    "a step too many": '[[tree]]\nname = "a"\nfield = "age"\npath = "X >obj V >nmod"',
    "no word": '[[tree]]\nname = "a"\nfield = "age"\npath = "X >obj V@@"',
    "bad expression": '[[text]]\nname = "a"\nfield = "age"\nafter = "(?P<value>"',
    "bad list": '[[list]]\nname = "a"\nbefore = "(:"',
    "list without a colon": '[[list]]\nname = "a"\nbefore = "By"',
    "bad address": '[[address]]\nname = "a"\nfield = "phone"\nexpression = "("',
    "no toml": "[[tree",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_bad_patterns_are_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="patterns"):
        compiled(text)
