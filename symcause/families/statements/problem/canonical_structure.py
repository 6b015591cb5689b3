"""The canonical structure of a statements problem: premise and hypothesis without names.

Relations that read both ways have one form: a child of y is what has y for a parent.
"""

from __future__ import annotations

from collections.abc import Iterable

from symcause.families.statements.problem.problem import (
    Hypothesis,
    Statement,
    StatementsProblem,
)
from symcause.isomorphism.symbol_structure import Part, Symbol, bag

_TURNED = {"child": "parent", "descendant": "ancestor"}
_BETWEEN = ("collider", "confounder")
"""Relations of a third variable to two, which may change places."""


def structure(problem: StatementsProblem, *, gold: bool = False) -> Part | None:
    """What is told; gold is a word, which has no names."""
    return None if gold else _problem(problem)


def _problem(problem: StatementsProblem) -> Part:
    """What is stated, and what is asked."""
    return bag("statements", [premise_structure(problem), _asked(problem.hypothesis)])


def premise_structure(problem: StatementsProblem) -> Part:
    """What is stated alone."""
    dependent = () if problem.complete else problem.dependent
    return bag(
        "premise",
        [
            bag("variables", map(Symbol, problem.variables)),
            Part(f"complete {problem.complete}"),
            bag("independent", _stated(problem.independent)),
            bag("dependent", _stated(dependent)),
        ],
    )


def _stated(statements: Iterable[Statement]) -> Iterable[Part]:
    """Each statement once, in no order."""
    kept = {(frozenset((s.first, s.second)), frozenset(s.given)) for s in statements}
    for pair, given in kept:
        ends = [("of", Symbol(name)) for name in pair]
        yield Part("statement", (*ends, *[("given", Symbol(name)) for name in given]))


def _asked(hypothesis: Hypothesis) -> Part:
    relation, (first, second), reading = hypothesis.relation, hypothesis.of, hypothesis.reading
    if relation in _TURNED:
        relation, first, second = _TURNED[relation], second, first
    if relation == "parent":
        reading = ""  # an arrow is an arrow in every reading
    turned = relation in _BETWEEN and reading != "released"
    labels = ("of", "of") if turned else ("first", "second")
    return Part(
        f"{relation} {reading}", tuple(zip(labels, map(Symbol, (first, second)), strict=True))
    )
