"""Questions to the catalogue: published counts, shortest expressions, filters, reach and refusals."""

from __future__ import annotations

import random
import re
from itertools import islice, permutations
from math import comb

import pytest

from symcause.errors import LimitError, UsageError
from symcause.families.boolean.catalogue import UNBOUNDED, Catalogue, catalogue, functions
from symcause.families.boolean.models.functions import Function, compile_expression
from symcause.models.expressions import Operation, Variable, spell
from symcause.models.variable_names import OPERATORS
from tests.boolean.catalogue_cases import SAMPLE_SETS, matters, permuted

FULL = catalogue(OPERATORS)


def _names(count: int) -> tuple[str, ...]:
    return tuple(f"X{j + 1}" for j in range(count))


def _spelled(book: Catalogue, function: Function, via: str | None = None) -> str:
    expression = book.shortest(function, via)
    assert expression is not None
    return spell(expression)


def _some(book: Catalogue, count: int, cap: int, number: int, seed: int = 0) -> list[int]:
    tables = book.fitting(count, cap, 0, 0)
    return random.Random(seed).sample(tables, min(number, len(tables)))


@pytest.mark.parametrize(
    ("count", "number"),
    [(5, 208_858), (6, 307_964), (7, 88_432), (8, 3_194), (9, 4), (10, 0), (12, 0)],
)
def test_published_counts(count: int, number: int) -> None:
    """Functions of size at most 10 that depend on each of this many variables.

    For eight variables by hand, with n over all four n-ary operators: n of the leaves (4) or its
    negation (4); one leaf negated (3 · 8, as a negated parity is not new); n over one inner n' of j
    leaves, 2 ≤ j ≤ 7, where n' = n merges unless it is iff (13 · 246); of these (iff x (xor …)) and
    (xor … (iff x y)) are negated parities (8 + 28). 4 + 4 + 24 + 3198 - 36 = 3194.
    """
    assert FULL.count_fitting(count, 10, 0, 0) == number


def test_every_function_of_four_variables_by_size() -> None:
    """All 65,536 tables over four variables; the numbers come from a plain program in C++."""
    expected = [4, 4, 26, 52, 176, 436, 1263, 2769, 7080, 13351, 18128, 17002, 5085, 160]
    found = [0] * 15
    for count in range(5):
        for size, _ in FULL.fitting_by_size(count, 14, 0, 0):
            found[size] += comb(4, count)
    assert found[1:] == expected


def test_how_large_small_functions_get() -> None:
    largest = [max(FULL.fitting_by_size(count, 14, 0, 0))[0] for count in range(5)]
    assert largest == [3, 2, 4, 9, 14]
    assert [functions(count) for count in range(5)] == [
        sum(matters(t, count) for t in range(1 << (1 << count))) for count in range(4)
    ] + [FULL.count_fitting(4, 14, 0, 0)]


@pytest.mark.parametrize(("operators", "constants"), SAMPLE_SETS)
def test_shortest_expressions_of_small_functions(
    operators: tuple[str, ...], constants: bool
) -> None:
    book = catalogue(operators, constants)
    for count in range(4):
        for size, table in book.fitting_by_size(count, 14, 0, 0):
            function = Function(_names(count), table)
            expression = book.shortest(function, via="Y")
            assert expression is not None
            assert compile_expression(expression) == function
            assert expression.size == size == book.minimal_size(function)
            assert expression.variables <= {*_names(count), *(() if count else "Y")}


@pytest.mark.parametrize(("count", "cap"), [(4, 14), (5, 10), (6, 10), (7, 10), (8, 10), (9, 10)])
def test_shortest_expressions_of_larger_functions(count: int, cap: int) -> None:
    names = ("A", "B2", "B10", "C", "c", "d", "_e", "f", "g")[:count]
    sizes = {t: s for s, t in FULL.fitting_by_size(count, cap, 0, 0)}
    for table in _some(FULL, count, cap, 60):
        expression = FULL.shortest(Function(names, table))
        assert expression is not None and expression.size == sizes[table]
        assert compile_expression(expression).extended(names) == table
        assert expression.variables == set(names)


@pytest.mark.few(2)
@pytest.mark.parametrize("constants", [False, True])
@pytest.mark.parametrize("depth", [3, 4, 5])
def test_shortest_expressions_within_a_depth(depth: int, constants: bool) -> None:
    book = catalogue(OPERATORS, constants)
    for count, cap in [(3, 14), (4, 14), (5, 10), (6, 10), (7, 10)]:
        names = _names(count)
        sized = book.fitting_by_size(count, cap, 0, 0, max_depth=depth)
        for size, table in random.Random(depth).sample(sized, 40):
            function = Function(names, table)
            expression = book.shortest(function, max_depth=depth)
            assert expression is not None and compile_expression(expression) == function
            assert expression.size == size and expression.depth <= depth
            assert size >= (book.minimal_size(function) or 0)


