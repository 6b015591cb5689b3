"""Experiment questions: what the members of a finite space show, and which experiment to do next.

An experiment is seen on contexts, rows of root values, and shows the states that a model comes to there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.audits.experiments.experiment_merits import ExperimentRanking, Left
from symcause.errors import LimitError
from symcause.families.finite.bounds import COMPARED_MEMBERS, NEXT_CONTEXTS
from symcause.families.finite.problem.problem import FiniteProblem, FiniteWorld
from symcause.families.finite.space.experiment_settings import ExperimentSettings
from symcause.families.finite.space.model_comparison import Setting
from symcause.families.finite.space.root_assignments import assignments
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Contexts, Outcome
from symcause.mechanisms.next.named_experiments import written_rows
from symcause.mechanisms.tables.table_cells import TableExperiment, table_contexts
from symcause.mechanisms.tables.table_evidence import TableEvidence
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel

if TYPE_CHECKING:
    from symcause.audits.experiments.outcome_shares import Plain

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Ranked:
    """An experiment by what it leaves: the largest group of members that show the same, and so on."""

    experiment: Plain
    worst: int
    expected: Fraction
    best_case: int
    outcomes: int

    @property
    def settles(self) -> bool:
        """Is one member left, whatever is seen?"""
        return self.worst == 1


class ExperimentQuestions(ExperimentSettings):
    """What follows from what the members of a space show."""

    @abstractmethod
    def outcome_counts(self, showing: Showing[TableFunction]) -> Counter[Outcome]:
        """How many members show what under experiments side by side; raises LimitError."""

    @cached_property
    def _values(self) -> TableEvidence:
        return TableEvidence(self.problem.variables, self.problem.sizes, ())

    @cached_property
    def contexts(self) -> Rows:
        """The rows from which roots take their values in further experiments.

        Those of the first training world without targets that shows all roots, else the first assignments.
        """
        problem, roots = self.problem, self.problem.disclosure.roots
        rooted = problem.variables if roots is None else roots
        places = [problem.variables.index(name) for name in rooted]
        for world in problem.training:
            if not world.targets and world.rows:
                rows = [[row[at] for at in places] for row in world.rows]
                if not any(None in row for row in rows):
                    return self._filled(places, rows)
        states = assignments(problem.variables, problem.sizes, rooted, NEXT_CONTEXTS)
        return tuple([tuple(line) for line in states.tolist()])

    def _filled(self, places: Sequence[int], rows: Iterable[Sequence[int | None]]) -> Rows:
        filled = []
        for row in rows:
            line = [0] * len(self.over)
            for at, cell in zip(places, row, strict=True):
                line[at] = cell or 0
            filled.append(tuple(line))
        return tuple(filled)

    @cached_property
    def _contexts(self) -> Contexts[TableFunction]:
        return table_contexts(self._values, self.contexts)

    def columns_of(self, experiment: Plain) -> Callable[[TableModel], Outcome]:
        """The same for many models: a column of states a variable, which :meth:`written` reads."""
        return self._showing([self.setting_of(experiment)], self._contexts).columns

    def written(self, outcome: Outcome) -> Plain:
        """What is seen, as documents have it."""
        names = [one.values for one in self.problem.domains]
        return written_rows(outcome, self._contexts.rows, self._contexts.lanes, names)

    def learnt(self, experiment: Plain, outcome: Plain) -> FiniteProblem:
        """The problem with one more world: what an experiment has shown."""
        rows = self.seen(experiment, outcome).rows
        done = self.values_of(self.setting_of(experiment))
        world = FiniteWorld(f"learnt_{len(self.problem.worlds)}", rows, done)
        return replace(self.problem, worlds=(*self.problem.worlds, world))

    # the next experiment

    def ranks(self, most_targets: int = 1) -> tuple[Ranked, ...] | Unknown:
        """All experiments by what they leave in the worst case, then on average, then in their order.

        None where one member or none is left.
        """
        count = self.count()
        if not isinstance(count, int):
            return count if isinstance(count, Unknown) else Unknown("infinitely many members")
        if count <= 1:
            return ()
        if count > COMPARED_MEMBERS:
            return Unknown(
                f"{count:,} members: more than {COMPARED_MEMBERS:,} are not run on all experiments"
            )
        asked = list(self.settings(most_targets))
        try:
            groups = self._groups(asked)
        except LimitError as error:
            return Unknown(str(error))
        ranked = [
            Ranked(
                {"do": self.values_of(setting)},
                max(numbers.values()),
                Fraction(sum([number**2 for number in numbers.values()]), count),
                min(numbers.values()),
                len(numbers),
            )
            for setting, numbers in zip(asked, groups, strict=True)
        ]
        return tuple(sorted(ranked, key=lambda one: (one.worst, one.expected)))

    def _groups(self, asked: Sequence[Setting]) -> list[Counter[Outcome]]:
        """How many members show each outcome of each experiment."""
        showing = self._showing(asked, self._contexts)
        groups: list[Counter[Outcome]] = [Counter() for _ in asked]
        for columns, number in self.outcome_counts(showing).items():
            for group, outcome in zip(groups, showing.blocks(columns), strict=True):
                group[outcome] += number
        return groups

    def _showing(
        self, asked: Iterable[Setting], contexts: Contexts[TableFunction]
    ) -> Showing[TableFunction]:
        named = [tuple([(self.over[at], value) for at, value in setting]) for setting in asked]
        return Showing(self.over, [TableExperiment(one) for one in named], contexts)

    def ranking(self) -> ExperimentRanking | Unknown | None:
        """The experiments that can shrink the space, best first."""
        ranks, count = self.ranks(), self.count()
        if isinstance(ranks, Unknown):
            return ranks
        tried = [Left(r.experiment, r.worst, r.worst, r.best_case, r.expected) for r in ranks]
        return ExperimentRanking.of(tried, count if isinstance(count, int) else 0)

    def first_members(self, number: int) -> tuple[TableModel, ...] | Unknown:
        """The first members in order; why they cannot be listed."""
        listed = list(islice(self.members(), number))
        missing = [one for one in listed if isinstance(one, Unknown)]
        return (
            missing[0] if missing else tuple([one for one in listed if isinstance(one, TableModel)])
        )
