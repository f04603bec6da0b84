"""Entities let nothing in that contradicts them: against plain Python, and in texts of our own."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.constraints import Constraints
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.decoding.decoder import DECODERS
from namesakes.chains.decoding.entities import FACTS, Entities, mention_facts
from namesakes.chains.features.mention_pairs import correct_rows
from namesakes.chains.links import Links, antecedents_of
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.resolver import Resolver
from namesakes.mentions.attributes import PLACES
from namesakes.mentions.pronouns import FEMININE, MASCULINE, PLURAL, SINGULAR
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from tests.chains.made import made_chains, made_entities, made_limits
from tests.chains.parsed import resolver

SEEDS, COUNTS = st.integers(0, 9999), st.integers(1, 9)
NAME, I_SAID, YOU_SAID, TOLD_TO = (FACTS.index(name) for name in ("name", "says_i", "says_you", "told_to"))
PLAIN = [FACTS.index(name) for name in ("name", "gender", "number", "nature", "thing", "told")]


class Reference:
    """The same by plain Python: entities are lists of mentions, and what is known of each is looked up every time."""

    def __init__(self, made: Entities, scores: np.ndarray, rows: np.ndarray | None = None, **limits: object) -> None:
        self.made, self.scores, self.started = made, scores, rows
        self.allowed = limits.get("allowed", made.open_rows)
        self.foes, self.bound = limits.get("foes", {}), limits.get("bound", np.full(made.pairs.count + 1, -1))
        self.facts, self.candidates = made.facts.tolist(), made.pairs.candidates
        self.entities: list[list[int]] = []
        self.named: dict[int, list[int]] = {}

    def place(self, name: str, mention: int) -> int:
        return int(self.made.pairs.attributes.places[mention, PLACES.index(name)])

    def entity(self, mention: int) -> list[int]:
        return next(entity for entity in self.entities if mention in entity)

    def known(self, entity: list[int], fact: int) -> int:
        return next((self.facts[mention][fact] for mention in entity if self.facts[mention][fact]), 0)

    def contradicts(self, mention: int, entity: list[int]) -> bool:
        mine = self.facts[mention]
        if any(mine[fact] and self.known(entity, fact) not in (0, mine[fact]) for fact in PLAIN):
            return True
        if mine[I_SAID] and self.known(entity, I_SAID) not in (0, mine[I_SAID]):
            return True
        if mine[I_SAID] and mine[I_SAID] in (self.known(entity, YOU_SAID), self.known(entity, TOLD_TO)):
            return True
        return any(mine[fact] and self.known(entity, I_SAID) == mine[fact] for fact in (YOU_SAID, TOLD_TO))

    def apart(self, earlier: int, mention: int) -> bool:
        if self.place("sentence", earlier) != self.place("sentence", mention):
            return False
        if self.place("end", mention) <= self.place("end", earlier):
            same_clause = self.place("clause", mention) == self.place("clause", earlier)
            other_head = self.place("head", mention) != self.place("head", earlier)
            return other_head and same_clause and not self.place("apposed", mention)
        first = self.place("conjunct_of", mention)
        return first >= 0 and first in (self.place("head", earlier), self.place("conjunct_of", earlier))

    def shut(self, mention: int, entity: list[int]) -> bool:
        return any(each in self.foes.get(mention, ()) or self.apart(each, mention) for each in entity)

    def fits(self, mention: int, row: int, own: list[int]) -> bool:
        """Whether a row may be taken; `own` is the entity of the mention's name, where it has one."""
        antecedent = int(self.candidates.antecedents[row])
        if not self.allowed[row] or antecedent == 0:
            return bool(self.allowed[row])
        if own:
            return self.facts[antecedent][NAME] == self.facts[mention][NAME]
        entity = self.entity(antecedent)
        free = self.bound[mention] < 0
        return not free or not (self.shut(mention, entity) or self.contradicts(mention, entity))

    def kept(self, mention: int, own: list[int]) -> int:
        """The row that a decoder took, or -1 where there is none or it contradicts something."""
        row = -1 if self.started is None else int(self.started[mention])
        if row < 0 or not self.allowed[row]:
            return -1
        antecedent = int(self.candidates.antecedents[row])
        if antecedent == 0 or self.bound[mention] >= 0:
            return row
        if own and self.facts[antecedent][NAME] != self.facts[mention][NAME]:
            return -1
        entity = self.entity(antecedent)
        return -1 if self.shut(mention, entity) or self.contradicts(mention, entity) else row

    def decode(self) -> tuple[list[int], list[int]]:
        rows, antecedents = [-1], [0]
        for mention in range(1, self.made.pairs.count + 1):
            start, end = self.candidates.starts[mention : mention + 2].tolist()
            name = self.facts[mention][NAME] if self.bound[mention] < 0 else 0
            own = self.named.get(name, []) if name else []
            own = [] if own and self.shut(mention, own) else own
            row = self.kept(mention, own)
            if row < 0:
                open_rows = [each for each in range(start, end) if self.fits(mention, each, own)]
                row = max(open_rows, key=lambda each: (self.scores[each], each), default=start)
            antecedent = max(int(self.bound[mention]), 0) or int(self.candidates.antecedents[row])
            joined = [] if antecedent == 0 else own or self.entity(antecedent)
            if own and antecedent and antecedent not in own:
                antecedent = max(own, key=lambda each: (self.facts[each][NAME] == name, each))
            rows.append(row)
            antecedents.append(antecedent)
            if not joined:
                self.entities.append(joined)
            joined.append(mention)
            if self.facts[mention][NAME] and (not own or joined is own):
                self.named[self.facts[mention][NAME]] = joined
        return rows, antecedents


