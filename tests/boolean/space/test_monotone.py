"""Monotone functions with given outputs: listed, counted and walked through, against all truth tables."""

from __future__ import annotations

import random
from itertools import product

import pytest

from symcause.families.boolean.space.mechanisms.monotone_functions import (
    Signs,
    agreeing,
    ascending,
    monotone_tables,
    using_all,
)
from tests.amounts import amount


def _rises(signs: Signs, table: int) -> bool:
    """Does no output fall as an input rises that may only raise it, or rise as one does that may not?"""
    return all(
        (table >> (one | 1 << j) & 1) - (table >> one & 1) != (-1 if sign == "+" else 1)
        for j, sign in enumerate(signs)
        if sign is not None
        for one in range(1 << len(signs))
        if not one >> j & 1
    )


def _uses_all(inputs: int, table: int) -> bool:
    return all(
        any(table >> one & 1 != table >> (one ^ 1 << j) & 1 for one in range(1 << inputs))
        for j in range(inputs)
    )


@pytest.mark.parametrize("inputs", range(4))
def test_tables_are_those_that_a_list_of_all_has(inputs: int) -> None:
    every = range(1 << (1 << inputs))
    assert list(monotone_tables(inputs)) == [t for t in every if _rises(("+",) * inputs, t)]
    rng = random.Random(inputs)
    for signs in product(("+", "-", None), repeat=inputs):
        right = [table for table in every if _rises(signs, table)]
        for _ in range(amount(3, 40)):
            seen, value = (rng.randrange(len(every)) for _ in "ab")
            value &= seen
            fitting = [table for table in right if table & seen == value]
            start = rng.choice([0, 1, len(every) - 1, rng.randrange(len(every))])
            assert list(ascending(signs, seen, value)) == fitting
            assert list(ascending(signs, seen, value, start)) == [t for t in fitting if t >= start]
            assert agreeing(signs, seen, value) == len(fitting)
            assert using_all(signs, seen, value) == sum(_uses_all(inputs, t) for t in fitting)
