"""Published cases for the ShapeWorld generator: the core set and the advanced set.

The core set is four worlds of two or three shapes, every closed start, every ordered pair: 84 cases.
The advanced set is 50 random worlds for each size from 4 to 7, all shapes moving, six questions each.
Its released generator draws an edge for each pair i < j with probability one half; if shape 0 does not
reach all others, the complement of the edges is taken, unchecked. Questions are drawn among pairs with
i < j only and shapes are listed in that order, so a cause is always listed before its effects, and most
answers are yes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

from symcause.families.shapeworld.models.causal_relations import Relation, closure
from symcause.families.shapeworld.models.dynamics import closed_states
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.models.dags import DAG

NAMES = (
    *("circle", "square", "triangle", "star", "hexagon", "pentagon", "octagon", "ellipse"),
    *("rectangle", "diamond", "cross", "heart", "arrow", "crescent", "ring", "trapezoid"),
)
"""What generated shapes are called."""

CORE: dict[str, tuple[tuple[str, str], ...]] = {
    "direct": (("A", "B"),),
    "mediation": (("A", "B"), ("B", "C")),
    "confounder": (("B", "A"), ("B", "C")),
    "confounder-with-link": (("B", "A"), ("B", "C"), ("A", "C")),
}
"""The four worlds of the core set; the published tables pool the last two as ``confounder``."""


def names(count: int) -> tuple[str, ...]:
    """This many names of shapes; beyond the fixed list they are numbered."""
    return NAMES[:count] + tuple(f"shape{i}" for i in range(len(NAMES), count))


def core_cases() -> Iterator[ShapeWorldProblem]:
    """The 84 cases of the core set, with plain names."""
    for structure, edges in CORE.items():
        letters = sorted({name for edge in edges for name in edge})
        called = dict(zip(letters, names(len(letters)), strict=True))
        world = DAG.of([(called[a], called[b]) for a, b in edges], nodes=called.values())
        shapes = world.nodes
        for start in closed_states(Relation.of_dag(world).effects):
            moving = tuple(name for i, name in enumerate(shapes) if start >> i & 1)
            for cause, effect in permutations(shapes, 2):
                yield ShapeWorldProblem(
                    id=f"{structure}-{start}-{cause}-{effect}",
                    shapes=shapes,
                    cause=cause,
                    effect=effect,
                    initial=moving,
                    gold=world,
                    protocol=True,
                    metadata={"structure": structure.partition("-")[0]},
                )


def released_edges(size: int, rng: Random) -> tuple[int, ...]:
    """The children of a random world as the released generator makes it."""
    children = [0] * size
    for i in range(size):
        for j in range(i + 1, size):
            children[i] |= (rng.random() < 0.5) << j
    if closure(children)[0] | 1 == (1 << size) - 1:
        return tuple(children)
    return tuple(~below & ((1 << size) - 1) & ~((2 << i) - 1) for i, below in enumerate(children))


def connected_edges(size: int, rng: Random) -> tuple[int, ...]:
    """The children of a random world in which shape 0 causes all others, by drawing again."""
    while True:
        children = [0] * size
        for i in range(size):
            for j in range(i + 1, size):
                children[i] |= rng.getrandbits(1) << j
        if closure(children)[0] | 1 == (1 << size) - 1:
            return tuple(children)


def any_edges(size: int, rng: Random) -> tuple[int, ...]:
    """The children of a random world, sparse or dense."""
    share = rng.choice((1, 2, 3))
    children = [0] * size
    for i in range(size):
        for j in range(i + 1, size):
            children[i] |= (rng.randrange(4) < share) << j
    return tuple(children)
