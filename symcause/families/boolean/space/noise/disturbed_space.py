"""The disturbed space of a Boolean problem: its models by how many training cells each gets wrong.

Everything that is asked of it stands in :mod:`symcause.mechanisms.noise.disturbance_space`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from symcause.budgets import Meter
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.replay import disturbed_cells
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rootable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.noise.world_readings import FunctionCosts, WorldReadings
from symcause.mechanisms.noise.disturbance_space import DisturbanceSpace, Roots


@dataclass(frozen=True)
class DisturbedSpace(DisturbanceSpace[Function, BooleanSCM]):
    """Boolean models by the number of their disturbed cells; what is beyond reach raises LimitError.

    With *each*, least costs are also those without each world in turn.
    """

    problem: BooleanProblem
    hypotheses: HypothesisClass
    worlds: tuple[World, ...]
    each: bool = False
    meter: Meter | None = field(default=None, compare=False)  # what counting draws on

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the problem."""
        return self.problem.variables

    @cached_property
    def _evidence(self) -> Evidence:
        return Evidence(self.problem, self.worlds)

    @cached_property
    def readings(self) -> WorldReadings:
        """The rows of the worlds."""
        return WorldReadings(self.problem.variables, self.worlds, self.each)

    @property
    def given_roots(self) -> Roots | None:
        """The roots that the problem discloses."""
        return self.problem.disclosure.roots

    def admitted_roots(self) -> Iterator[Roots]:
        """Those that a rule leaves open, and over which there is something to predict."""
        sets = self.problem.disclosure.root_sets()
        free = (roots for roots in sets if rootable(self.hypotheses, roots))
        return (roots for roots in free if self._evidence.admits(roots))

    def costs_of(self, variable: str) -> FunctionCosts:
        return self._evidence.local_costs(variable, self.hypotheses, self.readings)

    def build(self, roots: Roots, functions: dict[str, Function]) -> BooleanSCM:
        return BooleanSCM(roots, functions)

    def whole(self) -> DisturbedSpace:
        return replace(self, each=False)

    def tabled(self) -> tuple[int, int]:
        """The same before tables of the class are listed."""
        return self._evidence.tabled(self.hypotheses)

    def disturbed(self, model: BooleanSCM) -> int:
        """How many training cells the model disturbs: all variables at once."""
        return disturbed_cells(model, self.worlds, self.problem.variables)
