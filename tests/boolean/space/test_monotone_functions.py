"""Monotone functions with signs, against going through every table."""

from __future__ import annotations

import random
from itertools import product

import pytest

from symcause.families.boolean.space.mechanisms.monotone_functions import (
    agreeing,
    ascending,
    respects,
    using_all,
)

SIGNED = [signs for inputs in range(4) for signs in product(("+", "-", None), repeat=inputs)]


def _has(signs: tuple[str | None, ...], table: int) -> bool:
    """No output falls along ``+``, none rises along ``-``: pattern by pattern."""
    for j, sign in enumerate(signs):
        for pattern in range(1 << len(signs)):
            if pattern >> j & 1:
                with_it, without = table >> pattern & 1, table >> (pattern ^ 1 << j) & 1
                if (sign == "+" and with_it < without) or (sign == "-" and with_it > without):
                    return False
    return True


def _uses_all(inputs: int, table: int) -> bool:
    patterns = range(1 << inputs)
    return all(
        any(table >> p & 1 != table >> (p ^ 1 << j) & 1 for p in patterns) for j in range(inputs)
    )


@pytest.mark.parametrize("signs", SIGNED, ids=lambda signs: "".join(s or "." for s in signs) or "0")
def test_tables_from_any_start(signs: tuple[str | None, ...]) -> None:
    size = 1 << len(signs)
    every = [table for table in range(1 << size) if _has(signs, table)]
    assert [table for table in range(1 << size) if respects(signs, table)] == every
    rng = random.Random(f"monotone {signs}")
    shown = [(0, 0)] + [(rng.getrandbits(size), rng.getrandbits(size)) for _ in range(6)]
    shown += [(seen, rng.choice(every)) for seen, _ in shown]  # outputs that some table has
    for seen, value in shown:
        value &= seen
        fitting = [table for table in every if table & seen == value]
        assert agreeing(signs, seen, value) == len(fitting)
        assert using_all(signs, seen, value) == sum(_uses_all(len(signs), t) for t in fitting)
        starts = {0, 1, (1 << size) - 1, *(rng.getrandbits(size) for _ in range(6))}
        starts |= {table + more for table in fitting[:3] for more in (0, 1)}
        for start in starts:
            expected = [table for table in fitting if table >= start]
            assert list(ascending(signs, seen, value, start)) == expected
