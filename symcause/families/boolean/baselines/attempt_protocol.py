"""Protocol of Boolean baselines: a function from the public problem to an attempt.

It sees what a language model sees: the training worlds and the disclosed structure, never gold or the
held-out worlds (:func:`public` takes them away). A baseline that fails returns :func:`failure`, a legal
answer that explains no variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.local_rows import local_rows
from symcause.models.expressions import Constant, Expression, Operation, Variable


@dataclass(frozen=True)
class Attempt:
    """What a baseline hands in, and what it can say about it."""

    answer: Answer
    solved: bool
    optimal: bool = False
    note: str | None = None


class Baseline(Protocol):
    """Problem in, attempt out; the same seed gives the same attempt."""

    def __call__(self, problem: BooleanProblem, seed: int = 0) -> Attempt: ...


def public(problem: BooleanProblem) -> BooleanProblem:
    """The problem as a solver may see it: no gold, no held-out worlds, no metadata."""
    return replace(problem, worlds=problem.training, gold=None, metadata={})


def failure(problem: BooleanProblem, note: str) -> Attempt:
    """A legal answer that explains nothing.

    Every mechanism copies a root, or negates it where the rows show a copy. Without a root to mention it is
    a constant; and where constants are not allowed either, there is no legal answer at all.
    """
    roots = next(iter(problem.disclosure.root_sets()))
    mechanisms: dict[str, Expression] = {
        v: _unexplained(problem, v, roots) for v in problem.disclosure.endogenous(roots)
    }
    named = roots if problem.disclosure.roots is None else None
    return Attempt(Answer(mechanisms, named), solved=False, note=note)


def _unexplained(problem: BooleanProblem, variable: str, roots: Sequence[str]) -> Expression:
    """A mechanism that some row refutes, if there is a row about the variable."""
    admissible = problem.disclosure.admissible(variable)
    root = next((v for v in roots if v in admissible), None)
    copy: Expression = Constant(False) if root is None else Variable(root)
    refutation: Expression = (
        Constant(True) if isinstance(copy, Constant) else Operation("not", (copy,))
    )
    rows = local_rows(variable, problem.variables, problem.training)
    return refutation if rows.agrees(compile_expression(copy)) else copy
