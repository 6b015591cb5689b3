"""The target range of a linear space under a hidden disturbance.

The reactor is undisturbed, so its target is the same linear objective as without disturbance, optimised
over every graph that has a member. Where the formula is a relaxation, the extremal assignment must pass the
kernel, else the range is ``Unknown``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.answers import Sat, Unknown, Unsat
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.space.hidden.hidden_member import DisturbedMember
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.local.evidence_rows import features_of
from symcause.families.linear.space.target_range import TargetRange, read_between
from symcause.solvers.sat.linear_arithmetic import Assignment, Atom, Terms

ONE = Fraction(1)
_FAR = Fraction(1_000)


@dataclass(frozen=True)
class _Side:
    value: Fraction | None
    member: DisturbedMember
    attained: bool


def hidden_target_range(space: HiddenSpace) -> TargetRange | Unknown | None:
    """The range over all members, None if there is no reactor or no member."""
    problem = space.problem
    if problem.reactor is None:
        return None
    members = space.decided
    if isinstance(members, Unknown):
        return members
    terms = _objective(space)
    sides: list[_Side] = []
    for maximise in (False, True):
        best: _Side | None = None
        for masks in members:
            side = _side(space, masks, terms, maximise, best)
            if isinstance(side, Unknown):
                return side
            best = side if side is not None else best
            if best is not None and best.value is None:
                break
        if best is None:
            return None
        sides.append(best)
    low, high = sides
    attained = low.attained, high.attained
    ends = read_between(low.value, high.value, problem.rounding, attained)
    return TargetRange(*ends, low.member.model, high.member.model, *attained)


def _objective(space: HiddenSpace) -> Terms:
    problem, formula = space.problem, space.formula
    assert problem.reactor is not None
    reads = {**problem.reactor, problem.target: Fraction(0)}
    features = features_of(problem.candidates(problem.target), problem.family, reads)
    weights = zip(formula.columns(problem.target), features, strict=True)
    base = formula.layout.reals[("b", problem.target, -1)]
    return (*((i, c) for i, c in weights if c), (base, ONE))


def _side(
    space: HiddenSpace, masks: tuple[int, ...], terms: Terms, maximise: bool, best: _Side | None
) -> _Side | Unknown | None:
    """The optimum for one graph, None if it is no better than *best*."""
    graph = space.graph_literals(masks)
    solver = space.solver
    if best is not None and best.value is not None:
        better = Atom(terms, ">" if maximise else "<", best.value)
        answer = solver.check_with([[better]], graph)
        if isinstance(answer, Unsat):
            return None
    optimum = solver.optimum(terms, maximise=maximise, assumptions=graph)
    if isinstance(optimum, Unknown):
        return optimum
    if isinstance(optimum, Unsat):
        return None
    sign = 1 if maximise else -1
    relation = ">=" if maximise else "<="
    if optimum.value is None:
        wanted = Atom(terms, relation, sign * _FAR)
    elif optimum.attained:
        wanted = Atom(terms, "=", optimum.value)
    else:
        wanted = Atom(terms, relation, optimum.value - sign * Fraction(1, 1000))
    answer = solver.check_with([[wanted]], graph)
    if not isinstance(answer, Sat):
        return answer if isinstance(answer, Unknown) else None
    assert isinstance(answer.model, Assignment)
    member = _repaired(space, masks, space.read(answer.model), wanted)
    if isinstance(member, Unknown):
        return member
    return _Side(optimum.value, member, optimum.attained)


def _repaired(
    space: HiddenSpace, masks: tuple[int, ...], found: DisturbedMember, wanted: Atom
) -> DisturbedMember | Unknown:
    """A member with the extremal prediction: as found, with other variables' equations, or exactly."""
    if not space.rejects(found):
        return found
    target = space.problem.target
    other = space.decide(masks)
    if isinstance(other, DisturbedMember):
        equations = {**other.model.equations, target: found.model.equations[target]}
        swapped = replace(other, model=CrystalModel.of(equations))
        if not space.rejects(swapped):
            return swapped
    solver = space.formula.solver(space.products_budget, products=True)
    answer = solver.check_with([[wanted]], space.graph_literals(masks))
    if isinstance(answer, Sat):
        assert isinstance(answer.model, Assignment)
        exact = space.read(answer.model)
        if not space.rejects(exact):
            return exact
    return Unknown("an extremal assignment of the relaxation is no member")
