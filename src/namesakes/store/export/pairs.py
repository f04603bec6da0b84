"""Corrections as training data: pairs of profiles that somebody said are the same person, or are not."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from namesakes.errors import DataError
from namesakes.identities.rows import QueryGroup
from namesakes.profiles.profile import Profile
from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.records import ChainKey, Correction
from namesakes.store.store import Store


class PairsExport(TextExport):
    """A pair of profiles a line."""

    summary = "corrections as pairs of profiles, a pair a line, to train with"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The pairs as JSON."""
        return (json.dumps(pair, ensure_ascii=False) for pair in training_pairs(store))


def training_pairs(store: Store) -> Iterator[dict[str, Any]]:
    """The corrections that hold as pairs: the surest chain of each side, and whether they are the same."""
    known = set(store.chains.keys())
    for correction in store.corrections.all():
        for other, same in _others(correction):
            sides = [[one for one in side if one in known][:1] for side in (correction.left, other)]
            pair = [profile.to_json() for side in sides for _, profile in store.chains.profiles(keys=side)]
            if len(pair) == 2:
                source = {"who": correction.who, "time": correction.time}
                yield {"same": same, "left": pair[0], "right": pair[1], **source}


def _others(correction: Correction) -> Iterator[tuple[Sequence[ChainKey], bool]]:
    """The chains that `left` is compared with, and whether they are the same person."""
    if correction.what in ("same", "different", "is"):
        yield correction.right, correction.what != "different"
    if correction.against:
        yield correction.against, False


def read_pairs(path: Path) -> list[QueryGroup]:
    """The pairs of a JSONL file of `training_pairs`, as the training of identities takes them: two by two."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"the file cannot be read: {error}", path=path) from error
    return [_pair(line, path, number) for number, line in enumerate(lines, 1) if line.strip()]


def _pair(line: str, path: Path, number: int) -> QueryGroup:
    try:
        pair = json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"this line is not JSON: {error.msg}", path=path, line=number) from error
    if not isinstance(pair, Mapping) or not isinstance(pair.get("same"), bool):
        raise DataError("this line has no field 'same' that is true or false", path=path, line=number)
    try:
        profiles = [Profile.from_json(pair[side]) for side in ("left", "right")]
    except (KeyError, DataError) as error:
        raise DataError(f"this line is not a pair of profiles: {error}", path=path, line=number) from error
    return QueryGroup(profiles[0].name.full, profiles, ("1", "1" if pair["same"] else "2"))


EXPORT = PairsExport()
