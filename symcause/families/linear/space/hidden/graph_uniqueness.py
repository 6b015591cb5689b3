"""Uniqueness of a graph in a linear space under a hidden disturbance.

Counting decides every graph. To find out whether a given one is alone, one question does: the formula of
:mod:`~space.hidden.disturbance_formula` with "some edge differs" and, for every variable, a place in an
order that its parents come before. What a relaxation lets through is decided like any other graph, and then
ruled out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.answers import Sat, Unknown, Unsat
from symcause.families.linear.bounds import MOST_REFUTED
from symcause.families.linear.space.graph_space import Masks
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.solvers.sat.linear_arithmetic import Assignment, Atom, Clause

ONE = Fraction(1)


def is_only(space: HiddenSpace, masks: Masks) -> bool | Unknown:
    """True if no graph but this one has a member."""
    if space.obstacle is not None:
        return space.obstacle
    order = list(_ordered(space))  # before the solver: these are unknowns too
    solver = space.formula.solver(space.meter)
    for clause in order:
        solver.add(clause)
    solver.add(_another(space, masks))
    most = space.problem.max_parents
    for _ in range(MOST_REFUTED):
        answer = solver.check()
        if not isinstance(answer, Sat):
            return isinstance(answer, Unsat) or answer
        assert isinstance(answer.model, Assignment)
        disturbed_member = space.read(answer.model)
        other = space.masks_of(disturbed_member.model.edges)
        small = most is None or all(mask.bit_count() <= most for mask in other)
        if small and not space.rejects(disturbed_member):
            return False
        member = space.decide(other) if small else None
        if member is not None:
            return member if isinstance(member, Unknown) else False
        solver.add(_another(space, other))
    count = space.count()
    return count if isinstance(count, Unknown) else count == 1


def _ordered(space: HiddenSpace) -> Iterator[Clause]:
    """Causes come before their effects."""
    formula = space.formula
    for effect in space.problem.variables:
        for cause in space.problem.candidates(effect):
            places = formula.layout.real("o", effect), formula.layout.real("o", cause)
            later = Atom(((places[0], ONE), (places[1], -ONE)), ">=", ONE)
            yield [~formula.edge(effect, cause), later]


def _another(space: HiddenSpace, masks: Masks) -> Clause:
    """Some edge is not as in this graph."""
    return [~literal for literal in space.graph_literals(masks)]
