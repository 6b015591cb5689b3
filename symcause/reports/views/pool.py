"""The index of a pool: one short row a problem, and the distribution plots over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from statistics import median
from typing import Any

from symcause.families.boolean.audits.verdicts import shown
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.problem.problem import LinearProblem
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


class Index:
    """Grows by one row a problem; everything else about a problem is forgotten."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._items: list[tuple[Any, ...]] = []

    def add(self, document: Mapping[str, Any], problem: object) -> None:
        count, coverage = document.get("count"), _coverage(document)
        seconds = document.get("seconds")
        self._items.append(
            (
                str(document.get("problem")),
                str(document.get("verdict", "failed")),
                document.get("setting"),
                *_size(problem),
                shown(count) if isinstance(count, int) else None,
                round(log10(count), 4) if isinstance(count, int) and count > 0 else None,
                coverage,
                {True: "yes", False: "no"}.get(document.get("separable")),  # type: ignore[arg-type]
                round(float(seconds), 3) if isinstance(seconds, int | float) else None,
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
        return [(float(row[i]), row[1]) for row in self._items if row[i] is not None]

    def _facts(self) -> list[list[str]]:
        seconds = [value for value, _ in self._column("seconds")]
        if not seconds:
            return []
        return [
            ["median time", f"{median(seconds):.2f} s"],
            ["worst time", f"{max(seconds):.2f} s"],
        ]

    def _figures(self) -> list[Figure]:
        linear = any(row[2] in ("linear", "quadratic") for row in self._items)
        count = "number of graphs" if linear else "number of models"
        found = [
            histogram(self._column("log"), Axis("models", count, 0.0, None, _power)),
            histogram(self._column("coverage"), Axis("coverage", "local coverage", 0.0, 1.0)),
            histogram(self._column("seconds"), Axis("seconds", "seconds per problem", 0.0)),
        ]
        return [figure for figure in found if figure is not None]


def _power(exponent: float) -> str:
    """Ten to a power, in one line of text."""
    return "10" + f"{exponent:g}".translate(_RAISED)


def _coverage(document: Mapping[str, Any]) -> float | None:
    found = (document.get("support") or {}).get("mean_coverage")
    return None if found is None else round(float(found), 4)


def _size(problem: object) -> tuple[int | None, int | None]:
    """Variables, and rows of evidence."""
    if isinstance(problem, BooleanProblem):
        return len(problem.variables), sum(len(world.rows) for world in problem.training)
    if isinstance(problem, LinearProblem):
        return len(problem.variables), len(problem.records) + len(problem.chain)
    return None, None
