"""Format: how one kind of file is cut into documents, read and written; and the formats there are, by name."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TextIO

from namesakes.config import Registry
from namesakes.errors import DataError, UsageError
from namesakes.formats.kinds import format_by_content
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document


@dataclass(frozen=True)
class Block:
    """The lines of one document in a file, and where they begin: what is left out when the document is bad."""

    source: TextFile
    line: int
    lines: list[str] = field(repr=False)

    @property
    def path(self) -> str:
        """The file's name, for messages."""
        return self.source.name


def _complete(folder: Path, files: Sequence[Path]) -> Iterator[DataError]:
    return iter(())


def _never(head: str) -> bool:
    return False


def _one(data: bytes, options: ReadOptions) -> bool:
    return False


@dataclass(frozen=True)
class Format:
    """One format: a name, the endings of its files, and how to read and write it.

    Parameters
    ----------
    name, description : what it is called, and one line for a newcomer.
    extensions : endings of file names, the first one being the usual one.
    split : cuts a source into blocks, one a document, without keeping more than one block in memory.
    parse : the document of a block; raises `DataError` with the line where the block is bad.
    write : writes documents to a text stream.
    save : for formats of several files, writes documents to a path instead.
    sniff : whether the first characters of a file look like this format.
    carries : which layers survive being written: tokens, sentences, chains, entities, syntax, speakers.
    missing : errors for what a folder of this format lacks, given its files: texts without their annotations.
    one_document : a file is one document and has no id of its own: `resolve` calls it by the file's path.
    several : whether a file of such a format holds several documents all the same, by its content and the options.
    rows : a file is a table, and each row of it a document.
    container : its documents are those of the files in it, and their ids begin with its name.
    streams : a file may be larger than memory.
    """

    name: str
    description: str
    extensions: tuple[str, ...]
    split: Callable[[TextFile], Iterator[Block]]
    parse: Callable[[Block], Document]
    write: Callable[[Iterable[Document], TextIO], None] | None = None
    save: Callable[[Iterable[Document], Path], None] | None = None
    sniff: Callable[[str], bool] = _never
    carries: frozenset[str] = frozenset()
    missing: Callable[[Path, Sequence[Path]], Iterator[DataError]] = _complete
    one_document: bool = False
    several: Callable[[bytes, ReadOptions], bool] = _one
    rows: bool = False
    container: bool = False
    streams: bool = False


ENDINGS = {
    "plain": (".txt", ".text"),
    "jsonl": (".jsonl", ".ndjson"),
    "json": (".json",),
    "conll2012": (".conll", "_conll", ".conll2012"),
    "conllu": (".conllu", ".conllup"),
    "conllx": (".conllx",),
    "brat": (".ann",),
    "webanno": (".webanno.tsv",),
    "labelstudio": (".labelstudio.json", ".ls.json"),
    "muc": (".sgm", ".sgml", ".muc"),
    "ace": (".apf.xml",),
    "mpqa": (".mpqa.lre.2.0", ".mpqa.lre.1.2", ".mpqa.lre.3.0"),
    "weps": (".clust.xml", ".xml"),
    "gap": (".tsv",),
    "bio": (".bio", ".iob", ".iob2", ".bioes"),
    "html": (".html", ".htm", ".xhtml"),
    "markdown": (".md", ".markdown"),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "odt": (".odt", ".ott", ".fodt"),
    "rtf": (".rtf",),
    "epub": (".epub",),
    "eml": (".eml", ".emlx"),
    "mbox": (".mbox", ".mbx"),
    "zip": (".zip",),
    "tar": (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"),
    "gz": (".gz", ".bz2", ".xz"),
    "warc": (".warc", ".warc.gz"),
    "tei": (".tei", ".tei.xml"),
    "xml": (".xml",),
    "ptb": (".mrg", ".parse", ".ptb", ".trees"),
    "csv": (".csv",),
    "tsv": (".tsv", ".tab"),
    "xlsx": (".xlsx", ".xlsm", ".xltx"),
    "ods": (".ods", ".ots", ".fods"),
    "parquet": (".parquet",),
}
"""The formats of the package, each in the module of its name, and their `extensions`, known without importing them."""

FORMATS: Registry[Format] = Registry("format", "namesakes.formats")
for _name in ENDINGS:
    FORMATS.register(_name, f"namesakes.formats.{_name}:FORMAT")


_GENERIC = ".xml"
"""An ending that files of several formats have, which their content tells apart."""


def endings(name: str) -> tuple[str, ...]:
    """The endings of a format's files."""
    return ENDINGS[name] if name in ENDINGS else FORMATS[name].extensions


def find_format(
    path: str | PurePath, name: str | None = None, *, writing: bool = False, source: TextFile | None = None
) -> Format:
    """The format of that name, else the one that the file's ending or, when reading, its content belongs to.

    Where content and ending differ the content decides; a `DataError` where it is nothing that can be read. `source` is
    where the content is, for a file that does not lie on the disk.
    """
    if name is not None:
        return FORMATS[name]
    file = PurePath(path).name.lower()
    opened = (source or TextFile(Path(path))).stream
    known = FORMATS.registered if file.count(".") == 1 else FORMATS  # other packages are asked where ours may not do
    for names in (known, FORMATS):
        matches = [(len(ending), each) for each in names for ending in endings(each) if file.endswith(ending)]
        if writing:  # of two that have an ending the one that is written
            matches = [each for each in matches if FORMATS[each[1]].write or FORMATS[each[1]].save] or matches
        if matches:
            ending, found = max(matches)
            generic = file.endswith(_GENERIC) and ending == len(_GENERIC)
            return FORMATS[found if writing else format_by_content(opened, found, FORMATS, path, generic=generic)]
    if not writing and str(path) != "-":
        told = format_by_content(opened, "", FORMATS, path)
        if told:
            return FORMATS[told]
        head = (source or TextFile(Path(path))).head().lstrip("\ufeff")
        for each in FORMATS:
            if FORMATS[each].sniff(head):
                return FORMATS[each]
    option = "--to" if writing else "--from"
    able = [each for each in sorted(FORMATS) if not writing or FORMATS[each].write or FORMATS[each].save]
    raise UsageError(f"{path}: the format cannot be told from this name.\nName it with {option}: {', '.join(able)}.")
