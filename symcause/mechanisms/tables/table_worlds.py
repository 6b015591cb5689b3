"""Worlds of tables to choose from: the fewest further ones that leave as few models as all of them.

>>> from symcause.mechanisms.tables.table_branches import TableChoice
>>> evidence = TableEvidence(("A", "B"), (2, 3), (TableWorld(((0, 1),)),))
>>> space = TableBranches(evidence, ("A",), {"B": TableChoice(("A",), 1)})
>>> gold = TableModel(("A",), {"B": TableFunction(("A",), 7, (2,), 3)})
>>> worlds = [TableWorld(((0, 1),)), TableWorld(((1, 2),)), TableWorld(((0, 1), (1, 2)))]
>>> *_, found = TableWorldChoice(space, gold, worlds).run(most_rounds=10)
>>> bin(found.chosen), found.lower_bound
('0b10', 1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from symcause.mechanisms.tables.table_branches import TableBranches
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_refutation import TABLE_REFUTATION
from symcause.mechanisms.tables.table_space import TableSpace
from symcause.mechanisms.worlds.refutation import Pool
from symcause.mechanisms.worlds.world_choice import WorldChoice
from symcause.models.bit_sets import bits


class TableWorldPool(Pool[TableWorld]):
    """Numbered worlds of tables."""

    def __init__(self, evidence: TableEvidence, worlds: Sequence[TableWorld]) -> None:
        super().__init__(evidence.variables, worlds, evidence.sizes)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The rows of all worlds, one below the other."""
        rows = [row for world in self.worlds for row in world.rows]
        return np.array(rows, dtype=np.int64).reshape(-1, len(self.variables))

    @cached_property
    def world_of_row(self) -> NDArray[np.int64]:
        """The number of the world that each row belongs to."""
        return np.repeat(np.arange(len(self.worlds)), [len(world.rows) for world in self.worlds])

    def scored(self, variable: int) -> NDArray[np.bool_]:
        """The rows in which the variable is no target."""
        name = self.variables[variable]
        free = [name not in world.targets for world in self.worlds for _ in world.rows]
        return np.array(free, dtype=np.bool_)


class TableWorldChoice(WorldChoice[TableWorld, TableSpace, TableFunction, TableModel]):
    """The fewest of some worlds that *gold* shows, a member of the space.

    Which root sets there may be is settled by the evidence before: more of it never adds a model.
    """

    def __init__(
        self,
        before: TableBranches,
        gold: TableModel,
        worlds: Sequence[TableWorld],
        order: Sequence[int] | None = None,
    ) -> None:
        """*order*: the worlds, those first that are rather taken than others; as given if left out."""
        pool = TableWorldPool(before.evidence, worlds)
        places = range(len(worlds)) if order is None else order
        super().__init__(gold, pool, TABLE_REFUTATION, places)
        self._before = before
        self._worlds = tuple(worlds)

    def space(self, chosen: int) -> TableBranches:
        """The space with these worlds as further evidence."""
        return self._before.after([self._worlds[i] for i in bits(chosen)])

    def flips(self) -> Iterator[int]:
        """Demands that are known from the start: gold with another output for one pattern."""
        for variable, function in self.gold.functions.items():
            space = self._before.local(variable)
            if not space.complete or space.filtered:
                continue
            group = space.group(function)
            shown, known = self.pool.patterns(space.rows.place, bits(group)), space.fixed(group)
            for pattern in shown.patterns:
                for output in range(space.values) if pattern not in known else ():
                    if output != function.outputs[pattern]:
                        yield shown.against(pattern, output)
