"""A picture together with the data it shows: on a page, as an SVG file, as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from symcause.reports.svg import standalone

if TYPE_CHECKING:
    from markupsafe import Markup

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Figure:
    """A picture; *key* names its files, *rows* are what it shows, under *columns*."""

    key: str
    title: str
    svg: Markup
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    caption: str = ""

    def csv(self) -> str:
        """The data; a text never reads as a formula of a spreadsheet."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_cell(value) for value in row] for row in self.rows)
        return buffer.getvalue()

    def save(self, folder: Path) -> None:
        """Write the picture and its data into a folder."""
        (folder / f"{self.key}.svg").write_text(standalone(self.svg) + "\n", encoding="utf-8")
        data = self.csv().encode("utf-8", "replace")
        (folder / f"{self.key}.csv").write_bytes(data)


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


def figure_view(figure: Figure | None) -> dict[str, str] | None:
    """A figure for a page: the picture and its data."""
    if figure is None:
        return None
    return {
        "key": figure.key,
        "title": figure.title,
        "svg": str(figure.svg),
        "csv": figure.csv(),
        "caption": figure.caption,
    }
