"""Query values: what each type of query comes to in one network, exactly.

Everything is a sum over worlds. *ett* and the natural effects let an arrow out of the treatment see another
value than the treatment has: noises are independent, so that is what their definitions come to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from symcause.errors import ProblemError
from symcause.families.cpt.models.back_doors import mediators
from symcause.families.cpt.models.network import Network

HALF = Fraction(1, 2)

TYPES = (
    *("marginal", "correlation", "exp_away", "ate", "ett", "nde", "nie"),
    *("collider_bias", "backadj", "det-counterfactual"),
)
"""Types of queries."""

VALUED = TYPES[:8]
"""Those that have a value: a difference of probabilities."""


class Query(NamedTuple):
    """What is asked: a type, treatment and outcome, and what some types need besides."""

    type: str
    treatment: str
    outcome: str
    collider: str | None = None
    sets: tuple[tuple[str, ...], ...] = ()
    evidence: tuple[tuple[str, int], ...] = ()
    action: int | None = None
    value: int | None = None


def association(network: Network, treatment: str, outcome: str) -> Fraction | None:
    """P(Y = 1 | X = 1) - P(Y = 1 | X = 0): what whoever ignores the graph takes for the effect.

    None where a condition has no probability.
    """
    high, low = (network.probability({outcome: 1}, {treatment: value}) for value in (1, 0))
    return None if high is None or low is None else high - low


def query_value(network: Network, query: Query) -> Fraction:
    """The value of a query that has one. Raises where a condition of it has no probability."""
    return _VALUES[query.type](network, query)


def _marginal(network: Network, query: Query) -> Fraction:
    return network.mass({query.outcome: 1}) - HALF


def _correlation(network: Network, query: Query) -> Fraction:
    x, y = query.treatment, query.outcome
    shares = [network.probability({y: 1}, {x: value}) for value in (0, 1)]
    if shares[0] is None or shares[1] is None:
        raise _without(f"P({x}=0)=0 or P({x}=1)=0")
    return shares[1] - shares[0]


def _exp_away(network: Network, query: Query) -> Fraction:
    x, y, c = query.treatment, query.outcome, query.collider
    assert c is not None
    after, before = network.probability({y: 1}, {x: 1, c: 1}), network.probability({y: 1}, {c: 1})
    if after is None or before is None:
        raise _without(f"P({x}=1,{c}=1)=0")
    return after - before


def _without(what: str) -> ProblemError:
    return ProblemError(f"a condition of the query has probability 0: {what}", place="tables")


def _seen(network: Network, query: Query, own: int, sights: Mapping[int, int]) -> Fraction:
    """P(Y = 1) where X is set to its *own* value and some of its children see another."""
    x, y = (network.dag.index[name] for name in (query.treatment, query.outcome))
    forced = {x: own}
    polynomial = sum(w for world, w in network.worlds(forced, sights, x) if world[y])
    return Fraction(polynomial, network.over(forced))


def _ate(network: Network, query: Query) -> Fraction:
    return _seen(network, query, 1, {}) - _seen(network, query, 0, {})


def _ett(network: Network, query: Query) -> Fraction:
    x, y = (network.dag.index[name] for name in (query.treatment, query.outcome))
    treated = network.mass({query.treatment: 1})
    if not treated:
        raise _without(f"P({query.treatment}=1)=0")
    untreated = {child: 0 for child, parents in enumerate(network.parents) if x in parents}
    other = sum(w for world, w in network.worlds({}, untreated, x) if world[x] and world[y])
    return (
        network.mass({query.treatment: 1, query.outcome: 1}) - Fraction(other, network.over())
    ) / treated


def _natural(network: Network, query: Query, own: int) -> Fraction:
    """E[Y] where X is set to its own value and mediators see the other one, less E[Y] under do(X = 0)."""
    between = mediators(network.dag, query.treatment, query.outcome)
    sights = {network.dag.index[name]: 1 - own for name in between}
    return _seen(network, query, own, sights) - _seen(network, query, 0, {})


_VALUES: Mapping[str, Callable[[Network, Query], Fraction]] = {
    "marginal": _marginal,
    "correlation": _correlation,
    "exp_away": _exp_away,
    "ate": _ate,
    "collider_bias": _ate,
    "ett": _ett,
    "nde": lambda network, query: _natural(network, query, 1),
    "nie": lambda network, query: _natural(network, query, 0),
}


def outcome_under(network: Network, query: Query) -> int:
    """The outcome of a deterministic network: sources as the evidence has them, then the action."""
    assert query.action is not None
    index, values = network.dag.index, dict(query.evidence)
    world = [0] * len(network.sizes)
    for node in network.dag.order:
        name = network.dag.nodes[node]
        if name == query.treatment:
            world[node] = query.action
        elif not network.parents[node]:
            world[node] = values[name]
        else:
            at = 0
            for parent in network.parents[node]:
                at = 2 * at + world[parent]
            world[node] = int(network.rows[node][at][1])
    return world[index[query.outcome]]
