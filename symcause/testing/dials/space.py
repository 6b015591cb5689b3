"""The space of the dials, for testing: all models of tables that show what was seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from symcause.audits.experiments.outcome_shares import Plain
from symcause.mechanisms.tables.table_answers import print_tables, read_tables
from symcause.mechanisms.tables.table_branches import TableBranches, TableChoice
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_version_space import TableVersionSpace
from symcause.testing.dials.problem import DialProblem


@dataclass(frozen=True, repr=False, eq=False)
class DialSpace(TableVersionSpace):
    """Every dial that is no root is turned by so many others at most."""

    problem: DialProblem

    def opened(self) -> TableBranches:
        evidence, roots = self.problem.evidence, self.problem.roots
        choices = {
            name: TableChoice(
                tuple(other for other in evidence.variables if other != name),
                self.problem.most_parents,
            )
            for name in evidence.variables
            if name not in roots
        }
        return TableBranches(evidence, roots, choices, meter=self.meter)

    def learnt(self, experiment: Plain, outcome: Plain) -> DialProblem:
        evidence = self.problem.evidence
        worlds = (*evidence.worlds, self.seen(experiment, outcome))
        return replace(self.problem, evidence=msgspec.structs.replace(evidence, worlds=worlds))


def read_model(problem: DialProblem, text: str) -> TableModel:
    """The model that an answer is. Raises UsageError where it is none."""
    return read_tables(problem.evidence, text)


def print_model(problem: DialProblem, model: TableModel) -> str:
    """The answer that a model is."""
    return print_tables(model)
