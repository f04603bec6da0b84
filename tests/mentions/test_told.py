"""What texts of our own say of the names in them, and who bears each name then."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.mentions.bearers import Site, bearers
from namesakes.mentions.cast import Cast
from namesakes.mentions.roles import Role
from namesakes.mentions.told import Told
from namesakes.names import parse
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Spans
from namesakes.text.strings import Strings

CASES = {
    "kin": "[Mr. Hallam|1] told me his son [Peter|2] has it . | [Peter Hallam|2] came . | [Mr. Hallam|1] left .",
    "kin with a comma": "[Leyla Osman|1] and her brother , [Kerim Osman|2] , came . | [Kerim|2] left .",
    "a father of one name": "[Tom Weaver|1] saw his father , [Tom Weaver|2] , here . | [Weaver|1] is young .",
    "kin before": "[Harriet Bell|1] , the aunt of [Harriet Bell|2] , came .",
    "kin of somebody's": "[Tom Rowe|1] 's son , [Tom Rowe|2] , came .",
    "a surname is not that of kin": "[Lena Fox|1] sang . | [Fox|1] has a brother , [Tom Fox|2] . | [Fox|1] left .",
    "leaves a son": "[Ilona Berg|1] leaves a son , [Ilon Berg|2] . | [Berg|1] sang .",
    "not by gender": "[Fox|1] said that her brother [Tom Fox|2] came .",
    "a nickname": "[Bob Tillman|1] was sorry . | His son [Bobby|2] did not come .",
    "also called": "[Miguel Prado|1] is old . | Their son , my father , was also called [Miguel|2] .",
    "no relation": "[Ann Rowe|1] met another [Ann Rowe|2] at noon .",
    "by a surname alone": "Old [Mr. Hartley|1] came . | She knew the other [Hartley|2] , who taught .",
    "a second": "[Park Min-jun|1] won . | A second [Park Min-jun|2] spoke .",
    "confused": "[Otto Klein|1] is not to be confused with our cook , [Otto Klein|2] .",
    "shared": "[Zhang Wei|1] is here . | We thank [Zhang Wei|2] , who shares a name with the author .",
    "denied": "[Mary Smith|1] resigned . | She is not [Mary Smith|2] , the wife .",
    "not the one who": "I met [Dan Reyes|1] . | He is the surveyor , not the [Dan Reyes|2] who sails .",
    "not that": "[Dan Reyes|1] came . | Not that [Dan Reyes|2] , the other one .",
    "not yours": "I asked our [Peter Grant|1] , not your [Peter Grant|2] , to come .",
    "different from": "This [Peter Grant|1] is different from the [Peter Grant|2] you met .",
    "another person": "This is [Ann Rowe|1] , a different person from the [Ann Rowe|2] who died .",
    "no relation to the one who": "[Peter Grant|1] is no relation to the [Peter Grant|2] who keeps bees .",
    "by a surname and what he does": "I spoke to [Reyes|1] . | He is a plumber , not the [Reyes|2] who drinks .",
    "not a surname of things": "It was not the [Reyes|1] house . | [Reyes|1] sold it .",
    "not the name of things": "[Peter Grant|1] wrote it . | It is not the [Peter Grant|1] way .",
    "introduced": "[Dan Orr|1] wrote . | It was signed by a [Dan Orr|2] who lives elsewhere . | [Dan|1] laughed .",
    "of two ages": "[Ana Torres|1] , 52 , spoke . | [Ana Torres|2] , 19 , swam .",
    "born in two years": "[Jan Kos|1] ( b. 1915 ) led . | [Jan Kos|2] ( 1881 ) dug .",
    "the elder": "The elder [Dumas|1] wrote . | The younger [Dumas|2] wrote too .",
    "old and young": "Old [Mr. Hill|1] sat . | Young [Mr. Hill|2] stood .",
    "twice in a sentence": "They saw a film by [Eva Ruiz|1] about a film by [Eva Ruiz|2] then .",
    "patronymics": "[Ivan Petrovich|1] met [Ivan Sergeyevich|2] .",
    "ranks": "[Captain Reeve|1] met [Mr. Reeve|2] .",
    "offices": "[Bishop Smith|1] met [Councillor Smith|2] .",
    "a judge": "[Hon. Judith Blaine|1] sat . | [Ray Blaine|2] stood . | [Judge Blaine|1] spoke .",
    "also known as": "[Ada Horn|1] , also known as [Ida Hopp|1] , left . | [Horn|1] was sad .",
    "a real name": "[Ida Hopp|1] was sad . | Her real name is [Ada Horn|1] .",
    "a maiden name": "[Grace Otieno|1] ( née [Wanja|1] ) came .",
    "a name at birth": "[Lena Fox|1] was born [Magda Fuchs|1] in Graz .",
    "a new name": "[Emily Clarke|1] became [Mrs. Dawson|1] in June . | [Mrs. Dawson|1] left .",
    "then": "[Jane Frost|1] , then [Jane Miller|1] , came .",
    "as listeners know": "[Karim Nour|1] , whom all listeners know as the cook [Yusuf Aziz|1] , left .",
    "as all call him": "[Paulo Rezende|1] came . | [Big Tom|1] , as everybody calls him , sat down .",
    "in another sentence": "[Mary Jones|1] came . | She writes as [Ada North|1] .",
    "not an alias": "[Tom Hill|1] was born to [Ann Hill|2] in May .",
    "not known as": "[Tom Hill|1] is known as a friend of [Ann Lee|2] .",
}


def tag_of(word: str) -> str:
    if word == "who":
        return "PRON"
    return "PROPN" if word[0].isupper() else "NOUN" if word.isalpha() else "PUNCT"


def read(marked: str) -> tuple[Cast, list[str]]:
    """The cast of sentences that a bar ends, with names marked, and whose each name is."""
    words: list[list[str]] = [[]]
    spans: list[tuple[int, int, str]] = []
    gold, total, inside = [], 0, -1
    for piece in marked.replace("[", " [ ").replace("]", " ] ").split():
        if piece == "|":
            words.append([])
        elif piece == "[":
            inside = total
        elif piece == "]":
            name, _, person = words[-1][-1].rpartition("|")
            words[-1][-1] = name
            spans.append((inside, total, "PER"))
            gold.append(person)
        else:
            words[-1].append(piece)
            total += 1
    tags = [tag_of(word) for row in words for word in row]
    document = Document(id="text", columns={"upos": Strings(tags)}, **joined(words))
    return Cast(document.replace(entity_table=Spans.build(spans))), gold


@pytest.mark.parametrize("marked", CASES.values(), ids=CASES.keys())
def test_who_bears_the_names(marked: str) -> None:
    cast, gold = read(marked)
    assert len(cast.places) == len(gold)
    for one, other in combinations(range(len(gold)), 2):
        same = cast.places[one].person == cast.places[other].person
        assert same == (gold[one] == gold[other]), (cast.places[one], cast.places[other], cast.told)


@pytest.mark.parametrize(
    "text",
    [
        "1. Ahmed Ali, cook\n2. Ahmed Ali, stoker\n3. Ben Rowe, mate",
        "Mary Kelly, tea\nMary Kelly, cakes\nJoe Flynn, chairs",
        "Name; Station; Born\nJan Kos; cook; Oslo\nJan Kos; mate; Rome",
    ],
)
def test_a_list_has_nobody_twice(text: str) -> None:
    cast = Cast(Syntax.shipped().steps()(Document(id="list", text=text)))
    assert [told.words for told in cast.told] == ["two rows of one list"]
    told = cast.told[0]
    assert cast.places[told.one].person != cast.places[told.other].person


def test_minutes_are_no_list_of_people() -> None:
    text = "1. Joe Flynn opened the meeting.\n2. Joe Flynn read the accounts.\n3. Joe Flynn closed it."
    cast = Cast(Syntax.shipped().steps()(Document(id="minutes", text=text)))
    assert len({place.person for place in cast.places}) == 1


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("The plumber Tom Hill came. The bishop Tom Hill left.", 2),
        ("The lawyer Tom Hill came. The politician Tom Hill left.", 1),
        ("Tom Hill, a lawyer, came. Tom Hill, a politician, left.", 2),
    ],
)
def test_roles_that_are_hardly_one_persons(text: str, people: int) -> None:
    cast = Cast(Syntax.shipped().steps()(Document(id="roles", text=text)))
    assert len({place.person for place in cast.places}) == people


def test_sayings() -> None:
    cast, _ = read(CASES["also known as"])
    assert cast.sayings(0) == ["the text says so (“also known as”): Ada Horn and Ida Hopp are one person"]
    cast, _ = read(CASES["kin"])
    assert cast.sayings(0) == ["the text says so (“son”): Mr. Hallam and Peter are two people"]
    assert cast.apart == {(0, 1), (1, 0)}
    assert cast.sayings(5) == []


FORMS = ["Tom Hill", "Hill", "Tom", "Mr. Hill", "Ann Hill", "Tom Hill Jr."]


@st.composite
def evidence(draw: st.DrawFn) -> tuple[list[Site], list[Told]]:
    count = draw(st.integers(2, 8))
    sites = [
        Site(parse(draw(st.sampled_from(FORMS))), draw(st.integers(0, 2)), Role(), draw(st.integers(0, 2)))
        for _ in range(count)
    ]
    pairs = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda pair: pair[0] < pair[1])
    rows = draw(st.lists(st.tuples(pairs, st.booleans(), st.booleans()), max_size=5))
    told = {pair: Told(*pair, same=same, words="", beside=beside) for pair, same, beside in rows}
    return sites, list(told.values())


@given(evidence())
def test_who_is_told_apart_by_one_thing_is_two(made: tuple[list[Site], list[Told]]) -> None:
    """Against the plain meaning: what is said holds wherever nothing else that is said contradicts it."""
    sites, told = made
    people = bearers(sites, told)
    assert sorted(set(people)) == list(range(len(set(people))))
    assert people == bearers(sites, told)
    if len(told) == 1:
        assert (people[told[0].one] == people[told[0].other]) == told[0].same
    if not any(each.same for each in told):
        for one, other in combinations(range(len(sites)), 2):
            if people[one] == people[other]:
                assert sites[one].person == sites[other].person
    if not told:
        for one, other in combinations(range(len(sites)), 2):
            assert (people[one] == people[other]) == (sites[one].person == sites[other].person)


@given(evidence())
def test_apart_wins_over_same(made: tuple[list[Site], list[Told]]) -> None:
    sites, told = made
    people = bearers(sites, told)
    first = next((each for each in told if not each.same), None)
    if first is not None and sites[first.one].person == sites[first.other].person:
        assert people[first.one] != people[first.other]