def made_scores(made: Entities, seed: int) -> np.ndarray:
    """Scores at random, some of them equal."""
    random = np.random.default_rng([seed, 5])
    return random.integers(-3, 4, size=len(made.pairs.candidates.antecedents)).astype(float)


@given(SEEDS, COUNTS, st.booleans(), st.booleans())
def test_what_is_chosen_is_that_of_the_reference(seed: int, count: int, decoded: bool, limited: bool) -> None:
    made = made_entities(count, seed)
    scores = made_scores(made, seed)
    rows = best_first(np.random.default_rng(seed).normal(size=len(scores)), made.pairs) if decoded else None
    limits = made_limits(made, seed) if limited else {}
    found, antecedents = made.consistent(scores, rows, **limits)
    assert (found.tolist(), antecedents.tolist()) == Reference(made, scores, rows, **limits).decode()


@given(SEEDS, COUNTS)
def test_nothing_contradicts_in_what_is_chosen(seed: int, count: int) -> None:
    made = made_entities(count, seed)
    named = made.facts[:, NAME] > 0
    of_names = np.random.default_rng(seed).integers(0, 3, size=(3, len(FACTS))).astype(np.uint64)
    made.facts[named, 1:] = of_names[made.facts[named, NAME], 1:]  # those of one name say the same, as in texts
    made.facts[named, I_SAID:] = 0
    foes = {mention: np.array([1], dtype=np.int32) for mention in range(2, count + 1, 3)}
    antecedents = made.consistent(made_scores(made, seed), foes=foes)[1]
    clusters, said = clusters_of(antecedents), made.facts.astype(int)
    for cluster in np.unique(clusters[1:]).tolist():
        members = np.flatnonzero(clusters == cluster)
        for fact in (*PLAIN, I_SAID):
            assert len({*said[members, fact].tolist()} - {0}) <= 1
    assert all(clusters[mention] != clusters[1] for mention in foes)
    reference = Reference(made, np.zeros(0))
    for one, other in combinations(range(1, count + 1), 2):
        assert clusters[one] != clusters[other] or not reference.apart(one, other)


@given(SEEDS, COUNTS)
def test_rows_that_contradict_nothing_stay(seed: int, count: int) -> None:
    made = made_entities(count, seed)
    made.facts[:, NAME] = 0
    scores = made_scores(made, seed)
    once = made.consistent(scores)[0]
    assert made.consistent(-scores, once)[0].tolist() == once.tolist()
    nothing = made_entities(count, seed)
    nothing.facts[:] = 0
    places = nothing.pairs.attributes.places
    places[:, PLACES.index("conjunct_of")], places[:, PLACES.index("apposed")] = -1, 1
    rows = best_first(scores, nothing.pairs)
    everything = np.ones(len(scores), dtype=np.uint8)
    found, antecedents = nothing.consistent(scores, allowed=everything)
    assert antecedents.tolist() == antecedents_of(nothing.pairs, rows).tolist()
    assert found[1:].tolist() == rows[1:].tolist()


