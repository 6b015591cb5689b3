"""Definition of one Boolean mechanism in the class, for second opinions that share no other code.

Which rows speak about it, which parents and functions its class holds, whether it has something to mention.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from symcause.budgets import StrictMeter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import DEFINED_FUNCTIONS, DEFINED_PARENTS, DEFINED_SETS
from symcause.families.boolean.catalogue import Catalogue, catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.variable_names import natural


def is_listed(problem: BooleanProblem, hypotheses: HypothesisClass) -> bool:
    """True if the class does not hold every function of this many parents."""
    return hypotheses.tabled or not _language(problem).expresses_everything


def has_mentions(problem: BooleanProblem) -> bool:
    """True if constants are allowed or every mechanism has a root that it may mention."""
    disclosure = problem.disclosure
    if problem.constants:
        return True
    if disclosure.roots is None:
        return disclosure.size_of_root_set > 0
    roots = set(disclosure.roots)
    endogenous = disclosure.endogenous(disclosure.roots)
    return all(roots & set(disclosure.admissible(v)) for v in endogenous)


def observations(problem: BooleanProblem, variable: str) -> Iterator[tuple[dict[str, bool], bool]]:
    """The distinct rows in which the variable is no target, with its value."""
    rows = {row: None for w in problem.training if variable not in w.targets for row in w.rows}
    for row in rows:
        state = {name: bit == "1" for name, bit in zip(problem.variables, row, strict=True)}
        yield state, state[variable]


def candidate_parents(
    problem: BooleanProblem, hypotheses: HypothesisClass, variable: str
) -> list[tuple[str, ...]]:
    """The parent sets that a mechanism may have in the class, in natural order, smaller ones first."""
    inputs = natural(problem.disclosure.admissible(variable))
    bound = len(inputs)
    if hypotheses.max_parents is not None:
        bound = min(bound, hypotheses.max_parents)
    count = sum(comb(len(inputs), size) for size in range(bound + 1))
    if bound > DEFINED_PARENTS or count > DEFINED_SETS:
        raise LimitError(
            f"{variable} has {count} candidate sets of up to {bound} parents: too many to encode",
            remedy="bound the class with --max-parents, or use the counting recursion",
        )
    return [s for size in range(bound + 1) for s in combinations(inputs, size)]


def class_functions(
    problem: BooleanProblem, hypotheses: HypothesisClass, variable: str
) -> Iterator[Function]:
    """Every function of the class that a mechanism may be, whatever the rows say."""
    inputs = natural(problem.disclosure.admissible(variable))
    bound = len(inputs) if hypotheses.max_parents is None else hypotheses.max_parents
    book, cap, depth = _language(problem), hypotheses.max_ast, hypotheses.max_depth
    if cap is not None:
        bound = min(bound, max(cap - 1, 1))  # k >= 2 parents need k leaves and an operator
    listed = StrictMeter(
        DEFINED_FUNCTIONS,
        f"{variable} has more than {DEFINED_FUNCTIONS} functions in the class",
        remedy="this engine lists them; use the counting recursion",
    )
    for size in range(min(bound, len(inputs)) + 1):
        if not book.reaches(size, cap, depth):
            raise LimitError(
                f"functions of {size} parents are not listed for {hypotheses}",
                remedy="lower --max-ast or --max-parents",
            )
        tables = book.fitting(size, cap, 0, 0, max_depth=depth)
        for parents in combinations(inputs, size) if tables else ():
            listed.spend(len(tables))
            yield from (Function(parents, int(table)) for table in tables)


def _language(problem: BooleanProblem) -> Catalogue:
    return catalogue(problem.operators, problem.constants)
