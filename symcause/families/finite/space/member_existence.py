"""Existence of a member where mechanisms are too many to count: one question about every variable alone.

Variables are placed one after the other, each as soon as some mechanism with parents among those before it
agrees with what is seen. Monotone functions need not be listed for that: one exists iff no seen output
falls where no parent does, and those parents that do not matter in it are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import prod

import numpy as np

from symcause.errors import LimitError
from symcause.families.finite.bounds import EXISTENCE_LOOKS, RISING_PATTERNS
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.mechanisms.branch_space import Roots
from symcause.mechanisms.tables.table_branches import TableBranches
from symcause.mechanisms.tables.table_functions import TableFunction, reduced
from symcause.mechanisms.tables.table_models import TableModel


def some_member(problem: FiniteProblem, tables: TableBranches) -> bool:
    """Is there a member? Raises LimitError where a class can be neither listed nor asked."""
    return any(_placed(problem, tables, roots) for roots in tables.root_sets)


def _placed(problem: FiniteProblem, tables: TableBranches, roots: Roots) -> bool:
    placed, left = set(roots), [name for name in tables.variables if name not in roots]
    while left:
        ready = [name for name in left if _fits(problem, tables, name, placed)]
        if not ready:
            return False
        placed.update(ready)
        left = [name for name in left if name not in placed]
    return True


def rising_member(problem: FiniteProblem, tables: TableBranches) -> TableModel | None:
    """A member of which every function is the least monotone one; None where there is none."""
    for roots in tables.root_sets:
        placed, functions = list(roots), dict[str, TableFunction]()
        while left := [name for name in tables.variables if name not in placed]:
            least = {name: _least_rising(problem, tables, name, set(placed)) for name in left}
            ready = {name: function for name, function in least.items() if function is not None}
            if not ready:
                break
            placed += ready
            functions |= ready
        else:
            return TableModel(tuple(roots), functions)
    return None


def _least_rising(
    problem: FiniteProblem, tables: TableBranches, name: str, placed: set[str]
) -> TableFunction | None:
    """The function that is on where parents that are seen with it on are, and nowhere else."""
    choice, functions = tables.choices[name], problem.model_class.of(name).functions
    if "monotone" not in functions or choice.least or choice.required:
        return None
    rows = tables.evidence.rows(name, choice.candidates)
    free = [one for one in choice.candidates if one in placed]
    for parents in combinations(free, min(choice.most, len(free))):
        places = [tables.variables.index(parent) for parent in parents]
        known, sizes = rows.fixed(places), [problem.sizes[place] for place in places]
        if known is None or not _rising(known, sizes):
            continue
        if prod(sizes) > RISING_PATTERNS:
            raise LimitError(f"{prod(sizes):,} combinations of parents: too many to write out")
        patterns = np.array([_digits(pattern, sizes) for pattern in range(prod(sizes))], np.int8)
        outputs = np.zeros(len(patterns), dtype=int)
        for pattern, value in known.items():
            if value:
                outputs |= (_digits(pattern, sizes) <= patterns).all(axis=1)
        return reduced(parents, outputs.tolist(), sizes, 2)
    return None


def _fits(problem: FiniteProblem, tables: TableBranches, name: str, placed: set[str]) -> bool:
    """Has a variable a mechanism with parents among those that are placed?"""
    choice, functions = tables.choices[name], problem.model_class.of(name).functions
    monotone = "monotone" in functions and not choice.least and not choice.required
    free = [one for one in choice.candidates if one in placed]
    most, names = min(choice.most, len(free)), tables.variables
    rows = tables.evidence.rows(name, choice.candidates)
    if monotone:
        for parents in combinations(free, most):  # what fewer parents do, more can do
            known = rows.fixed(list(map(names.index, parents)))
            sizes = [problem.sizes[names.index(parent)] for parent in parents]
            if known is not None and _rising(known, sizes):
                return True
        if not {"parity"} & set(functions):
            return False  # all other classes of a name are monotone
    if choice.listing is None:
        return bool(tables.local(name).weights) and any(
            set(tables.local(name).parents(group)) <= placed for group in tables.local(name).weights
        )
    for parents in _sets(free, choice.least, most, choice.required):
        known = rows.fixed(list(map(names.index, parents)))
        if known is not None and choice.listing(parents).places(known):
            return True
    return False


def _sets(
    free: Sequence[str], least: int, most: int, required: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    for size in range(least, most + 1):
        for parents in combinations(free, size):
            if set(required) <= set(parents):
                yield parents


def _rising(known: Mapping[int, int], sizes: Sequence[int]) -> bool:
    """Does no seen output fall where no parent falls?"""
    patterns = np.array([_digits(pattern, sizes) for pattern in known]).reshape(len(known), -1)
    outputs = np.array(list(known.values()))
    ones, zeros = patterns[outputs == 1], patterns[outputs == 0]
    if len(ones) * len(zeros) > EXISTENCE_LOOKS:
        raise LimitError(f"{len(known):,} seen combinations of parents: too many to compare")
    return not any((one <= zeros).all(axis=1).any() for one in ones)


def _digits(pattern: int, sizes: Sequence[int]) -> list[int]:
    digits = []
    for size in sizes:
        pattern, digit = divmod(pattern, size)
        digits.append(digit)
    return digits
