"""Ranges against networks at random: none lies outside, ends are reached, answers are those of members."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random

import pytest

from symcause.families.cpt.models.query_values import query_value
from symcause.families.cpt.space.arrowhead_range import Numbers, bound, over_box
from symcause.families.cpt.space.instrument_range import programme
from symcause.families.cpt.space.network_space import NetworkSpace
from symcause.families.cpt.space.polynomial_range import Polynomial
from symcause.families.cpt.space.query_range import QueryRange
from tests.amounts import amount
from tests.cpt.cases import KINDS, drawn, given_problem, numbers_of
from tests.cpt.second import vertex_ends

NEAR = Fraction(1, 2**30)


@pytest.mark.parametrize("unit", ["0", "0.01"])
@pytest.mark.parametrize(("graph", "kind"), KINDS)
def test_no_network_lies_outside(graph: str, kind: str, unit: str) -> None:
    """A network at random has numbers; the range that these leave holds its value, and its answer."""
    rng = Random(f"{graph}-{kind}-{unit}")
    compared = 0
    for _ in range(amount(24, 10_000)):
        network = drawn(rng, graph)
        given = numbers_of(network, KINDS[graph, kind], Fraction(unit))
        if given is None:
            continue
        positive = rng.random() < 0.5
        problem = given_problem(
            graph, kind, given, unit, asks="positive" if positive else "negative", threshold="0.005"
        )
        space = NetworkSpace(problem)
        if space.member(network) is None:  # a condition of the query has no probability
            continue
        value = query_value(network, problem.query)
        found = space.query_range
        assert isinstance(found, QueryRange), space.judgement
        assert found.low <= value <= found.high
        if value == found.low and found.exact:
            assert found.attained[0]
        if value == found.high and found.exact:
            assert found.attained[1]
        answer = space.judgement.answer
        assert answer in ("open", "unknown", problem.rule.answer(value))
        assert answer != "unknown" or not found.exact
        compared += 1
    assert compared > 10


@pytest.mark.parametrize(("graph", "kind"), KINDS)
def test_ends_are_reached(graph: str, kind: str) -> None:
    """An end that is attained has a network of its own; one that is not is approached."""
    rng = Random(f"ends-{graph}-{kind}")
    for unit in ("0", "0.01"):
        for _ in range(amount(8, 200)):
            network = drawn(rng, graph)
            given = numbers_of(network, KINDS[graph, kind], Fraction(unit))
            if given is None:
                continue
            space = NetworkSpace(given_problem(graph, kind, given, unit))
            found = space.query_range
            if not isinstance(found, QueryRange) or not found.exact:
                continue
            for end, goal in enumerate((found.low, found.high)):
                near = Fraction(0) if found.attained[end] else NEAR
                member = space.member(found.approach(end, near))
                assert member is not None
                if found.attained[end]:
                    assert member.value == goal
                else:
                    assert abs(member.value - goal) < Fraction(1, 1000) and member.value != goal


@pytest.mark.parametrize(("graph", "kind"), KINDS)
def test_values_between_the_ends_are_shown(graph: str, kind: str) -> None:
    """Where networks inside the range are made, they have the numbers, and the value that was wanted."""
    rng = Random(f"between-{graph}-{kind}")
    for unit in ("0", "0.01"):
        for _ in range(amount(4, 100)):
            given = numbers_of(drawn(rng, graph), KINDS[graph, kind], Fraction(unit))
            if given is None:
                continue
            space = NetworkSpace(given_problem(graph, kind, given, unit))
            found = space.query_range
            if (
                not isinstance(found, QueryRange)
                or found.between is None
                or found.low == found.high
            ):
                continue
            for part in (Fraction(1, 3), Fraction(7, 8)):
                goal = found.low + part * (found.high - found.low)
                member = space.member(found.between(goal))
                assert member is not None and member.value == goal


def test_multipliers_prove_no_more_than_the_worst_of_all_corners() -> None:
    """Where the bound of an arrowhead goes with P(Y | X, M) is known; all 512 corners agree with that."""
    rng = Random("corners")
    for _ in range(amount(3, 400)):
        ends = [sorted(Fraction(rng.randrange(101), 100) for _ in range(2)) for _ in range(9)]
        box = [(low, high) for low, high in ends]
        multipliers = [Fraction(rng.randrange(-30, 31), 10) for _ in range(2)]
        for own, sign in product((0, 1), (1, -1)):
            values = [
                bound(Numbers(point[0], point[1:5], point[5:]), own, multipliers, sign)
                for point in product(*box)
            ]
            worst = min(values) if sign > 0 else max(values)
            assert over_box(box, own, multipliers, sign) == worst


def test_an_instrument_against_all_vertices() -> None:
    rng = Random("instrument")
    for _ in range(amount(1, 60)):
        numbers = [Fraction(rng.randrange(1, 100), 100) for _ in range(4)]
        wanted = vertex_ends(numbers)
        ends = [programme([(x, x) for x in numbers], sign) for sign in (1, -1)]
        if wanted is None:
            assert ends == [None, None]
            continue
        assert tuple(end.value for end in ends if end is not None) == wanted


def test_an_instrument_with_room_holds_those_without() -> None:
    rng = Random("rounded instrument")
    half = Fraction(1, 200)
    for _ in range(amount(30, 400)):
        numbers = [Fraction(rng.randrange(2, 98), 100) for _ in range(4)]
        inner = [programme([(x, x) for x in numbers], sign) for sign in (1, -1)]
        outer = [programme([(x - half, x + half) for x in numbers], sign) for sign in (1, -1)]
        if inner[0] is None or inner[1] is None:
            continue
        assert outer[0] is not None and outer[1] is not None
        assert outer[0].value <= inner[0].value <= inner[1].value <= outer[1].value
        assert sum(outer[0].shares) == 1 and min(outer[0].shares) >= 0


def test_a_binary_confounder_is_open_only_by_binary_networks() -> None:
    given = {"P(Y|V2)": ["0.72", "0.83"], "P(X|V2)": ["0.63", "0.91"]}
    problem = given_problem("IV", "ate", given, unobserved=[])
    found = NetworkSpace(problem).judgement
    assert found.answer == "open" and found.range is not None and not found.range.exact
    assert all(set(member.network.sizes) == {2} for member in found.members)


def test_numbers_that_no_network_has() -> None:
    given = {"P(X)": "0.5", "P(Y|X)": ["0.2", "0.8"]}
    assert (
        NetworkSpace(given_problem("collision", "marginal", given)).judgement.answer
        == "inconsistent"
    )
    joint = {"P(X=1)": "0.2", "P(Y=1,X=0)": "0.1", "P(Y=1,X=1)": "0.5"}
    assert (
        NetworkSpace(given_problem("chain", "correlation", joint)).judgement.answer
        == "inconsistent"
    )
    apart = {"P(X)": "0.5", "P(Y|X,V3)": [["0.1", "0.2"], ["0.7", "0.9"]]}
    assert (
        NetworkSpace(given_problem("collision", "exp_away", apart)).judgement.answer
        == "inconsistent"
    )


def test_rows_of_a_collision_that_begin_alike_leave_one_value() -> None:
    """P(Y) may be anything above 1/5, and the shares of C = 1 keep their ratio."""
    given = {"P(X)": "1/2", "P(Y|X,V3)": [["1/5", "2/5"], ["1/5", "4/5"]]}
    found = NetworkSpace(given_problem("collision", "exp_away", given)).judgement
    assert found.answer == "yes" and found.range is not None and found.range.exact
    assert found.range.low == found.range.high == found.members[0].value == Fraction(3, 10)


def test_what_is_not_derived_is_unknown() -> None:
    problem = given_problem("confounding", "ate", {"P(V1)": "0.3", "P(Y|X)": ["0.2", "0.8"]})
    found = NetworkSpace(problem).judgement
    assert found.answer == "unknown" and found.reason


@pytest.mark.parametrize("seed", range(amount(30, 300)))
def test_values_at_corners_are_those_of_the_function(seed: int) -> None:
    """A random multilinear function of numbers, some of them exact: at every corner, one by one."""
    rng = Random(seed)
    size = rng.randrange(1, 6)
    factors = {
        places: Fraction(rng.randrange(-9, 10), rng.randrange(1, 5))
        for k in range(size + 1)
        for places in combinations(range(size), k)
    }

    def value(point: tuple[Fraction, ...]) -> Fraction:
        return sum((c * prod(point[i] for i in s) for s, c in factors.items()), Fraction(0))

    def box() -> tuple[Fraction, Fraction]:
        ends = sorted(Fraction(rng.randrange(0, 21), 20 + rng.randrange(5)) for _ in range(2))
        return (ends[0], ends[1]) if rng.random() < 0.7 else (ends[0], ends[0])

    boxes = tuple(box() for _ in range(size))
    found = Polynomial("", boxes, value, lambda point: None)
    values, over = found.at_corners()
    corners = list(product(*(dict.fromkeys(one) for one in boxes)))
    assert [Fraction(one, over) for one in values] == [value(point) for point in corners]
    span = found.range()
    assert span is not None and (span.low, span.high) == (
        min(map(value, corners)),
        max(map(value, corners)),
    )
