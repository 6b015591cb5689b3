"""Selection of an acyclic Boolean model from candidate mechanisms, the cheapest, for baselines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symcause.attempts.attempt_record import Attempt
from symcause.families.boolean.models.functions import Function, compile_expression
from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.order.simplest_model import Shortest, cheapest_choice
from symcause.models.expressions import Expression
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic

Candidates = Mapping[str, Mapping[int, Expression]]  # variable -> mentioned variables -> expression


def offer(problem: BooleanProblem, found: dict[int, Expression], expression: Expression) -> None:
    """Keep the shortest expression for every set of mentioned variables."""
    where = {v: i for i, v in enumerate(problem.variables)}
    mentioned = sum(1 << where[v] for v in expression.variables)
    if mentioned not in found or expression.size < found[mentioned].size:
        found[mentioned] = expression


def assemble(
    problem: BooleanProblem,
    candidates: Candidates,
    root_sets: Iterable[tuple[str, ...]] | None = None,
) -> Attempt | None:
    """The cheapest acyclic model of the first root set that admits one, None if none does.

    *root_sets* are tried in their order; without them, all that the problem admits.
    """
    tables = {v: _table(options) for v, options in candidates.items()}
    evidence = Evidence(problem)
    tried = problem.disclosure.root_sets() if root_sets is None else root_sets
    for roots in filter(evidence.admits, tried):
        chosen = [None if v in roots else tables.get(v, {}) for v in problem.variables]
        weights = [{0: 1} if t is None else dict.fromkeys(t, 1) for t in chosen]
        if not exists_acyclic(weights):
            continue
        picked = cheapest_choice(chosen)
        mechanisms: dict[str, Expression] = {}
        functions: dict[str, Function] = {}
        for v, table, shortest in zip(problem.variables, chosen, picked, strict=True):
            if table is not None:
                group = next(g for g, s in table.items() if s is shortest)
                mechanisms[v] = candidates[v][group]
                functions[v] = compile_expression(mechanisms[v])
        model = BooleanSCM(roots, functions)
        if replays_exactly(model, problem.training, problem.variables):
            named = roots if problem.disclosure.roots is None else None
            return Attempt(Answer(mechanisms, named), solved=True)
    return None


def _table(options: Mapping[int, Expression]) -> dict[int, Shortest]:
    return {
        group: Shortest(e.size, None, (e.size, group.bit_count())) for group, e in options.items()
    }
