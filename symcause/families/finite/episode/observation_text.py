"""The observation text of a finite episode: rows that a step shows, under the names of variables."""

from __future__ import annotations

from collections.abc import Sequence


def row_text(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows of values in columns that are as wide as they have to be.

    >>> print(row_text(("A", "lamp"), [(10, "on"), (2, "off")]))
     A lamp
    10   on
     2  off
    """
    lines = [tuple(names), *[tuple(map(str, row)) for row in rows]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        " ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )
