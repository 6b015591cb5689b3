"""The network replay of the verifier: tables are read strictly, and sums are taken world by world."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import prod

from symcause.families.cpt.problem.problem import CptProblem
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.work import Work

_NUMBER = re.compile(r"-?[0-9]{1,4000}(?:\.[0-9]{1,4000}|/[0-9]{1,4000})?")
_MOST_VALUES = 64  # values: of a variable, or of its parents

World = dict[str, int]


def read_fraction(node: Node) -> Fraction:
    """An exact number, given as a text."""
    text = node.text(8_100)
    if not _NUMBER.fullmatch(text):
        raise node.fail("not an exact number")
    top, _, bottom = text.partition("/")
    if bottom and int(bottom) == 0:
        raise node.fail("a fraction with denominator zero")
    return Fraction(int(top), int(bottom)) if bottom else Fraction(top)


class Replay:
    """A network whose probabilities are summed over all worlds."""

    def __init__(
        self,
        parents: Mapping[str, tuple[str, ...]],
        sizes: Mapping[str, int],
        rows: Mapping[str, Mapping[tuple[int, ...], tuple[Fraction, ...]]],
        work: Work,
    ) -> None:
        self.parents, self.sizes, self.rows, self.work = parents, sizes, rows, work
        worlds = prod(sizes.values())
        work.spend(60 * worlds * len(parents), "the sums over worlds")

    def entry(self, name: str, world: Mapping[str, int]) -> Fraction:
        """P(name = its value | its parents) in a world."""
        key = tuple(world[parent] for parent in self.parents[name])
        return self.rows[name][key][world[name]]

    def total(
        self, counts: Callable[[World], bool], weigh: Callable[[World], Fraction] | None = None
    ) -> Fraction:
        """The weight of all worlds that count; the probability, unless they are weighed otherwise."""
        names = list(self.sizes)
        self.work.spend(60 * prod(self.sizes.values()) * len(names), "the sums over worlds")
        total = Fraction(0)
        for values in product(*(range(size) for size in self.sizes.values())):
            world = dict(zip(names, values, strict=True))
            if counts(world):
                total += self.joint(world) if weigh is None else weigh(world)
        return total

    def joint(self, world: World) -> Fraction:
        """The probability of a world."""
        return prod((self.entry(name, world) for name in self.sizes), start=Fraction(1))

    def chance(self, event: Mapping[str, int], given: Mapping[str, int] | None = None) -> Fraction:
        """P(event | given). Raises Rejected where the condition has no probability."""
        condition = dict(given or {})
        below = self.total(lambda w: _holds(w, condition)) if condition else Fraction(1)
        if not below:
            raise Rejected("a condition has probability 0 in a network", value=str(condition))
        return self.total(lambda w: _holds(w, condition) and _holds(w, event)) / below


def _holds(world: Mapping[str, int], event: Mapping[str, int]) -> bool:
    return all(world[name] == value for name, value in event.items())


def graph_parents(problem: CptProblem) -> dict[str, tuple[str, ...]]:
    """The parents of each variable, read off the arrows."""
    return {
        name: tuple(cause for cause in problem.dag.nodes if (cause, name) in set(problem.dag.edges))
        for name in problem.dag.nodes
    }


def own_network(problem: CptProblem, work: Work) -> Replay:
    """The network of the problem's own tables."""
    if problem.tables is None:
        raise Rejected("the problem has no tables")
    parents = graph_parents(problem)
    rows = {
        name: dict(
            zip(product((0, 1), repeat=len(parents[name])), problem.tables.rows[i], strict=True)
        )
        for i, name in enumerate(problem.dag.nodes)
    }
    return Replay(parents, dict.fromkeys(problem.dag.nodes, 2), rows, work)


def read_network(problem: CptProblem, node: Node, work: Work) -> Replay:
    """The network of a certificate, on the graph of the problem."""
    parents = graph_parents(problem)
    keys = {
        name: f"P({name}{'|' if parents[name] else ''}{','.join(parents[name])})"
        for name in parents
    }
    nodes = node.fields(*keys.values())
    sizes: dict[str, int] = {}
    rows: dict[str, dict[tuple[int, ...], tuple[Fraction, ...]]] = {}
    while len(sizes) < len(parents):
        ready = [n for n in parents if n not in sizes and all(p in sizes for p in parents[n])]
        for name in ready:
            leaves = _leaves(nodes[keys[name]], [sizes[p] for p in parents[name]])
            table = {key: _row(leaf) for key, leaf in leaves.items()}
            (size, *others) = {len(row) for row in table.values()}
            if others:
                raise nodes[keys[name]].fail("rows of different lengths")
            if size != 2 and name not in problem.unobserved:
                raise nodes[keys[name]].fail("only an unobserved variable has more than two values")
            sizes[name], rows[name] = size, table
    return Replay(parents, {name: sizes[name] for name in parents}, rows, work)


def _leaves(node: Node, sizes: list[int]) -> dict[tuple[int, ...], Node]:
    if not sizes:
        return {(): node}
    parts = node.items(_MOST_VALUES)
    if len(parts) != sizes[0]:
        raise node.fail(f"not a list of {sizes[0]}")
    return {
        (i, *key): leaf
        for i, part in enumerate(parts)
        for key, leaf in _leaves(part, sizes[1:]).items()
    }


def _row(node: Node) -> tuple[Fraction, ...]:
    if isinstance(node.value, list):
        row = tuple(read_fraction(part) for part in node.items(_MOST_VALUES))
    else:
        one = read_fraction(node)
        row = (1 - one, one)
    if len(row) < 2 or sum(row) != 1 or any(x < 0 for x in row):
        raise node.fail("not a distribution")
    return row


def check_member(problem: CptProblem, network: Replay) -> None:
    """Raise unless the network has every given number, within half of the rounding."""
    half = problem.rounding / 2
    for term, number in problem.terms():
        chance = network.chance(dict(term.event), dict(term.given))
        if abs(chance - number) > half:
            raise Rejected(f"a network does not have a given number: {term.text}")
