"""Exports: a store in formats that others read, one file a format, found by its name."""

from typing import Any

from namesakes.config import Registry
from namesakes.store.export.export import Export, ExportOptions
from namesakes.store.store import Store

EXPORTS: Registry[Export] = Registry("format to export to", "namesakes.exports")
"""The formats by name."""
for _name in ("jsonl", "csv", "parquet", "turtle", "graphml", "pairs", "rows", "constraints", "chains", "weps"):
    EXPORTS.register(_name, f"namesakes.store.export.{_name}:EXPORT")

__all__ = ["EXPORTS", "Export", "ExportOptions", "export"]


def export(store: Store, path: str, format: str, **options: Any) -> int:
    """Write the store to a file, or to standard output for "-"; how many lines or rows were written.

    Parameters
    ----------
    format : one of `EXPORTS`.
    options : the fields of `ExportOptions`.
    """
    return EXPORTS[format].write(store, path, ExportOptions(**options))
