"""A baseline is a function from a problem to an answer.

It sees what a language model sees: the training worlds and the disclosed structure, never gold or the
held-out worlds (:func:`public` takes them away). A baseline that fails returns :func:`failure`, an answer
of the right shape that scores zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from symcause.families.boolean.problem.answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.expressions import Expression, Operation, Variable


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
    """A well-formed answer that explains nothing: a mechanism that mentions its own variable."""
    roots = next(iter(problem.disclosure.root_sets()))
    mechanisms: dict[str, Expression] = {
        v: Operation("not", (Variable(v),)) for v in problem.disclosure.endogenous(roots)
    }
    named = roots if problem.disclosure.roots is None else None
    return Attempt(Answer(mechanisms, named), solved=False, note=note)
