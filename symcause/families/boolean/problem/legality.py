"""Legality of answers to a Boolean problem: roots, mechanism names, mentioned variables, cycles.

The checks come in the order of the validation funnel: keys, legal variables, acyclicity of the graph
of *mentioned* variables. Each returns a reason, or None if all is well.
"""

from __future__ import annotations

from symcause.errors import closest
from symcause.families.boolean.models.scm import find_cycle
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.variable_names import natural


def roots_of(problem: BooleanProblem, answer: Answer) -> tuple[str, ...]:
    """The root set an answer stands on: the disclosed one, else the one it claims."""
    if problem.disclosure.roots is not None:
        return problem.disclosure.roots
    if answer.roots is not None:
        return answer.roots
    return tuple(v for v in problem.variables if v not in answer.mechanisms)


def wrong_keys(problem: BooleanProblem, answer: Answer) -> str | None:
    """Roots and mechanism names: exactly the disclosed number of roots, exactly the rest explained."""
    roots = roots_of(problem, answer)
    unknown = [v for v in roots if v not in problem.variables]
    if unknown:
        return f"root {unknown[0]!r} is no variable of the problem" + _near(problem, unknown[0])
    if len(set(roots)) != len(roots):
        return "a root stands twice"
    if len(roots) != problem.disclosure.size_of_root_set:
        return f"{len(roots)} roots named, {problem.disclosure.size_of_root_set} needed"
    if answer.roots is not None and set(answer.roots) != set(roots):
        return f"roots {', '.join(natural(answer.roots))} contradict the disclosed ones"
    needed = set(problem.disclosure.endogenous(roots))
    for name in answer.mechanisms:
        if name not in needed:
            kind = "a root" if name in roots else "no variable of the problem"
            return f"{name!r} is {kind} and takes no mechanism" + _near(problem, name)
    missing = natural(needed - set(answer.mechanisms))
    return f"no mechanism for {', '.join(missing)}" if missing else None


def illegal_variable(problem: BooleanProblem, answer: Answer) -> str | None:
    """A mechanism that mentions a variable it may not use."""
    for name, expression in answer.mechanisms.items():
        allowed = set(problem.disclosure.admissible(name))
        for mentioned in natural(expression.variables - allowed):
            if mentioned not in problem.variables:
                return f"{name} mentions the unknown {mentioned!r}" + _near(problem, mentioned)
            why = "itself" if mentioned == name else f"{mentioned}, which does not precede it"
            return f"{name} mentions {why}"
    return None


def cyclic(answer: Answer) -> str | None:
    """A cycle among the mentioned variables."""
    cycle = find_cycle({v: e.variables for v, e in answer.mechanisms.items()})
    return "cycle " + " -> ".join((*cycle, cycle[0])) if cycle else None


def illegality(problem: BooleanProblem, answer: Answer) -> str | None:
    """The first reason why the answer is not executable here, None if it is."""
    return wrong_keys(problem, answer) or illegal_variable(problem, answer) or cyclic(answer)


def _near(problem: BooleanProblem, name: str) -> str:
    near = closest(name, problem.variables)
    return f" (did you mean {near}?)" if near and near != name else ""
