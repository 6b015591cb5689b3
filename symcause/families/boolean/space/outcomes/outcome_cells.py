"""Cells of a Boolean space: how many members an outcome of an experiment leaves."""

from __future__ import annotations

from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.mechanisms.next.further_rows import Mechanisms, states_of
from symcause.mechanisms.next.outcome_counts import Cells


class BooleanCells(Cells[LocalSpace, Function, BooleanSCM]):
    """Counts what outcomes leave of one Boolean space."""

    space: ExactSpace

    def opened(self, variable: str) -> Mechanisms[Function]:
        evidence, hypotheses = self.space.evidence, self.space.hypotheses
        local = evidence.local_space(variable, hypotheses)
        fitting, rows = evidence.fitting(variable, hypotheses), local.rows
        states = states_of(rows.columns, len(rows))
        return Mechanisms(local, fitting, rows.variables.index(variable), states)

    @property
    def plain(self) -> bool:
        hypotheses = self.space.hypotheses
        return hypotheses.admits is None and not hypotheses.knowledge
