"""The Boolean version space against listing, on problems of the shapes that users have."""

from __future__ import annotations

import random
from typing import Any

import pytest

import symcause
from symcause.audits.question import ask
from tests.boolean.wide_cases import SHAPES, explaining


@pytest.mark.few(14)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("shape", SHAPES)
def test_spaces_of_every_shape_are_those_of_the_listing(shape: str, seed: int) -> None:
    problem, most = SHAPES[shape](random.Random(f"{shape} {seed}"))
    wanted = explaining(problem, most)
    bound: dict[str, Any] = {} if most is None else {"max_parents": most}
    space = symcause.space(problem, **bound)
    assert space.count() == len(wanted)
    if len(wanted) <= 500:
        assert set(space.members()) == wanted
    document: Any = ask("audit", problem, **bound)
    verdict = {0: "inconsistent", 1: "unique"}.get(len(wanted), "ambiguous")
    assert (str(document.verdict), document.count) == (verdict, len(wanted))
    for edge, status in (document.edges or {}).items() if wanted else ():
        cause, effect = edge.split("->")
        having = [effect in m.functions and cause in m.functions[effect].parents for m in wanted]
        told = "always" if all(having) else "open" if any(having) else "never"
        assert str(status) == told, edge
