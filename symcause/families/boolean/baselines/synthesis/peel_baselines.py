"""Peel baselines of Boolean synthesis: three kinds of mechanism, found round by round."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.attempts.attempt_record import NONE, Attempt, AttemptBudget
from symcause.families.boolean.baselines.synthesis.decision_tree import grown
from symcause.families.boolean.baselines.synthesis.difference_sets import (
    DifferenceSets,
    all_differences,
)
from symcause.families.boolean.baselines.synthesis.model_assembly import (
    EVERY,
    NO_MODEL,
    PLAIN,
    Fit,
    assembled,
    constant,
    executed,
    refusal,
)
from symcause.families.boolean.baselines.synthesis.peel_rounds import peeled
from symcause.families.boolean.bounds import PEEL_RESOURCES
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.bit_sets import bits
from symcause.models.expressions import Constant, Expression, Operation, Variable
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.solvers.synthesis.term_grammar import Term, fitting_term


def quine_mccluskey(
    problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None
) -> Attempt:
    """The least sum of products over the smallest fitting parents; nothing is left to chance."""
    return _over_parents(problem, PLAIN, None)


def sygus(problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None) -> Attempt:
    """A term of a grammar over the smallest fitting parents; the budget is for each turn of a variable."""
    work = None if budget is None else budget.work
    resources = PEEL_RESOURCES if work is None else work

    def fit(own: DifferenceSets, chosen: tuple[int, ...]) -> Expression | None:
        term = fitting_term(len(chosen), own.outputs(chosen), resources)
        names = [own.rows.variables[p] for p in chosen]
        return None if term is None else _flat(term, names)

    return _over_parents(problem, EVERY, fit, "no term within the resources of a turn")


def decision_tree(
    problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None
) -> Attempt:
    """A tree over all that has joined before: no bound on parents is kept."""
    refused = refusal(problem, PLAIN)
    if refused is not None:
        return refused
    differences = all_differences(problem)
    found = peeled(problem, differences, None)
    if found is None:
        return Attempt(status=NONE, note=NO_MODEL)
    mechanisms: dict[str, Expression] = {}
    for v in sorted(found.parents):
        own, joined = differences[v], found.joined[v]
        tree = grown(own.rows, bits(joined))
        if isinstance(tree, Constant):
            tree = constant(problem, tree.value, joined, found.roots)
        mechanisms[problem.variables[v]] = tree
    return Attempt(executed(problem, mechanisms, found.roots))


def _over_parents(
    problem: BooleanProblem, needs: Sequence[str], fit: Fit | None, spent: str | None = None
) -> Attempt:
    refused = refusal(problem, needs)
    if refused is not None:
        return refused
    differences = all_differences(problem)
    found = peeled(problem, differences, problem.max_parents)
    if found is None:
        return Attempt(status=NONE, note=NO_MODEL)
    answer = assembled(problem, differences, found.roots, found.parents, fit, found.joined)
    return Attempt(note=spent or "too many parents to write") if answer is None else Attempt(answer)


def _flat(term: Term, names: Sequence[str]) -> Expression:
    """A term as an expression: what is associative takes in the arguments of its own kind."""
    if isinstance(term, int):
        return Variable(names[term])
    operator, *rest = term
    arguments: list[Expression] = []
    for argument in (_flat(part, names) for part in rest):
        own = isinstance(argument, Operation) and argument.operator == operator
        if own and OPERATOR[operator].associative:
            assert isinstance(argument, Operation)
            arguments += argument.arguments
        else:
            arguments.append(argument)
    return Operation(operator, tuple(arguments))