def test_shortest_is_deterministic_and_least_deep() -> None:
    majority = Function(("X1", "X2", "X3"), 0b11101000)
    expression = FULL.shortest(majority)
    assert expression is not None and expression == FULL.shortest(majority)
    assert spell(expression) == _spelled(catalogue(reversed(OPERATORS)), majority)
    for table in _some(FULL, 4, 14, 200):
        function = Function(_names(4), table)
        size, shortest = FULL.minimal_size(function), FULL.shortest(function)
        assert shortest is not None and size == shortest.size
        assert FULL.minimal_size(function, max_depth=shortest.depth) == size
        assert FULL.minimal_size(function, max_depth=shortest.depth - 1) != size


def test_arguments_are_in_order() -> None:
    function = compile_expression(
        Operation("and", (Variable("X10"), Operation("not", (Variable("X1"),)), Variable("X2")))
    )
    assert _spelled(FULL, function) == "(and X2 X10 (not X1))"


def test_renaming_in_order_renames_the_expression() -> None:
    old, new = ("p1", "p2", "p3", "p4", "p5"), ("p1", "p7", "p10", "q", "r")
    for table in _some(FULL, 5, 9, 30):
        expected = _spelled(FULL, Function(old, table))
        for before, after in reversed(list(zip(old, new, strict=True))):
            expected = re.sub(rf"\b{before}\b", after, expected)
        assert _spelled(FULL, Function(new, table)) == expected


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8])
def test_sizes_do_not_depend_on_the_order_of_parents(count: int) -> None:
    rng = random.Random(count)
    for table in _some(FULL, count, 10, 12, seed=count):
        function = Function(_names(count), table)
        for _ in range(4):
            order = tuple(rng.sample(range(count), count))
            other = Function(_names(count), permuted(table, order))
            assert FULL.minimal_size(other) == FULL.minimal_size(function)
    tables = FULL.fitting(count, min(9, count + 3), 0, 0)
    members = set(tables)
    for order in islice(permutations(range(count)), 30):
        assert all(permuted(table, order) in members for table in tables[:50])


@pytest.mark.parametrize(
    ("count", "cap"), [(0, 3), (1, 2), (2, 4), (3, 7), (4, 9), (5, 8), (6, 9), (7, 10), (8, 10)]
)
def test_fitting_is_a_plain_filter(count: int, cap: int) -> None:
    rng = random.Random(count)
    tables = FULL.fitting(count, cap, 0, 0)
    sizes = {t: s for s, t in FULL.fitting_by_size(count, cap, 0, 0)}
    assert tables == sorted(set(tables)) and tables
    for known in (0.05, 0.2, 0.5, 0.9, 1.0):
        target = rng.choice(tables)
        care = sum(1 << i for i in range(1 << count) if rng.random() < known)
        expected = [t for t in tables if t & care == target & care]
        assert FULL.fitting(count, cap, care, target & care) == expected
        assert FULL.count_fitting(count, cap, care, target & care) == len(expected)
        pairs = sorted((sizes[t], t) for t in expected)
        assert FULL.fitting_by_size(count, cap, care, target & care) == pairs
        assert FULL.least(count, care, target & care) == pairs[0]


def test_filters_within_a_depth() -> None:
    for depth in (1, 2, 3, 4):
        tables = FULL.fitting(4, 9, 0, 0, max_depth=depth)
        assert set(tables) <= set(FULL.fitting(4, 9, 0, 0, max_depth=depth + 1))
        care, value = 0b1001_0110_0000_1111, 0b1000_0010_0000_0110
        expected = [t for t in tables if t & care == value]
        assert FULL.fitting(4, 9, care, value, max_depth=depth) == expected
        assert FULL.count_fitting(4, 9, care, value, max_depth=depth) == len(expected)
        least = FULL.least(4, care, value, max_depth=depth)
        assert least is None or least[0] > 9 or least[1] in expected


def test_a_value_outside_care_fits_nothing() -> None:
    assert FULL.fitting(2, 4, care=0b0001, value=0b0010) == []
    assert FULL.least(9, (1 << 512) - 1, 1 << 7) is None
    assert FULL.least(11, 0, 0) is None


