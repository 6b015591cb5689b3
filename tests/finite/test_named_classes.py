"""The verifier's word on whether a function is monotone, against the definition over pairs of patterns."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from symcause.families.finite.verifier.member_check import _falls
from tests.amounts import amount


@pytest.mark.parametrize("sizes", [(), (2,), (4,), (2, 2), (3, 2), (2, 3), (2, 2, 2), (2, 2, 3)])
def test_a_function_falls_somewhere_if_and_only_if_it_is_not_monotone(
    sizes: tuple[int, ...],
) -> None:
    patterns = [*product(*map(range, sizes))]
    rng = Random(str(sizes))
    functions = [*product((0, 1), repeat=len(patterns))]
    if len(functions) > amount(256, 5_000):
        functions = rng.sample(functions, amount(256, 5_000))
    weights = [rng.choice((1, 1, 2)) for _ in sizes]
    for most in range(sum(size * weight for size, weight in zip(sizes, weights, strict=True))):
        sums = (sum(w * x for w, x in zip(weights, p, strict=True)) for p in patterns)
        functions.append(tuple(int(number > most) for number in sums))  # monotone
    seen = set[bool]()
    for outputs in functions:
        at = dict(zip(patterns, outputs, strict=True))
        rises = all(
            at[p] <= at[q]
            for p, q in product(patterns, repeat=2)
            if all(x <= y for x, y in zip(p, q, strict=True))
        )
        assert any(_falls(at, pattern) for pattern in at) is not rises, at
        seen.add(rises)
    assert seen == ({True, False} if sizes else {True})
