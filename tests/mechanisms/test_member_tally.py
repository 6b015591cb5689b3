"""The tally of members: bounds on a difference are those of the difference."""

from __future__ import annotations

import random

import pytest

from symcause.mechanisms import member_tally
from symcause.mechanisms.member_tally import Tally
from symcause.solvers.acyclic.count_bounds import Bounds


@pytest.mark.parametrize(
    ("every", "idle", "expected"),
    [
        (Bounds(10, 20), Bounds(2, 5), Bounds(5, 18)),
        (Bounds(3, 9), Bounds(4, 6), Bounds(0, 5)),
        (Bounds(7, 7), Bounds(7, 7), Bounds(0, 0)),
    ],
)
def test_idle_choices_are_taken_off(
    every: Bounds, idle: Bounds, expected: Bounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least the fewest of all without the most idle ones; at most the reverse."""
    choices, off = [{0: 2}], [{0: 1}]
    known = {id(choices): every, id(off): idle}
    monkeypatch.setattr(member_tally, "bounds_on", lambda given, *_, **__: known[id(given)])
    assert Tally(choices).bounds == every
    assert Tally(choices, idle=off).bounds == expected


@pytest.mark.parametrize("seed", range(12))
def test_bounds_hold_for_the_number(seed: int) -> None:
    rng = random.Random(f"tally {seed}")
    size = rng.randint(2, 5)
    choices = [
        {0: rng.randint(1, 3)}
        | {rng.getrandbits(size) & ~(1 << v): rng.randint(1, 3) for _ in range(4)}
        for v in range(size)
    ]
    idle = [{0: own[0]} for own in choices]
    tally = Tally(choices, idle=idle)
    every, off = Tally(choices), Tally(idle)
    assert tally.number == every.count() - off.count()
    assert tally.count_by_cases() == tally.number == tally.counted(10**9)[0]
    assert tally.bounds.low <= tally.number <= tally.bounds.high
