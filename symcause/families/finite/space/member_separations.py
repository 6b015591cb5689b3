"""Separations of members: which experiments tell two models of a finite space apart, if any does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from symcause.answers import Unknown, Unsat
from symcause.audits.space import Separation
from symcause.budgets import StrictMeter
from symcause.errors import LimitError, UsageError
from symcause.families.finite.bounds import SEPARATED_CELLS
from symcause.families.finite.space.experiment_questions import ExperimentQuestions
from symcause.families.finite.space.model_comparison import (
    Compared,
    Comparison,
    RootWitness,
    StateWitness,
)
from symcause.families.finite.space.root_assignments import assignments, distinct, simulated
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Outcome
from symcause.mechanisms.tables.table_cells import table_contexts
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel


class SeparationQuestions(ExperimentQuestions):
    """What tells models apart, whatever was observed."""

    def compared(
        self, first: TableModel, second: TableModel, most_targets: int = 1
    ) -> Compared | Unknown | None:
        """The best experiment between two models, the first one if none tells them apart."""
        try:
            return self._pair(first, second).best(list(self.settings(most_targets)))
        except LimitError as error:
            return Unknown(str(error))

    def _pair(self, first: TableModel, second: TableModel) -> Comparison:
        for model in (first, second):
            if {*model.roots, *model.functions} != set(self.over):
                raise UsageError("not a model of this problem: it has other variables")
        return Comparison(self.over, self.problem.sizes, first, second)

    def pair_separations(
        self, first: TableModel, second: TableModel, most_targets: int = 1
    ) -> Iterator[Separation | Unknown]:
        """All experiments between two models, best first."""
        try:
            for one in self._pair(first, second).separations(list(self.settings(most_targets))):
                yield self._separation(one, first, second)
        except LimitError as error:
            yield Unknown(str(error))

    def _separation(self, one: Compared, first: TableModel, second: TableModel) -> Separation:
        experiment: dict[str, object] = {"do": self.values_of(one.setting)}
        match one.witness:
            case RootWitness(roots, _, states):
                experiment["context"] = self.values_of(roots)
                readings = tuple([self.values_of(tuple(enumerate(state))) for state in states])
                measures = {
                    "pair_disagreement_rate": one.disagreement or Fraction(0),
                    "cell_difference_rate": one.cells or Fraction(0),
                }
                return Separation(
                    experiment, first, second, (readings[0], readings[1]), dict(measures)
                )
            case StateWitness(state, in_first):
                experiment["state"] = self.values_of(tuple(enumerate(state)))
                shown = {"possible": in_first}, {"possible": not in_first}
                return Separation(experiment, first, second, shown)
            case None:
                raise AssertionError("without a witness nothing is told apart")

    def replayed(self, found: Separation) -> bool:
        """Do the two models show what a separation says, and different things, when they are run?"""
        models = [one for one in (found.first, found.second) if isinstance(one, TableModel)]
        shown = tuple([self._reading(model, found.experiment) for model in models])
        return shown == found.readings and shown[0] != shown[1]

    def _reading(self, model: TableModel, experiment: Mapping[str, object]) -> dict[str, object]:
        """What one model shows in the context of a separation, or whether it can come to its state."""
        done = self.setting_of({"do": experiment["do"]})
        if "state" in experiment:
            asked = dict(self.setting_of(experiment["state"]))
            given = assignments(self.over, self.problem.sizes, model.roots)
            states = distinct(simulated(model, self.over, given, dict(done)))
            return {"possible": tuple([asked[at] for at in range(len(self.over))]) in states}
        context = {self.over[at]: value for at, value in self.setting_of(experiment["context"])}
        state = model.run(context, {self.over[at]: value for at, value in done})
        return dict(self.values_of(tuple([(at, state[name]) for at, name in enumerate(self.over)])))

    def separations(
        self,
        first: TableModel | None = None,
        second: TableModel | None = None,
        most_targets: int = 1,
    ) -> Iterator[Separation | Unknown]:
        """All experiments that tell two models apart, best first."""
        pair = partial(self.pair_separations, most_targets=most_targets)
        return self._executed(self._separations(first, second, pair))

    def separate(
        self, first: TableModel, second: TableModel | None = None, most_targets: int = 1
    ) -> Separation | Unsat | Unknown:
        """The best experiment under which two models show different things."""
        return next(self.separations(first, second, most_targets), Unsat())

    def separable(self) -> bool | Unknown:
        """Do two members differ under some experiment on one variable?"""
        asked = list(self.settings())
        first: dict[frozenset[str], tuple[TableModel, Showing[TableFunction], Outcome]] = {}
        cells = StrictMeter(SEPARATED_CELLS, "too many members to compare")
        try:
            for member in self.members():
                if isinstance(member, Unknown):
                    return member
                roots = frozenset(member.roots)
                if roots not in first:
                    states = assignments(self.over, self.problem.sizes, roots)
                    contexts = table_contexts(self._values, states.tolist())
                    showing = self._showing(asked, contexts)
                    for other, _, _ in first.values():
                        if self._pair(other, member).best(asked).separable:  # type: ignore[union-attr]
                            return True
                    first[roots] = member, showing, showing.columns(member)
                else:
                    _, showing, columns = first[roots]
                    if showing.columns(member) != columns:
                        return True
                cells.spend(showing.width)
        except LimitError as error:
            return Unknown(str(error))
        return False
