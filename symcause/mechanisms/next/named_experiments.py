"""Named experiments on tables: what is set and what is seen, in the names of values and as numbers.

A value is a number from 0 on; a space says how each is written. Experiments are read in all their forms,
and what a model shows is written as rows of values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from symcause.audits.experiments.experiment_forms import settings
from symcause.audits.experiments.outcome_shares import Plain
from symcause.errors import UsageError, did_you_mean
from symcause.mechanisms.next.experiment_contexts import Outcome
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.value_lanes import Lanes
from symcause.models.number_phrases import plural


class NamedExperiments(ABC):
    """What a space of tables makes of experiments and outcomes."""

    if TYPE_CHECKING:

        @property
        def over(self) -> tuple[str, ...]: ...
        @property
        def contexts(self) -> Sequence[Sequence[int]]: ...

    @property
    @abstractmethod
    def value_counts(self) -> tuple[int, ...]:
        """How many values each variable has."""

    @abstractmethod
    def value_names(self, name: str) -> Sequence[object]:
        """The values of a variable as experiments and outcomes write them, that of number 0 first."""

    def outcome(self, model: TableModel, experiment: Plain) -> Plain:
        """The rows of all variables that a model shows."""
        done, over = self.assignments(experiment), self.over
        states = (model.run(dict(zip(over, row, strict=True)), done) for row in self.contexts)
        names = {name: self.value_names(name) for name in over}
        return {"rows": [[names[name][state[name]] for name in over] for state in states]}

    def assignments(self, experiment: object) -> dict[str, int]:
        """What an experiment sets, in any of its forms. Raises UsageError for what is none."""
        asked, names = settings(experiment), self.over
        if asked is None:
            raise UsageError("not an experiment", value=experiment, remedy='{"do": {name: value}}')
        done = dict[str, int]()
        for name, value in asked.items():
            if name not in names:
                raise UsageError("no such variable", value=name, remedy=did_you_mean(name, names))
            number = self._number(name, value)
            if number is None:
                remedy = _range(self.value_names(name))
                raise UsageError(f"{name} has no such value", value=value, remedy=remedy)
            done[name] = number
        return done

    def _number(self, name: str, value: object) -> int | None:
        """The number of a value that is written as such, or in the words of a command line."""
        named = enumerate(self.value_names(name))
        alike = (n for n, one in named if _same(one, value) or value == str(one))
        return next(alike, None)

    def seen(self, experiment: Plain, outcome: Plain) -> TableWorld:
        """What was seen as one more world. Raises UsageError where it is no outcome of the experiment."""
        done, names, rows = self.assignments(experiment), self.over, outcome.get("rows")
        if not isinstance(rows, Sequence) or not all(isinstance(row, Sequence) for row in rows):
            raise UsageError("not an outcome", value=outcome, remedy='{"rows": [[…], …]}')
        world = TableWorld(tuple(map(self._numbered, rows)), tuple(done))
        try:
            TableEvidence(names, self.value_counts, (world,))
        except (TypeError, ValueError) as error:
            raise UsageError(f"not an outcome: {error}") from None
        for name, value in done.items():
            if any(row[names.index(name)] != value for row in world.rows):
                said = self.value_names(name)[value]
                raise UsageError(f"the experiment sets {name}, the outcome differs", value=said)
        return world

    def _numbered(self, row: Sequence[object]) -> tuple[int, ...]:
        """A row of an outcome as numbers. Raises UsageError where a value is none."""
        if len(row) != len(self.over):
            raise UsageError(f"not an outcome: a row has {plural(len(self.over), 'value')}")
        numbers = [self._number(name, value) for name, value in zip(self.over, row, strict=True)]
        for name, number, value in zip(self.over, numbers, row, strict=True):
            if number is None:
                raise UsageError(f"not an outcome: {name} has no such value", value=value)
        return tuple(number for number in numbers if number is not None)

    def plain(self, done: Mapping[str, int]) -> Plain:
        """An experiment as it is offered."""
        return {"do": {name: self.value_names(name)[number] for name, number in done.items()}}


def written_rows(
    outcome: Outcome, rows: int, lanes: Lanes, names: Sequence[Sequence[object]]
) -> Plain:
    """What is seen, as documents have it: a column of numbers a variable, row by row as values."""
    columns = list(zip(names, outcome, strict=True))
    return {"rows": [[own[lanes.at(shown, row)] for own, shown in columns] for row in range(rows)]}


def _range(names: Sequence[object]) -> str:
    return f"0 to {len(names) - 1}" if isinstance(names, range) else ", ".join(map(str, names))


def _same(one: object, other: object) -> bool:
    """Equal, and of one kind: true is not 1."""
    return type(one) is type(other) and one == other
