"""Packing: a JSONL row of a long document in a twentieth of its size, for a page that carries it.

What repeats is said once: places are told by how far they are from the one before, columns and reasons by numbers into
lists of what there is, and words are taken from the text. Then all is compressed (zlib) and written in letters
(Base64). Unpacked it is the same row; the names of the steps that fit a row stand under its key `packed`.
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from itertools import chain
from typing import Any, Final

from namesakes.errors import DataError
from namesakes.text.reasons import WHY

Row = dict[str, Any]

LARGEST: Final = 1 << 30
"""The bytes that a row may have when it is unpacked."""
_OPTIONS: Final = ("chosen", "runner_up", "new")


def packed(row: Row) -> str:
    """The row in letters that may stand in a page."""
    found: Row = {**row, "packed": []}
    for name, (pack, _) in _STEPS.items():
        if pack(found):
            found["packed"].append(name)
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return b64encode(zlib.compress(data, 9)).decode("ascii")


def unpacked(letters: str) -> Row:
    """The row that was packed; a `DataError` where it is damaged."""
    try:
        stream = zlib.decompressobj()
        data = stream.decompress(b64decode(letters, validate=True), LARGEST)
        if stream.unconsumed_tail or not stream.eof:
            raise DataError("this packed row is cut off, or too large")
        row: Row = json.loads(data.decode("utf-8", "surrogatepass"))
        for name in reversed(row.pop("packed")):
            _STEPS[name][1](row)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, zlib.error, RecursionError) as error:
        found = f"this packed row is damaged ({type(error).__name__}: {error})"
        raise DataError(found, "Write the page anew.") from error
    return row


def _pack_words(row: Row) -> bool:
    """Words that are the text at their places: how many each sentence has."""
    offsets, sentences = row.get("offsets"), row.get("sentences")
    if not offsets or not sentences:
        return False
    text: str = row["text"]
    if [text[start:end] for start, end in offsets] != list(chain.from_iterable(sentences)):
        return False
    row["sentences"] = [len(words) for words in sentences]
    return True


def _unpack_words(row: Row) -> None:
    text, place, found = row["text"], 0, []
    for count in row["sentences"]:
        found.append([text[start:end] for start, end in row["offsets"][place : place + count]])
        place += count
    row["sentences"] = found


def _pack_offsets(row: Row) -> bool:
    """Places in the text: by how much each is behind the one before."""
    if not row.get("offsets"):
        return False
    flat = list(chain.from_iterable(row["offsets"]))
    row["offsets"] = [place - before for before, place in zip([0, *flat], flat, strict=False)]
    return True


def _unpack_offsets(row: Row) -> None:
    flat, place = [], 0
    for step in row["offsets"]:
        place += step
        flat.append(place)
    row["offsets"] = [[start, end] for start, end in zip(flat[::2], flat[1::2], strict=True)]


def _pack_heads(row: Row) -> bool:
    """Heads: by how far they are from their token; those that are no tokens as they are, in a list."""
    if not row.get("heads"):
        return False
    row["heads"] = [head - place if head >= 0 else [head] for place, head in enumerate(row["heads"])]
    return True


def _unpack_heads(row: Row) -> None:
    row["heads"] = [step[0] if isinstance(step, list) else step + place for place, step in enumerate(row["heads"])]


def _pack_columns(row: Row) -> bool:
    """Columns: by the numbers of their values."""
    if not row.get("columns"):
        return False
    row["columns"] = {name: _numbered(values) for name, values in row["columns"].items()}
    return True


def _numbered(values: list[str]) -> list[Any]:
    known: dict[str, int] = {}
    numbers = [known.setdefault(value, len(known)) for value in values]
    return [list(known), numbers]


def _unpack_columns(row: Row) -> None:
    row["columns"] = {
        name: [values[number] for number in numbers] for name, (values, numbers) in row["columns"].items()
    }


def _pack_reasons(row: Row) -> bool:
    """Reasons: templates with their words and weights by numbers; a mention's own, where that gives them back."""
    reasons = row.get("mention_extra", {}).get(WHY)
    if not reasons:
        return False
    text, reader = row.get("text", ""), _Reasons()
    numbered = [reader.short(why, text) for why in reasons]
    row["mention_extra"] = {**row["mention_extra"], WHY: [reader.listed, numbered]}
    return True


class _Reasons:
    """Gives numbers to templates with their words and weights; `listed` has them in the order of their numbers."""

    def __init__(self) -> None:
        self.listed: list[list[Any]] = []
        self._known: dict[tuple[str, str, str], int] = {}

    def short(self, why: str, text: str) -> Any:
        """The reasons of one mention as numbers, or as they are where these would not give them back."""
        try:
            told = json.loads(why)
            short = [told["confidence"], int(told["given"]), told["start"], told["end"]]
            short += [self._option(told[name]) if name in told else 0 for name in _OPTIONS]
            return short if _long_reason(short, self.listed, text) == why else why
        except (ValueError, TypeError, KeyError, IndexError):
            return why

    def _option(self, option: dict[str, Any]) -> list[Any]:
        reasons = [self._number(each["template"], each["words"], each["weight"]) for each in option["reasons"]]
        return [option["start"], option["end"], option["score"], option["probability"], reasons]

    def _number(self, template: str, words: str, weight: float) -> int:
        key = (template, words, repr(weight))
        if key not in self._known:
            self._known[key] = len(self.listed)
            self.listed.append([template, words, weight])
        return self._known[key]


def _long_reason(short: Any, listed: Any, text: str) -> str:
    """What a mention's reasons were before they were numbers."""
    if isinstance(short, str):
        return short
    sure, given, start, end, *options = short
    found: dict[str, Any] = {
        "text": text[start:end],
        "start": start,
        "end": end,
        "confidence": sure,
        "given": bool(given),
    }
    for name, option in zip(_OPTIONS, options, strict=True):
        if option:
            first, last, score, probability, numbers = option
            found[name] = {
                "text": text[first:last] if first >= 0 else "",
                "start": first,
                "end": last,
                "score": score,
                "probability": probability,
                "reasons": [dict(zip(("template", "words", "weight"), listed[each], strict=True)) for each in numbers],
            }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _unpack_reasons(row: Row) -> None:
    listed, numbered = row["mention_extra"][WHY]
    text = row.get("text", "")
    row["mention_extra"][WHY] = [_long_reason(short, listed, text) for short in numbered]


_STEPS: Final[dict[str, tuple[Callable[[Row], bool], Callable[[Row], None]]]] = {
    "words": (_pack_words, _unpack_words),
    "offsets": (_pack_offsets, _unpack_offsets),
    "heads": (_pack_heads, _unpack_heads),
    "columns": (_pack_columns, _unpack_columns),
    "reasons": (_pack_reasons, _unpack_reasons),
}
