"""Sizes, depths and sets of the catalogue against plain enumeration and plain sets of tables."""

from __future__ import annotations

import pytest

from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.functions import (
    Function,
    compile_expression,
    full_mask,
    projection,
)
from symcause.models.expressions import evaluate
from symcause.models.variable_names import OPERATORS
from tests.boolean.catalogue_cases import (
    OPERATOR_SETS,
    SAMPLE_SETS,
    expressions,
    matters,
    plain_levels,
)


def _exact(levels: dict[int, int], count: int) -> dict[int, int]:
    """Only the tables all of whose variables matter."""
    return {table: size for table, size in levels.items() if matters(table, count)}


def _catalogued(
    operators: tuple[str, ...], constants: bool, count: int, cap: int, depth: int | None = None
) -> dict[int, int]:
    book = catalogue(operators, constants)
    pairs = book.fitting_by_size(count, cap, 0, 0, max_depth=depth)
    return {table: size for size, table in pairs}


@pytest.mark.few(3)
@pytest.mark.parametrize(("operators", "constants"), SAMPLE_SETS)
@pytest.mark.parametrize(("count", "cap"), [(1, 7), (2, 7), (3, 6)])
def test_every_expression_is_accounted_for(
    operators: tuple[str, ...], constants: bool, count: int, cap: int
) -> None:
    """The least size within each depth, over all expressions there are."""
    least: dict[tuple[Function, int], int] = {}
    for size in range(1, cap + 1):
        for expression in expressions(size, count, operators, constants):
            function = compile_expression(expression)
            for depth in range(expression.depth, cap + 1):
                least.setdefault((function, depth), size)
    book = catalogue(operators, constants)
    found = {function for function, _ in least}
    for function in found:
        for depth in range(1, cap + 1):
            size = book.minimal_size(function, max_depth=depth)
            assert (size if size is not None and size <= cap else None) == least.get(
                (function, depth)
            ), (function, depth)
        assert book.minimal_size(function) == least[function, cap]
    for parents in range(count + 1):
        tables = {f.table for f in found if f.parents == tuple(f"x{j}" for j in range(parents))}
        assert book.fitting(parents, cap, 0, 0) == sorted(tables)


@pytest.mark.few(11)
@pytest.mark.parametrize("operators", OPERATOR_SETS)
@pytest.mark.parametrize("constants", [False, True])
def test_all_operator_sets_with_two_variables(operators: tuple[str, ...], constants: bool) -> None:
    plain = plain_levels(2, operators, constants, 14)
    assert _catalogued(operators, constants, 2, 14) == _exact(plain, 2)
    single = plain_levels(1, operators, constants, 14)
    assert _catalogued(operators, constants, 1, 14) == _exact(single, 1)
    constant = {value: single[t] for value, t in ((0, 0), (1, 3)) if t in single}
    assert _catalogued(operators, constants, 0, 14) == constant


@pytest.mark.few(7)
@pytest.mark.parametrize(
    ("operators", "constants"),
    [
        *SAMPLE_SETS,
        (("iff",), False),
        (("not", "and"), False),
        (("or", "iff"), False),
        (("or", "xor"), False),
        (("not", "xor", "iff"), False),
        (("not", "and", "xor"), True),
    ],
)
def test_three_variables(operators: tuple[str, ...], constants: bool) -> None:
    plain = plain_levels(3, operators, constants, 11)
    assert _catalogued(operators, constants, 3, 11) == _exact(plain, 3)


@pytest.mark.few(6)
@pytest.mark.parametrize("depth", [2, 3, 4])
@pytest.mark.parametrize(
    ("operators", "constants"),
    [
        (OPERATORS, False),
        (OPERATORS, True),
        (("not", "and", "or"), False),
        (("not", "iff"), False),
        (("xor", "iff"), True),
    ],
)
def test_three_variables_within_a_depth(
    operators: tuple[str, ...], constants: bool, depth: int
) -> None:
    plain = plain_levels(3, operators, constants, 10, depth)
    assert _catalogued(operators, constants, 3, 10, depth) == _exact(plain, 3)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("operators", "count", "cap"),
    [(OPERATORS, 4, 8), (("not", "and", "or"), 4, 8), (("xor", "iff"), 4, 9), (OPERATORS, 5, 7)],
)
def test_more_variables(operators: tuple[str, ...], count: int, cap: int) -> None:
    plain = plain_levels(count, operators, False, cap)
    assert _catalogued(operators, False, count, cap) == _exact(plain, count)


@pytest.mark.few(2)
@pytest.mark.parametrize("depth", [2, 3, 4])
def test_four_variables_within_a_depth(depth: int) -> None:
    plain = plain_levels(4, OPERATORS, False, 7, depth)
    assert _catalogued(OPERATORS, False, 4, 7, depth) == _exact(plain, 4)


def test_the_plain_methods_agree() -> None:
    """The two second opinions are independent of each other as well."""
    plain = plain_levels(3, OPERATORS, True, 5)
    columns = {f"x{j}": projection(j, 3) for j in range(3)}
    least: dict[int, int] = {}
    for size in range(1, 6):
        for expression in expressions(size, 3, OPERATORS, True):
            least.setdefault(evaluate(expression, columns, full_mask(3)), size)
    assert least == plain
