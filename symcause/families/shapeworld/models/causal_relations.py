"""Causal relations between shapes: the ShapeWorld models, as strict partial orders.

A world is a DAG; all that an agent can ever see of it is the relation ``x < y``, "a directed path leads
from x to y". So *same model* means same relation here, and one relation stands for several DAGs: the
edges that are *covers* (nothing lies between) must be there, every other pair of the relation may be an
edge or not.

Bit y of ``effects[x]`` says x < y.

>>> chain = Relation.of(("circle", "square", "star"), [("circle", "square"), ("square", "star")])
>>> chain.pairs
(('circle', 'square'), ('circle', 'star'), ('square', 'star'))
>>> chain.covers, chain.graphs
((('circle', 'square'), ('square', 'star')), 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from symcause.errors import ProblemError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from symcause.models.notebook_hook import Shown

Effects = tuple[int, ...]
"""A relation over numbered shapes: bit y of ``effects[x]`` says x < y."""

Pair = tuple[str, str]


@dataclass(frozen=True, repr=False)
class Relation(Shown):
    """A strict partial order on named shapes; the constructor checks that it is one."""

    brief = ("shapes", "pairs")

    shapes: tuple[str, ...]
    effects: Effects

    def __post_init__(self) -> None:
        if len(self.effects) != len(self.shapes):
            raise ProblemError("a relation has one set of effects for every shape")
        if closure(self.effects) != self.effects:
            raise ProblemError("the relation is not transitive", remedy="build it with Relation.of")
        for x, below in enumerate(self.effects):
            if below >> x & 1:
                raise ProblemError("a shape causes itself", value=self.shapes[x])

    @classmethod
    def of(cls, shapes: tuple[str, ...], pairs: Iterable[Pair]) -> Relation:
        """The relation that follows from these pairs; a cycle is an error that names it."""
        return cls.of_dag(DAG.of(pairs, nodes=shapes))

    @classmethod
    def of_dag(cls, dag: DAG) -> Relation:
        """What can be seen of a world: its edges, closed under transitivity."""
        return cls(dag.nodes, closure(dag.children))

    @cached_property
    def causes(self) -> Effects:
        """Bit x of ``causes[y]`` says x < y."""
        return transposed(self.effects)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All (cause, effect), in the order of the shapes."""
        return self._named(self.effects)

    @property
    def covers(self) -> tuple[Pair, ...]:
        """The pairs with nothing between them: the edges that every DAG of the relation has."""
        return self._named(covers(self.effects))

    @property
    def graphs(self) -> int:
        """How many DAGs have this relation."""
        return 1 << between(self.effects)

    @property
    def dag(self) -> DAG:
        """The DAG with the fewest edges."""
        return DAG.of_children(self.shapes, covers(self.effects))

    def holds(self, cause: str, effect: str) -> bool:
        """Is *cause* < *effect*?"""
        at = self.shapes.index
        return bool(self.effects[at(cause)] >> at(effect) & 1)

    def changed(self, other: Relation) -> tuple[Pair, ...]:
        """The pairs in exactly one of the two."""
        return self._named([a ^ b for a, b in zip(self.effects, other.effects, strict=True)])

    def _named(self, masks: Sequence[int]) -> tuple[Pair, ...]:
        names = self.shapes
        return tuple((names[x], names[y]) for x, mask in enumerate(masks) for y in bits(mask))

    def __str__(self) -> str:
        return ", ".join(f"{x} < {y}" for x, y in self.covers) or "no shape causes another"


def closure(children: Sequence[int]) -> Effects:
    """The transitive closure (Warshall): what each shape reaches."""
    reached = list(children)
    for middle in range(len(reached)):
        below = reached[middle]
        for x, mask in enumerate(reached):
            if mask >> middle & 1:
                reached[x] = mask | below
    return tuple(reached)


def transposed(effects: Sequence[int]) -> Effects:
    """The same relation read backwards."""
    masks = [0] * len(effects)
    for x, below in enumerate(effects):
        for y in bits(below):
            masks[y] |= 1 << x
    return tuple(masks)


def covers(effects: Sequence[int]) -> Effects:
    """The pairs of a relation with nothing between them."""
    direct = []
    for below in effects:
        indirect = 0
        for y in bits(below):
            indirect |= effects[y]
        direct.append(below & ~indirect)
    return tuple(direct)


def between(effects: Sequence[int]) -> int:
    """How many pairs of a relation are no covers: each may be an edge or not."""
    direct = covers(effects)
    return sum(mask.bit_count() for mask in effects) - sum(mask.bit_count() for mask in direct)


def relations(size: int) -> Iterator[Effects]:
    """Every relation on *size* numbered shapes, by brute extension; meant for small sizes and tests.

    The last shape gets a set of causes that is closed upwards and a set of effects closed downwards, such
    that every cause of it causes every effect of it. Each relation arises once.
    """
    if size == 0:
        yield ()
        return
    new = size - 1
    for smaller in relations(new):
        above = transposed(smaller)
        for causes in range(1 << new):
            if any(above[x] & ~causes for x in bits(causes)):
                continue
            common = (1 << new) - 1 & ~causes
            for x in bits(causes):
                common &= smaller[x]
            for effects in submasks(common):
                if not any(smaller[y] & ~effects for y in bits(effects)):
                    yield (
                        *(mask | (causes >> x & 1) << new for x, mask in enumerate(smaller)),
                        effects,
                    )


def submasks(mask: int) -> Iterator[int]:
    """Every subset of a bit set, the empty one first."""
    sub = 0
    while True:
        yield sub
        if sub == mask:
            return
        sub = (sub - mask) & mask
