"""Data frames of pandas, where that is installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from symcause.errors import UsageError


def data_frame(rows: Sequence[object], columns: Sequence[str] | None = None) -> Any:
    """A frame of rows. Raises UsageError where pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise UsageError("pandas is not installed", remedy="pip install pandas") from None
    return pandas.DataFrame(rows, columns=None if columns is None else list(columns))
