"""Bounds of a correlation from intervals of P(X), P(Y, X): no network within them lies outside."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import cast

import pytest

from symcause.families.cpt.verifier import range_proof
from symcause.families.cpt.verifier.range_proof import Proof, ratio
from symcause.kernel.nodes import Rejected

Box = tuple[Fraction, Fraction]


def _proof(share: Box, zero: Box, one: Box) -> Proof:
    known = {("X", 1): share, ("X", 0, "Y", 1): zero, ("X", 1, "Y", 1): one}

    def box(event: Mapping[str, int]) -> Box:
        return known[tuple(part for name in sorted(event) for part in (name, event[name]))]

    query = SimpleNamespace(type="correlation", treatment="X", outcome="Y")
    return cast(Proof, SimpleNamespace(problem=SimpleNamespace(query=query), box=box))


@pytest.mark.parametrize("seed", range(40))
def test_every_correlation_lies_within(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(range_proof, "joined", lambda *_: True)
    rng = random.Random(f"ratio {seed}")
    unit = 24

    def box(value: int) -> tuple[int, int]:
        return max(0, value - rng.randint(0, 3)), min(unit, value + rng.randint(0, 3))

    share = rng.randint(3, unit - 3)
    zero, one = rng.randint(0, unit - share), rng.randint(0, share)
    boxes = [box(share), box(zero), box(one)]
    if seed % 2:  # only P(X) is not known: the ends are attained
        boxes[1:] = [(zero, zero), (one, one)]
    scaled = [(Fraction(a, unit), Fraction(b, unit)) for a, b in boxes]
    try:
        low, high, _ = ratio(_proof(*scaled))
    except Rejected:
        assert boxes[0][0] <= 0 or boxes[0][1] >= unit
        return
    values = [
        Fraction(w, s) - Fraction(z, unit - s)
        for s in range(max(1, boxes[0][0]), min(unit - 1, boxes[0][1]) + 1)
        for z in range(boxes[1][0], min(boxes[1][1], unit - s) + 1)
        for w in range(boxes[2][0], min(boxes[2][1], s) + 1)
    ]
    assert values and low <= min(values) and max(values) <= high
    assert not seed % 2 or (low, high) == (min(values), max(values))
