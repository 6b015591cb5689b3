"""Experiment settings: what may be set in a finite problem, in all the forms in which it is written.

An experiment sets variables to values, one of them unless more are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING

from symcause.audits.members import Members
from symcause.families.finite.catalogue.class_catalogue import catalogue_of
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.term_text import print_term
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.model_comparison import Setting
from symcause.families.finite.space.ordered_members import MemberOrder
from symcause.mechanisms.next.named_experiments import NamedExperiments
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.variable_names import natural

if TYPE_CHECKING:
    from symcause.audits.experiments.outcome_shares import Plain


class ExperimentSettings(NamedExperiments, Members[TableModel]):
    """The variables of a space with their values, and what experiments set."""

    if TYPE_CHECKING:

        @property
        def problem(self) -> FiniteProblem: ...

    @property
    def over(self) -> tuple[str, ...]:
        """The variables."""
        return self.problem.variables

    @property
    def value_counts(self) -> tuple[int, ...]:
        """How many values each variable has."""
        return self.problem.sizes

    def value_names(self, name: str) -> tuple[Value, ...]:
        """The values of a variable, in the order of the file."""
        return self.problem.domain(name).values

    @cached_property
    def order(self) -> MemberOrder:
        """The order of the members."""
        return MemberOrder(self.problem.variables, catalogue_of(self.problem))

    def row(self, model: TableModel) -> Plain:
        """The mechanism of every variable as it is written, None of a root."""
        catalogue = catalogue_of(self.problem)
        return {
            name: None
            if (function := model.functions.get(name)) is None
            else print_term(catalogue.printed(name, function))
            for name in self.over
        }

    def experiments(self, most_targets: int = 1) -> Iterator[Plain]:
        """Every variable set to each of its values, in natural order of names; then two at once."""
        return ({"do": self.values_of(setting)} for setting in self.settings(most_targets))

    def settings(self, most_targets: int = 1) -> Iterator[Setting]:
        """The same by places and positions."""
        names, sizes = self.over, self.problem.sizes
        places = [names.index(name) for name in natural(names)]
        for number in range(1, most_targets + 1):
            for chosen in combinations(places, number):
                for values in product(*[range(sizes[at]) for at in chosen]):
                    yield tuple(zip(chosen, values, strict=True))

    def values_of(self, setting: Setting) -> dict[str, Value]:
        domains = self.problem.domains
        return {domains[at].name: domains[at].values[value] for at, value in setting}

    def setting_of(self, experiment: object) -> Setting:
        """What an experiment sets, in any of its forms. Raises UsageError for what is none."""
        return tuple((self.over.index(n), at) for n, at in self.assignments(experiment).items())
