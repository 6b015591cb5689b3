"""Proofs that no network has the numbers: given if and only if no numbers of the boxes go together."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.families.cpt.verifier.absence_proof import _independent, _joint, _rows
from symcause.kernel.nodes import Node, Rejected
from tests.amounts import amount
from tests.cpt.cases import given_problem

Box = tuple[Fraction, Fraction]
QUARTERS = [Fraction(n, 4) for n in range(5)]
BOXES: list[Box] = [*combinations_with_replacement(QUARTERS, 2)]
"""All boxes with such ends: what holds somewhere in some of them holds at such numbers, too."""


def _inside(box: Box) -> list[Fraction]:
    return [x for x in QUARTERS if box[0] <= x <= box[1]]


def _proof(boxes: dict[str, Box], table: list[Box]) -> Any:
    keys = {frozenset({"X": 1}.items()): "share"}
    keys |= {frozenset({"Y": 1, "X": x}.items()): f"with {x}" for x in (0, 1)}
    return SimpleNamespace(
        problem=given_problem("collision", "correlation", {"P(X)": "0.5"}),
        evidence={"by": Node("X", "by"), "of": Node("Y", "of")},
        roles=lambda shape: {"X": "X", "Y": "Y", "C": "V3"},
        box=lambda event: boxes[keys[frozenset(event.items())]],
        table=lambda *names: table,
    )


def _proves(method: Callable[[Any], None], boxes: dict[str, Box], table: list[Box]) -> bool:
    try:
        method(_proof(boxes, table))
    except Rejected:
        return False
    return True


def _drawn(name: str, size: int) -> list[list[Box]]:
    every = len(BOXES) ** size
    rng = Random(name)
    if every <= amount(300, 100_000):
        return [list(one) for one in product(BOXES, repeat=size)]
    return [[rng.choice(BOXES) for _ in range(size)] for _ in range(amount(300, 20_000))]


def test_rows_of_a_collision_without_a_common_mixture() -> None:
    seen = set[bool]()
    for boxes in _drawn("rows", 4):
        mixtures = [
            {
                v
                for p, q in product(_inside(one), _inside(other))
                for v in QUARTERS
                if min(p, q) <= v <= max(p, q)
            }
            for one, other in (boxes[:2], boxes[2:])
        ]
        assert _proves(_rows, {}, boxes) is mixtures[0].isdisjoint(mixtures[1]), boxes
        seen.add(mixtures[0].isdisjoint(mixtures[1]))
    assert seen == {True, False}


def test_joint_probabilities_that_no_share_has_room_for() -> None:
    seen = set[bool]()
    for share, zero, one in _drawn("joint", 3):
        fits = any(
            o <= s and z <= 1 - s
            for s, z, o in product(_inside(share), _inside(zero), _inside(one))
        )
        boxes = {"share": share, "with 0": zero, "with 1": one}
        assert _proves(_joint, boxes, []) is not fits, boxes
        seen.add(fits)
    assert seen == {True, False}


@pytest.mark.parametrize("names", ["XY", "YX"])
def test_independent_variables_with_different_conditionals(names: str) -> None:
    for zero, one in product(BOXES, repeat=2):
        fits = not {*_inside(zero)}.isdisjoint(_inside(one))
        assert _proves(_independent, {}, [zero, one]) is not fits
