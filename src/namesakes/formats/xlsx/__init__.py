"""XLSX: the rows of a workbook of Excel; read only."""

from namesakes.formats.xlsx.reader import FORMAT

__all__ = ["FORMAT"]
