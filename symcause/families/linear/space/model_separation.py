"""Separation of two models of a linear space by one intervention.

Both models are given the manipulator's crystal as it is now and the same intervention; the kernel computes
what each of them would read next. In the linear family with exact data every reading is an affine function
of the value set, so two models that agree at two values agree at all of them: then no single intervention
on that variable separates them. In the quadratic family it is a polynomial of degree at most 2^(n−1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """The first of :func:`partings`, or why there is none."""
    return next(partings(problem, first, second, among), Unsat())


def partings(
    problem: LinearProblem,
    first: CrystalModel,
    second: CrystalModel,
    among: Sequence[str] | None = None,
) -> Iterator[Parting | Unknown]:
    """For every property that tells two models apart, the first value tried that does; best first.

    Values near the middle of 0..100 are tried first: a property that one of these few moves apart comes
    before one that takes another; then the one after which most readings differ, then in the problem's
    order. Where the values tried are no proof about the other properties, the last item says so. *among*
    are the properties that are worth trying (of members: those that :func:`unsettled` names).
    """
    crystals = [current_crystal(problem, model) for model in (first, second)]
    obstacle = _obstacle(problem)
    if obstacle is None and None in crystals:
        obstacle = "no crystal has been measured that could be manipulated"
    if obstacle is not None:
        yield Unknown(obstacle)
        return
    labs = [problem.laboratory(model) for model in (first, second)]
    # Many values only where none of a few tells anything.
    names = list(problem.controllable if among is None else among)
    values, told = _values(problem), False
    for few in (
        values[: len(_SPREAD)],
        values[len(_SPREAD) :],
    ):
        found: list[Parting] = []
        for step_on in names:
            for value in few:
                step = Manipulation(step_on, value)
                reads = [
                    lab.measure(lab.intervene(crystal, step))
                    for lab, crystal in zip(labs, crystals, strict=True)
                    if crystal is not None
                ]
                if reads[0] != reads[1]:
                    found.append(Parting(first, second, step, (reads[0], reads[1])))
                    break
        yield from sorted(found, key=lambda one: -len(one.differing))
        told = told or bool(found)
        names = [name for name in names if all(name != f.intervention.variable for f in found)]
    if names and (doubt := _doubt(problem)) is not None:
        on = f" on {', '.join(names)}" if told else ""
        yield Unknown(doubt.format(on=on))


def _obstacle(problem: LinearProblem) -> str | None:
    """Why no intervention has an outcome that could be compared."""
    if problem.obstacle is not None:
        return problem.obstacle
    if problem.hidden is not None:
        return "experiments under a hidden disturbance have no single outcome"
    return problem.unforeseeable


def _doubt(problem: LinearProblem) -> str | None:
    """Why readings that agree at the values tried may differ at others; None if they cannot."""
    if problem.chain and problem.held[-1]:
        return "no intervention{on} tells the two models apart while variables are held"
    if problem.rounding or (problem.family is EquationFamily.QUADRATIC and not _provable(problem)):
        return "no intervention{on} tried tells the two models apart"
    return None


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
