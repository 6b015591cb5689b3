"""Table models: roots, and one table function for every other variable.

>>> copy = TableFunction(("A",), 0b10, (2,), 2)
>>> TableModel(("A",), {"B": copy}).run({"A": 1})
{'A': 1, 'B': 1}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.models.variable_names import natural


@dataclass(frozen=True, eq=False)
class TableModel:
    """Roots and functions; two models are the same iff both are, in whatever order they are given."""

    roots: tuple[str, ...]
    functions: Mapping[str, TableFunction]

    @cached_property
    def _parts(self) -> tuple[frozenset[str], frozenset[tuple[str, TableFunction]]]:
        return frozenset(self.roots), frozenset(self.functions.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableModel) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    @property
    def endogenous(self) -> tuple[str, ...]:
        """The variables with a mechanism, in natural order."""
        return natural(self.functions)

    @property
    def edges(self) -> frozenset[tuple[str, str]]:
        """Pairs (parent, child)."""
        return frozenset(
            [(parent, v) for v, function in self.functions.items() for parent in function.parents]
        )

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The variables with a mechanism, each behind its parents."""
        order: list[str] = []
        waiting = list(self.endogenous)
        while waiting:
            later = []
            left = set(waiting)
            for name in waiting:
                if left.isdisjoint(self.functions[name].parents):
                    order.append(name)
                    left.discard(name)
                else:
                    later.append(name)
            if len(later) == len(waiting):
                raise ValueError(f"a circle among {', '.join(waiting)}")
            waiting = later
        return tuple(order)

    def changed(self, other: TableModel) -> tuple[str, ...]:
        """The variables whose function differs, or is in one model only."""
        names = natural({*self.functions, *other.functions})
        return tuple(v for v in names if self.functions.get(v) != other.functions.get(v))

    def replaced(self, name: str, function: TableFunction) -> TableModel:
        """The same model with one other mechanism."""
        return TableModel(self.roots, {**self.functions, name: function})

    def run(self, given: Mapping[str, int], do: Mapping[str, int] | None = None) -> dict[str, int]:
        """The values of all variables; *given* holds those of the roots, *do* those that are set."""
        clamped = do or {}
        state = {**{r: given[r] for r in self.roots if r not in clamped}, **clamped}
        for name in self.order:
            if name not in clamped:
                state[name] = self.functions[name](state)
        return state
