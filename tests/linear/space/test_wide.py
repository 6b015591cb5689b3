"""The linear version space against listing, on problems of the shapes that users have."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import symcause
from symcause.audits.question import ask
from tests.linear.wide_cases import SHAPES, explaining


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("shape", SHAPES)
def test_spaces_of_every_shape_are_those_of_the_listing(shape: str, seed: int) -> None:
    problem = SHAPES[shape](Random(f"{shape} {seed}"))
    wanted = explaining(problem)
    space = symcause.space(problem)
    assert space.count() == len(wanted)
    if len(wanted) <= 300:
        found = [frozenset(member.edges) for member in space.members()]
        assert len(found) == len(set(found)) and set(found) == wanted
    document: Any = ask("audit", problem)
    verdict = {0: "inconsistent", 1: "unique"}.get(len(wanted), "ambiguous")
    assert (str(document.verdict), document.count) == (verdict, len(wanted))
    for (cause, effect), status in space.edges().items() if wanted else ():
        having = [(cause, effect) in graph for graph in wanted]
        told = "always" if all(having) else "open" if any(having) else "never"
        assert str(status) == told, (cause, effect)
