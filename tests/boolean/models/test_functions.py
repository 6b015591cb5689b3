"""Expressions, compiled functions and SCMs against their plain definitions."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.interpreting import interpret
from symcause.errors import LimitError
from symcause.families.boolean.models.functions import (
    Function,
    compile_expression,
    full_mask,
    projection,
    reduce,
)
from symcause.families.boolean.models.scm import (
    BooleanSCM,
    CycleError,
    find_cycle,
    topological_order,
)
from symcause.models.expressions import (
    Constant,
    Expression,
    Operation,
    Variable,
    evaluate,
)
from symcause.models.variable_names import natural
from tests.properties import patient

NAMES = [f"X{i}" for i in range(1, 6)]


def expressions(names: list[str] = NAMES) -> st.SearchStrategy[Expression]:
    leaf = st.sampled_from(names).map(Variable) | st.booleans().map(Constant)

    def deeper(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        negated = inner.map(lambda e: Operation("not", (e,)))
        several = st.lists(inner, min_size=2, max_size=4).map(tuple)
        return negated | st.builds(Operation, st.sampled_from(("and", "or", "xor", "iff")), several)

    return st.recursive(leaf, deeper, max_leaves=12)


def states(names: list[str] | tuple[str, ...]) -> list[dict[str, bool]]:
    return [
        dict(zip(names, bits, strict=True)) for bits in product((False, True), repeat=len(names))
    ]


@given(expressions())
@patient(max_examples=150)
def test_compiled_agrees_with_interpreted(expression: Expression) -> None:
    function = compile_expression(expression)
    for state in states(NAMES):
        assert function(state) == interpret(expression, state)


@given(expressions())
@patient(max_examples=100)
def test_parents_are_exactly_the_variables_that_matter(expression: Expression) -> None:
    matter = {
        name
        for name in NAMES
        for state in states(NAMES)
        if interpret(expression, state) != interpret(expression, {**state, name: not state[name]})
    }
    assert compile_expression(expression).parents == natural(matter)


@given(expressions(), st.integers(0, 2**40))
@patient(max_examples=100)
def test_columns_agree_with_rows(expression: Expression, bits: int) -> None:
    rows, rng = 37, random.Random(bits)
    mask = (1 << rows) - 1
    columns = {name: rng.getrandbits(rows) for name in NAMES}
    expected = 0
    for row in range(rows):
        state = {name: bool(columns[name] >> row & 1) for name in NAMES}
        expected |= interpret(expression, state) << row
    assert evaluate(expression, columns, mask) == expected
    assert compile_expression(expression).on(columns, mask) == expected


@pytest.mark.parametrize("count", range(5))
def test_reduce_is_canonical_on_all_small_tables(count: int) -> None:
    names = NAMES[:count]
    step = 1 if count < 4 else 97
    for table in range(0, 1 << (1 << count), step):
        function = reduce(names, table)
        assert function.extended(names) == table
        assert reduce(function.parents, function.table) == function


@pytest.mark.parametrize("count", [7, 8, 10])
def test_wide_functions_look_up_what_narrow_ones_multiplex(count: int) -> None:
    names = tuple(f"X{i}" for i in range(count))
    rng = random.Random(count)
    table = rng.getrandbits(1 << count)
    function = Function(names, table)
    rows = 50
    columns = {name: rng.getrandbits(rows) for name in names}
    output = function.on(columns, (1 << rows) - 1)
    for row in range(rows):
        state = {name: bool(columns[name] >> row & 1) for name in names}
        assert bool(output >> row & 1) == function(state)
    assert function.extended(names) == table


def test_projection_is_the_variable() -> None:
    for count in range(1, 6):
        for index in range(count):
            table = projection(index, count)
            assert table & ~full_mask(count) == 0
            assert all(bool(table >> i & 1) == bool(i >> index & 1) for i in range(1 << count))


def test_many_variables_have_no_table() -> None:
    wide = compile_expression(Operation("or", tuple(Variable(f"X{i}") for i in range(21))))
    assert len(wide.parents) == 21
    with pytest.raises(LimitError, match="21 variables"):
        _ = wide.table


def test_scm_equality_is_semantic() -> None:
    x, y = Variable("A"), Variable("B")
    one = compile_expression(Operation("xor", (x, y)))
    same = compile_expression(Operation("not", (Operation("iff", (x, y)),)))
    assert BooleanSCM(("A", "B"), {"C": one}) == BooleanSCM(("B", "A"), {"C": same})
    assert hash(BooleanSCM(("A", "B"), {"C": one})) == hash(BooleanSCM(("B", "A"), {"C": same}))


def test_orders_and_cycles() -> None:
    assert topological_order({"X10": ["X2"], "X2": ["R"], "X3": []}) == ("X2", "X3", "X10")
    assert find_cycle({"A": ["B"], "B": ["C"], "C": ["A"], "D": []}) in {
        ("A", "C", "B"),
        ("C", "B", "A"),
        ("B", "A", "C"),
    }
    assert find_cycle({"A": ["B"], "B": []}) == ()
    with pytest.raises(CycleError, match=r"A -> B -> A|B -> A -> B"):
        topological_order({"A": ["B"], "B": ["A"]})
