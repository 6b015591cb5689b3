"""The query replay of the verifier: values by their definitions, and the word that a value stands for."""

from __future__ import annotations

import itertools
from fractions import Fraction

from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.verifier.network_replay import Replay, World
from symcause.kernel.nodes import Rejected

ONE = Fraction(1)


def replayed_value(problem: CptProblem, network: Replay) -> Fraction:
    """The value of the query in a network."""
    query = problem.query
    x, y, kind = query.treatment, query.outcome, query.type
    if kind == "marginal":
        return network.chance({y: 1}) - Fraction(1, 2)
    if kind == "correlation":
        return network.chance({y: 1}, {x: 1}) - network.chance({y: 1}, {x: 0})
    if kind == "exp_away":
        collider = query.collider
        assert collider is not None
        return network.chance({y: 1}, {x: 1, collider: 1}) - network.chance({y: 1}, {collider: 1})
    if kind in ("ate", "collider_bias"):
        return _seen(network, x, y, 1, {}) - _seen(network, x, y, 0, {})
    if kind == "ett":
        return network.chance({y: 1}, {x: 1}) - _untreated(network, x, y)
    if kind in ("nde", "nie"):
        own = 1 if kind == "nde" else 0
        sights = dict.fromkeys(_between(network, x, y), 1 - own)
        return _seen(network, x, y, own, sights) - _seen(network, x, y, 0, {})
    raise Rejected(f"a query without a value: {kind}")


def _seen(network: Replay, x: str, y: str, own: int, sights: dict[str, int]) -> Fraction:
    """E[Y] by the truncated product: X is *own*, and some variables see another value of it."""

    def weigh(world: World) -> Fraction:
        number = ONE
        for name in network.sizes:
            if name != x:
                number *= network.entry(
                    name, {**world, x: sights.get(name, own)} if name in sights else world
                )
        return number

    return network.total(lambda w: w[x] == own and w[y] == 1, weigh)


def _untreated(network: Replay, x: str, y: str) -> Fraction:
    """E[Y under X = 0] of the treated: over the parents of X, as its definition has it."""
    from itertools import product

    treated, number = network.chance({x: 1}), Fraction(0)
    above = network.parents[x]
    for values in product(*(range(network.sizes[p]) for p in above)):
        pa = dict(zip(above, values, strict=True))

        def inside(world: World, pa: dict[str, int] = pa) -> bool:
            return all(world[p] == v for p, v in pa.items())

        mass = network.total(inside)
        if not mass:
            continue
        share = network.chance({x: 1}, pa) * mass / treated

        def cut(world: World) -> Fraction:
            found = ONE
            for name in network.sizes:
                found *= ONE if name == x else network.entry(name, world)
            return found

        under = network.total(lambda w, inside=inside: inside(w) and w[x] == 0 and w[y] == 1, cut)  # type: ignore[misc]
        number += share * under / mass
    return number


def _between(network: Replay, x: str, y: str) -> list[str]:
    """The variables below X and above Y."""
    below = {x}
    while more := {n for n, parents in network.parents.items() if below & set(parents)} - below:
        below |= more
    above = {y}
    while more := {p for n in above for p in network.parents[n]} - above:
        above |= more
    return [name for name in network.sizes if name in below & above and name not in (x, y)]


def causes(problem: CptProblem, x: str, y: str) -> bool:
    """Is there a directed path from x to y?"""
    reached = {x}
    while more := {b for a, b in problem.dag.edges if a in reached} - reached:
        reached |= more
    return y in reached


def joined(problem: CptProblem, x: str, y: str) -> bool:
    """Do two variables descend from a common one?"""
    return any(causes(problem, name, x) and causes(problem, name, y) for name in problem.dag.nodes)


def replayed_answer(problem: CptProblem, value: Fraction) -> str:
    """The word for a value."""
    kind, asked, threshold = problem.query.type, 1 if problem.positive else -1, problem.threshold
    if kind == "collider_bias":
        return "yes" if bool(value) is problem.positive else "no"
    if value == 0:
        return "tie" if threshold is None else "no"
    if kind not in ("marginal", "exp_away") and threshold is not None and abs(value) < threshold:
        return "no"
    sign = (1 if value > 0 else -1) * asked * (-1 if kind == "ett" else 1)
    return "yes" if sign > 0 else "no"


def words_between(
    problem: CptProblem, low: Fraction, high: Fraction, ends: tuple[bool, bool]
) -> set[str]:
    """The words of all values between two; an end counts where it may be attained."""
    step = problem.threshold or Fraction(0)
    cuts = sorted({low, high} | {c for c in (-step, Fraction(0), step) if low < c < high})
    points = {c for c in cuts if low < c < high}
    points |= {(a + b) / 2 for a, b in itertools.pairwise(cuts)}
    points |= {low} if ends[0] else set()
    points |= {high} if ends[1] else set()
    return {replayed_answer(problem, point) for point in points}
