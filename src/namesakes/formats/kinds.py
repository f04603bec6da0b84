"""Kinds of files: what a file is by its content, whatever its name says.

Names are wrong more often than contents: a PDF that is called `.doc`, a web page that is called `.txt`, a table of
Excel that is called `.docx`. What begins like another format than its name says is read as that format; what nothing
can read is refused in a sentence that says what it is and what to do.
"""

import re
import zipfile
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import BinaryIO, Final

from namesakes.errors import DataError
from namesakes.formats.unpacking import unpacker

HEAD: Final = 8192
"""Bytes at the beginning of a file that say what it is."""
_LARGEST_COMPOUND: Final = 1 << 22
"""How far into a file of the old Office is looked for the names of its parts."""


@dataclass(frozen=True)
class Kind:
    """What a file is.

    Parameters
    ----------
    name : in words, such as "a picture (PNG)".
    format : the format that reads it; none where nothing does.
    advice : what to do with a file that cannot be read.
    """

    name: str
    format: str = ""
    advice: str = ""

    def refusal(self) -> DataError:
        """The error for such a file."""
        return DataError(f"this is {self.name}, which cannot be read", self.advice)


_OCR, _UNPACK, _SAVE = "Run OCR first.", "Unpack it first.", "Save it as DOCX, ODT or text."
_TRANSCRIBE = "Transcribe it first."
_SIGNATURES: Final = (
    (b"%PDF-", Kind("a PDF", "pdf")),
    (b"{\\rtf", Kind("an RTF file", "rtf")),
    (b"\x89PNG\r\n\x1a\n", Kind("a picture (PNG)", advice=_OCR)),
    (b"\xff\xd8\xff", Kind("a picture (JPEG)", advice=_OCR)),
    (b"GIF87a", Kind("a picture (GIF)", advice=_OCR)),
    (b"GIF89a", Kind("a picture (GIF)", advice=_OCR)),
    (b"II*\x00", Kind("a picture (TIFF)", advice=_OCR)),
    (b"MM\x00*", Kind("a picture (TIFF)", advice=_OCR)),
    (b"II+\x00", Kind("a picture (TIFF)", advice=_OCR)),
    (b"MM\x00+", Kind("a picture (TIFF)", advice=_OCR)),
    (b"\x00\x00\x00\x0cjP  ", Kind("a picture (JPEG 2000)", advice=_OCR)),
    (b"\xff\x4f\xff\x51", Kind("a picture (JPEG 2000)", advice=_OCR)),
    (b"\x00\x00\x00\x0cJXL ", Kind("a picture (JPEG XL)", advice=_OCR)),
    (b"8BPS\x00\x01", Kind("a picture (Photoshop)", advice=_OCR)),
    (b"\x00\x00\x01\x00", Kind("a picture (icon)", advice=_OCR)),
    (b"AT&TFORM", Kind("a scan (DjVu)", advice=_OCR)),
    (b"\x1f\x8b\x08", Kind("a file packed with gzip", "gz", _UNPACK)),
    (b"BZh91AY&SY", Kind("a file packed with bzip2", "gz", _UNPACK)),
    (b"\xfd7zXZ\x00", Kind("a file packed with xz", "gz", _UNPACK)),
    (b"\x28\xb5\x2f\xfd", Kind("a file packed with Zstandard", "zstd", _UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", Kind("a 7z archive", advice=_UNPACK)),
    (b"Rar!\x1a\x07", Kind("a RAR archive", advice=_UNPACK)),
    (b"#FORMAT=WebAnno TSV 3", Kind("a WebAnno TSV file", "webanno")),
    (b"PAR1\x15", Kind("a Parquet table", "parquet")),
    (b"SQLite format 3\x00", Kind("a database of SQLite", advice="Export its texts, for example as JSONL or CSV.")),
    (b"ID3", Kind("a sound recording (MP3)", advice=_TRANSCRIBE)),
    (b"OggS", Kind("a sound recording (Ogg)", advice=_TRANSCRIBE)),
    (b"fLaC", Kind("a sound recording (FLAC)", advice=_TRANSCRIBE)),
    (b"\x7fELF", Kind("a program", advice="Take it out.")),
    (b"WARC/1.", Kind("a web archive (WARC)", "warc")),
    (b"!BDN", Kind("a mailbox of Outlook (PST)", advice="Export its messages as mbox or EML.")),
    (b"ITOLITLS", Kind("an e-book of Microsoft (LIT)", advice="Save it as EPUB.")),
)
"""What files begin with, where that says what they are."""
_HEIC: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
_BOXES: Final = {**dict.fromkeys(_HEIC, "a picture (HEIC)"), b"avif": "a picture (AVIF)"}
_RIFF: Final = {
    b"WEBP": Kind("a picture (WebP)", advice=_OCR),
    b"WAVE": Kind("a sound recording (WAV)", advice=_TRANSCRIBE),
    b"AVI ": Kind("a film (AVI)", advice=_TRANSCRIBE),
}
_COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PARTS: Final = (
    ("EncryptedPackage", Kind("an Office file that is encrypted with a password", advice="Save it without one.")),
    ("WordDocument", Kind("a DOC file of an older Word", advice=_SAVE)),
    ("Workbook", Kind("an XLS table of an older Excel", advice="Save it as XLSX or CSV.")),
    ("PowerPoint Document", Kind("a PPT presentation of an older PowerPoint", advice=_SAVE)),
    ("__properties_version1.0", Kind("a MSG message of Outlook", advice="Save it as EML.")),
)
"""The parts of files of the old Office, by which these are told."""
_MIMETYPES: Final = {
    "application/epub+zip": Kind("an EPUB e-book", "epub"),
    "application/vnd.oasis.opendocument.text": Kind("an ODT file", "odt"),
    "application/vnd.oasis.opendocument.text-template": Kind("an ODT file", "odt"),
    "application/vnd.oasis.opendocument.spreadsheet": Kind("an ODS table", "ods"),
    "application/vnd.oasis.opendocument.spreadsheet-template": Kind("an ODS table", "ods"),
    "application/vnd.oasis.opendocument.presentation": Kind("an ODP presentation", advice="Save its text."),
}
_CONTENTS: Final = (
    ("word/", Kind("a DOCX file", "docx")),
    ("xl/workbook.bin", Kind("an XLSB table", advice="Save it as XLSX or CSV.")),
    ("xl/", Kind("an XLSX table", "xlsx")),
    ("ppt/", Kind("a PPTX presentation", advice="Save its text.")),
)
_ZIP: Final = Kind("a ZIP archive", "zip", _UNPACK)
_OFFICE: Final = ("mimetype", "[Content_Types].xml", "content.xml", "META-INF/", "word/", "xl/", "OEBPS/")
"""Names in archives that are documents, or what is left of one."""
_TAR: Final = Kind("a tar archive", "tar", _UNPACK)
_PACKED: Final = (b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\x00")
_MAIL: Final = Kind("a mail", "eml")
_MAILBOX: Final = Kind("a mailbox", "mbox")
_FROM_LINE: Final = re.compile(
    rb"From [^\r\n]{0,200}\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b[^\r\n]{0,40}\d\d:\d\d[^\r\n]*(?:\r\n|\n|\r)"
    rb"(?:>From [^\r\n]*(?:\r\n|\n|\r))?[!-9;-~]{1,60}:"
)
_HEADER_LINES: Final = re.compile(rb"(?:[!-9;-~]{1,60}:[^\r\n]*(?:(?:\r\n|\n|\r)[ \t][^\r\n]*)*(?:\r\n|\n|\r)){2,}")
_OF_MAIL: Final = re.compile(
    rb"(?:^|[\r\n])(?:message-id|mime-version|received|return-path|dkim-signature|x-mozilla-status)[ \t]*:",
    re.IGNORECASE,
)
"""Headers that nobody writes by hand."""
_ARCHIVES: Final = frozenset({"docx", "odt", "epub", "xlsx", "ods"})
"""Formats that are archives."""
_TAGGED: Final = frozenset({"html", "tei", "xml", "weps"})
"""What begins with a tag, as texts of other formats may."""
_TEXTUAL: Final = frozenset({"plain", "markdown", "html", "tei", "xml", "rtf"})
"""Formats of files that may be pages or editions all the same."""
_ROOT: Final = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<\?[^>]*>\s*|<!DOCTYPE\s+(?P<type>[\w:.-]+)[^>\[]*(?:\[[^\]]*\]\s*)?>\s*)*"
    r"<(?:[\w.-]+:)?(?P<name>[A-Za-z_][\w.-]*)",
    re.DOTALL | re.IGNORECASE,
)
_XML: Final = re.compile(r"\s*<\?xml\s", re.IGNORECASE)
_TEI: Final = frozenset({"TEI", "TEI.2", "teiCorpus", "teiCorpus.2"})


def kind_of(file: Path | Callable[[], BinaryIO]) -> Kind | None:
    """What a file is by the marks of its content; None for one without any, and for one that cannot be opened."""
    opened: Callable[[], BinaryIO] = (lambda: file.open("rb")) if isinstance(file, Path) else file
    try:
        with opened() as stream:
            head = stream.read(HEAD)
    except (OSError, DataError):
        return None
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _of_archive(opened)
    if head.startswith(_COMPOUND):
        return _of_compound(opened)
    if head.startswith(_PACKED):
        inside = _of_packed(head, opened)
        if inside is not None:
            return inside
    marked = (kind for mark, kind in _SIGNATURES if head.startswith(mark) and (kind.format or b"\x00" in head))
    found = next(marked, None)  # what only looks like a mark begins a text, which has no NUL
    return found or _of_container(head) or _of_tar(head) or _of_mail(head) or _of_text(head)


def _of_container(head: bytes) -> Kind | None:
    """What a file of boxes is, which says so after its size."""
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12])
    if head.startswith(b"BM") and head[6:10] == b"\x00\x00\x00\x00":
        return Kind("a picture (BMP)", advice=_OCR)
    if head[4:8] == b"ftyp":
        picture = _BOXES.get(head[8:12])
        return Kind(picture, advice=_OCR) if picture else Kind("a film or a recording (MP4)", advice=_TRANSCRIBE)
    return None


