"""Linear programmes from any given numbers: against closed forms, networks at random, other derivations."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.probability_keys import read_key
from symcause.families.cpt.models.query_values import query_value
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.network_space import NetworkSpace
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.programme.linear_range import linear_range
from symcause.families.cpt.space.query_range import NoMember, QueryRange
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from symcause.models.exact_numbers import round_to
from tests.amounts import amount
from tests.cpt.cases import KINDS, drawn, edges, given_problem, numbers_of

INSTRUMENT = ("P(Y=1,X=0|V2=0)", "P(Y=1,X=1|V2=0)", "P(Y=1,X=0|V2=1)", "P(Y=1,X=1|V2=1)", "P(X|V2)")

LINEAR: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = {
    ("confounding", "ate"): (
        ("P(X)", "P(Y|X)"),
        ("P(Y|X)",),
        ("P(Y)",),
        ("P(V1)", "P(X|V1)", "P(Y|X)"),
        ("P(X=1)", "P(Y=1,X=1)"),
    ),
    ("confounding", "ett"): (("P(X)", "P(Y|X)"), ("P(V1)", "P(X|V1)", "P(Y|X)")),
    ("confounding", "marginal"): (("P(X)", "P(Y|X)", "P(V1)"), ("P(V1)", "P(Y|V1)", "P(X)")),
    ("IV", "ate"): (INSTRUMENT, ("P(X)", "P(Y|X)"), ("P(Y|V2)",)),
    ("IV", "ett"): ((*INSTRUMENT, "P(V2)"),),
    ("mediation", "nde"): (("P(Y|X)",), ("P(X)", "P(V2|X)", "P(Y|X)")),
    ("mediation", "nie"): (("P(V2|X)", "P(Y|X)", "P(X)"),),
    ("frontdoor", "ate"): (("P(X)", "P(Y|X)"), ("P(X)", "P(V3|X)", "P(Y|X)")),
    ("frontdoor", "nie"): (("P(X)", "P(Y|X)"),),
    ("chain", "ate"): (("P(Y|V2)", "P(V2|X)"), ("P(V2|X)", "P(Y)", "P(X)")),
    ("arrowhead", "nde"): (("P(Y|X,V3)", "P(V3|X,V2)", "P(V2)", "P(X)"), ("P(Y|X)",)),
    ("arrowhead", "ate"): (("P(Y)", "P(X)"),),
    ("diamond", "nie"): (("P(V2|X)", "P(V3|X)", "P(Y|X)"),),
    ("collision", "correlation"): (("P(X)", "P(V3|X)"),),
    ("diamondcut", "ate"): (("P(X)", "P(Y|X)"),),
}
"""Numbers from which no derivation of its own is known for the query, or more than one needs."""

CASES = [(graph, kind, keys) for (graph, kind), each in LINEAR.items() for keys in each]


def with_types(rng: Random, graph: str, hidden: str, size: int) -> Network:
    """A network whose hidden root has several values."""
    dag = DAG.of([(a, b) for a, b in edges(graph)])
    sizes = tuple(size if name == hidden else 2 for name in dag.nodes)
    rows = []
    for i, count in enumerate(sizes):
        table = []
        for _ in product(*(range(sizes[p]) for p in bits(dag.parents[i]))):
            shares = [rng.choice((0, 1, 1, 2, 3, 9)) for _ in range(count)]
            shares[rng.randrange(count)] += 1
            table.append(tuple(Fraction(s, sum(shares)) for s in shares))
        rows.append(tuple(table))
    return Network(dag, sizes, tuple(rows))


def of_network(
    network: Network, graph: str, kind: str, keys: tuple[str, ...], unit: str, **more: Any
) -> CptProblem | None:
    """The problem of the numbers that a network has."""
    given: dict[str, object] = {}
    for text in keys:
        found = []
        for term in read_key(text).terms:
            number = network.probability(dict(term.event), dict(term.given))
            if number is None:
                return None
            found.append(str(round_to(number, Fraction(unit)) if unit != "0" else number))
        if len(found) == 4:
            given[text] = [found[:2], found[2:]]
        else:
            given[text] = found if len(found) == 2 else found[0]
    return given_problem(graph, kind, given, unit, **more)


@pytest.mark.parametrize(("graph", "kind", "keys"), CASES)
def test_no_network_lies_outside(graph: str, kind: str, keys: tuple[str, ...]) -> None:
    """Numbers of a network at random, with a hidden cause of up to four values where there is one."""
    rng, exact, seen = Random(f"{graph}-{kind}-{keys}"), 0, 0
    hidden = "V1" if graph in ("confounding", "IV", "frontdoor") and "P(V1)" not in keys else ""
    for turn in range(amount(8, 1_000)):
        unit = "0" if turn % 2 else "0.01"
        size = rng.choice((2, 3, 4)) if hidden else 2
        network = with_types(rng, graph, hidden, size) if hidden else drawn(rng, graph)
        more = {"unobserved": [hidden]} if size > 2 else {}
        problem = of_network(network, graph, kind, keys, unit, threshold="0.005", **more)
        space = None if problem is None else NetworkSpace(problem)
        if space is None or space.member(network) is None:
            continue
        value, found = query_value(network, space.problem.query), space.query_range
        if found is None:
            continue
        assert isinstance(found, QueryRange), space.judgement
        assert found.low <= value <= found.high
        assert value != found.low or found.attained[0]
        assert value != found.high or found.attained[1]
        assert space.judgement.answer in ("open", "unknown", space.problem.rule.answer(value))
        seen, exact = seen + 1, exact + found.exact
        if found.exact:
            _check_ends(space, found)
    assert seen and exact


def _check_ends(space: NetworkSpace, found: QueryRange) -> None:
    """Attained ends have networks, and the others are approached."""
    for end, goal in enumerate((found.low, found.high)):
        near = Fraction(0) if found.attained[end] else Fraction(1, 2**30)
        member = space.member(found.approach(end, near))
        assert member is not None
        assert abs(member.value - goal) <= (0 if found.attained[end] else Fraction(1, 1000))


def test_a_confounded_effect_has_the_bounds_of_manski() -> None:
    """Without assumptions an effect lies in an interval of width 1 around what is seen."""
    rng = Random("manski")
    for _ in range(amount(20, 500)):
        p, a, b = (Fraction(rng.randrange(1, 100), 100) for _ in range(3))
        given = {"P(X)": str(p), "P(Y|X)": [str(a), str(b)]}
        for unobserved in ([], ["V1"]):
            problem = given_problem("confounding", "ate", given, unobserved=unobserved)
            found = NetworkSpace(problem).query_range
            assert isinstance(found, QueryRange) and found.exact and found.attained == (True, True)
            low = p * b - (1 - p) * a - p
            assert (found.low, found.high) == (low, low + 1)


def balke_pearl(p: dict[tuple[int, int, int], Fraction]) -> tuple[Fraction, Fraction]:
    """The bounds of an instrument from P(y, x | z), as Balke and Pearl (1997) print them."""

    def q(y: int, x: int, z: int) -> Fraction:
        return p[y, x, z]

    low = max(
        q(1, 1, 1) + q(0, 0, 0) - 1,
        q(1, 1, 0) + q(0, 0, 1) - 1,
        q(1, 1, 0) - q(1, 1, 1) - q(1, 0, 1) - q(0, 1, 0) - q(1, 0, 0),
        q(1, 1, 1) - q(1, 1, 0) - q(1, 0, 0) - q(0, 1, 1) - q(1, 0, 1),
        -q(0, 1, 1) - q(1, 0, 1),
        -q(0, 1, 0) - q(1, 0, 0),
        q(0, 0, 1) - q(0, 1, 1) - q(1, 0, 1) - q(0, 1, 0) - q(0, 0, 0),
        q(0, 0, 0) - q(0, 1, 0) - q(1, 0, 0) - q(0, 1, 1) - q(0, 0, 1),
    )
    high = min(
        1 - q(0, 1, 1) - q(1, 0, 0),
        1 - q(0, 1, 0) - q(1, 0, 1),
        -q(0, 1, 0) + q(0, 1, 1) + q(0, 0, 1) + q(1, 1, 0) + q(0, 0, 0),
        -q(0, 1, 1) + q(1, 1, 1) + q(0, 0, 1) + q(0, 1, 0) + q(0, 0, 0),
        q(1, 1, 1) + q(0, 0, 1),
        q(1, 1, 0) + q(0, 0, 0),
        -q(1, 0, 1) + q(1, 1, 1) + q(0, 0, 1) + q(1, 1, 0) + q(1, 0, 0),
        -q(1, 0, 0) + q(1, 1, 0) + q(0, 0, 0) + q(1, 1, 1) + q(1, 0, 1),
    )
    return low, high


def test_an_instrument_has_the_bounds_of_balke_and_pearl() -> None:
    rng, seen = Random("balke"), 0
    for _ in range(amount(25, 1_000)):
        network = with_types(rng, "IV", "V1", 4)
        problem = of_network(network, "IV", "ate", INSTRUMENT, "0", unobserved=["V1"])
        if problem is None:
            continue
        p = {
            (y, x, z): network.probability({"Y": y, "X": x}, {"V2": z}) or Fraction(0)
            for y, x, z in product((0, 1), repeat=3)
        }
        found = NetworkSpace(problem).query_range
        assert isinstance(found, QueryRange) and found.exact
        assert (found.low, found.high) == balke_pearl(p)
        seen += 1
    assert seen > 10


@pytest.mark.parametrize(("graph", "kind"), KINDS)
def test_programmes_agree_with_other_derivations(graph: str, kind: str) -> None:
    """Where a derivation of its own has the range, a programme has the same, or bounds around it."""
    rng, compared = Random(f"both-{graph}-{kind}"), 0
    for turn in range(amount(4, 100)):
        unit = "0" if turn % 2 else "0.01"
        given = numbers_of(drawn(rng, graph), KINDS[graph, kind], Fraction(unit))
        if given is None:
            continue
        problem = given_problem(graph, kind, given, unit)
        one, other = NetworkSpace(problem).query_range, linear_range(problem, NumberBoxes(problem))
        if not isinstance(one, QueryRange) or other is None or not one.exact:
            continue
        assert isinstance(other, QueryRange)
        assert other.low <= one.low and one.high <= other.high
        if other.exact:
            assert (other.low, other.high) == (one.low, one.high)
            assert other.attained == one.attained
        compared += 1
    assert compared or kind in ("exp_away", "correlation", "nde", "nie", "ett")


CONTRADICTIONS: list[tuple[str, str, dict[str, object]]] = [
    ("confounding", "ate", {"P(X)": "0.4", "P(Y|X)": ["0.2", "0.8"], "P(Y)": "0.9"}),
    ("chain", "ate", {"P(V2|X)": ["0.5", "0.5"], "P(Y|X)": ["0.2", "0.8"], "P(X)": "0.3"}),
    ("confounding", "ate", {"P(X=1)": "0.3", "P(Y=1,X=1)": "0.4"}),
    ("confounding", "ett", {"P(Y=1,X=1)": "0", "P(Y=0,X=1)": "0", "P(Y=1|X=1)": "0.5"}),
]


@pytest.mark.parametrize(("graph", "kind", "given"), CONTRADICTIONS)
def test_numbers_that_contradict_each_other(
    graph: str, kind: str, given: dict[str, object]
) -> None:
    problem = given_problem(graph, kind, given)
    assert isinstance(NetworkSpace(problem).query_range, NoMember)


def test_what_is_not_linear_is_unknown() -> None:
    """Two tables that only meet in a product, and a query of two conditions."""
    for graph, kind, given in (
        ("confounding", "ate", {"P(V1)": "0.3", "P(Y|X)": ["0.2", "0.8"]}),
        ("collision", "exp_away", {"P(X)": "0.3", "P(Y)": "0.4"}),
        ("chain", "ate", {"P(Y|V2)": ["0.4", "0.6"], "P(Y|X)": ["0.45", "0.55"], "P(V2)": "0.5"}),
    ):
        found = NetworkSpace(given_problem(graph, kind, given)).judgement
        assert found.answer in ("unknown", "open"), (graph, kind, found)


def test_an_assumption_is_not_passed_over() -> None:
    given = {"P(X)": "0.4", "P(Y|X)": ["0.2", "0.8"]}
    problem = given_problem("IV", "ate", given, unobserved=["V1"], assume=["homogeneous"])
    assert NetworkSpace(problem).judgement.answer == "unknown"
