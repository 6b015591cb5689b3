"""Existence of a member where mechanisms are too many to count: one question about every variable alone.

Variables are placed one after the other, each as soon as some mechanism with parents among those before it
agrees with what is seen. Monotone functions need not be listed for that: one exists iff no seen output
falls where no parent does, and those parents that do not matter in it are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from symcause.errors import LimitError
from symcause.families.finite.bounds import EXISTENCE_LOOKS
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.mechanisms.branch_space import Roots
from symcause.mechanisms.tables.table_branches import TableBranches


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
