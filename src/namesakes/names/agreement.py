"""Agreement: what two names have, part by part, that the other lacks, and where they agree only loosely."""

from dataclasses import dataclass, field

from namesakes.names.person import PersonName


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer before it is a relation: its word, the reason, and which name is the shorter one."""

    relation: str
    reason: str
    shorter: int = 0


@dataclass(slots=True)
class Agreement:
    """What has been found while two names are compared.

    Parameters
    ----------
    more : for each of the two whether it has a part, or more of a part, than the other.
    loose : reasons why they agree only loosely: a nickname, a spelling, an order.
    tied : whether particles have been compared, since they are written as one with the surname.
    """

    one: PersonName
    other: PersonName
    more: list[bool] = field(default_factory=lambda: [False, False])
    loose: list[str] = field(default_factory=list)
    tied: bool = False

    def adds(self, side: int) -> None:
        """Note that one side, 0 or 1, has a part that the other lacks."""
        self.more[side] = True

    def loosely(self, reason: str) -> None:
        """Note a reason why the names agree only loosely."""
        self.loose.append(reason)

    def add_rest(self) -> None:
        """Note the parts that may be missing without meaning anything: generation, nicknames, particles, titles."""
        one, other = self.one, self.other
        pairs = (
            (one.generation, other.generation),
            (one.nicknames, other.nicknames),
            (self.tied or bool(one.particle_keys), self.tied or bool(other.particle_keys)),
            (one.maiden, other.maiden),
            (one.territory, other.territory),
        )
        for mine, theirs in pairs:
            if bool(mine) != bool(theirs):
                self.adds(0 if mine else 1)
        if one.family_first != other.family_first and one.given and other.given:
            self.loosely("the surname stands first in one of them")

    def answer(self) -> Answer:
        """The answer that all parts together give."""
        if self.loose:
            return Answer("compatible", self.loose[0])
        if all(self.more):
            return Answer("compatible", "each has a part that the other lacks")
        if not any(self.more):
            return Answer("equal", "the same parts")
        shorter = 2 if self.more[0] else 1
        short, long = (self.one, self.other) if shorter == 1 else (self.other, self.one)
        return Answer("short form", f"all of {short.text} is in {long.text}", shorter)
