"""Spaces of worlds against all graphs, on transcripts of the shapes that users have."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace
from symcause.families.shapeworld.space.transcript_history import walk
from tests.shapeworld import second_steps as second
from tests.shapeworld.start_cases import random_log, read

SHAPES = ("no step", "one step", "equal steps", "nothing moves", "names by number")


def shaped(shape: str, rng: Random) -> dict[str, Any]:
    """The log of a world."""
    document = random_log(rng, rng.choice((2, 3)), disturbed=0.05)
    steps = document["transcript"]
    match shape:
        case "no step":
            return {**document, "transcript": []}
        case "one step":
            return {**document, "transcript": steps[:1]}
        case "equal steps":
            return {**document, "transcript": steps[:1] * 3}
        case "nothing moves":
            still = [{**step, "action": "hold", "moving": []} for step in steps]
            return {**document, "initial": [], "transcript": still}
        case _:
            new = dict(zip(document["shapes"], rng.sample(["s10", "s2", "s9"], 3), strict=False))
            return _renamed(document, new)


def _renamed(value: Any, new: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(part, new) for key, part in value.items()}
    if isinstance(value, list):
        return [_renamed(part, new) for part in value]
    return new.get(value, value) if isinstance(value, str) else value


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("shape", SHAPES)
def test_spaces_of_every_shape_are_those_of_all_graphs(shape: str, seed: int) -> None:
    rng = Random(f"{shape} {seed}")
    document, scope = shaped(shape, rng), rng.choice((WorldClass.ALL, WorldClass.ROOTED))
    problem, members = read(document), second.members(document, "any", scope)
    space, size = StepsSpace(problem, Scope(scope)), len(document["shapes"])
    assert space.graphs() == len(members)
    paths = {tuple(second.reached(graph, x) for x in range(size)) for graph in members}
    assert space.count() == len(paths)
    for (x, y), status in (space.statuses() or {}).items():
        having = [y in below[x] for below in paths]
        told = "always" if all(having) else "open" if any(having) else "never"
        assert str(status) == told
    history = walk(problem, scope, start=Start.ANY)
    assert str(history.verdict) == second.verdict(document, members)
