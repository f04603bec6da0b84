"""People: who is in a store, as objects for Python."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from namesakes.errors import DataError, StoreError, UsageError
from namesakes.formats.scan import Skipped
from namesakes.pipeline.people_charts import Wanted, people_chart
from namesakes.profiles.profile import Profile
from namesakes.store import correct
from namesakes.store.records import Correction, Identity, Membership
from namesakes.store.store import Store
from namesakes.text.shown import DISPLAYS, MOST, Chart

if TYPE_CHECKING:
    from namesakes.pipeline.why import Comparison


@dataclass(frozen=True)
class Person:
    """One person across documents.

    Parameters
    ----------
    identity : what the store knows of it: `id`, `name`, `kind`.
    store : where it is kept.
    """

    identity: Identity
    store: Store

    def __repr__(self) -> str:
        return f"Person({self.id}: {self.name}, {len(self.documents)} documents)"

    @property
    def id(self) -> str:
        """The stable id, such as `mark-johnson-1`."""
        return self.identity.id

    @property
    def name(self) -> str:
        """The fullest name."""
        return self.identity.name

    @property
    def kind(self) -> str:
        """What it is: "person", "organization" or "place"."""
        return self.identity.kind

    @cached_property
    def members(self) -> list[Membership]:
        """The chains, the surest first."""
        return self.store.memberships.of_identity(self.id)

    @property
    def documents(self) -> list[str]:
        """The ids of the documents that speak of them, in alphabetical order."""
        return sorted({member.chain.document for member in self.members})

    @property
    def membership(self) -> dict[str, float]:
        """How surely each document speaks of them: the strength of its surest chain."""
        surest: dict[str, float] = {}
        for member in self.members:
            document = member.chain.document
            surest[document] = max(surest.get(document, 0.0), member.strength)
        return dict(sorted(surest.items()))

    @cached_property
    def profiles(self) -> list[Profile]:
        """What each document says of them, by document."""
        keys = sorted(member.chain for member in self.members)
        return [profile for _, profile in self.store.chains.profiles(keys=keys)]

    @cached_property
    def profile(self) -> Profile:
        """What all documents together say of them."""
        return merge_profiles(self.profiles, self.name)

    def why(self, document: str | None = None) -> "list[Comparison]":
        """Why documents are of this person and not of a namesake, the least sure first; print one to read it.

        The first in a document is the person that it is in. Each has a waterfall: `person.why()[0].chart()`.

        Parameters
        ----------
        document : the id of a document: why it is in this person, or is not.
        """
        from namesakes.pipeline.resolve import pipeline_of
        from namesakes.pipeline.why import comparisons, explainer_of

        return comparisons(explainer_of(self.store, pipeline_of(self.store)), self.identity, document)

    def chart(self, kind: str = "timeline", other: str | None = None, *, most: int = MOST) -> Chart:
        """A picture: the "timeline" of the documents, the "graph" of who stands in them too, "thresholds", "waterfall".

        Parameters
        ----------
        other : of a waterfall: the document, or the person, that this one is compared with.
        most : the most documents, or people, that are shown.
        """
        return people_chart(self.store, Wanted(kind, self.id, other, most))

    def _repr_html_(self) -> str:
        return DISPLAYS["person"](self)


def merge_profiles(profiles: Sequence[Profile], name: str) -> Profile:
    """One profile of several, with all facts and the sums of all counts, under the name of the one called `name`."""
    first = next((each for each in profiles if each.name.full == name), profiles[0])

    def summed(field: str) -> dict[str, int]:
        counts: Counter[str] = Counter()
        for each in profiles:
            counts.update(getattr(each, field))
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    genders = Counter(each.gender for each in profiles if each.gender)
    return replace(
        first,
        gender=min(genders, key=lambda gender: (-genders[gender], gender)) if genders else "",
        facts=tuple(fact for each in profiles for fact in each.facts),
        summary=tuple(dict.fromkeys(line for each in profiles for line in each.summary)),
        mentions=sum(each.mentions for each in profiles),
        forms=summed("forms"),
        people=summed("people"),
        organizations=summed("organizations"),
        places=summed("places"),
        context=summed("context"),
        words=summed("words"),
        phrases=summed("phrases"),
        proper=summed("proper"),
    )


class People(Sequence[Person]):
    """The people of a store: a sequence in the order in which they were found, and by name.

    Parameters
    ----------
    store : where they are kept; it is closed at the end of `with`.
    skipped : what was left out when the documents were read, and why.
    """

    def __init__(self, store: Store, skipped: Sequence[Skipped] = ()) -> None:
        self.store, self.skipped = store, list(skipped)

    def __enter__(self) -> "People":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"People({len(self)} in {self.store.database.place})"

    def __len__(self) -> int:
        return len(self._identities)

    def __iter__(self) -> Iterator[Person]:
        return (Person(identity, self.store) for identity in self._identities)

    @overload
    def __getitem__(self, key: int) -> Person: ...
    @overload
    def __getitem__(self, key: "str | slice") -> list[Person]: ...
    def __getitem__(self, key: "str | int | slice") -> "Person | list[Person]":
        """The people with a name; or those at a place of the sequence."""
        if isinstance(key, int):
            return Person(self._identities[key], self.store)
        identities = self._named(key) if isinstance(key, str) else self._identities[key]
        return [Person(identity, self.store) for identity in identities]

    @property
    def _identities(self) -> list[Identity]:
        return [each for each in self.store.identities.all(hidden=False).values() if each.kind == "person"]

    def _named(self, name: str) -> list[Identity]:
        return [each for each in self.store.identities.named(name) if not each.hidden]

    def person(self, id: str) -> Person:
        """The person with this id."""
        identity = self.store.identities.get(id)
        if identity is None:
            raise DataError(f"there is nobody with the id '{id}'", "Ids look like mark-johnson-1.")
        return Person(identity, self.store)

    def same(self, one: str | Person, other: str | Person, *, who: str = "") -> Correction:
        """Say that two, people or their ids, are the same person: they are one from now on."""
        return correct.same(self.store, _id(one), _id(other), who=who)

    def different(self, one: str | Person, other: str | Person, *, who: str = "") -> Correction:
        """Say that two are different people, or that a document (by its id) does not speak of somebody."""
        return correct.different(self.store, _id(one), _id(other), who=who)

    def to_frame(
        self,
        table: str = "people",
        as_: str | None = None,
        *,
        name: str | None = None,
        kinds: Sequence[str] | None = ("person",),
        columns: Sequence[str] | None = None,
    ) -> Any:
        """A table of the store as a data frame.

        Parameters
        ----------
        table : "people", "memberships", "mentions" or "facts"; or "pairs", which compares everybody anew.
        as_ : "pandas", "polars" or "arrow"; None for the first of them that is installed.
        name : only those of this name, or with this id.
        kinds : of whom: "person", "organization", "place"; None for all. Pairs are of people.
        columns : only these; without "description" the table of people takes half of the time.
        """
        from namesakes.pipeline.frames import store_frame

        return store_frame(self.store, table, as_, name, kinds, columns)

    def chart(self, kind: str, name: str | None = None, other: str | None = None, *, most: int = MOST) -> Chart:
        """A picture of all people, or of those of a name: "timeline", "graph", "thresholds"; "waterfall" of a decision.

        Parameters
        ----------
        name : a name, or the id of a person.
        other : of a waterfall: the document, or the other person, that somebody is compared with.
        most : the most people, or documents, that are shown.
        """
        return people_chart(self.store, Wanted(kind, name, other, most))

    def _repr_html_(self) -> str:
        return DISPLAYS["people"](self)

    def correct(
        self,
        what: str,
        *mentions: str,
        person: str | Person = "",
        people: Sequence[str | Person] = (),
        who: str = "",
    ) -> Correction:
        """Say something of mentions, as `namesakes correct` takes them: "is", "nobody", "two", "split" or "join".

        Parameters
        ----------
        mentions : such as "letters/07.txt:120-132".
        person : of "is" who it is.
        people : of "two" who they are, where that is known.
        """
        from namesakes.pipeline import correcting

        return correcting.said(self.store, what, mentions, _id(person), [_id(each) for each in people], who=who)

    def undo(self, correction: int | Correction) -> Correction:
        """Take a correction back."""
        from namesakes.pipeline import correcting

        return correcting.undo(self.store, correction if isinstance(correction, int) else correction.id)

    def save(self, path: str | Path) -> None:
        """Write the store to a new file; it appears under its name only when all of it has been written."""
        path = Path(path)
        if self.store.database.dialect != "sqlite":
            raise UsageError(f"{path}: only a store in SQLite can be copied; use namesakes export.")
        if path.exists():
            raise StoreError(f"{path}: there is a file of this name already; it is not overwritten.\nName another one.")
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            self.store.database.execute("VACUUM INTO ?", (str(temporary),))
            temporary.replace(path)
        except OSError as error:
            raise StoreError(f"{path}: this file cannot be written: {error.strerror}") from error
        finally:
            temporary.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the store."""
        self.store.close()


def _id(person: str | Person) -> str:
    return person if isinstance(person, str) else person.id
