"""The component `namesakes` of spaCy: who is who in a `Doc`.

`nlp.add_pipe("namesakes")` finds it by an entry point. It writes `doc.spans["coref_clusters_1"]` and so on, as spaCy's
own experimental component does, and `doc._.coref_chains`, `doc._.people` and `span._.coref_chain`.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from namesakes.errors import ConfigError, UnknownNameError
from namesakes.integrations.spacy_documents import LAYERS, document_of
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.text.document import Document
from namesakes.text.views import Chain as OurChain

KEPT: Final = "namesakes"
"""Where a `Doc` keeps its chains as plain data, which travel with it."""
PREFIX: Final = "coref_clusters"
"""What the names of span groups begin with."""
_FILE: Final = "namesakes.json"


@dataclass(frozen=True, slots=True)
class Chain:
    """The mentions of one person or thing in a `Doc`.

    Parameters
    ----------
    number : from 1 on, as in the name of the span group.
    name : what to call it.
    kind : "person", "organization", "place", or nothing.
    confidence : the share of its mentions that is expected to belong together; None where nothing says so.
    spans : the mentions as spans of tokens, in the order of the text.
    characters : where each mention begins and ends in the text, exactly, also where tokens end elsewhere.
    """

    number: int
    name: str
    kind: str
    confidence: float | None
    spans: tuple[Span, ...]
    characters: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.spans)

    def __repr__(self) -> str:
        return f"Chain({self.number}: {', '.join(span.text for span in self.spans)})"


class Namesakes:
    """Finds the chains of a `Doc`; what its pipeline has found of tags, trees and names is taken over.

    Parameters
    ----------
    vocab : that of the pipeline of spaCy.
    name : of the component.
    pipeline : the name or the folder of a pipeline of ours.
    layers : what is taken over where it is there; see `LAYERS`. An empty list finds everything anew.
    prefix : what the names of span groups begin with.
    singletons : whether mentions that nothing else is linked to are chains too.
    min_confidence : links that are less probable are not made.
    """

    def __init__(
        self,
        vocab: Vocab,
        name: str = "namesakes",
        *,
        pipeline: str = "en",
        layers: Iterable[str] = LAYERS,
        prefix: str = PREFIX,
        singletons: bool = False,
        min_confidence: float = 0.0,
    ) -> None:
        self.vocab, self.name = vocab, name
        self._take({
            "pipeline": pipeline, "layers": list(layers), "prefix": prefix, "singletons": singletons,
            "min_confidence": min_confidence,
        })  # fmt: skip

    def _take(self, settings: dict[str, Any]) -> None:
        """Work with these settings from now on."""
        for layer in settings["layers"]:
            if layer not in LAYERS:
                raise UnknownNameError("layer of spaCy", layer, LAYERS)
        self.settings = settings
        self.pipeline: Pipeline = load(settings["pipeline"])
        options = {key: settings[key] for key in ("singletons", "min_confidence")}
        self._coreference = self.pipeline.coreference(None, **options)

    def __call__(self, doc: Doc) -> Doc:
        """The same `Doc` with its chains."""
        self.annotate(doc, self.chained(doc))
        return doc

    def chained(self, doc: Doc) -> Document:
        """The document of ours with the chains of a `Doc`, which stays as it is."""
        return self._coreference(document_of(doc, tuple(self.settings["layers"])))

    def annotate(self, doc: Doc, document: Document) -> None:
        """Write the chains of a document into the `Doc` of the same text, in the place of those it had."""
        prefix = self.settings["prefix"]
        for key in [key for key in doc.spans if key.startswith(f"{prefix}_")]:
            del doc.spans[key]
        kept = []
        for number, chain in enumerate(document.chains, 1):
            places = [(mention.start, mention.end) for mention in chain]
            doc.spans[f"{prefix}_{number}"] = [_span(doc, start, end) for start, end in places]
            kept.append({
                "name": chain.name, "kind": kind_of(document, chain), "confidence": chain.confidence,
                "mentions": [list(place) for place in places],
            })  # fmt: skip
        doc.user_data[KEPT] = kept

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The settings; models stay where they are and are found by their pipeline's name."""
        return json.dumps(self.settings).encode()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "Namesakes":
        """The component with the settings of `to_bytes`."""
        return self._read(data, "these bytes")

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the settings into a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _FILE).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "Namesakes":
        """The component with the settings that `to_disk` wrote into a folder."""
        file = Path(path) / _FILE
        try:
            data = file.read_bytes()
        except OSError as error:
            raise ConfigError(f"{file}: the settings cannot be read: {error.strerror}") from error
        return self._read(data, str(file))

    def _read(self, data: bytes, place: str) -> "Namesakes":
        try:
            found = json.loads(data)
            self._take({key: found[key] for key in self.settings})
        except (ValueError, KeyError, TypeError) as error:
            raise ConfigError(f"{place}: these are no settings of the component ({error}).") from error
        return self


