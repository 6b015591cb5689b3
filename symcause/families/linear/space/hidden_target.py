"""The range of the reactor's target, and membership, under a hidden disturbance.

The reactor is undisturbed, so its target is the same linear objective as without disturbance, optimised
over every graph that has a member. Where the formula is a relaxation, the extremal assignment must pass the
kernel, else the range is ``Unknown``.

Membership of a complete model needs no solver: bases are solved on clean values, so the clean chain does
not depend on the disturbance, and each intervention's disturbance can be looked for by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from symcause.answers import Sat, Unknown, Unsat
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Hidden
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import WrongReading, current_crystal, execute
from symcause.families.linear.space.disturbed_member import DisturbedMember
from symcause.families.linear.space.hidden import HiddenSpace
from symcause.families.linear.space.target import TargetRange
from symcause.solvers.linear_arithmetic import Atom, Model, Terms

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
    members = space.members
    if isinstance(members, Unknown):
        return members
    terms = _objective(space)
    sides: list[_Side] = []
    for maximise in (False, True):
        best: _Side | None = None
        for masks in members:
            found = _side(space, masks, terms, maximise, best)
            if isinstance(found, Unknown):
                return found
            best = found if found is not None else best
            if best is not None and best.value is None:
                break
        if best is None:
            return None
        sides.append(best)
    low, high = sides
    return TargetRange(
        low.value, high.value, low.member.model, high.member.model, low.attained, high.attained
    )


def _objective(space: HiddenSpace) -> Terms:
    problem, formula = space.problem, space.formula
    assert problem.reactor is not None
    weights = [
        (formula.weight(problem.target, cause), problem.reactor[cause])
        for cause in problem.candidates(problem.target)
    ]
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
    assert isinstance(answer.model, Model)
    member = _repaired(space, masks, space.read(answer.model), wanted)
    if isinstance(member, Unknown):
        return member
    return _Side(optimum.value, member, optimum.attained)


def _repaired(
    space: HiddenSpace, masks: tuple[int, ...], found: DisturbedMember, wanted: Atom
) -> DisturbedMember | Unknown:
    """A member with the extremal prediction: as found, with other variables' equations, or exactly."""
    if not space.objections(found):
        return found
    target = space.problem.target
    other = space.decide(masks)
    if isinstance(other, DisturbedMember):
        equations = {**other.model.equations, target: found.model.equations[target]}
        swapped = replace(other, model=CrystalModel.of(equations))
        if not space.objections(swapped):
            return swapped
    solver = space.formula.solver(products=True, seconds=10.0)
    answer = solver.check_with([[wanted]], space.graph_literals(masks))
    if isinstance(answer, Sat):
        assert isinstance(answer.model, Model)
        exact = space.read(answer.model)
        if not space.objections(exact):
            return exact
    return Unknown("an extremal assignment of the relaxation is no member")


def disturbed_mismatches(problem: LinearProblem, model: CrystalModel) -> tuple[WrongReading, ...]:
    """What speaks against a model under the best choice of affected variables; empty for a member."""
    assert problem.hidden is not None
    best: tuple[WrongReading, ...] | None = None
    for nodes in _node_sets(problem):
        found = _against(problem, model, nodes)
        if not found:
            return ()
        if best is None or len(found) < len(best):
            best = found
    return best or ()


def _node_sets(problem: LinearProblem) -> Iterator[tuple[str, ...]]:
    assert problem.hidden is not None
    if problem.hidden.nodes is not None:
        yield problem.hidden.nodes
        return
    for size in range(len(problem.variables) + 1):
        yield from combinations(problem.variables, size)


def _against(
    problem: LinearProblem, model: CrystalModel, nodes: tuple[str, ...]
) -> tuple[WrongReading, ...]:
    """The readings that no value of the disturbance explains."""
    assert problem.hidden is not None
    undisturbed = replace(problem, chain=problem.chain[:1], hidden=None)
    found = list(execute(undisturbed, model))
    lab = replace(
        problem.laboratory(model),
        hidden=Hidden(problem.hidden.values, problem.hidden.weight, nodes),
    )
    crystal = current_crystal(undisturbed, model)
    assert crystal is not None
    for i, state in enumerate(problem.chain[1:], 1):
        options = [crystal]
        if state.intervention is not None:
            options = [
                lab.intervene(crystal, state.intervention, value) for value in problem.hidden.values
            ]
        runs = [(lab.measure(option), option) for option in options]
        wrong = [
            [
                WrongReading(f"chain[{i}]", v, state.values[v], x)
                for v, x in run.items()
                if x != state.values[v]
            ]
            for run, _ in runs
        ]
        least = min(range(len(runs)), key=lambda k: len(wrong[k]))
        found += wrong[least]
        crystal = runs[least][1]
    return tuple(found)
