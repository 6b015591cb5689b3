"""The open target claim in the linear verifier: two members give different values.

Both are run on everything that was read, equation by equation; no table of parent sets is needed.

``{"base": "25", "effects": {"density": ["1", 0]}}`` is one equation: linear and square of each parent.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.errors import ProblemError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.claim_class import MAX_VARIABLES
from symcause.families.linear.verifier.verifier_rows import check_equation, local_system
from symcause.kernel.linear_sums import read_rational, write_rational
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.work import Work
from symcause.models.equations import Effect, Equation
from symcause.models.exact_numbers import print_number

Written = dict[str, object]


def write_model(model: CrystalModel) -> Written:
    """A model, equation by equation."""
    return {name: _written(equation) for name, equation in model.equations.items()}


def _written(equation: Equation) -> Written:
    effects = {
        parent: [write_rational(effect.linear), write_rational(effect.square)]
        for parent, effect in equation.effects
    }
    return {"base": write_rational(equation.base), "effects": effects}


def _read_model(node: Node, problem: LinearProblem) -> CrystalModel:
    entries = node.entries(MAX_VARIABLES)
    if [name for name, _ in entries] != list(problem.variables):
        raise node.fail("not the variables of the problem, in order")
    try:
        return CrystalModel.of({name: _read(found) for name, found in entries})
    except ProblemError as error:
        raise node.fail(str(error)) from None


def _read(node: Node) -> Equation:
    fields = node.fields("base", "effects")
    effects: dict[str, Effect] = {}
    for parent, found in fields["effects"].entries(MAX_VARIABLES):
        pair = found.items(2)
        if len(pair) != 2:
            raise found.fail("not a linear and a square coefficient")
        effects[parent] = Effect(read_rational(pair[0]), read_rational(pair[1]))
    return Equation.of(read_rational(fields["base"]), effects)


def check_open(problem: LinearProblem, models: Node | None, work: Work) -> str:
    """Two members, and different targets. Raises Rejected."""
    if problem.reactor is None:
        raise Rejected("the problem has no reactor", place="claim")
    listed = [] if models is None else models.items(2)
    if len(listed) != 2:
        raise Rejected("two models are needed", place="evidence.models")
    values: list[Fraction] = []
    for node in listed:
        model = _read_model(node, problem)
        _check(problem, model.equations, work)
        values.append(model.equations[problem.target](problem.reactor))
    if values[0] == values[1]:
        raise Rejected("both models give the same value", place="evidence.models")
    low, high = map(print_number, sorted(values))
    return f"two members give {problem.target} = {low} and {high}"


def _check(problem: LinearProblem, equations: Mapping[str, Equation], work: Work) -> None:
    for name, equation in equations.items():
        local = local_system(problem, name)
        parents, most = set(equation.parents), problem.max_parents
        if not parents <= set(local.names) or (most is not None and len(parents) > most):
            raise Rejected(f"the parents of {name} are not of the class", place="evidence.models")
        check_equation(problem, local, equation, work, "the model")
