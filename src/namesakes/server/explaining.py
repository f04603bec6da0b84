"""Why: what speaks for and against it that a chain is of a person, and that a word goes back to another one."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from namesakes import budget
from namesakes.errors import NamesakesError
from namesakes.mentions.speakers import speeches
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import pipeline_of
from namesakes.pipeline.why import Comparison, Explainer, comparisons, explainer_of
from namesakes.server.live_store import LiveStore, View
from namesakes.server.problems import ProblemError
from namesakes.server.texts import head
from namesakes.store.records import ChainKey
from namesakes.store.review import THRESHOLD, doubts
from namesakes.text.document import Document
from namesakes.text.reasons import Option, Why

_DOCUMENTS: Final = 8
"""Documents whose links are kept."""
_REASONS: Final = 6
_REVIEWED: Final = 500
"""Decisions that are looked at, at most."""


class Explaining:
    """Explains the people of a live store; the models are loaded once, when they are first needed.

    Parameters
    ----------
    live : the store.
    most_text : characters of a document whose links are explained.
    seconds : of a processor that a text may take.
    pipeline : other models than those that the store was made with.
    """

    def __init__(self, live: LiveStore, most_text: int, seconds: float, pipeline: Pipeline | None = None) -> None:
        self.live, self.most_text, self.seconds = live, most_text, seconds
        self._given = pipeline
        self._lock = Lock()
        self._linked: OrderedDict[tuple[int, str], Document] = OrderedDict()

    def pipeline(self, view: View) -> Pipeline:
        """The models that the store was made with, or the ones that were given."""
        if self._given is not None:
            return self._given
        return self.live.kept("pipeline", view, pipeline_of)

    def memberships(self, view: View, person: str, document: str | None) -> list[dict[str, Any]]:
        """Why chains are in a person, or might be: those of a document, or the least sure ones."""
        identity = view.store.identities.get(person)
        if identity is None:
            raise ProblemError(404, "there is nobody of this id", "Search by name: GET /api/people?q=NAME")
        explainer = self._explainer(view)
        with self._lock:
            found = comparisons(explainer, identity, document)
        return [_comparison(one) for one in found]

    def pair(self, view: View, chain: ChainKey, person: str) -> dict[str, Any] | None:
        """Why one chain is in a person, or is not; None where they were never compared."""
        explainer = self._explainer(view)
        with self._lock:
            found = explainer.comparison(chain, person)
        return None if found is None else _comparison(found)

    def link(self, view: View, document: str, start: int, end: int) -> dict[str, Any]:
        """Why a mention belongs to its chain, found anew in the text of its document."""
        linked = self._document(view, document)
        for mention in linked.mentions:
            if (mention.start, mention.end) == (start, end):
                try:
                    return _why(mention.why())
                except NamesakesError as error:
                    raise ProblemError(404, "this word has no reasons", str(error)) from error
        raise ProblemError(
            404, "these models find no mention there", "The chains of this document may have come with it, in its file."
        )

    def quotes(self, view: View, id: str) -> list[dict[str, Any]]:
        """The quotes of a document whose speakers are named beside them, and whom the store knows."""
        linked = self._document(view, id)
        known = [(start, end, each) for each in head(view.store, id)["chains"] for start, end in each["mentions"]]
        rows = []
        for speech in speeches(linked):
            token, quote = speech.speaker, speech.quote
            if token < 0:
                continue
            place = int(linked.starts[token])
            around = [one for one in known if one[0] <= place < one[1]]
            if around:
                chain = min(around, key=lambda one: one[1] - one[0])[2]
                said = {"start": int(linked.starts[quote.first]), "end": int(linked.ends[quote.end - 1])}
                told = {"speaker": chain["called"], "chain": chain["chain"], "person": chain["person"]}
                rows.append({**said, **told})
        return rows

    def review(self, view: View, limit: int) -> list[dict[str, Any]]:
        """The least certain decisions first, each with the sentences of both sides."""
        at = self.pipeline(view).parts.identities.decides_at or THRESHOLD
        found = self.live.kept("doubts", view, lambda store: doubts(store, limit=_REVIEWED, default=at))
        store = view.store
        names = store.identities.of(sorted({id for one in found for id in (one.identity, one.other) if id}))
        rows = []
        for one in found[:limit]:
            beside = self._beside(view, one.chain, one.other or one.identity)
            asked = [key for key in (one.chain, beside) if key is not None]
            profiles = dict(store.chains.profiles(keys=asked))
            rows.append(
                {
                    **one.to_json(),
                    "question": "belongs" if one.joined else "same",
                    "name": names[one.identity].name if one.identity in names else one.identity,
                    "other_name": names[one.other].name if one.other in names else "",
                    "here": _context(one.chain, profiles),
                    "there": None if beside is None else _context(beside, profiles),
                }
            )
        return rows

    def _beside(self, view: View, chain: ChainKey, person: str) -> ChainKey | None:
        """The surest chain of a person that is not this one."""
        members = view.store.memberships.of_identity(person)
        return next((each.chain for each in members if each.chain != chain), None)

    def _explainer(self, view: View) -> Explainer:
        nlp = self.pipeline(view)
        return self.live.kept("explainer", view, lambda store: explainer_of(store, nlp))

    def _document(self, view: View, id: str) -> Document:
        """A document of the store with the reasons of its links, kept for a while."""
        key = view.number, id
        with self._lock:
            if key in self._linked:
                self._linked.move_to_end(key)
                return self._linked[key]
        kept = view.store.documents.get(id)
        if kept is None:
            raise ProblemError(404, "there is no document of this id", "List them: GET /api/documents")
        if len(kept.text) > self.most_text:
            raise ProblemError(
                413, "this document is too long for reasons here", "Ask the command: namesakes coref FILE --to html"
            )
        with budget.within(self.seconds, "this document"):
            linked = self.pipeline(view)(kept.text, explain=True)
        with self._lock:
            self._linked[key] = linked
            while len(self._linked) > _DOCUMENTS:
                self._linked.popitem(last=False)
        return linked


def _comparison(one: Comparison) -> dict[str, Any]:
    """A comparison as plain data, and in sentences."""
    plain = one.to_json()
    plain["amounts"] = [
        {**each, "shared": [{"term": term, "chains": count} for term, count in each["shared"]]}
        for each in plain["amounts"]
    ]
    head, *rest = one.lines()
    return {**plain, "head": head, "lines": [line.strip() for line in rest]}


def _why(why: Why) -> dict[str, Any]:
    return {
        "text": why.text,
        "start": why.start,
        "end": why.end,
        "confidence": round(why.confidence, 4),
        "given": why.given,
        "chosen": _option(why.chosen),
        "runner_up": None if why.runner_up is None else _option(why.runner_up),
        "told": list(why.told),
    }


def _option(one: Option) -> dict[str, Any]:
    ranked = sorted(one.reasons, key=lambda each: -abs(each.weight))[:_REASONS]
    return {
        "text": one.text,
        "start": one.start,
        "end": one.end,
        "probability": round(one.probability, 4),
        "reasons": [{"words": each.words, "weight": round(each.weight, 4)} for each in ranked],
    }


def _context(key: ChainKey, profiles: dict[ChainKey, Any]) -> dict[str, Any]:
    """What the text says of a chain."""
    profile = profiles.get(key)
    said = {"document": key.document, "chain": key.chain}
    if profile is None:
        return {**said, "name": "", "sentences": [], "facts": []}
    facts = [
        {"field": fact.field, "value": fact.value} for fact in profile.facts if fact.field not in ("date", "namesake")
    ]
    sentences = dict.fromkeys((*profile.summary, *(fact.evidence.sentence for fact in profile.facts)))
    unique = [dict(pairs) for pairs in dict.fromkeys(tuple(each.items()) for each in facts)]
    name = profile.name.full or next(iter(profile.forms), "")
    return {**said, "name": name, "sentences": [each for each in sentences if each][:3], "facts": unique[:6]}
