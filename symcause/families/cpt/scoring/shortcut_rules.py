"""Shortcut rules in the scoring of the cpt family: the association for the effect, and the form."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import ClassVar

from symcause.families.cpt.problem.problem import CptProblem
from symcause.scoring.shortcuts.public_rules import Rule, Shortcuts, Shown

CAUSAL = ("ate", "ett", "nde", "nie")
"""The queries about an effect."""
_ANSWERS: dict[Hashable, str] = {True: "yes", False: "no"}


def _form(shown: Shown) -> Hashable:
    problem: CptProblem = shown.problem
    return problem.query.type, problem.positive, problem.dag.edges


def _associated(shown: Shown) -> Hashable:
    """Is the association as the question has the effect? Only where it is about one."""
    problem: CptProblem = shown.problem
    return associated(problem) if problem.query.type in CAUSAL else None


def associated(problem: CptProblem) -> bool | None:
    """Does the treatment go with the outcome as the question has it? None where no number says so."""
    high, low = (_outcome(problem, value) for value in (1, 0))
    if high is None or low is None or high == low:
        return None
    return (high > low) == problem.positive


def _outcome(problem: CptProblem, value: int) -> Fraction | None:
    """P(outcome | treatment = value) of the numbers given; the mean where what they depend on has none."""
    treatment, outcome = problem.query.treatment, problem.query.outcome
    known = {
        (frozenset(term.event), frozenset(term.given)): number for term, number in problem.terms()
    }
    done = (treatment, value)
    rows = [
        (given - {done}, number)
        for (event, given), number in known.items()
        if event == {(outcome, 1)} and done in given
    ]
    if not rows:
        return None
    weights = [_weight(known, rest, done) for rest, _ in rows]
    even = Fraction(1, len(rows))
    shares = [even if None in weights else weight or Fraction(0) for weight in weights]
    products = (weight * number for weight, (_, number) in zip(shares, rows, strict=True))
    return sum(products, Fraction(0)) / sum(shares, Fraction(0)) if any(shares) else None


Literals = frozenset[tuple[str, int]]


def _weight(
    known: Mapping[tuple[Literals, Literals], Fraction], rest: Literals, done: tuple[str, int]
) -> Fraction | None:
    """How probable the rest of a condition is where the treatment has its value; None if untold."""
    if not rest:
        return Fraction(1)
    given = frozenset({done})
    if (rest, given) in known:
        return known[rest, given]
    (name, value), *more = rest
    other = known.get((frozenset({(name, 1 - value)}), given))
    return None if more or other is None else 1 - other


class CptShortcuts(Shortcuts[CptProblem]):
    """The label is the stored answer."""

    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("graph and form of the question", _form),
        Rule("the association for the effect", _associated, _ANSWERS),
    )

    def label(self, problem: CptProblem) -> str | None:
        return problem.gold
