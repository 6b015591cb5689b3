"""A batch of next experiments side by side, so that one run of a model shows all outcomes.

Experiments stand side by side in one wide column a variable: the block of an experiment holds its contexts,
and where the variable is a target the block is constant. One run of the model gives all outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, Protocol

from symcause.mechanisms.local_space import F, F_co, MechanismModel
from symcause.mechanisms.next.experiment_contexts import Contexts, Experiment, Outcome


class OrderedModel(MechanismModel[F_co], Protocol[F_co]):
    """A model that knows in which order its mechanisms can be computed."""

    @property
    def order(self) -> Sequence[str]:
        """The variables that have a mechanism, each behind its parents."""


class Showing(Generic[F]):
    """Experiments on the same contexts, side by side."""

    def __init__(
        self, variables: Sequence[str], experiments: Sequence[Experiment], contexts: Contexts[F]
    ) -> None:
        self._variables = tuple(variables)
        self._evaluation, self._block = contexts.evaluation, contexts.mask
        self.variables, self.experiments = len(variables), len(experiments)
        size = contexts.rows * contexts.lanes.width
        self._shifts = [i * size for i in range(len(experiments))]
        self.width = size * len(experiments)
        self.mask = (1 << self.width) - 1
        self._rows = contexts.lanes.ones(contexts.rows * len(experiments))
        self._free = dict.fromkeys(variables, self.mask)
        self._set = dict.fromkeys(variables, 0)
        for shift, experiment in zip(self._shifts, experiments, strict=True):
            for name, value in experiment.assignments:
                self._free[name] &= ~(self._block << shift)
                self._set[name] |= contexts.ones * value << shift
        self._roots = {
            v: sum(column << shift for shift in self._shifts) & self._free[v] | self._set[v]
            for v, column in contexts.columns.items()
        }
        self._blocks: dict[int, tuple[int, ...]] = {}

    def outcomes(self, model: OrderedModel[F]) -> list[Outcome]:
        """The outcome of every experiment: one column per variable."""
        return self.blocks(self.columns(model))

    def blocks(self, columns: Outcome) -> list[Outcome]:
        """The outcomes in wide columns."""
        return list(zip(*map(self.split, columns), strict=True))

    def columns(self, model: OrderedModel[F]) -> Outcome:
        """The wide columns of the variables, in which all outcomes stand side by side."""
        return self.columns_of(model.roots, model.order, model.functions)

    def columns_of(
        self, roots: Iterable[str], order: Iterable[str], functions: Mapping[str, F]
    ) -> Outcome:
        """The same of a model in parts; *order* is one in which its functions can be computed."""
        columns = {root: self._roots[root] for root in roots}
        for name in order:
            columns[name] = self.computed(name, functions[name], columns)
        return tuple([columns[v] for v in self._variables])

    def joined(self, columns: Sequence[int]) -> int:
        """The wide columns of all variables behind each other, as one number."""
        return sum([column << v * self.width for v, column in enumerate(columns)])

    def parted(self, joined: int) -> Outcome:
        """The wide columns that such a number holds."""
        return tuple([joined >> v * self.width & self.mask for v in range(self.variables)])

    def column(self, joined: Iterable[int], v: int) -> list[int]:
        """The wide columns of one variable in such numbers."""
        shift, mask = v * self.width, self.mask
        return [one >> shift & mask for one in joined]

    def root(self, name: str) -> int:
        """The wide column of a root."""
        return self._roots[name]

    def computed(self, name: str, function: F, columns: Mapping[str, int]) -> int:
        """The wide column of a variable, from those of its parents."""
        column = self._evaluation.column(name, function, columns, self._rows)
        return column & self._free[name] | self._set[name]

    def outputs(
        self, name: str, parents: Sequence[str], inputs: Sequence[int], tables: Sequence[int]
    ) -> list[int]:
        """The wide columns that these tables give on the columns of the parents, in their order."""
        rows, given = self._rows & self._free[name], self._set[name]
        outputs = self._evaluation.columns(name, parents, inputs, tables, rows)
        return [column | given for column in outputs] if given else outputs

    def block(self, columns: Outcome, index: int) -> Outcome:
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
