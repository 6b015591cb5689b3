"""The columns of a grammar in the verifier, against all expressions, computed pattern by pattern."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from symcause.families.finite.models.mechanism_class import DeclaredOperator, Grammar
from symcause.families.finite.verifier.expression_closure import columns
from symcause.kernel.work import Work

Column = tuple[int | None, ...]
Found = tuple[Column, int]

BINARY = {(a, b): (a + 2 * b) % 3 for a, b in product(range(3), repeat=2) if (a, b) != (2, 2)}
UNARY = {(0,): 2, (1,): 1}
OPERATORS = {
    "f": DeclaredOperator("f", 2, table=BINARY),
    "g": DeclaredOperator("g", 1, table=UNARY),
    "when": DeclaredOperator("when", 4),
}


def _computed(table: dict[tuple[int, ...], int], *parts: Column) -> Column:
    """Arguments that the table does not list, and what has no value, have none."""
    return tuple(table.get(values) for values in zip(*parts, strict=True))  # type: ignore[arg-type]


def _written(size: int, names: tuple[str, ...], atoms: list[Column], here: int) -> Iterator[Found]:
    """All expressions of a size: what they compute, and their depth; the first atoms are variables."""
    if size == 1:
        yield from ((column, 1) for column in atoms)
        return
    if "g" in names:
        for part, depth in _written(size - 1, names, atoms, here):
            yield _computed(UNARY, part), depth + 1
    if "f" in names:
        for left in range(1, size - 1):
            for one, other in _pairs(left, size - 1 - left, names, atoms, here):
                yield _computed(BINARY, one[0], other[0]), 1 + max(one[1], other[1])
    if "when" in names:  # a variable and a value are two atoms
        for left in range(1, size - 3):
            for one, other in _pairs(left, size - 3 - left, names, atoms, here):
                for column, value in product(atoms[:here], (0, 1, 2)):
                    if value in column:
                        both = zip(column, one[0], other[0], strict=True)
                        chosen = tuple(a if x == value else b for x, a, b in both)
                        yield chosen, 1 + max(one[1], other[1])


def _pairs(
    left: int, right: int, names: tuple[str, ...], atoms: list[Column], here: int
) -> Iterator[tuple[Found, Found]]:
    yield from product(
        set(_written(left, names, atoms, here)), set(_written(right, names, atoms, here))
    )


@pytest.mark.parametrize("depth", [None, 1, 2])
@pytest.mark.parametrize("constants", [(), (0,), (2, 1)])
@pytest.mark.parametrize(
    ("names", "most"), [(("g",), 3), (("f",), 5), (("f", "g"), 4), (("when",), 5), ((), 2)]
)
def test_columns_are_those_of_all_expressions(
    names: tuple[str, ...], most: int, constants: tuple[int, ...], depth: int | None
) -> None:
    domains = ((0, 1, 2), (0, 1))
    grammar = Grammar(most, depth, constants, tuple(OPERATORS[name] for name in names))
    patterns = [*product(*domains)]
    atoms: list[Column] = [*zip(*patterns, strict=True)]
    atoms += [(value,) * len(patterns) for value in constants]
    expected = {
        column
        for size in range(1, most + 1)
        for column, levels in _written(size, names, atoms, len(domains))
        if depth is None or levels <= depth
    }
    assert columns(grammar, constants, domains, Work()) == expected
