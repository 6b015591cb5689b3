"""Structure scores of an answer against gold: parents, functions, entries of tables."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from symcause.families.finite.problem.problem import FiniteProblem
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.scoring.overlap import hamming_distance, overlap


@dataclass(frozen=True)
class StructureScores:
    """How close a model is to gold, on essential parents."""

    parent_f1: Fraction
    parent_shd: int
    exact_parent_map: bool
    functions_right: Fraction
    entries_right: Fraction


def structure_scores(
    problem: FiniteProblem, model: TableModel, gold: TableModel
) -> StructureScores:
    """A model against gold."""
    shared = [v for v in gold.functions if model.functions.get(v) == gold.functions[v]]
    number = len(gold.functions)
    entries = sum(
        (_agreement(problem, model.functions.get(v), f) for v, f in gold.functions.items()),
        Fraction(0),
    )
    return StructureScores(
        parent_f1=overlap(model.edges, gold.edges).f1,
        parent_shd=hamming_distance(model.edges, gold.edges),
        exact_parent_map=model.edges == gold.edges and set(model.roots) == set(gold.roots),
        functions_right=Fraction(len(shared), number),
        entries_right=entries / number,
    )


def _agreement(
    problem: FiniteProblem, function: TableFunction | None, gold: TableFunction
) -> Fraction:
    """The share of combinations of both parent sets at which two functions agree; 0 for a root."""
    if function is None:
        return Fraction(0)
    return 1 - Fraction(*differing_entries(problem, function, gold))


def differing_entries(
    problem: FiniteProblem, first: TableFunction, second: TableFunction
) -> tuple[int, int]:
    """At how many combinations of both parent sets two functions differ, and of how many."""
    names = [v for v in problem.variables if v in {*first.parents, *second.parents}]
    ranges = [range(len(problem.domain(v).values)) for v in names]
    different = total = 0
    for values in product(*ranges):
        state = dict(zip(names, values, strict=True))
        different += first(state) != second(state)
        total += 1
    return different, total
