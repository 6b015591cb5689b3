"""Separation of two models of a linear space by one intervention.

Both models are given the manipulator's crystal as it is now and the same intervention; the kernel computes
what each of them would read next. In the linear family with exact data every reading is an affine function
of the value set, so two models that agree at two values agree at all of them: then no single intervention
on that variable separates them. In the quadratic family it is a polynomial of degree at most 2^(n−1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from symcause.answers import Unknown, Unsat
from symcause.families.linear.bounds import QUADRATIC_VALUES
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Manipulation, Semantics
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.equations import State

_SPREAD = (50, 10, 90, 25, 75, 0, 100)  # values that are tried first


@dataclass(frozen=True)
class Parting:
    """Two models, the intervention, and what each of them would read after it."""

    first: CrystalModel
    second: CrystalModel
    intervention: Manipulation
    readings: tuple[State, State]

    @property
    def differing(self) -> tuple[str, ...]:
        """The variables on which the two readings differ."""
        first, second = self.readings
        return tuple(name for name, value in first.items() if value != second[name])


def tell_apart(
    problem: LinearProblem,
    first: CrystalModel,
    second: CrystalModel,
    among: Sequence[str] | None = None,
) -> Parting | Unsat | Unknown:
    """The intervention after which most readings differ, values near the middle of 0..100 first.

    *among* are the properties that are worth trying (of members: those that :func:`unsettled` names).
    """
    if problem.obstacle is not None:
        return Unknown(problem.obstacle)
    if problem.hidden is not None:
        return Unknown("experiments under a hidden disturbance have no single outcome")
    if problem.unforeseeable is not None:
        return Unknown(problem.unforeseeable)
    crystals = [current_crystal(problem, model) for model in (first, second)]
    labs = [problem.laboratory(model) for model in (first, second)]
    if crystals[0] is None or crystals[1] is None:
        return Unknown("no crystal has been measured that could be manipulated")
    # Many values only where none of a few tells anything.
    names, values = problem.controllable if among is None else among, _values(problem)
    for few in (
        values[: len(_SPREAD)],
        values[len(_SPREAD) :],
    ):
        best: Parting | None = None
        for step_on in names:
            for value in few:
                step = Manipulation(step_on, value)
                reads = [
                    lab.measure(lab.intervene(crystal, step))
                    for lab, crystal in zip(labs, crystals, strict=True)
                    if crystal is not None
                ]
                if reads[0] != reads[1]:
                    found = Parting(first, second, step, (reads[0], reads[1]))
                    if best is None or len(found.differing) > len(best.differing):
                        best = found
                    break
        if best is not None:
            return best
    if problem.chain and problem.held[-1]:
        return Unknown("no intervention tells the two models apart while variables are held")
    if problem.rounding or (problem.family is EquationFamily.QUADRATIC and not _provable(problem)):
        return Unknown("no intervention tried tells the two models apart")
    return Unsat()


def unsettled(problem: LinearProblem) -> tuple[str, ...]:
    """The properties whose next intervention may show something new.

    Exact linear ``set`` data: one move of a property shows how every reading responds to it, and all
    members have that response; whatever it is set to next, they read the same.
    """
    exact = problem.family is EquationFamily.LINEAR and not problem.rounding
    if problem.semantics is not Semantics.SET or not exact or problem.hidden is not None:
        return problem.controllable
    moved = set()
    for before, done in zip(problem.chain, problem.done[1:], strict=False):
        if len(done) == 1:
            moved |= {name for name, value in done.items() if before.values[name] != value}
    return tuple(name for name in problem.controllable if name not in moved)


def _provable(problem: LinearProblem) -> bool:
    return (1 << len(problem.variables) - 1) + 1 <= QUADRATIC_VALUES


def _values(problem: LinearProblem) -> tuple[Fraction, ...]:
    """Values to set: two suffice in the linear family."""
    count = 2 if problem.family is EquationFamily.LINEAR else QUADRATIC_VALUES
    return tuple(Fraction(v) for v in islice((*_SPREAD, *range(101, 200)), count))
