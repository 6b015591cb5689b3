"""Slow, plain second opinions about what can be written: enumeration of expressions, and plain sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from symcause.families.boolean.models.functions import full_mask, projection
from symcause.models.expressions import Constant, Expression, Operation, Variable
from symcause.models.variable_names import OPERATORS

OPERATOR_SETS = tuple(chosen for number in range(6) for chosen in combinations(OPERATORS, number))
"""All 32 subsets of the operators."""

SAMPLE_SETS: tuple[tuple[tuple[str, ...], bool], ...] = (
    (OPERATORS, False),
    (OPERATORS, True),
    (("not", "and", "or"), False),
    (("and", "or"), False),
    (("xor", "iff"), False),
    (("not", "iff"), False),
    (("iff",), True),
    (("and", "xor"), True),
)


@cache
def expressions(
    size: int, count: int, operators: tuple[str, ...], constants: bool
) -> tuple[Expression, ...]:
    """Every expression of exactly this size over x0, x1, …, up to the order of arguments."""
    if size == 1:
        leaves: list[Expression] = [Variable(f"x{j}") for j in range(count)]
        return (*leaves, Constant(False), Constant(True)) if constants else tuple(leaves)
    found: list[Expression] = []
    for operator in operators:
        if operator == "not":
            inner = expressions(size - 1, count, operators, constants)
            found += [Operation("not", (argument,)) for argument in inner]
            continue
        for sizes in partitions(size - 1, size - 1):
            if len(sizes) > 1:
                for arguments in _choices(sizes, count, operators, constants):
                    found.append(Operation(operator, arguments))
    return tuple(found)


def partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write *total* as a descending sum of parts."""
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def _choices(
    sizes: tuple[int, ...], count: int, operators: tuple[str, ...], constants: bool
) -> Iterator[tuple[Expression, ...]]:
    groups = [
        combinations_with_replacement(
            expressions(size, count, operators, constants), sizes.count(size)
        )
        for size in sorted(set(sizes))
    ]
    for chosen in product(*groups):
        yield tuple(argument for group in chosen for argument in group)


@cache
def plain_levels(
    count: int, operators: tuple[str, ...], constants: bool, cap: int, max_depth: int | None = None
) -> dict[int, int]:
    """Least sizes of all tables over *count* variables up to *cap*, by plain sets of tables.

    No classes, no order of arguments, no pruning but "known at a smaller size". Not all variables need
    matter.
    """
    ones = full_mask(count)
    sizes = {projection(j, count): 1 for j in range(count)}
    if constants:
        sizes.update({0: 1, ones: 1})
    if max_depth == 1:
        return sizes
    inner = sizes
    if max_depth is not None:
        inner = plain_levels(count, operators, constants, cap, max_depth - 1)
    lists: dict[str, dict[tuple[int, int], int]] = {o: {} for o in operators}
    for size in range(2, cap + 1):
        fresh = {table for table, least in inner.items() if least == size}
        if "not" in operators:
            fresh |= {table ^ ones for table, least in inner.items() if least == size - 1}
        for operator in operators:
            if operator != "not":
                extend_lists(operator, lists[operator], inner, size - 1)
                closed = [pair for pair, total in lists[operator].items() if total == size - 1]
                fresh |= {p | q ^ ones if operator == "iff" else p for p, q in closed}
        for table in fresh:
            sizes.setdefault(table, size)
    return sizes


def extend_lists(
    operator: str, lists: dict[tuple[int, int], int], inner: dict[int, int], total: int
) -> None:
    """Add the lists of two or more arguments of exactly this total, known by (all, some) true.

    Where one value is enough (every operator but iff) it is given twice.
    """
    longer = [((table, table), size) for table, size in inner.items()] + list(lists.items())
    fresh = {
        _joined(operator, p, q, table)
        for (p, q), size in longer
        for table, last in inner.items()
        if size + last == total
    }
    for pair in fresh:
        lists.setdefault(pair, total)


def _joined(operator: str, p: int, q: int, table: int) -> tuple[int, int]:
    if operator == "iff":
        return p & table, q | table
    value = {"and": p & table, "or": p | table, "xor": p ^ table}[operator]
    return value, value


def matters(table: int, count: int) -> bool:
    """Does every one of *count* variables matter?"""
    return all(
        any((table >> i & 1) != (table >> (i ^ 1 << j) & 1) for i in range(1 << count))
        for j in range(count)
    )


def permuted(table: int, order: tuple[int, ...]) -> int:
    """The table after variable j has moved to position ``order[j]``."""
    result = 0
    for pattern in range(1 << len(order)):
        if table >> pattern & 1:
            result |= 1 << sum((pattern >> j & 1) << to for j, to in enumerate(order))
    return result
