"""The target range of a linear space: what members predict for the reactor, exactly.

The reactor's other values are read, so its target is base + Σ coefficient·feature of the target's own
equation: a linear objective over the target's local space, for every parent set that some member has. The
reactor itself is a question, not evidence. With rounded data the bounds are rounded as the target would be,
ties outwards: what a tie becomes the arithmetic of the environment decides, alike for the same inputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from symcause.answers import Unknown
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.coefficient_space import (
    CoefficientSpace,
    EquationWitness,
    Extremes,
)
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.families.linear.space.local.smt_engine import SmtLocal
from symcause.solvers.acyclic.acyclic_choices import (
    enumerate_acyclic,
    exists_acyclic,
    live,
    restricted,
)

Ends = tuple[Fraction | None, Fraction | None]
"""The least and the greatest value; None is unbounded."""


@dataclass(frozen=True)
class TargetRange:
    """Between which values the members' predictions lie; None is unbounded.

    The witnesses are members at the bounds (far out, if unbounded; close, if not attained).
    """

    low: Fraction | None
    high: Fraction | None
    low_model: CrystalModel
    high_model: CrystalModel
    low_attained: bool = True
    high_attained: bool = True

    @property
    def width(self) -> Fraction | None:
        return None if self.low is None or self.high is None else self.high - self.low

    def entailed(self, tolerance: Fraction = Fraction(0)) -> bool:
        """True if one answer is less than *tolerance* from every member's prediction, or equal to it."""
        return self.width is not None and (self.width == 0 or self.width < 2 * tolerance)


@dataclass(frozen=True)
class _Side:
    value: Fraction | None
    mask: int
    witness: EquationWitness
    attained: bool


def target_range(space: LinearSpace) -> TargetRange | Unknown | None:
    """The range, or None if there is no reactor or no member."""
    sides = _ends(space)
    if sides is None or isinstance(sides, Unknown):
        return sides
    models: list[CrystalModel] = []
    for side in sides:
        model = _complete(space, side)
        if isinstance(model, Unknown):
            return model
        models.append(model)
    low, high = sides
    return TargetRange(low.value, high.value, models[0], models[1], low.attained, high.attained)


def target_ends(space: LinearSpace) -> Ends | Unknown | None:
    """The least and the greatest value alone; exact engines always have members there: none is made."""
    if all(isinstance(local, ExactLocal) for local in space.locals):
        sides = _ends(space)
        if sides is None or isinstance(sides, Unknown):
            return sides
        return sides[0].value, sides[1].value
    found = target_range(space)
    return (found.low, found.high) if isinstance(found, TargetRange) else found


def _ends(space: LinearSpace) -> tuple[_Side, _Side] | Unknown | None:
    problem = space.problem
    if problem.reactor is None:
        return None
    choices = space.choices
    if isinstance(choices, Unknown):
        return choices
    at = problem.variables.index(problem.target)
    local = space.locals[at]
    reactor = {**problem.reactor, problem.target: Fraction(0)}
    return _sides(space, local, local.evidence.features(reactor))


def _sides(
    space: LinearSpace, local: CoefficientSpace, objective: tuple[Fraction, ...]
) -> tuple[_Side, _Side] | Unknown | None:
    """The least and the greatest reading over all parent sets of the target."""
    problem = space.problem
    assert not isinstance(space.choices, Unknown)
    if not exists_acyclic(space.choices):
        return None
    sink = not problem.target_may_cause and problem.max_parents is None
    several = len(space.choices[space.index[problem.target]]) > 1
    if sink and several and isinstance(local, SmtLocal):
        extremes = local.extremes_of_all(objective)
        if extremes is None or isinstance(extremes, Unknown):
            return extremes
        if not any(_is_tie(value, problem.rounding) for value in (extremes.low, extremes.high)):
            return _of(
                problem, _mask(space, extremes.low_at), _mask(space, extremes.high_at), extremes
            )
    best: tuple[_Side, _Side] | None = None
    at = space.index[problem.target]
    possible = set(live(space.choices, at))
    for mask in (mask for mask in space.choices[at] if mask in possible):
        extremes = local.extremes(space.local_mask(problem.target, mask), objective)
        if isinstance(extremes, Unknown):
            return extremes
        if extremes is None:
            continue
        low, high = _of(problem, mask, mask, extremes)
        best = (low, high) if best is None else (_lower(best[0], low), _higher(best[1], high))
        if best[0].value is None and best[1].value is None:
            break
    return best


def _mask(space: LinearSpace, witness: EquationWitness) -> int:
    """The parents of a witness of the target's space."""
    count = len(space.problem.candidates(space.problem.target))
    local = sum(1 << i for i in range(count) if witness.coefficients[i])
    return space.global_mask(space.problem.target, local)


def _of(
    problem: LinearProblem, low_mask: int, high_mask: int, found: Extremes
) -> tuple[_Side, _Side]:
    attained = found.low_attained, found.high_attained
    low, high = read_between(found.low, found.high, problem.rounding, attained)
    if low_mask == high_mask and problem.rounding and (read := _repeated(problem, low_mask)):
        low = high = read[0]
    return (
        _Side(low, low_mask, found.low_at, found.low_attained),
        _Side(high, high_mask, found.high_at, found.high_attained),
    )


def _is_tie(value: Fraction | None, unit: Fraction) -> bool:
    return bool(unit) and value is not None and (2 * value / unit) % 2 == 1


def _repeated(problem: LinearProblem, mask: int) -> list[Fraction]:
    """What the target read where these parents read what they do in the reactor: it is rounded alike."""
    assert problem.reactor is not None
    parents = [v for i, v in enumerate(problem.variables) if mask >> i & 1]
    readings = (*(r.values for r in problem.records), *(state.values for state in problem.chain))
    return [
        values[problem.target]
        for values in readings
        if all(values.get(p) == problem.reactor[p] for p in parents)
    ]


def _lower(old: _Side, new: _Side) -> _Side:
    if old.value is None or new.value is None:
        return old if old.value is None else new
    if old.value == new.value:
        return new if new.attained and not old.attained else old
    return old if old.value < new.value else new


def _higher(old: _Side, new: _Side) -> _Side:
    if old.value is None or new.value is None:
        return old if old.value is None else new
    if old.value == new.value:
        return new if new.attained and not old.attained else old
    return old if old.value > new.value else new


def _complete(space: LinearSpace, side: _Side) -> CrystalModel | Unknown:
    """A member whose target has the side's equation."""
    assert not isinstance(space.choices, Unknown)
    at = space.index[space.problem.target]
    masks = next(enumerate_acyclic(restricted(space.choices, at, (side.mask,))))
    return space.member(masks, {space.problem.target: side.witness})


def read_between(
    low: Fraction | None, high: Fraction | None, unit: Fraction, attained: tuple[bool, bool]
) -> tuple[Fraction | None, Fraction | None]:
    """The least and the greatest reading, in multiples of *unit*, of what lies between; None is unbounded.

    Whoever rounds decides what a tie becomes, so one at an end that is *attained* may go outwards.

    >>> read_between(Fraction("1.995"), Fraction("2.005"), Fraction("0.01"), (True, False))
    (Fraction(199, 100), Fraction(2, 1))
    """
    if not unit:
        return low, high
    half = Fraction(1, 2)
    if low is not None:
        low = (ceil(low / unit - half) if attained[0] else floor(low / unit + half)) * unit
    if high is not None:
        high = (floor(high / unit + half) if attained[1] else ceil(high / unit - half)) * unit
    return low, high
