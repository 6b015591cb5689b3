"""Named ShapeWorld cases, random transcripts, and a second implementation of the worlds for tests.

The oracle below follows the published rules on the edges of a DAG, shape by shape; the package works
with the relation alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

from symcause.families.shapeworld.models.causal_relations import Effects, Relation, closure
from symcause.families.shapeworld.models.dynamics import Action, after, closed_states
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.space.relation_lists import Coding

NAMES = ("circle", "square", "triangle", "star", "hexagon", "octagon", "ellipse", "cross")

exhaustive = pytest.mark.exhaustive


def shared(name: str) -> Path:
    """A file of the shared data, or a skipped test."""
    folder = os.environ.get("SYMCAUSE_DATA")
    if not folder:
        pytest.skip("SYMCAUSE_DATA is not set: no published data")
    return Path(folder) / "shapeworld" / name


def decoded_list(coding: Coding, codes: Iterable[int]) -> list[Effects]:
    """The relations of a list of numbers."""
    return [coding.decode(int(code)) for code in codes]


def dags(size: int) -> Iterator[tuple[int, ...]]:
    """The children of every DAG on *size* numbered shapes."""
    pairs = list(combinations(range(size), 2))
    for choice in product((None, 0, 1), repeat=len(pairs)):
        children = [0] * size
        for (x, y), way in zip(pairs, choice, strict=True):
            if way is not None:
                cause, effect = (x, y) if way == 0 else (y, x)
                children[cause] |= 1 << effect
        reached = closure(children)
        if not any(below >> x & 1 for x, below in enumerate(reached)):
            yield tuple(children)


def by_edges(children: tuple[int, ...], state: int, action: Action, shape: int) -> int:
    """The state after an action, by the published rules on edges."""
    size = len(children)
    moving = {x for x in range(size) if state >> x & 1}
    parents = {y: {x for x in range(size) if children[x] >> y & 1} for y in range(size)}
    if action is Action.MOVE:
        started = [shape]
        while started:
            x = started.pop()
            moving.add(x)
            started += [y for y in range(size) if children[x] >> y & 1 and y not in moving]
    elif shape in moving and not parents[shape] & moving:
        moving.discard(shape)
        below = {shape}
        changed = True
        while changed:
            changed = False
            for y in sorted(moving):
                if parents[y] & below and not parents[y] & moving:
                    moving.discard(y)
                    below.add(y)
                    changed = True
    return sum(1 << x for x in moving)


def random_world(size: int, rng: Random) -> Effects:
    """A relation: a random DAG with a random density, closed."""
    order = rng.sample(range(size), size)
    share = rng.random()
    children = [0] * size
    for i, x in enumerate(order):
        for y in order[i + 1 :]:
            children[x] |= (rng.random() < share) << y
    return closure(children)


def random_transcript(
    size: int, steps: int, rng: Random, effects: Effects | None = None
) -> ShapeWorldProblem:
    """A case with this many random steps of a world."""
    world = random_world(size, rng) if effects is None else effects
    shapes = NAMES[:size]
    state = rng.choice(closed_states(world))
    cause, effect = rng.sample(range(size), 2)
    case = ShapeWorldProblem(
        id=f"random-{size}-{steps}",
        shapes=shapes,
        cause=shapes[cause],
        effect=shapes[effect],
        gold=Relation(shapes, world).dag,
    )
    case = replace(case, initial=case.names(state))
    lines = []
    for _ in range(steps):
        action, shape = rng.choice(list(Action)), rng.randrange(size)
        state = after(world, state, action, shape)
        lines.append(Step(str(action), shapes[shape], case.names(state)))
    return replace(case, transcript=tuple(lines))


def case(
    shapes: str, cause: str, effect: str, moving: str, *steps: str, said: str | None = None
) -> ShapeWorldProblem:
    """A transcript in few words: steps are ``hold square: circle star`` (what moves then)."""
    lines = []
    for step in steps:
        done, _, then = step.partition(":")
        action, shape = done.split()
        lines.append(Step(action, shape, tuple(then.split())))
    return ShapeWorldProblem(
        "case",
        tuple(shapes.split()),
        cause,
        effect,
        tuple(moving.split()),
        tuple(lines),
        said,
    )


_FOUR = "octagon rectangle circle triangle"
_OTHER = "square hexagon star circle"
EXAMPLES = {
    "root-cause": case(
        *("circle square triangle", "square", "circle", "circle square triangle"),
        "hold square: circle square triangle",
        "hold triangle:",
        said="no",
    ),
    "correlation-1": case(
        *(_FOUR, "octagon", "triangle", _FOUR),
        f"hold octagon: {_FOUR}",
        f"hold rectangle: {_FOUR}",
        f"hold circle: {_FOUR}",
        "hold triangle:",
        said="yes",
    ),
    "correlation-2": case(
        *("circle square triangle", "circle", "triangle", "triangle"),
        "move circle: circle triangle",
        said="yes",
    ),
    "illusive": case(
        *("circle square triangle", "triangle", "circle", "circle square triangle"),
        "hold triangle:",
        said="no",
    ),
    "reverse-collider": case(
        *(_OTHER, "square", "hexagon", _OTHER),
        "hold square: hexagon star circle",
        said="no",
    ),
}
"""The five examples that the paper prints."""
