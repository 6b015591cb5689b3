"""Margin sections of a Boolean audit: the models with the fewest wrong cells, and how far the next is.

The work is bounded by what is looked at, never by seconds, so that the same problem always has the same
document: parent sets in all, patterns of them for every world that is left out, sets of variables to place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from msgspec import structs

from symcause.errors import LimitError
from symcause.families.boolean.audits.evidence.cell_report import cell_parts
from symcause.families.boolean.documents.cell_disturbance import (
    DisturbedModelPart,
    LevelPart,
    MarginPart,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.mechanisms.noise.model_margin import best_model, margin_of

GOLD, BEST = "gold", "best"


@dataclass(frozen=True)
class Margins:
    """The sections ``best`` and ``margin`` of an audit; they raise LimitError beyond reach."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    gold: BooleanSCM | None  # where it is legal
    counted: LevelPart | None = None  # the first level of the spectrum that has models

    @cached_property
    def space(self) -> DisturbedSpace:
        """With each world left out in turn, where that is within reach."""
        space = DisturbedSpace(self.problem, self.hypotheses, self.problem.training, each=True)
        try:
            space.check_reach()
        except LimitError:
            return replace(space, each=False)
        return space

    @property
    def without_unreached(self) -> LimitError | None:
        """Why no world is left out, where that is beyond reach."""
        if self.space.each:
            return None
        return LimitError("too many worlds to leave each out in turn")

    @cached_property
    def best(self) -> LevelPart | None:
        """The least number of disturbed cells, and how many models have it; None without a model."""
        if self.counted is not None:
            return self.counted
        least = self.space.least
        if least is None:
            return None
        try:
            count = self.space.spectrum(least)[least]
        except LimitError:
            count = None
        return LevelPart(errors=least, count=count)

    def margin(self) -> MarginPart:
        """The margin of gold, else of the only best model."""
        space = self.space
        model, of = self.gold, GOLD
        if model is None:
            best, of = best_model(space), BEST
            if best is None:
                return MarginPart(value=None, of=of)
            if self.best is None or self.best.count is None:
                raise LimitError("whether there is one best model is not known")
            if self.best.count > 1:
                return self._shown(MarginPart(value=0, of=of), best)
            model = best
        margin = margin_of(space, model, self._tied)
        variables = {
            v: margin.variables[v] for v in self.problem.variables if v in margin.variables
        }
        part = MarginPart(value=margin.value, of=of, variables=variables, without=margin.without)
        if of == BEST:
            cells = cell_parts(self.problem, model)
            part = structs.replace(
                part, only=self._disturbed_model(model, len(cells)), only_cells=cells
            )
        return part if margin.second is None else self._shown(part, margin.second)

    @property
    def _tied(self) -> bool:
        """Does gold disturb no cell, and another model of the class neither?"""
        if self.gold is None or self.counted is None:
            return False
        several = not self.counted.errors and (self.counted.count or 0) > 1
        return several and not self.space.disturbed(self.gold)

    def _shown(self, part: MarginPart, second: BooleanSCM) -> MarginPart:
        cells = cell_parts(self.problem, second)
        return structs.replace(part, second=self._disturbed_model(second, len(cells)), cells=cells)

    def _disturbed_model(self, model: BooleanSCM, disturbed: int) -> DisturbedModelPart:
        texts = spelled(self.problem, model)
        return DisturbedModelPart(roots=model.roots, mechanisms=texts, disturbed=disturbed)
