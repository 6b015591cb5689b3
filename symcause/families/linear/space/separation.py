"""Two surviving models, and an intervention that tells them apart.

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

from symcause.answers import Unknown
from symcause.families.linear.models.crystals import CrystalModel, EquationFamily
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import current_crystal
from symcause.families.linear.space.space import LinearSpace
from symcause.families.linear.space.target import TargetRange, target_range
from symcause.models.equations import State

MAX_PAIRS = 200
"""Most pairs of members that are tried."""

_MOST_POINTS = 65  # values tried in the quadratic family before giving up on a proof


@dataclass(frozen=True)
class Separation:
    """Two members, the intervention, and what each of them would read after it."""

    first: CrystalModel
    second: CrystalModel
    intervention: Manipulation
    first_reads: State
    second_reads: State

    @property
    def differing(self) -> tuple[str, ...]:
        """The variables on which the two readings differ."""
        return tuple(v for v, x in self.first_reads.items() if x != self.second_reads[v])


@dataclass(frozen=True)
class Inseparable:
    """Two members that no single intervention tells apart."""

    first: CrystalModel
    second: CrystalModel


def tell_apart(
    problem: LinearProblem, first: CrystalModel, second: CrystalModel
) -> Separation | Inseparable | Unknown:
    """The intervention after which most readings differ, values near the middle of 0..100 first."""
    crystals = [current_crystal(problem, model) for model in (first, second)]
    labs = [problem.laboratory(model) for model in (first, second)]
    if crystals[0] is None or crystals[1] is None:
        return Unknown("no crystal has been measured that could be manipulated")
    best: Separation | None = None
    for name in problem.controllable:
        for value in _values(problem):
            step = Manipulation(name, value)
            reads = [
                lab.measure(lab.intervene(crystal, step))
                for lab, crystal in zip(labs, crystals, strict=True)
                if crystal is not None
            ]
            if reads[0] != reads[1]:
                found = Separation(first, second, step, reads[0], reads[1])
                if best is None or len(found.differing) > len(best.differing):
                    best = found
                break
    if best is not None:
        return best
    if problem.rounding or (problem.family is EquationFamily.QUADRATIC and not _provable(problem)):
        return Unknown("no intervention tried tells the two models apart")
    return Inseparable(first, second)


def _provable(problem: LinearProblem) -> bool:
    return (1 << len(problem.variables) - 1) + 1 <= _MOST_POINTS


def _values(problem: LinearProblem) -> Iterator[Fraction]:
    """Values to set: two suffice in the linear family."""
    count = 2 if problem.family is EquationFamily.LINEAR else _MOST_POINTS
    spread = [50, 10, 90, 25, 75, 0, 100]
    return (Fraction(v) for v in islice((*spread, *range(101, 200)), count))


def separate(space: LinearSpace) -> Separation | Inseparable | Unknown | None:
    """Two members that differ and an intervention between them; None if there are no two.

    Members that predict different reactor targets come first, then members with different graphs, then
    members of one graph with different coefficients. ``Inseparable`` is shown only if no pair tried was
    separated.
    """
    if isinstance(space.choices, Unknown):
        return space.choices
    last: Inseparable | Unknown | None = None
    for pair in islice(_pairs(space), MAX_PAIRS):
        if isinstance(pair, Unknown):
            return pair
        found = tell_apart(space.problem, *pair)
        if isinstance(found, Separation):
            return found
        last = found if last is None or isinstance(found, Inseparable) else last
    return last


def _pairs(space: LinearSpace) -> Iterator[tuple[CrystalModel, CrystalModel] | Unknown]:
    span = target_range(space)
    if isinstance(span, TargetRange) and not span.entailed():
        yield span.low_model, span.high_model
    graphs = list(islice(space.enumerate_masks(), 20))
    models: list[CrystalModel] = []
    for masks in graphs:
        model = space.member(masks)
        if isinstance(model, Unknown):
            yield model
            return
        for other in models:
            yield other, model
        models.append(model)
    for masks, model in zip(graphs, models, strict=True):
        yield from _variants(space, masks, model)


def _variants(
    space: LinearSpace, masks: Sequence[int], model: CrystalModel
) -> Iterator[tuple[CrystalModel, CrystalModel] | Unknown]:
    """The same graph with other coefficients of one variable."""
    for name, mask, local in zip(space.problem.variables, masks, space.locals, strict=True):
        at = space.local_mask(name, mask)
        witness = local.witness(at)
        if witness is None or isinstance(witness, Unknown):
            continue
        other = local.another(at, witness)
        if other is None:
            continue
        changed = other if isinstance(other, Unknown) else space.member(masks, {name: other})
        yield changed if isinstance(changed, Unknown) else (model, changed)
