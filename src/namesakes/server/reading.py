"""Texts that are read and not kept: their chains and people, their tokens, tags and trees."""

import json
from collections.abc import Callable
from typing import Any, Final

from namesakes import budget
from namesakes.errors import NamesakesError
from namesakes.formats.json import to_object
from namesakes.pipeline.definition import shipped_pipelines
from namesakes.pipeline.pipeline import Pipeline, shipped
from namesakes.server.live_store import View
from namesakes.server.problems import ProblemError, problem_of
from namesakes.server.settings import ServerSettings
from namesakes.text.document import Document

Read = Callable[[str, str | None, View], dict[str, Any]]
"""What reads a text, with a pipeline of that name or else that of a store."""

_PART: Final = 0.8
"""Of the time of a request, what a text may take."""


class Reading:
    """Reads texts with the models of a store, or with others.

    Parameters
    ----------
    pipeline : the models for a store.
    settings : how long a text may be, and how long a request may take.
    """

    def __init__(self, pipeline: Callable[[View], Pipeline], settings: ServerSettings) -> None:
        self._pipeline = pipeline
        self.most_text, self.seconds = settings.most_text, settings.seconds * _PART

    def coref(self, text: str, pipeline: str | None, view: View) -> dict[str, Any]:
        """The chains of a text, and the people of whom it says something."""
        nlp = self._checked(text, pipeline, view)
        with budget.within(self.seconds, "this text"):
            document = nlp(text, singletons=True, explain=False)
            people = nlp.profiles(document, kinds=("person", "organization"))
        return {
            "text": document.text,
            "chains": _chains(document, {one.chain for one in people}),
            "people": [
                {
                    "chain": one.chain,
                    "name": one.name.full or next(iter(one.forms), ""),
                    "kind": one.kind,
                    "gender": one.gender,
                    "facts": [
                        {"field": fact.field, "value": fact.value, "relation": fact.relation}
                        for fact in one.facts
                        if fact.field != "date"
                    ],
                    "summary": list(one.summary),
                }
                for one in people
            ],
        }

    def parse(self, text: str, pipeline: str | None, view: View) -> dict[str, Any]:
        """The sentences of a text with their tokens, tags and trees, and the names in it."""
        nlp = self._checked(text, pipeline, view)
        with budget.within(self.seconds, "this text"):
            found = to_object(nlp.syntax()(Document(id="text", text=text)))
        return {
            "text": found["text"],
            "sentences": [
                {**each, "tokens": [_token(token) for token in each["tokens"]]} for each in found.get("sentences", ())
            ],
            "entities": [
                {name: each[name] for name in ("text", "label", "start", "end")} for each in found.get("entities", ())
            ],
        }

    def line(self, read: Read, line: str, view: View) -> dict[str, Any]:
        """What is read in a text in a line of JSON, or what is wrong with that line; its `id` comes back."""
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            return {"problem": ProblemError(422, "this line is no object with a text").body()}
        id = {"id": row["id"]} if "id" in row else {}
        try:
            return {**id, **read(row["text"], None, view)}
        except (NamesakesError, ProblemError) as error:
            return {**id, "problem": problem_of(error).body()}

    def _checked(self, text: str, pipeline: str | None, view: View) -> Pipeline:
        """The models for a text that is not too long."""
        if len(text) > self.most_text:
            raise ProblemError(413, "this text is too long", f"A text may have {self.most_text:,} characters.")
        if pipeline is None:
            return self._pipeline(view)
        if pipeline not in shipped_pipelines():
            raise ProblemError(422, "there is no such pipeline", f"Known: {', '.join(shipped_pipelines())}.")
        return shipped(pipeline)


def _chains(document: Document, told: set[int]) -> list[dict[str, Any]]:
    """The chains of more than one mention, and those of whom something is told."""
    table = document.mention_table
    if table is None:
        return []
    places: list[list[list[int]]] = [[] for _ in table.chain_ids]
    starts, ends = document.starts[table.first].tolist(), document.ends[table.end - 1].tolist()
    for chain, start, end in zip(table.chains.tolist(), starts, ends, strict=True):
        if chain >= 0:
            places[chain].append([start, end])
    found = []
    for chain, mentions in enumerate(places):
        if len(mentions) > 1 or chain in told:
            one = document.chains[chain]
            sure = one.confidence
            confidence = None if sure is None else round(sure, 4)
            found.append({"chain": chain, "name": one.name, "confidence": confidence, "mentions": mentions})
    return found


def _token(row: dict[str, Any]) -> dict[str, Any]:
    """A token as the API has it: what is not known is empty."""
    features = row.get("feats")
    return {
        **{name: row[name] for name in ("id", "text", "start", "end")},
        **{name: row.get(name, "") for name in ("lemma", "upos", "xpos", "label")},
        "head": row.get("head"),
        "features": features if isinstance(features, dict) else {},
    }