def _span(doc: Doc, start: int, end: int) -> Span:
    """The tokens that a mention is in; those that it begins or ends within, too."""
    found = doc.char_span(start, end, alignment_mode="expand")
    assert found is not None  # it lies in the text
    return found


_HUMAN: Final = frozenset(
    ["i", "me", "my", "mine", "myself", "he", "him", "his", "himself", "she", "her", "hers", "herself", "who", "whom"]
)
_KINDS: Final = {"PER": "person", "ORG": "organization", "LOC": "place"}


def kind_of(document: Document, chain: OurChain) -> str:
    """What a chain is: as most names in its mentions are, else a person where its pronouns are of people."""
    counts = dict.fromkeys(_KINDS, 0)
    table = document.entity_table
    spans = [part for mention in chain for part in mention.parts[:1]]
    for span in spans:
        if table is not None:
            inside = (table.starts >= span.token_start) & (table.ends <= span.token_end)
            for place in inside.nonzero()[0][:1].tolist():
                counts[table.labels[place]] = counts.get(table.labels[place], 0) + 1
    best = max(counts, key=lambda label: counts[label])
    if counts[best]:
        return _KINDS.get(best, "")
    return "person" if any(span.text.lower() in _HUMAN for span in spans) else ""


def coref_chains(doc: Doc) -> list[Chain]:
    """The chains of a `Doc`, in the order of their first mentions."""
    return [
        Chain(
            number, each["name"], each["kind"], each["confidence"],
            tuple(_span(doc, start, end) for start, end in each["mentions"]),
            tuple((start, end) for start, end in each["mentions"]),
        )
        for number, each in enumerate(doc.user_data.get(KEPT, ()), 1)
    ]  # fmt: skip


def people(doc: Doc) -> list[Chain]:
    """The chains of a `Doc` that are people."""
    return [chain for chain in coref_chains(doc) if chain.kind == "person"]


def coref_chain(span: Span) -> Chain | None:
    """The chain of the shortest mention that a span lies in; None where it lies in none."""
    found = [
        (end - start, chain)
        for chain in coref_chains(span.doc)
        for start, end in chain.characters
        if start <= span.start_char and span.end_char <= end
    ]
    return min(found, key=lambda one: one[0])[1] if found else None


for _name, _getter in (("coref_chains", coref_chains), ("people", people)):
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, getter=_getter)
if not Span.has_extension("coref_chain"):
    Span.set_extension("coref_chain", getter=coref_chain)


@Language.factory(
    "namesakes",
    assigns=["doc.spans"],
    default_config={
        "pipeline": "en", "layers": list(LAYERS), "prefix": PREFIX, "singletons": False, "min_confidence": 0.0,
    },
)  # fmt: skip
def make(
    nlp: Language, name: str, pipeline: str, layers: list[str], prefix: str, singletons: bool, min_confidence: float
) -> Namesakes:
    """The component, for `nlp.add_pipe`."""
    return Namesakes(
        nlp.vocab, name, pipeline=pipeline, layers=layers, prefix=prefix, singletons=singletons,
        min_confidence=min_confidence,
    )  # fmt: skip
