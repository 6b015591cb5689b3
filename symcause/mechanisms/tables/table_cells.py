"""Cells of tables: what outcomes of the next experiment leave of a space of tables.

>>> from symcause.mechanisms.next.experiment_ranks import ranked
>>> from symcause.mechanisms.tables.table_branches import TableChoice
>>> from symcause.mechanisms.tables.table_evidence import TableWorld
>>> evidence = TableEvidence(("A", "B"), (3, 3), (TableWorld(((0, 1), (1, 2))),))
>>> space = TableBranches(evidence, ("A",), {"B": TableChoice(("A",), 1)})
>>> cells = TableCells(space, table_contexts(evidence, [(0, 0), (1, 0)]))
>>> *_, last = ranked(cells, [TableExperiment((("A", value),)) for value in (0, 2)])
>>> last.count, [(one.experiment.assignments, one.low) for one in last.ranked]
(3, [((('A', 2),), 1), ((('A', 0),), 3)])
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from symcause.mechanisms.next.experiment_contexts import Contexts
from symcause.mechanisms.next.further_rows import Mechanisms
from symcause.mechanisms.next.outcome_counts import Cells
from symcause.mechanisms.next.table_evaluation import TableEvaluation
from symcause.mechanisms.tables.table_branches import TableBranches
from symcause.mechanisms.tables.table_evidence import TableEvidence
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_space import TableSpace


class TableExperiment(Struct, frozen=True):
    """An intervention that sets variables to values; with nothing to set, mere observation."""

    assignments: tuple[tuple[str, int], ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """The variables that are set."""
        return tuple([name for name, _ in self.assignments])


def table_contexts(
    evidence: TableEvidence, rows: Sequence[Sequence[int]], *, observed: bool = False
) -> Contexts[TableFunction]:
    """Contexts of these rows; each has a value for every variable, should it be a root.

    *observed*: a world shows all of them without any intervention.
    """
    evaluation = TableEvaluation(dict(zip(evidence.variables, evidence.sizes, strict=True)))
    columns = {
        v: sum([row[i] << r * evaluation.lanes.width for r, row in enumerate(rows)])
        for i, v in enumerate(evidence.variables)
    }
    return Contexts(len(rows), columns, observed, evaluation)


class TableCells(Cells[TableSpace, TableFunction, TableModel]):
    """Counts what outcomes leave of one space of tables."""

    space: TableBranches

    def __init__(self, space: TableBranches, contexts: Contexts[TableFunction]) -> None:
        super().__init__(space, contexts)

    def opened(self, variable: str) -> Mechanisms[TableFunction]:
        """The mechanisms of a variable, ready for more rows."""
        space, lanes = self.space.local(variable), self.contexts.lanes
        rows = space.rows
        states = [
            sum([value << place * lanes.width for place, value in enumerate(row)])
            for row in rows.rows
        ]
        return Mechanisms(space, space.fitting, rows.place, states, space.values, lanes)

    @property
    def plain(self) -> bool:
        """Does every variable take any function of any candidates, up to so many, that fits?"""
        spaces = [space for branch in self.branches for space in branch.endogenous]
        return not any(space.filtered or not space.complete for space in spaces)
