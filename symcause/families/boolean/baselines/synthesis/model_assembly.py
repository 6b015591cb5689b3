"""Assembly of an answer from roots, parents and rows, executed before it is handed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from symcause.attempts.attempt_record import REFUSED, Attempt
from symcause.families.boolean.baselines.synthesis.difference_sets import DifferenceSets
from symcause.families.boolean.baselines.synthesis.sum_of_products import least_sum, written_sum
from symcause.families.boolean.bounds import SUM_INPUTS
from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.bit_sets import bits, mask_of
from symcause.models.expressions import Constant, Expression, Operation, Variable

NO_MODEL = "no model of the class explains the training worlds"
PLAIN = ("not", "and", "or")
EVERY = ("not", "and", "or", "xor", "iff")

Fit = Callable[[DifferenceSets, tuple[int, ...]], Expression | None]
"""A mechanism over parents that fit; None where none was found."""


def refusal(problem: BooleanProblem, needs: Sequence[str]) -> Attempt | None:
    """Why a synthesis baseline cannot read the problem; None where it can."""
    missing = [op for op in needs if op not in problem.operators]
    if missing:
        return Attempt(status=REFUSED, note=f"it needs the operators {', '.join(missing)}")
    reasons = {
        "cells may be disturbed": problem.errors,
        "cells were not observed": problem.holed,
        "variables are latent": problem.latent,
        "background knowledge is given": problem.knowledge,
    }
    note = next((reason for reason, holds in reasons.items() if holds), None)
    return None if note is None else Attempt(status=REFUSED, note=note)


def assembled(
    problem: BooleanProblem,
    differences: Sequence[DifferenceSets],
    roots: Sequence[int],
    parents: Mapping[int, tuple[int, ...]],
    fit: Fit | None = None,
    before: Mapping[int, int] | None = None,
) -> Answer | None:
    """The answer with these parents; None where *fit* finds no mechanism for one of them.

    *before*: what a constant may mention, where that is more than roots.
    """
    mechanisms: dict[str, Expression] = {}
    for v, chosen in parents.items():
        own = differences[v]
        outputs = own.outputs(chosen)
        if len(set(outputs.values())) < 2:
            mentionable = own.admissible & (mask_of(roots) if before is None else before[v])
            value = any(outputs.values())
            written: Expression | None = constant(problem, value, mentionable, roots)
        else:
            written = (fit or product_sum)(own, chosen)
        if written is None:
            return None
        mechanisms[problem.variables[v]] = written
    return executed(problem, mechanisms, roots)


def executed(
    problem: BooleanProblem, mechanisms: Mapping[str, Expression], roots: Sequence[int]
) -> Answer:
    """The answer, once it has replayed all training rows."""
    names = tuple(problem.variables[r] for r in roots)
    answer = Answer(mechanisms, names if problem.disclosure.roots is None else None)
    if not replays_exactly(answer.compiled(names), problem.training, problem.variables):
        raise AssertionError(f"not an explanation: {answer}")
    return answer


def constant(
    problem: BooleanProblem, value: bool, mentionable: int, roots: Sequence[int]
) -> Expression:
    """A constant; where the language has none, an operator on a variable twice, a root if possible."""
    if problem.constants:
        return Constant(value)
    first = bits(mentionable & mask_of(roots)) or bits(mentionable)
    x = Variable(problem.variables[first[0]])
    twice = "iff" if value else "xor"
    if twice in problem.operators:
        return Operation(twice, (x, x))
    return Operation("or" if value else "and", (x, Operation("not", (x,))))


def product_sum(own: DifferenceSets, chosen: tuple[int, ...]) -> Expression | None:
    """The least sum of products over the parents."""
    if len(chosen) > SUM_INPUTS:
        return None
    names = [own.rows.variables[p] for p in chosen]
    return written_sum(names, least_sum(len(chosen), own.outputs(chosen)))