def _of_packed(head: bytes, opened: Callable[[], BinaryIO]) -> Kind | None:
    """What is packed, where that is not read like any packed file."""
    try:
        unpack = unpacker(head)
        if unpack is None:
            return None
        with opened() as stream, unpack(stream) as unpacked:
            inside = unpacked.read1(512)
    except Exception:  # whoever reads it says what is wrong with a damaged file
        return None
    return Kind("a web archive (WARC)", "warc") if inside.startswith(b"WARC/1.") else _of_tar(inside)


def _of_tar(head: bytes) -> Kind | None:
    return _TAR if head[257:262] == b"ustar" else None


def _of_mail(head: bytes) -> Kind | None:
    """Whether a text is a mailbox or a mail, by headers that nobody writes by hand."""
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if _FROM_LINE.match(head):
        return _MAILBOX
    lines = _HEADER_LINES.match(head)
    return _MAIL if lines and _OF_MAIL.search(lines[0]) else None


def _of_archive(opened: Callable[[], BinaryIO]) -> Kind:
    """What a ZIP archive is, by the names in it."""
    try:
        with opened() as stream, zipfile.ZipFile(stream) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < HEAD:
                said = archive.read("mimetype").decode("ascii", "replace").strip()
                if said in _MIMETYPES:
                    return _MIMETYPES[said]
    except Exception:  # whoever reads it says what is wrong with a damaged archive
        return Kind("a ZIP archive that is damaged", advice="Copy it anew.")
    if "META-INF/container.xml" in names:
        return Kind("an EPUB e-book", "epub")
    office = "[Content_Types].xml" in names
    found = (kind for part, kind in _CONTENTS if office and any(each.startswith(part) for each in names))
    damaged = any(each.startswith(_OFFICE) for each in names)
    return next(found, Kind("a ZIP archive of no known kind", "zip") if damaged else _ZIP)


