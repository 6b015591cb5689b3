"""Columns of steps in a figure: their places, labels and areas to point at.

Columns carry their place (``data-moment``), so that a page can mark the chosen one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from symcause.bounds.reports_bounds import CAPTION_LINES
from symcause.reports.figures.figure import lines
from symcause.reports.svg import tag

if TYPE_CHECKING:
    from markupsafe import Markup

LEFT, TOP, BOTTOM = 44.0, 34.0, 222.0
_LINE = 15.0
_LABELLED = 58.0  # pixels that a column needs to carry words
_NUMBERED = 26  # pixels that a number takes
_THIN = 1.2  # how many more of these letters fit than of bold ones


@dataclass(frozen=True)
class Column:
    """A step: what was done, and everything about it for whoever points at it."""

    action: str
    told: str = ""
    refused: bool = False


@dataclass(frozen=True)
class Columns:
    """Columns side by side, the start first, in a picture of this width."""

    steps: Sequence[Column]
    width: float

    @property
    def right(self) -> float:
        return self.width - 10

    @property
    def step(self) -> float:
        """How wide a column is."""
        return (self.right - LEFT) / len(self.steps)

    def x(self, at: int) -> float:
        """Where a column begins."""
        return LEFT + at * self.step

    @property
    def below(self) -> float:
        """Where the names end."""
        return BOTTOM + 26 + _LINE * (max(map(len, self._words)) if self._labelled else 0)

    @property
    def _labelled(self) -> bool:
        return self.step >= _LABELLED

    @cached_property
    def _words(self) -> list[list[str]]:
        """What was done in every column, in lines."""
        return [_few(lines(column.action, _THIN * (self.step - 6))) for column in self.steps]

    def names(self) -> Iterator[Markup]:
        """The number of every step, and what it did."""
        every = 1 if self._labelled else -(-_NUMBERED // max(1, int(self.step)))
        for i, column in enumerate(self.steps):
            x = self.x(i) + self.step / 2
            if i % every == 0:
                name = str(i) if i else "start"
                yield tag("text", name, x=x, y=BOTTOM + 16, class_="small middle")
            if self._labelled and i:
                kind = "value middle struck" if column.refused else "value middle"
                for j, line in enumerate(self._words[i]):
                    yield tag("text", line, x=x, y=BOTTOM + 32 + _LINE * j, class_=kind)

    def areas(self) -> Iterator[Markup]:
        """What is pointed at, above everything else."""
        for i, column in enumerate(self.steps):
            box = {"x": self.x(i), "y": TOP, "width": self.step}  # below what stands over the curve
            title = tag("title", column.told or column.action)
            area = tag("rect", title, **box, height=BOTTOM - TOP, class_="column")
            yield tag("g", area, data_moment=i)


def _few(found: list[str]) -> list[str]:
    """As many lines as there is room for."""
    if len(found) <= CAPTION_LINES:
        return found
    return [*found[: CAPTION_LINES - 1], found[CAPTION_LINES - 1][:-1] + "…"]
