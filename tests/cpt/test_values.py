"""Values against a second engine, which runs every unit in the worlds that a definition names."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.errors import SymcauseError
from symcause.families.cpt.models.back_doors import mediators
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import Query, query_value
from symcause.families.cpt.verifier.network_replay import Replay
from symcause.families.cpt.verifier.query_replay import replayed_value
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work
from tests.amounts import amount
from tests.cpt.cases import GRAPHS, drawn
from tests.cpt.second import counterfactual

SMALL = [
    name for name in GRAPHS if name != "arrowhead"
]  # 16 rows of Y: too many response functions


@pytest.mark.parametrize("graph", SMALL)
@pytest.mark.parametrize("kind", ["ate", "ett", "nde", "nie"])
def test_counterfactual_values(graph: str, kind: str) -> None:
    rng = Random(f"{graph}-{kind}")
    compared = 0
    for _ in range(amount(6, 60)):
        network = drawn(rng, graph, 10)
        between = mediators(network.dag, "X", "Y")
        if kind in ("nde", "nie") and not between:
            return
        query = Query(kind, "X", "Y")
        try:
            value = query_value(network, query)
        except SymcauseError:  # nobody is treated
            continue
        assert value == counterfactual(network, query, between)
        compared += 1
    assert compared


def replayed(network: Network, query: Query) -> Fraction:
    """The value by the verifier's own sums over worlds."""
    names = network.dag.nodes
    parents = {
        name: tuple(names[j] for j in of) for name, of in zip(names, network.parents, strict=True)
    }
    rows = {
        name: dict(zip(product((0, 1), repeat=len(parents[name])), own, strict=True))
        for name, own in zip(names, network.rows, strict=True)
    }
    problem: Any = SimpleNamespace(query=query)
    return replayed_value(problem, Replay(parents, dict.fromkeys(names, 2), rows, Work()))


@pytest.mark.parametrize("graph", ["confounding", "mediation", "diamondcut"])
@pytest.mark.parametrize("kind", ["ate", "ett", "nde", "nie"])
def test_the_verifier_replays_what_units_do(graph: str, kind: str) -> None:
    """Also where a root always or never has a value, so that some parents never have theirs."""
    rng, compared = Random(f"replay {graph}-{kind}"), 0
    query = Query(kind, "X", "Y")
    for number in range(amount(4, 60)):
        network = drawn(rng, graph, 10)
        if number % 2:  # the roots are 1 in all units
            sure = (Fraction(0), Fraction(1))
            rows = zip(network.parents, network.rows, strict=True)
            fixed = tuple(own if of else (sure,) for of, own in rows)
            network = replace(network, rows=fixed)
        between = mediators(network.dag, "X", "Y")
        if kind in ("nde", "nie") and not between:
            return
        try:
            value = replayed(network, query)
        except Rejected:  # nobody is treated
            continue
        assert value == counterfactual(network, query, between)
        compared += 1
    assert compared > 1
