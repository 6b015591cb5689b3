"""The index of a pool: one short row a problem, and the distribution plots over all of them.

Verdict, count and time are of every audit; what else a row shows (setting, variables, rows, coverage, and
what is counted) a family's view says under ``index``.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median

from symcause.audits.documents import AuditDocument, Result
from symcause.audits.words import fixed, log10, whole
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.figures.histogram import Axis, histogram

COLUMNS = (
    "id",
    "verdict",
    "setting",
    "variables",
    "rows",
    "count",
    "log",
    "coverage",
    "separable",
    "seconds",
)

_RAISED = str.maketrans("0123456789-.", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻·")

Row = tuple[object, ...]


class Index:
    """Grows by one row a problem; everything else about a problem is forgotten."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._items: list[Row] = []
        self._units: set[str] = set()

    def add(self, result: Result, view: Mapping[str, object]) -> None:
        """One more problem, with what its view says of it."""
        known = view.get("index")
        facts: Mapping[str, object] = known if isinstance(known, Mapping) else {}
        if not isinstance(result, AuditDocument):
            row = (str(result.problem), "failed", *(None for _ in COLUMNS[2:]))
            self._items.append(row)
            return
        self._units.add(str(facts.get("unit", "members")))
        size, time = log10(result.count), result.seconds
        self._items.append(
            (
                str(result.problem),
                result.verdict,
                facts.get("setting"),
                facts.get("variables"),
                facts.get("rows"),
                None if result.count is None else whole(result.count),
                None if size is None else round(size, 4),
                facts.get("coverage"),
                None if result.separable is None else "yes" if result.separable else "no",
                None if time is None else round(time, 3),
            )
        )

    def to_dict(self) -> dict[str, object]:
        """The index as the page reads it."""
        several = len(self._items) > 1
        return {
            "source": self._source,
            "columns": COLUMNS,
            "items": self._items,
            "facts": self._facts() if several else [],
            "figures": [figure_view(f) for f in self._figures()] if several else [],
        }

    def _column(self, name: str) -> list[tuple[float, str]]:
        """(value, verdict) pairs of the problems where the value is known."""
        i = COLUMNS.index(name)
        pairs = ((row[i], str(row[1])) for row in self._items)
        return [
            (float(value), verdict) for value, verdict in pairs if isinstance(value, int | float)
        ]

    def _facts(self) -> list[list[str]]:
        seconds = [value for value, _ in self._column("seconds")]
        if not seconds:
            return []
        return [
            ["median time", f"{fixed(median(seconds), 2)} s"],
            ["worst time", f"{fixed(max(seconds), 2)} s"],
        ]

    def _figures(self) -> list[Figure]:
        unit = next(iter(self._units)) if len(self._units) == 1 else "members"
        found = [
            histogram(self._column("log"), Axis("models", f"number of {unit}", 0.0, None, _power)),
            histogram(self._column("coverage"), Axis("coverage", "local coverage", 0.0, 1.0)),
            histogram(self._column("seconds"), Axis("seconds", "seconds per problem", 0.0)),
        ]
        return [figure for figure in found if figure is not None]


def _power(exponent: float) -> str:
    """Ten to a power, in one line of text."""
    return "10" + f"{exponent:g}".translate(_RAISED)
