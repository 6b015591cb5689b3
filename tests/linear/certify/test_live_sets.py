"""Parent sets of the target that some graph without a circle has, wherever the target stands."""

from __future__ import annotations

from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import networkx
import pytest

from symcause.families.linear.verifier.proof_tables import ProvenTables
from symcause.kernel.work import Work
from tests.amounts import amount


def _is_acyclic(sets: tuple[int, ...]) -> bool:
    edges = [(u, v) for v, parents in enumerate(sets) for u in range(len(sets)) if parents >> u & 1]
    return bool(networkx.is_directed_acyclic_graph(networkx.DiGraph(edges)))


@pytest.mark.parametrize("target", range(4))
def test_live_sets_are_those_of_some_graph(target: int) -> None:
    rng, seen = Random(f"live {target}"), set[bool]()
    for _ in range(amount(60, 2_000)):
        names = tuple("WXYZ"[: rng.randint(target + 1, 4)])
        weights = []
        for v in range(len(names)):
            sets = [s for s in range(1 << len(names)) if not s >> v & 1]
            chosen = rng.sample(sets, min(len(sets), rng.randint(1, 4)))
            weights.append({s: rng.randint(1, 9) for s in chosen})
        problem: Any = SimpleNamespace(variables=names, target=names[target])
        tables = ProvenTables(problem, (), tuple(weights), None)
        graphs = [sets for sets in product(*weights) if _is_acyclic(sets)]
        expected = [s for s in weights[target] if any(sets[target] == s for sets in graphs)]
        assert tables.live(Work()) == expected
        seen.add(len(expected) == len(weights[target]))
    assert seen == {True, False}