@given(SEEDS, COUNTS)
def test_in_training_every_mention_may_begin_a_chain(seed: int, count: int) -> None:
    made, chains = made_entities(count, seed), made_chains(count, seed)
    possible = made.possible(chains)
    starts = made.pairs.candidates.starts
    assert possible[starts[1:-1]].all()
    left = made.pairs.only(possible > 0)
    assert (left.candidates.antecedents[left.candidates.starts[1:-1]] == 0).all()
    assert not (possible & ~made.open_rows & 1).any()
    right = correct_rows(left.candidates, chains)
    assert np.add.reduceat(right, left.candidates.starts[1:-1]).all()


def test_what_can_not_happen_is_no_choice_in_training() -> None:
    made = made_entities(3, 1)
    made.facts[:], made.pairs.attributes.places[:, PLACES.index("conjunct_of")] = 0, -1
    made.pairs.attributes.places[:, PLACES.index("apposed")] = 1
    made.pairs.attributes.places[:, PLACES.index("quote")] = 0
    gender = FACTS.index("gender")
    made.facts[1, gender], made.facts[3, gender] = MASCULINE, FEMININE
    rows = made.pairs.candidates
    of_third = slice(*rows.starts[3:5].tolist())
    apart, together = (made.possible(np.array(chains, dtype=np.int32)) for chains in ([-1, 0, -1, -1], [-1, 0, 0, -1]))
    assert rows.antecedents[of_third][apart[of_third] > 0].tolist() == [0, 2]
    assert rows.antecedents[of_third][together[of_third] > 0].tolist() == [0], "the second is he by its gold chain"


STORIES = {
    "a visit": (
        "Mr. Harwick came to see his father. His father was ill, and he sat with him. Mrs. Harwick and Miss Orrin "
        "brought tea. She thanked them. “I am glad,” said Mr. Harwick. “I was afraid,” said his father. "
        "Ellen Orrin laughed. Her mother smiled at Mr. Harwick, and he took her hand."
    ),
    "a report": (
        "Clara Dunn and Peter Voss founded Brightwater in Leeds. Dunn said that she owned the firm. Voss said he did "
        "not. Clara Dunn's father wrote to Voss. He told him that his daughter and her partner were fools. "
        "Brightwater was sold, and its owners left it."
    ),
    "a teller": (
        "I was young when I met Tom Berry. He was my friend. “I am no friend of yours,” Tom said. I left him, and my "
        "sister took his hand. “I shall stay,” she told me. Berry and my sister married."
    ),
}


@cache
def story(name: str) -> Document:
    return Syntax.shipped().steps()(Document(id=name, text=STORIES[name]))


def sides(links: Links) -> list[tuple[int, int]]:
    """The pairs of mentions of which one lies in the other in its clause, or that *and* joins."""
    reference = Reference(Entities(links.pairs), np.zeros(0))
    return [pair for pair in combinations(range(1, links.pairs.count + 1), 2) if reference.apart(*pair)]


def check(links: Links, *, postprocessed: bool) -> None:
    """No chain has he and she, two people's names, one and several; nor two mentions that are apart."""
    said, clusters = mention_facts(links.pairs.attributes).astype(int), links.clusters
    for cluster in np.unique(clusters[1:]).tolist():
        members = np.flatnonzero(clusters == cluster)
        for fact in PLAIN:
            assert len({*said[members, fact].tolist()} - {0}) <= 1, (FACTS[fact], members)
    if not postprocessed:
        assert not [pair for pair in sides(links) if clusters[pair[0]] == clusters[pair[1]]]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("name", STORIES)
def test_whatever_decoder_and_weights_nothing_contradicts(name: str, decoder: str, seed: int) -> None:
    model = resolver(decoder, seed)
    model = Resolver(replace(model.settings, entities=True), model.model)
    check(model.links(story(name), without=["names", "pronoun-chains", "shared-heads", "quotes"]), postprocessed=False)
    check(model.links(story(name)), postprocessed=True)


@pytest.mark.parametrize("name", STORIES)
def test_nothing_contradicts_in_what_the_shipped_model_finds(name: str) -> None:
    check(Resolver.shipped().links(story(name)), postprocessed=True)


def span(name: str, text: str, start: int = 0) -> tuple[int, int]:
    first = STORIES[name].index(text, start)
    return first, first + len(text)


