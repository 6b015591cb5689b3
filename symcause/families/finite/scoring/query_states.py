"""Query states: what one member shows to a query about a value, on the roots that matter to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from symcause.budgets import Meter
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import FiniteProblem, ValueQuery
from symcause.mechanisms.tables.table_models import TableModel

State = tuple[int, ...]
"""A position for every variable."""


@dataclass(frozen=True)
class AskedMember:
    """A value query to one member: what in it the answer depends on."""

    problem: FiniteProblem
    model: TableModel
    of: str
    do: dict[str, int]
    given: dict[str, int]
    order: tuple[str, ...]  # functions above what is asked or given, each behind its parents
    free: tuple[str, ...]  # roots above it that are neither set nor given

    @staticmethod
    def of_query(problem: FiniteProblem, model: TableModel, query: ValueQuery) -> AskedMember:
        """With positions in place of values."""
        do, given = (_positions(problem, one) for one in (query.do, query.given))
        above, waiting = {query.of, *given}, [query.of, *given]
        while waiting:
            name = waiting.pop()
            function = None if name in do else model.functions.get(name)
            for parent in () if function is None else function.parents:
                if parent not in above:
                    above.add(parent)
                    waiting.append(parent)
        order = tuple(v for v in model.order if v in above and v not in do)
        free = tuple(
            v
            for v in problem.variables
            if v in above and v in model.roots and v not in do and v not in given
        )
        return AskedMember(problem, model, query.of, do, given, order, free)

    @property
    def key(self) -> object:
        """Members with the same key give the same values."""
        return self.free, tuple((v, self.model.functions[v]) for v in self.order)

    def states(self, meter: Meter) -> dict[int, State]:
        """The values that are possible, each with the first state that has it."""
        sizes, first = self.problem.sizes, dict[int, State]()
        index = {v: at for at, v in enumerate(self.problem.variables)}
        most = sizes[index[self.of]]
        roots = {v: self.given.get(v, 0) for v in self.model.roots}
        for values in product(*(range(sizes[index[v]]) for v in reversed(self.free))):
            meter.spend(1 + len(self.order))
            context = roots | dict(zip(reversed(self.free), values, strict=True)) | self.do
            state = dict(context)
            for name in self.order:
                state[name] = self.model.functions[name](state)
            value = state[self.of]
            if value not in first and all(state[v] == seen for v, seen in self.given.items()):
                whole = self.model.run(context, self.do)
                first[value] = tuple(whole[v] for v in self.problem.variables)
                if len(first) == most:
                    break
        return first


def _positions(problem: FiniteProblem, values: Mapping[str, Value]) -> dict[str, int]:
    places = {name: problem.domain(name).position(value) for name, value in values.items()}
    return {name: at for name, at in places.items() if at is not None}
