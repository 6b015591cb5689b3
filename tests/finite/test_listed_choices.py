"""The list of members in the verifier: every choice of parents that closes no circle, once."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from types import SimpleNamespace
from typing import Any

import networkx
import pytest

from symcause.families.finite.verifier.member_list import _choices
from symcause.kernel.work import Work
from tests.amounts import amount

NAMES = ("A", "B", "C", "D")


def _is_acyclic(choice: dict[str, tuple[str, ...]]) -> bool:
    edges = [(cause, name) for name, parents in choice.items() for cause in parents]
    return bool(networkx.is_directed_acyclic_graph(networkx.DiGraph(edges)))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_choices_are_all_that_close_no_circle(size: int) -> None:
    rng, names = Random(f"choices {size}"), NAMES[:size]
    question: Any = SimpleNamespace(work=Work())
    ended = 0
    for _ in range(amount(60, 2_000)):
        known: dict[str, Any] = {}
        for name in names:
            rest = [other for other in (*names, "R") if other != name]
            sets = [s for n in range(len(rest) + 1) for s in combinations(rest, n)]
            known[name] = {s: [] for s in rng.sample(sets, rng.randint(1, min(4, len(sets))))}
        every = [dict(zip(names, sets, strict=True)) for sets in product(*known.values())]
        expected = [choice for choice in every if _is_acyclic(choice)]
        assert list(_choices(question, names, known)) == expected
        ended += 0 < len(expected) < len(every)
    assert ended > 10 or size == 1