def chain_of(links: Links, place: tuple[int, int]) -> int:
    """The chain of the mention with these characters."""
    for number, mention in enumerate(links.document.mentions, start=1):
        if (mention.start, mention.end) == place:
            return int(links.clusters[number])
    raise AssertionError(place)


@pytest.mark.parametrize("decoder", DECODERS)
def test_constraints_win(decoder: str) -> None:
    """Two names of two people are one where somebody says so; all the rest contradicts nothing still."""
    name, model = "a report", resolver(decoder, 1)
    one, other = span(name, "Clara Dunn"), span(name, "Voss", 90)
    wanted = Constraints(must=[[one, other]])
    links = Resolver(replace(model.settings, entities=True), model.model).links(story(name), constraints=wanted)
    assert chain_of(links, one) == chain_of(links, other)
    said, clusters = mention_facts(links.pairs.attributes).astype(int), links.clusters
    for cluster in set(clusters[1:].tolist()) - {chain_of(links, one)}:
        for fact in PLAIN:
            assert len({*said[clusters == cluster, fact].tolist()} - {0}) <= 1


@pytest.mark.parametrize("decoder", DECODERS)
def test_what_must_not_be_linked_is_not(decoder: str) -> None:
    name, model = "a visit", resolver(decoder, 2)
    one, other = span(name, "Mr. Harwick"), span(name, "Mr. Harwick", 20)
    wanted = Constraints(cannot=[[one, other]])
    links = Resolver(replace(model.settings, entities=True), model.model).links(story(name), constraints=wanted)
    assert chain_of(links, one) != chain_of(links, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [(("a visit", "Mrs. Harwick"), ("a visit", "Miss Orrin")), (("a visit", "his father"), ("a visit", "his"))],
    ids=["two sides of and", "one inside the other"],
)
def test_constraints_win_over_places(one: tuple[str, str], other: tuple[str, str]) -> None:
    model = resolver()
    wanted = Constraints(must=[[span(*one), span(*other)]])
    links = Resolver(replace(model.settings, entities=True), model.model).links(story(one[0]), constraints=wanted)
    assert chain_of(links, span(*one)) == chain_of(links, span(*other))


def test_who_tells_is_not_who_speaks() -> None:
    """*I* in a quote, *I* in another one of somebody else, and *I* of the teller are three."""
    links = Resolver.shipped().links(story("a teller"))
    told, quoted, hers = (span("a teller", text)[0] for text in ("I was", "I am", "I shall"))
    found = [chain_of(links, (place, place + 1)) for place in (told, quoted, hers)]
    assert len(set(found)) == 3
    assert chain_of(links, (told, told + 1)) == chain_of(links, span("a teller", "my"))


def test_i_in_a_quote_and_outside_are_parted_before_anything_is_scored() -> None:
    model = resolver()
    pairs = model.pairs(Resolver.shipped().links(story("a teller")).document)
    kept = Entities(pairs).open_pairs()
    quote = pairs.attributes.places[:, PLACES.index("quote")]
    first = pairs.attributes.column("person") == 1
    rows = kept.candidates
    both = first[rows.owners] & first[rows.antecedents] & (rows.antecedents > 0)
    assert both.any()
    parted = (quote[rows.owners] == 0) != (quote[rows.antecedents] == 0)
    assert not (both & parted).any()
    assert (first & (quote == 0)).any()
    assert (first & (quote > 0)).any()


def test_facts_of_mentions() -> None:
    document = Resolver.shipped().links(story("a report")).document
    said = mention_facts(resolver().pairs(document).attributes).astype(int)
    found = {each.text: said[place] for place, each in enumerate(document.mentions, start=1)}
    name, gender, number = (FACTS.index(each) for each in ("name", "gender", "number"))
    assert found["Clara Dunn"][name] == found["Dunn"][name] > 0
    assert found["Peter Voss"][name] == found["Voss"][name] not in (0, found["Dunn"][name])
    assert found["Clara Dunn"][gender] == found["Dunn"][gender] == found["she"][gender] == FEMININE
    assert found["his daughter"][gender] == FEMININE
    assert found["he"][number] == found["Dunn"][number] == SINGULAR
    both = found["Clara Dunn and Peter Voss"]
    assert (both[name], both[gender], both[number]) == (0, 0, PLURAL), "a coordination is none of its members"
