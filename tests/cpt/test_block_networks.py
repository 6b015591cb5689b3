"""The best of the networks that are tried: over all that are members and in which the query has a value."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from types import SimpleNamespace
from typing import cast

import pytest

from symcause.families.cpt.models.network import Network, binary
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.programme.block_network import BlockNetworks
from tests.cpt.cases import given_problem

HALF = Fraction(1, 2)


class _Tried(BlockNetworks):
    """Networks that are given, of which those with P(X = 1) = 1/8 are no members."""

    def __init__(self, problem: CptProblem, networks: list[Network]) -> None:
        x = problem.dag.index["X"]
        boxes = SimpleNamespace(misfits=lambda one: one.rows[x][0][1] == Fraction(1, 8))
        self.problem, self.boxes, self._given = problem, cast(NumberBoxes, boxes), networks

    def _tried(self, shares: object) -> Iterator[Network]:
        return iter(self._given)


def _network(problem: CptProblem, x: Fraction, low: Fraction, high: Fraction) -> Network:
    entries = {"X": (x,), "V2": (Fraction(0), Fraction(1)), "Y": (low, high)}
    return binary(problem.dag, entries)


@pytest.mark.parametrize("least", [True, False])
def test_a_network_without_a_value_hides_no_other(least: bool) -> None:
    """E[Y | X = 1] − E[Y | X = 0] has no value where X is constant; the others count in any order."""
    problem = given_problem("chain", "correlation", {"P(X)": "0.5"})
    values = {HALF: (0, HALF), -HALF: (HALF, 0), Fraction(1, 4): (HALF, Fraction(3, 4))}
    members = {
        value: _network(problem, HALF, Fraction(low), Fraction(high))
        for value, (low, high) in values.items()
    }
    silent = _network(problem, Fraction(0), Fraction(0), Fraction(1))
    stranger = [
        _network(problem, Fraction(1, 8), *ends)
        for ends in ((0 * HALF, 2 * HALF), (2 * HALF, 0 * HALF))
    ]
    for order in permutations([silent, *stranger, *members.values()]):
        best = _Tried(problem, list(order)).best([], least)
        assert best is members[min(values) if least else max(values)]
    assert _Tried(problem, [silent, *stranger]).best([], least) is None
