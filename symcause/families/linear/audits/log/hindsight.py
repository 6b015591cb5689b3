"""Hindsight on a linear log: the best intervention given the truth, and the best advice then.

At a moment of an episode every controllable property is tried: the true model says what would have been
read, and the version space with that reading says how many graphs would have been left. What could be
known at the time is another matter: the *advice* is the intervention with the best worst case, and the
*regret* compares with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log2

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import SymcauseError
from symcause.families.linear.audits.next.intervention_rank import next_intervention
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace

_VALUES = (Fraction(50), Fraction(10))
"""What a property is set to: the first of them that it does not read already."""


@dataclass(frozen=True)
class BestIntervention:
    """An intervention and the graphs it would have left."""

    intervention: Manipulation
    graphs: int


def true_model(problem: LinearProblem) -> CrystalModel | None:
    """Gold, where it is given and no circle."""
    try:
        return problem.gold_model()
    except SymcauseError:
        return None


@dataclass(frozen=True)
class Advice:
    """What could be known at the time: an intervention that leaves at most *worst* graphs.

    No intervention has a worst case below *at_least*.
    """

    intervention: Manipulation
    worst: int
    at_least: int

    def regret(self, after: int) -> tuple[float, float]:
        """Bounds of log2 of the graphs left over the best worst case; negative is luck."""
        return log2(after / self.worst), log2(after / self.at_least)


def _foreseeable(problem: LinearProblem) -> bool:
    """Is it known which crystal would be acted on, and would that have one outcome?"""
    return bool(problem.chain) and problem.hidden is None and problem.obstacle is None


def advice(problem: LinearProblem, budget: Meter) -> Advice | None:
    """The intervention with the least worst case; None where there is none, or nothing is left."""
    if not _foreseeable(problem) or budget.over:
        return None
    space = LinearSpace(problem, meter=budget.account())
    intervention = next_intervention(problem, budget=budget, space=space)
    if isinstance(intervention, Unknown) or not intervention.candidates:
        return None
    at_least = min(candidate.low for candidate in intervention.candidates)
    return Advice(intervention.best.intervention, intervention.best.worst, at_least)


def best_intervention(problem: LinearProblem, budget: Meter) -> BestIntervention | None:
    """The intervention that would have left fewest graphs, ties in the order of the properties.

    None where it cannot be told: no gold, a crystal that was not read yet, a disturbance, a property that
    is never read, nothing left of the budget.
    """
    model = true_model(problem)
    if model is None or not _foreseeable(problem):
        return None
    crystal = current_crystal(problem, model)
    if crystal is None:
        return None
    lab = problem.laboratory(model)
    now = lab.measure(crystal)
    best: BestIntervention | None = None
    for name in problem.controllable:
        if budget.over:
            return None
        step = Manipulation(name, next(v for v in _VALUES if now[name] != v))
        reads = lab.measure(lab.intervene(crystal, step))
        longer = problem.extended(ChainState(reads, step))
        graphs = LinearSpace(longer, meter=budget).count()
        if not isinstance(graphs, int):
            return None
        if best is None or graphs < best.graphs:
            best = BestIntervention(step, graphs)
    return best
