"""Model Context Protocol: assistants ask a store who is who, over standard input and output.

Every tool opens the store anew and for reading alone, so that a store that changes meanwhile is asked as it is. What
could fill a conversation is cut, and says so.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any, Final

from namesakes import __version__
from namesakes.errors import DataError, MissingExtraError, NamesakesError
from namesakes.pipeline.coreference import run
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.pipeline.resolve import pipeline_of
from namesakes.pipeline.why import comparisons, explainer_of
from namesakes.store.lookup import find_document, find_person
from namesakes.store.person_summary import most_documented, people_named, person_summaries
from namesakes.store.store import Store, open_store
from namesakes.text.document import Document
from namesakes.view.people_show import show_json

KINDS: Final = ("person", "organization", "place")
LISTED: Final = 50
"""So many documents, names or values of a person are told at once."""
LONGEST: Final = 100_000
"""So many characters a text may have."""
SECONDS: Final = 60.0
"""So long a text may take."""
INSTRUCTIONS: Final = (
    "Namesakes keeps who is who in a collection of documents. People have ids such as mark-johnson-1; several may bear "
    "one name. Begin with find_people, then ask who_is for one of them, and why for the evidence that documents are of "
    "one person and not of a namesake. strength says how sure a membership is, from 0 to 1: say so when it is low. "
    "coref finds who is who within a text that you give."
)


class Tools:
    """What an assistant can ask.

    Parameters
    ----------
    place : the store, a file or an address.
    pipeline : the name or folder of the pipeline that reads texts and explains; else that of the store.
    """

    def __init__(self, place: str, pipeline: str | None = None) -> None:
        self.place, self.pipeline = place, pipeline
        self._load = cache(load)

    def find_people(self, name: str = "", kind: str = "person", most: int = 20) -> dict[str, Any]:
        """The people who go by a name: who they are, in which documents, how surely. Without a name those with the
        most documents. kind is person, organization or place.
        """
        if kind not in KINDS:
            raise DataError(f"there is no kind '{kind}'", f"Known: {', '.join(KINDS)}.")
        with self._store() as store:
            found = people_named(store, name, [kind]) if name.strip() else person_summaries(store, kinds=[kind])
            shown = most_documented(found, max(1, min(most, LISTED)))
            return {"people": [_cut(one.to_json()) for one in shown], "found": len(found)}

    def who_is(self, person: str) -> dict[str, Any]:
        """All that is known of one person (by id, or by a name that only one has) or of one document (by id or path):
        names, facts, documents with how surely they are the person's, and the sentences that say so.
        """
        with self._store() as store:
            return {**_cut(show_json(store, person)), **_sentences(store, person)}

    def why(self, person: str, document: str = "") -> list[dict[str, Any]]:
        """Why documents are of one person and not of a namesake: what speaks for it and against it, in words, with
        the sentences. With a document why that one is in the person, or is not; else those that are least sure.
        """
        with self._store() as store:
            identity = find_person(store, person)
            id = find_document(store, document) if document else None
            if document and id is None:
                raise DataError(f"there is no document '{document}' in this store", f"Ask who_is for {identity.id}.")
            nlp = pipeline_of(store) if self.pipeline is None else self._load(self.pipeline)
            found = comparisons(explainer_of(store, nlp), identity, id)
            return [{"in_words": "\n".join(one.lines()), **_cut(one.to_json())} for one in islice(found, LISTED)]

    def coref(self, text: str) -> dict[str, Any]:
        """Who is who within a text: its chains, each with the mentions that mean the same person or thing, where they
        stand (characters, the end exclusive), and how sure that is.
        """
        if len(text) > LONGEST:
            raise DataError(f"the text has {len(text):,} characters", f"Give {LONGEST:,} at most, for example a part.")
        coreference = self._nlp().coreference(max_seconds=SECONDS)
        (document,) = run([Document(id="text", text=text)], coreference, jobs=1)
        chains = [
            {
                "name": chain.name,
                "confidence": None if chain.confidence is None else round(chain.confidence, 3),
                "mentions": [{"text": each.text, "start": each.start, "end": each.end} for each in chain],
            }
            for chain in document.chains
        ]
        return {"chains": chains}

    @property
    def all(self) -> Sequence[Callable[..., Any]]:
        """The tools, in the order in which they are listed."""
        return (self.find_people, self.who_is, self.why, self.coref)

    def _nlp(self) -> Pipeline:
        return self._load(self.pipeline or "en")

    @contextmanager
    def _store(self) -> Iterator[Store]:
        with open_store(self.place, create=False, write=False) as store:
            yield store


def _cut(row: dict[str, Any]) -> dict[str, Any]:
    """The same with no list or object longer than what is told at once; what is left out is counted."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, list) and len(value) > LISTED:
            found |= {name: value[:LISTED], f"{name}_left_out": len(value) - LISTED}
        elif isinstance(value, dict) and len(value) > LISTED:
            found |= {name: dict(islice(value.items(), LISTED)), f"{name}_left_out": len(value) - LISTED}
        else:
            found[name] = value
    return found


def _sentences(store: Store, person: str) -> dict[str, Any]:
    """What the documents of a person say first of them."""
    if store.identities.get(person) is None and find_document(store, person) is not None:
        return {}
    members = store.memberships.of_identity(find_person(store, person).id)[:LISTED]
    profiles = store.chains.profiles(keys=[one.chain for one in members])
    return {"sentences": {key.document: profile.summary[0] for key, profile in profiles if profile.summary}}


def server(place: str, pipeline: str | None = None) -> Any:
    """The server with its tools, to be run over any transport."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations
    except ImportError as error:
        raise MissingExtraError("the server for assistants", "mcp") from error
    made = MCPServer("namesakes", instructions=INSTRUCTIONS, version=__version__)
    reads = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
    for tool in Tools(place, pipeline).all:
        made.tool(annotations=reads)(_told(tool, ToolError))
    return made


def _told(tool: Callable[..., Any], failure: type[Exception]) -> Callable[..., Any]:
    """The tool, whose errors an assistant reads as sentences."""
    from functools import wraps

    @wraps(tool)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return tool(*given, **named)
        except NamesakesError as error:
            raise failure(str(error)) from error

    return call