def test_constants_mention_one_variable() -> None:
    zero, one = Function((), 0), Function((), 1)
    assert (FULL.minimal_size(zero), FULL.minimal_size(one)) == (3, 3)
    assert _spelled(FULL, zero, via="X4") == "(xor X4 X4)"
    with pytest.raises(UsageError):
        FULL.shortest(one)
    allowed = catalogue(OPERATORS, True)
    assert _spelled(allowed, one) == "1" and allowed.minimal_size(zero) == 1
    poor = catalogue(("and", "not"))
    assert _spelled(poor, zero, via="X") == "(and X (not X))"
    assert catalogue(("and", "or")).shortest(zero, via="X") is None
    assert catalogue(("iff",)).minimal_size(zero) is None


def test_reach() -> None:
    assert [FULL.reach(count) for count in range(12)] == [UNBOUNDED] * 5 + [10] * 5 + [10, 11]
    poor = catalogue(("not", "and"))
    assert poor.reach(2) == UNBOUNDED and poor.reach(4) == 14
    assert FULL.reach(4, max_depth=3) == 14 and FULL.reach(4, max_depth=2) == UNBOUNDED
    assert FULL.reaches(4, 99) and FULL.reaches(4, None) and not FULL.reaches(5, None)
    assert FULL.reaches(9, 10) and not FULL.reaches(5, 11) and FULL.reaches(30, 30)
    assert not poor.reaches(4, 15) and poor.reaches(4, None)
    assert not FULL.reaches(4, 20, 3) and FULL.reaches(4, None, 3)
    assert FULL.reaches(7, None, 2) and FULL.reaches(30, None, 1) and not FULL.reaches(7, None, 3)


def test_covers() -> None:
    assert FULL.covers(4, 14) and not FULL.covers(4, 13) and FULL.covers(3, 9)
    assert FULL.covers(25, None) and FULL.covers(25, None, 3) and not FULL.covers(4, None, 2)
    assert FULL.covers(4, None, 3) and not FULL.covers(5, 10) and not FULL.covers(5, 99)
    assert not catalogue(("and", "or")).covers(2, None)
    assert catalogue(("not", "and", "or")).covers(6, None, 4)


def test_beyond_reach() -> None:
    hard = Function(_names(5), random.Random(1).getrandbits(32) | 1)
    assert FULL.minimal_size(hard) is None and FULL.shortest(hard) is None
    assert FULL.writable(hard, 10) is False and FULL.writable(hard, 11) is None
    assert FULL.writable(hard, None) is True and FULL.writable(hard, None, 3) is True
    assert FULL.writable(hard, None, 2) is False
    with pytest.raises(LimitError, match="5 parents"):
        FULL.fitting(5, 11, 0, 0)
    with pytest.raises(LimitError):
        FULL.count_fitting(6, None, 0, 0)


def test_writable() -> None:
    parity = Function(_names(4), 0b0110_1001_1001_0110)
    assert FULL.writable(parity, 5) is True and FULL.writable(parity, 4) is False
    assert FULL.writable(parity, 5, 2) is True and FULL.writable(parity, 5, 1) is False
    poor = catalogue(("not", "and", "or"))
    assert poor.writable(parity, 14) is False and poor.writable(parity, 15) is None
    assert poor.writable(parity, None) is True and poor.writable(parity, None, 3) is False
    lattice = catalogue(("and", "or"))
    assert lattice.writable(parity, 99) is False and lattice.writable(parity, None) is False
    wide = Function(_names(12), 1 << ((1 << 12) - 1))
    assert FULL.writable(wide, 12) is False and FULL.writable(wide, 13) is None
    assert lattice.writable(wide, None) is True


def test_a_depth_bound_as_large_as_the_size_says_nothing() -> None:
    assert FULL.fitting(4, 8, 0, 0, max_depth=8) == FULL.fitting(4, 8, 0, 0)
    assert FULL.fitting(4, None, 0, 0, max_depth=10**6) == FULL.fitting(4, None, 0, 0)


def test_refusals() -> None:
    with pytest.raises(UsageError, match="did you mean 'xor'"):
        catalogue(("xo",))
    with pytest.raises(UsageError, match="at least 1"):
        FULL.fitting(2, 4, 0, 0, max_depth=0)
    with pytest.raises(UsageError, match="at least 1"):
        FULL.minimal_size(Function((), 0), max_depth=0)


def test_one_catalogue_for_each_operator_set() -> None:
    assert catalogue(("or", "and")) is catalogue(["and", "or"])
    assert catalogue(()).fitting(1, 9, 0, 0) == [0b10]
    assert FULL.fitting(2, 0, 0, 0) == [] and FULL.fitting(1, 1, 0, 0) == [0b10]
