"""Reading and writing documents: one module a format, found by its name, by a file's ending, or by its first lines."""

from namesakes.formats.format import ENDINGS, FORMATS, Block, Format, endings, find_format
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import Limits, Record, read, read_one, records
from namesakes.formats.scan import File, Skipped, scan
from namesakes.formats.text_file import TextFile
from namesakes.formats.writing import write

__all__ = [
    "ENDINGS",
    "FORMATS",
    "Block",
    "File",
    "Format",
    "Limits",
    "ReadOptions",
    "Record",
    "Skipped",
    "TextFile",
    "endings",
    "find_format",
    "read",
    "read_one",
    "records",
    "scan",
    "write",
]
