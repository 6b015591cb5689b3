"""A figure of reports, wide or narrow, with the data behind it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symcause.errors import printable
from symcause.formats.storage.atomic_files import write_together
from symcause.reports.svg import standalone

if TYPE_CHECKING:
    from markupsafe import Markup

WIDE, NARROW = 1040.0, 358.0
"""Pixels of a main picture on a page, and of the same picture on a telephone."""

LETTER = 7.2
"""Pixels that a letter of a label takes, at most on average."""


def lines(text: str, width: float) -> list[str]:
    """A bold title in lines of this many pixels, broken at spaces, underscores and hyphens if it can be.

    >>> lines("deployment_zone_trap", 120)
    ['deployment_', 'zone_trap']
    >>> lines("the value lies in [-0.02, -0.01]", 240)
    ['the value lies in [-0.02,', '-0.01]']
    """
    most = max(4, int(width / (LETTER + 0.6)))
    parts = re.findall(r"[^\s_-]*(?:_|-(?!\d))+|(?:[^\s_-]|-(?=\d))+\s*|\s+", text)
    found = [""]
    for part in (piece for long in parts for piece in _pieces(long, most)):
        if found[-1] and len((found[-1] + part).rstrip()) > most:
            found.append("")
        found[-1] += part
    return [line.strip() for line in found]


def _pieces(text: str, most: int) -> list[str]:
    return [text[i : i + most] for i in range(0, len(text), most)]


_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Figure:
    """A picture; *key* names its files, *rows* are what it shows, under *columns*.

    A main picture says what it shows: its *finding* heads a page, with *facts* under it; *narrow* is how
    it is drawn on a telephone.
    """

    key: str
    title: str
    svg: Markup
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    caption: str = ""
    finding: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    narrow: Markup | None = None
    sheet: Markup | None = None  # on a slide, which says the finding itself

    def csv(self) -> str:
        """The data; a text never reads as a formula of a spreadsheet."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_cell(value) for value in row] for row in self.rows)
        return buffer.getvalue()

    def _repr_svg_(self) -> str:
        return standalone(self.svg, background="#ffffff")

    def plot(self) -> Any:
        """The picture as a matplotlib figure: ``savefig`` writes PDF and PNG."""
        from symcause.reports.figures.matplotlib_export import plotted

        return plotted(str(self.svg))

    def files(self, folder: Path) -> Iterator[tuple[Path, bytes]]:
        """The picture and its data as files of a folder; as PDF too, where matplotlib is installed."""
        picture = printable(standalone(self.svg), "\n\t") + "\n"
        yield folder / f"{self.key}.svg", picture.encode("utf-8", "replace")
        yield folder / f"{self.key}.csv", self.csv().encode("utf-8", "replace")
        if find_spec("matplotlib") is not None:
            yield folder / f"{self.key}.pdf", self._pdf()

    def save(self, folder: Path) -> None:
        """Write the picture and its data into a folder."""
        write_together(self.files(folder))

    def _pdf(self) -> bytes:
        """The same bytes whenever it is written: no date, no name of a program."""
        buffer = io.BytesIO()
        undated = {"CreationDate": None, "Creator": None, "Producer": None}
        self.plot().savefig(buffer, format="pdf", metadata=undated)
        return buffer.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        return printable(f"'{value}" if value.startswith(_FORMULA) else value)
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
        **({} if figure.narrow is None else {"narrow": str(figure.narrow)}),
    }
