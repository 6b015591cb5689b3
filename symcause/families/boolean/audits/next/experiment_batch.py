"""A batch of next experiments side by side, so that one run of a Boolean model shows all outcomes.

Experiments stand side by side in one wide column a variable: the block of an experiment holds its contexts,
and where the variable is a target the block is constant. One run of the model gives all outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from symcause.families.boolean.audits.next.experiment_contexts import Contexts
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM

_TOGETHER = 4  # patterns of which the output columns are joined beforehand
_LAST = (1 << _TOGETHER) - 1


class Showing:
    """Experiments on the same contexts, side by side."""

    def __init__(
        self, variables: Sequence[str], experiments: Sequence[Experiment], contexts: Contexts
    ) -> None:
        self._variables = tuple(variables)
        self.variables, self.experiments = len(variables), len(experiments)
        self._shifts = [i * contexts.rows for i in range(len(experiments))]
        self._block = contexts.mask
        self.width = contexts.rows * len(experiments)
        self.mask = (1 << self.width) - 1
        self._free = dict.fromkeys(variables, self.mask)
        self._set = dict.fromkeys(variables, 0)
        for shift, experiment in zip(self._shifts, experiments, strict=True):
            for name, bit in experiment.assignments:
                self._free[name] &= ~(self._block << shift)
                self._set[name] |= (self._block if bit else 0) << shift
        self._roots = {
            v: sum(column << shift for shift in self._shifts) & self._free[v] | self._set[v]
            for v, column in contexts.columns.items()
        }
        self._blocks: dict[int, tuple[int, ...]] = {}

    def outcomes(self, model: BooleanSCM) -> list[tuple[int, ...]]:
        """The outcome of every experiment: one column per variable."""
        return self.blocks(self.columns(model))

    def blocks(self, columns: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The outcomes in wide columns."""
        return list(zip(*map(self.split, columns), strict=True))

    def columns(self, model: BooleanSCM) -> tuple[int, ...]:
        """The wide columns of the variables, in which all outcomes stand side by side."""
        return self.columns_of(model.roots, model.order, model.functions)

    def columns_of(
        self, roots: Iterable[str], order: Iterable[str], functions: Mapping[str, Function]
    ) -> tuple[int, ...]:
        """The same of a model in parts; *order* is one in which its functions can be computed."""
        columns = {root: self._roots[root] for root in roots}
        for name in order:
            columns[name] = self.computed(name, functions[name], columns)
        return tuple([columns[v] for v in self._variables])

    def joined(self, columns: Sequence[int]) -> int:
        """The wide columns of all variables behind each other, as one number."""
        return sum([column << v * self.width for v, column in enumerate(columns)])

    def parted(self, joined: int) -> tuple[int, ...]:
        """The wide columns that such a number holds."""
        return tuple([joined >> v * self.width & self.mask for v in range(self.variables)])

    def column(self, joined: Iterable[int], v: int) -> list[int]:
        """The wide columns of one variable in such numbers."""
        shift, mask = v * self.width, self.mask
        return [one >> shift & mask for one in joined]

    def root(self, name: str) -> int:
        """The wide column of a root."""
        return self._roots[name]

    def computed(self, name: str, function: Function, columns: Mapping[str, int]) -> int:
        """The wide column of a variable, from those of its parents."""
        return function.on(columns, self.mask) & self._free[name] | self._set[name]

    def outputs(self, name: str, inputs: Sequence[int], tables: Sequence[int]) -> list[int]:
        """The wide columns that these truth tables give on the columns of the parents, in their order."""
        rows = [self._free[name]]  # that show each pattern
        for column in inputs:
            rows = [*(row & ~column for row in rows), *(row & column for row in rows)]
        given = self._set[name]
        first, *others = [_joined(rows[i : i + _TOGETHER]) for i in range(0, len(rows), _TOGETHER)]
        outputs = [first[table & _LAST] | given for table in tables]
        for i, joined in enumerate(others, 1):
            shift = i * _TOGETHER
            outputs = [
                column | joined[table >> shift & _LAST]
                for column, table in zip(outputs, tables, strict=True)
            ]
        return outputs

    def block(self, columns: tuple[int, ...], index: int) -> tuple[int, ...]:
        """The outcome of one experiment in wide columns."""
        shift, block = self._shifts[index], self._block
        return tuple([column >> shift & block for column in columns])

    def split(self, column: int) -> tuple[int, ...]:
        """A wide column, experiment by experiment; most models share most columns."""
        block = self._blocks.get(column)
        if block is None:
            block = tuple(column >> shift & self._block for shift in self._shifts)
            self._blocks[column] = block
        return block


def _joined(rows: Sequence[int]) -> list[int]:
    """For every set of patterns, as a mask, the rows that show one of them."""
    found = [0]
    for row in rows:
        found += [other | row for other in found]
    return found
