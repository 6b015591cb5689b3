"""A second engine: values by their definitions in counterfactual worlds, programmes by their vertices.

A network is run with explicit noise: each entry of a table is the share of units in which the variable is 1
for that combination. Values of ett and natural effects are sums over noise, not formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import Query


def responses(network: Network, node: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """The response functions of a variable, with noise independent across its rows."""
    rows = network.rows[node]
    found = []
    for values in product((0, 1), repeat=len(rows)):
        share = Fraction(1)
        for value, row in zip(values, rows, strict=True):
            share *= row[value]
        if share:
            found.append((values, share))
    return found


def run(
    network: Network,
    functions: Sequence[tuple[int, ...]],
    setting: dict[int, int],
    kept: dict[int, int],
) -> list[int]:
    """A world of given response functions; *setting* are set, *kept* have values from another world."""
    world = [0] * len(network.sizes)
    for node in network.dag.order:
        if node in setting:
            world[node] = setting[node]
        elif node in kept:
            world[node] = kept[node]
        else:
            at = 0
            for parent in network.parents[node]:
                at = 2 * at + world[parent]
            world[node] = functions[node][at]
    return world


def counterfactual(network: Network, query: Query, between: Sequence[str]) -> Fraction:
    """The value of ate, ett, nde or nie by running every unit in the worlds that its definition names."""
    index = network.dag.index
    x, y = index[query.treatment], index[query.outcome]
    middle = [index[name] for name in between]
    listed = [responses(network, node) for node in range(len(network.sizes))]
    top, below = Fraction(0), Fraction(0)
    for chosen in product(*listed):
        functions = [values for values, _ in chosen]
        weight = Fraction(1)
        for _, share in chosen:
            weight *= share
        worlds = [run(network, functions, {x: value}, {}) for value in (0, 1)]
        if query.type == "ett":
            if run(network, functions, {}, {})[x] == 0:
                continue
            difference = worlds[1][y] - worlds[0][y]
        elif query.type == "nde":
            kept = {m: worlds[0][m] for m in middle}
            difference = run(network, functions, {x: 1}, kept)[y] - worlds[0][y]
        elif query.type == "nie":
            kept = {m: worlds[1][m] for m in middle}
            difference = run(network, functions, {x: 0}, kept)[y] - worlds[0][y]
        else:
            difference = worlds[1][y] - worlds[0][y]
        top += weight * difference
        below += weight
    return top / below


def vertex_ends(numbers: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
    """The ends of an instrument's effect over all bases of five of the 16 types of response."""
    types = list(product((0, 1), repeat=4))
    columns = [(1, (t[2], t[3])[t[0]], (t[2], t[3])[t[1]], t[0], t[1]) for t in types]
    right = [Fraction(1), *numbers]
    values = []
    for basis in combinations(range(16), 5):
        solution = solved([[Fraction(columns[j][i]) for j in basis] for i in range(5)], right)
        if solution is not None and all(share >= 0 for share in solution):
            values.append(
                sum(s * (types[j][3] - types[j][2]) for s, j in zip(solution, basis, strict=True))
            )
    return (min(values), max(values)) if values else None


def solved(rows: list[list[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """The one solution of a square system; None if there is none or more than one."""
    size = len(rows)
    work = [[*row, y] for row, y in zip(rows, right, strict=True)]
    for i in range(size):
        pivot = next((r for r in range(i, size) if work[r][i]), None)
        if pivot is None:
            return None
        work[i], work[pivot] = work[pivot], work[i]
        head = work[i][i]
        work[i] = [x / head for x in work[i]]
        for r in range(size):
            if r != i and work[r][i]:
                factor = work[r][i]
                work[r] = [a - factor * b for a, b in zip(work[r], work[i], strict=True)]
    return [row[-1] for row in work]
