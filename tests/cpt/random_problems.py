"""Random problems about tables: a graph, a network on it, some of its numbers, and a query.

The network is kept: it has the numbers, so that whatever is said about all networks is said about it.
Values are taken by definition, from a list of all worlds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

from symcause.families.cpt.files.network_tables import nested
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.probability_keys import read_key
from symcause.models.exact_numbers import round_to

KINDS = ("marginal", "correlation", "ate", "ett", "nde", "nie", "collider_bias")

Tables = Mapping[str, Sequence[Fraction]]
World = tuple[int, ...]


@dataclass(frozen=True)
class Drawn:
    """A document, and the tables that its numbers were taken from."""

    document: dict[str, Any]
    names: tuple[str, ...]
    parents: Mapping[str, list[str]]
    tables: Tables

    def effect(self) -> Fraction:
        """P(Y | do X = 1) − P(Y | do X = 0)."""
        query = self.document["query"]
        x, y = query["treatment"], query["outcome"]
        ends = []
        for value in (0, 1):
            worlds = weights(self.names, self.parents, self.tables, {x: value})
            ends.append(mass(self.names, worlds, ((y, 1),)))
        return ends[1] - ends[0]


def weights(
    names: Sequence[str],
    parents: Mapping[str, list[str]],
    tables: Tables,
    forced: Mapping[str, int] | None = None,
) -> dict[World, Fraction]:
    """The probability of every world, where some variables may be forced."""
    found = {}
    for values in product((0, 1), repeat=len(names)):
        world, weight = dict(zip(names, values, strict=True)), Fraction(1)
        for name in names:
            if forced and name in forced:
                weight *= world[name] == forced[name]
                continue
            row = int("0" + "".join(str(world[p]) for p in parents[name]), 2)
            one = tables[name][row]
            weight *= one if world[name] else 1 - one
        found[values] = weight
    return found


def mass(
    names: Sequence[str], worlds: Mapping[World, Fraction], event: Sequence[tuple[str, int]]
) -> Fraction:
    """The probability of an event."""
    places = [(names.index(name), value) for name, value in event]
    hits = (w for world, w in worlds.items() if all(world[i] == v for i, v in places))
    return sum(hits, Fraction(0))


def tables_of(network: Network) -> tuple[dict[str, list[str]], dict[str, list[Fraction]]]:
    """The parents and the entries of a network of the package whose variables are binary."""
    dag = network.dag
    parents = {name: [dag.nodes[p] for p in network.parents[i]] for i, name in enumerate(dag.nodes)}
    return parents, {n: [row[1] for row in network.rows[i]] for i, n in enumerate(dag.nodes)}


def has_numbers(document: Mapping[str, Any], network: Network) -> bool:
    """Does a network have all numbers of a document, within half of their rounding?"""
    names = network.dag.nodes
    worlds = weights(names, *tables_of(network))
    half = Fraction(document["rounding"]) / 2
    for text, numbers in document["given"].items():
        key = read_key(text)
        for term, number in zip(key.terms, _flat(numbers), strict=True):
            below = mass(names, worlds, term.given)
            if not below:
                return False
            value = mass(names, worlds, (*term.given, *term.event)) / below
            if abs(value - Fraction(number)) > half:
                return False
    return True


def _flat(value: Any) -> list[str]:
    return [x for part in value for x in _flat(part)] if isinstance(value, list) else [value]


def random_problem(rng: Random, kinds: Sequence[str] = KINDS, *, wide: bool = False) -> Drawn:
    """A problem of three or four variables; some entries of its tables are 0 or 1.

    If *wide*, names sort differently as texts and by their numbers, and some parents change nothing.
    """
    names = tuple(f"V{i}" for i in range(rng.choice((3, 3, 4))))
    if wide:
        names = tuple(rng.sample(["V10", "V2", "V9", "V1"], len(names)))
    arrows = [pair for pair in combinations(rng.sample(names, len(names)), 2) if rng.random() < 0.5]
    parents = {name: [a for a, b in arrows if b == name] for name in names}

    def entry() -> Fraction:
        if rng.random() < 0.08:
            return Fraction(rng.randrange(2))
        return Fraction(rng.randrange(1, 100), 100)

    tables = {name: [entry() for _ in range(2 ** len(parents[name]))] for name in names}
    if wide:
        idle = rng.choice(names)
        tables[idle] = tables[idle][:1] * len(tables[idle])
    worlds = weights(names, parents, tables)
    x, y = rng.sample(names, 2)
    unit, given = rng.choice(("0", "0.01", "0.1")), dict[str, object]()
    for _ in range(rng.choice((1, 2, 2, 3, 3))):
        v = rng.choice((x, y, *names))
        conditions = rng.sample([a for a in names if a != v], rng.choice((0, 0, 1, 1, 2)))
        text = f"P({v}{'|' if conditions else ''}{','.join(conditions)})"
        if conditions and rng.random() < 0.15:
            text = f"P({v}={rng.randrange(2)},{conditions[0]}={rng.randrange(2)})"
        key = read_key(text)
        shown = []
        for term in key.terms:
            below = mass(names, worlds, term.given)
            if below:
                value = mass(names, worlds, (*term.given, *term.event)) / below
                shown.append(str(round_to(value, Fraction(unit)) if Fraction(unit) else value))
        if len(shown) == len(key.terms):
            given[text] = nested(shown, [2] * (len(key.given) if key.values is None else 0))
    document = {
        "format": "symcause.cpt/1",
        "id": "random",
        "variables": list(names),
        "edges": [list(arrow) for arrow in arrows],
        "given": given,
        "rounding": unit,
        "query": {"type": rng.choice(kinds), "treatment": x, "outcome": y},
        "threshold": rng.choice((None, "0.005")),
    }
    return Drawn(document, names, parents, tables)
