"""Values against a second engine, which runs every unit in the worlds that a definition names."""

from __future__ import annotations

from random import Random

import pytest

from symcause.errors import SymcauseError
from symcause.families.cpt.models.back_doors import mediators
from symcause.families.cpt.models.query_values import Query, query_value
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
