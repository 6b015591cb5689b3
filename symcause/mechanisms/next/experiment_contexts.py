"""Contexts of next experiments: the values of roots on which every experiment is run, and how columns come.

A *context* gives every root a value. An experiment sets its targets to constants and is seen on all
contexts at once. What a mechanism gives on many rows is worked out by the *evaluation* of a family: one of
bits, or :class:`~symcause.mechanisms.next.table_evaluation.TableEvaluation` for any number of values.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, Protocol, Self, TypeVar

from symcause.mechanisms.local_space import F, F_contra
from symcause.mechanisms.value_lanes import Lanes


class Experiment(Hashable, Protocol):
    """An intervention that sets variables to constants; with nothing to set, mere observation."""

    @property
    def assignments(self) -> Sequence[tuple[str, int]]:
        """The variables that are set, with their values."""

    @property
    def targets(self) -> Sequence[str]:
        """The variables that are set."""


E = TypeVar("E", bound=Experiment)

Outcome = tuple[int, ...]
"""What is seen: one column per variable."""


class Evaluation(Protocol[F_contra]):
    """How columns of a variable come from those of its parents; *rows* has a one for each row asked for."""

    @property
    def lanes(self) -> Lanes:
        """How values stand in a column."""

    def column(
        self, variable: str, function: F_contra, columns: Mapping[str, int], rows: int
    ) -> int:
        """The column that a mechanism of the variable gives; what it has in other rows does not matter."""

    def columns(
        self,
        variable: str,
        parents: Sequence[str],
        inputs: Sequence[int],
        tables: Sequence[int],
        rows: int,
    ) -> list[int]:
        """The columns that these tables give on the columns of the parents, 0 in other rows."""


@dataclass(frozen=True)
class Contexts(Generic[F]):
    """This many rows, and the value of every variable in them, should it be a root: a column each.

    *observed*: a training world shows all of them without any intervention.
    """

    rows: int
    columns: Mapping[str, int]
    observed: bool
    evaluation: Evaluation[F]

    @property
    def lanes(self) -> Lanes:
        """How values stand in a column."""
        return self.evaluation.lanes

    @property
    def mask(self) -> int:
        """The bits of a column."""
        return (1 << self.rows * self.lanes.width) - 1

    @cached_property
    def ones(self) -> int:
        """A one for each row: times a value, it is the column of that value."""
        return self.lanes.ones(self.rows)

    def first(self, rows: int) -> Self:
        """The first contexts, this many."""
        mask = (1 << rows * self.lanes.width) - 1
        return replace(self, rows=rows, columns={v: c & mask for v, c in self.columns.items()})