def _of_compound(opened: Callable[[], BinaryIO]) -> Kind:
    """What a file of the old Office is, by the names of its parts."""
    with opened() as stream:
        data = stream.read(_LARGEST_COMPOUND)
    found = (kind for part, kind in _PARTS if part.encode("utf-16-le") in data)
    return next(found, Kind("a file of an older Office", advice=_SAVE))


def _of_text(head: bytes) -> Kind | None:
    """What a text is that begins with a tag."""
    encoding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    text = head.decode(encoding, "replace").lstrip("\ufeff")
    root = _ROOT.match(text)
    if root is None:
        return None
    name, type = root["name"], (root["type"] or "").lower()
    if name in _TEI:
        return Kind("a TEI edition", "tei")
    if name == "clustering":
        return Kind("an answer of WePS", "weps")
    if name.lower() == "html" or type == "html":
        return Kind("a web page", "html")
    return Kind(f"an XML file with the root <{name}>", "xml") if _XML.match(text) else None


def _is_gap(opened: Callable[[], BinaryIO]) -> bool:
    """Whether the first line of a table is that of GAP, which has a column `Pronoun`."""
    try:
        with opened() as stream:
            return b"Pronoun" in stream.readline(HEAD).strip().split(b"\t")
    except OSError:
        return False


def format_by_content(
    opened: Callable[[], BinaryIO], name: str, known: Container[str], path: PurePath | str, *, generic: bool = False
) -> str:
    """The format that a file is read as, given the one that its name says; a `DataError` where it cannot be read.

    Parameters
    ----------
    name : the format that its name says; nothing where it says none.
    known : the formats there are.
    path : for messages.
    generic : whether the ending is one that files of several formats have, such as `.xml`.
    """
    if name == "tsv" and _is_gap(opened):
        return "gap"
    kind = kind_of(opened)
    if kind is None or (name and kind.format == name):
        return name
    if kind.format in _TAGGED:
        other = not name or generic or (name in _TEXTUAL and kind.format in ("html", "tei"))
        return kind.format if other else name
    if kind.format in ("eml", "mbox") and name and name not in (*_TEXTUAL, "eml", "mbox"):
        return name
    if kind.format == "gz" and name in ("tar", "warc"):
        return name
    if name in _ARCHIVES and kind.name.startswith(_ZIP.name) and kind != _ZIP:
        return name  # whoever reads it says what is missing
    if kind.format not in known:
        raise kind.refusal().at(path)
    return kind.format
