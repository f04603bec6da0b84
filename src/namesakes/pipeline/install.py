"""Installing: a model that was just trained becomes a part of a pipeline, from where every command can use it."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from namesakes.errors import ConfigError, UsageError
from namesakes.learning.model import set_language
from namesakes.pipeline.definition import FILE, Definition, read_definition, write_definition
from namesakes.pipeline.pipeline import DEFAULT, Pipeline, load


@dataclass(frozen=True)
class Target:
    """Where trained models go: a folder of their own, or a pipeline.

    Parameters
    ----------
    out : a folder for the model.
    into : the folder of a pipeline, which is made where there is none.
    base : the pipeline that a new one is like in all other parts.
    language : the language of the model, noted in it.
    """

    out: Path | None = None
    into: Path | None = None
    base: str = DEFAULT
    language: str | None = None

    def __post_init__(self) -> None:
        if (self.out is None) == (self.into is None):
            raise UsageError("name where the model goes: --out FOLDER, or --into PIPELINE.")
        if self.into is not None:
            if self.into.exists() and not (self.into / FILE).is_file() and any(self.into.iterdir()):
                raise ConfigError(f"{self.into}: this folder holds other things than a pipeline.\nName another one.")
            pipeline = self._definition()  # one that cannot be read is refused before the training, not after it
            if self.language not in (None, pipeline.language):
                raise ConfigError(
                    f"{self.into}: this pipeline is for '{pipeline.language}', and the model would be for "
                    f"'{self.language}'.\nWrite it into a folder of its own with --out."
                )

    @property
    def pipeline(self) -> Pipeline:
        """The pipeline that texts are read with for the training."""
        return Pipeline(self._definition()) if self.into is not None else load(self.base)

    def save(self, part: str, save: Callable[[Path], None]) -> Path:
        """Save a model, and name it in the pipeline; the folder where it is.

        Parameters
        ----------
        part : which part of a pipeline it is.
        save : writes the model into a folder.
        """
        if self.into is None:
            assert self.out is not None
            save(self.out)
            self._note_language(self.out)
            return self.out
        folder, new = self.into / part, self.into / f".{part}.{os.getpid()}"
        try:
            save(new)
            self._note_language(new)
            shutil.rmtree(folder, ignore_errors=True)
            new.rename(folder)
        finally:
            shutil.rmtree(new, ignore_errors=True)
        definition = self._definition()
        changed = definition.with_model(part, folder)
        write_definition(self.into, changed)
        return folder

    def _definition(self) -> Definition:
        assert self.into is not None
        if (self.into / FILE).is_file():
            return read_definition(self.into)
        return replace(read_definition(self.base), description="")

    def _note_language(self, folder: Path) -> None:
        if self.language is not None:
            set_language(folder, self.language)
