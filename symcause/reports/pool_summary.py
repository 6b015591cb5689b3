"""The summary of a pool at the end of a report: totals over all results."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from symcause.models.number_phrases import fixed, percent

if TYPE_CHECKING:
    from rich.console import RenderableType

Brief = Mapping[str, object]

_MARKS: dict[str, dict[str, Callable[[Brief], bool]]] = {
    "count": {
        "counted": lambda d: d.get("status") == "exact",
        "with exactly one explanation": lambda d: (
            d.get("status") == "exact" and d.get("count") == 1
        ),
    },
    "solve": {"solved": lambda d: d.get("status") == "solved"},
    "alternatives": {"with other explanations": lambda d: bool(d.get("alternatives"))},
    "verify": {"accepted": lambda d: d.get("accepted") is True},
}
"""What is counted of the results of a question."""


class Totals(Protocol):
    """What a family adds up beside that, over the documents of a pool."""

    def add(self, document: Brief) -> None:
        """One more result."""

    def text(self) -> str | None:
        """What they come to; None where there is nothing to say."""


class PoolSummary:
    """What the results of a question come to; a few bytes of each are kept."""

    def __init__(self, question: str) -> None:
        self._question, self._marks = question, _MARKS.get(question, {})
        self.number = 0
        self._marked = dict.fromkeys(self._marks, 0)
        self._verdicts: Counter[str] = Counter()
        self._found: Counter[bool] = Counter()
        self._seconds = array("d")

    def add(self, document: Brief) -> None:
        """One more result."""
        self.number += 1
        for words, holds in self._marks.items():
            self._marked[words] += holds(document)
        if self._question == "audit":
            if document.get("verdict", "failed") is None:  # a family without verdicts has findings
                self._found[bool(document.get("findings"))] += 1
            else:
                self._verdicts[str(document.get("verdict", "failed"))] += 1
            if isinstance(seconds := document.get("seconds"), float | int):
                self._seconds.append(seconds)

    def text(self) -> str | None:
        """The lines; None where there is nothing to add up."""
        if self._question == "audit":
            return self._audits()
        if not self._marked:
            return None
        return ", ".join(
            [f"{self.number} problems", *(f"{n} {w}" for w, n in self._marked.items())]
        )

    def _audits(self) -> str:
        """Verdicts, median and worst time."""
        from symcause.audits.story import Grid, Right
        from symcause.reports.terminal_layout import heading, table, to_text

        verdicts = self._verdicts.most_common()
        rows = [(verdict, str(n), percent(n / self.number)) for verdict, n in verdicts]
        parts: list[RenderableType] = [heading(f"{self.number} problems")]
        if rows:
            grid = Grid.of(("verdict", Right("problems"), Right("share")), rows)
            parts.append(table(grid.columns, grid.rows, grid.right))
        if self._found:
            parts.append(f"{self._found[True]} of {self._found.total()} with findings")
        if self._seconds:
            from statistics import median  # loaded when it is needed

            middle, worst = fixed(median(self._seconds), 2), fixed(max(self._seconds), 2)
            parts.append(f"time per problem: median {middle} s, worst {worst} s")
        return to_text(parts)
