"""Scores, shapes and alignments of graphs a second time, from the definitions alone.

Nothing of the project is used. A graph is a set of pairs of names. Everything is counted the long way:
released numbers from the points of the curve, random baselines over all answers of that size, cycles and
shortest paths by walking, the best alignment over all injective partial maps, the bound of a certificate
from the matrix of its programme, adjustment sets path by path.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from typing import Any

Edge = tuple[str, str]
Edges = frozenset[Edge]

NOUGHT = Fraction(0)


def share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else NOUGHT


def ends(edges: Iterable[Edge]) -> frozenset[str]:
    return frozenset(name for edge in edges for name in edge)


@dataclass(frozen=True)
class Marks:
    """The scores of one answer."""

    precision: Fraction
    recall: Fraction
    f1: Fraction
    shd: int
    shd_reversal_2: int
    nshd: Fraction
    released: tuple[Fraction, Fraction, Fraction] | None


def marks(gold: Edges, answer: Edges) -> Marks:
    names = len(ends(gold | answer))
    shared = len(gold & answer)
    both_empty = not gold and not answer
    turned = sum((v, u) in gold - answer for u, v in answer - gold)
    apart = len(gold ^ answer)
    return Marks(
        Fraction(1) if both_empty else share(shared, len(answer)),
        Fraction(1) if both_empty else share(shared, len(gold)),
        Fraction(1) if both_empty else share(2 * shared, len(gold) + len(answer)),
        apart - turned,
        apart,
        share(apart, names * (names - 1)),
        None if both_empty else curve(gold, answer),
    )


def curve(gold: Edges, answer: Edges) -> tuple[Fraction, Fraction, Fraction]:
    """Area under the precision-recall curve over all cells, mean of its numbers, and their F1."""
    cells = list(product(sorted(ends(gold | answer)), repeat=2))
    if not gold:
        return Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)
    points = [(NOUGHT, Fraction(1))]  # recall, precision
    for least in (1, 0):
        said = [cell for cell in cells if (cell in answer) >= least]
        if said and (least == 0 or len(said) < len(cells)):
            hits = sum(cell in gold for cell in said)
            points.append((Fraction(hits, len(gold)), Fraction(hits, len(said))))
    area = sum(((r - q) * (p + o) / 2 for (q, o), (r, p) in pairwise(points)), NOUGHT)
    mean = sum((number for point in points for number in point), NOUGHT) / (2 * len(points))
    return area, mean, 2 * area * mean / (area + mean)


def baseline(gold: Edges, answers: Sequence[Edges]) -> dict[str, Fraction]:
    """Mean scores of equally likely answers."""
    found: dict[str, Fraction] = {}
    for answer in answers:
        marked = marks(gold, answer)
        one: dict[str, Fraction] = {
            key: Fraction(getattr(marked, key))
            for key in ("precision", "recall", "f1", "shd", "shd_reversal_2", "nshd")
        }
        if marked.released is not None:
            names = ("released.precision", "released.recall", "released.f1")
            one |= dict(zip(names, marked.released, strict=True))
            one["released.shd"] = Fraction(marked.shd_reversal_2)
        for key, value in one.items():
            found[key] = found.get(key, NOUGHT) + value / len(answers)
    return found


def random_answers(gold: Edges) -> list[Edges]:
    """All answers without loops that have as many edges as gold."""
    pairs = list(permutations(sorted(ends(gold)), 2))
    return [frozenset(chosen) for chosen in combinations(pairs, min(len(gold), len(pairs)))]


def simple_paths(edges: Edges, start: str, goal: str) -> Iterator[tuple[str, ...]]:
    """Every directed path with at least one edge that repeats no node; start and goal may be the same."""
    waiting: list[tuple[str, ...]] = [(start,)]
    while waiting:
        path = waiting.pop()
        for u, v in edges:
            if u == path[-1]:
                if v == goal:
                    yield (*path, v)
                elif v not in path:
                    waiting.append((*path, v))


def shape(nodes: Sequence[str], edges: Edges) -> dict[str, Any]:
    """The shape of a graph in numbers."""
    plain = frozenset((u, v) for u, v in edges if u != v)
    n = len(nodes)
    short = {}
    for u, v in permutations(nodes, 2):
        paths = list(simple_paths(plain, u, v))
        least = min(map(len, paths), default=0)
        if least:
            short[u, v] = [path for path in paths if len(path) == least]
    cycles = sum(1 for v in nodes for path in simple_paths(edges, v, v) if min(path) == v)
    strong = [{v for v in nodes if v == u or ((u, v) in short and (v, u) in short)} for u in nodes]
    groups = {frozenset(one) for one in strong}
    near = {u: {v for v in nodes if (u, v) in plain or (v, u) in plain} for u in nodes}
    local = [
        share(sum(b in near[a] for a, b in combinations(sorted(near[u]), 2)), _pairs(len(near[u])))
        for u in nodes
    ]
    between = [
        sum(
            (share(sum(w in path[1:-1] for path in paths), len(paths)) for paths in short.values()),
            NOUGHT,
        )
        / max(1, (n - 1) * (n - 2))
        for w in nodes
    ]
    mean = sum(between, NOUGHT) / max(1, n)
    chains = sum((a, b) in plain and (b, c) in plain for a, b, c in permutations(nodes, 3))
    steps = [len(paths[0]) - 1 for paths in short.values()]
    return {
        "density": share(len(edges), n * (n - 1)),
        "mean_degree": share(2 * len(plain), n),
        "sources": sum(not any(v == w for _, v in plain) for w in nodes),
        "sinks": sum(not any(u == w for u, _ in plain) for w in nodes),
        "clustering": sum(local, NOUGHT) / max(1, n),
        "cycles": cycles,
        "in_cycles": share(
            sum(len(one) > 1 or (u, u) in edges for u, one in zip(nodes, strong, strict=True)), n
        ),
        "sccs": len(groups),
        "largest_scc": max(map(len, groups), default=0),
        "path_length": Fraction(sum(steps), len(steps)) if steps else None,
        "betweenness_variance": sum(((b - mean) ** 2 for b in between), NOUGHT) / max(1, n),
        "chains": chains,
        "forks": sum(_pairs(sum(u == w for u, _ in plain)) for w in nodes),
        "colliders": sum(_pairs(sum(v == w for _, v in plain)) for w in nodes),
        "acyclic": not cycles,
    }


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def plain_name(name: str) -> str | None:
    """The normalised form of a name; None: it has none."""
    if "<" in name or ">" in name:
        return None
    words = []
    for word in unicodedata.normalize("NFKC", name).casefold().split():
        kept = "".join(letter for letter in word if letter.isalpha() or letter.isdigit())
        if len(kept) > 3 and kept[-1] == "s" and kept[-2] != "s":
            kept = kept[:-1]
        words.append(kept)
    return "".join(words) or None


def best_alignment(gold: Edges, answer: Edges, allowed: frozenset[tuple[str, str]]) -> int:
    """The most gold edges that an injective partial map along allowed pairs keeps, by trying all."""
    nodes = sorted(ends(gold))
    best = 0
    waiting: list[tuple[int, dict[str, str]]] = [(0, {})]
    while waiting:
        place, mapped = waiting.pop()
        if place == len(nodes):
            best = max(best, kept(gold, answer, mapped))
            continue
        waiting.append((place + 1, mapped))
        for name in ends(answer) - set(mapped.values()):
            if (nodes[place], name) in allowed:
                waiting.append((place + 1, {**mapped, nodes[place]: name}))
    return best


def kept(gold: Edges, answer: Edges, mapped: Mapping[str, str]) -> int:
    return sum(u in mapped and v in mapped and (mapped[u], mapped[v]) in answer for u, v in gold)


def proven(gold: Edges, answer: Edges, allowed: Iterable[Edge], upper: Mapping[str, Any]) -> int:
    """What multipliers prove about the linear programme, from its whole matrix."""
    us, js = sorted(ends(gold)), sorted(ends(answer))
    es, gs = sorted(gold), sorted(answer)
    pairs = {(u, i) for u, i in allowed if u in us and i in js}
    xs = sorted(pairs)
    zs = [
        (e, g)
        for e in es
        for g in gs
        if (e[0], g[0]) in pairs and (e[1], g[1]) in pairs and (e[0] == e[1]) == (g[0] == g[1])
    ]
    weights: dict[object, Fraction] = dict.fromkeys([*xs, *zs], NOUGHT)
    total = NOUGHT
    for kind, first, *rest, value in upper["multipliers"]:
        m = Fraction(value, upper["denominator"])
        assert m >= 0
        if kind == "gold-node":
            columns: list[object] = [x for x in xs if x[0] == us[first]]
            total += m
        elif kind == "answer-node":
            columns = [x for x in xs if x[1] == js[first]]
            total += m
        else:
            side = 0 if kind.endswith("source") else 1
            if kind.startswith("gold"):
                edge, node = es[first], js[rest[0]]
                columns = [(e, g) for e, g in zs if e == edge and g[side] == node]
                pair = (edge[side], node)
            else:
                edge, node = gs[first], us[rest[0]]
                columns = [(e, g) for e, g in zs if g == edge and e[side] == node]
                pair = (node, edge[side])
            weights[pair] -= m
        for column in columns:
            weights[column] += m
    total += sum((max(NOUGHT, -weights[x]) for x in xs), NOUGHT)
    total += sum((max(NOUGHT, 1 - weights[z]) for z in zs), NOUGHT)
    return total.numerator // total.denominator


def misled(gold: Edges, answer: Edges, strategy: str) -> int:
    """Ordered pairs whose effect the adjustment set that the answer suggests does not identify in gold.

    By parents an answer denies an effect on a parent, by ancestors and optimal sets on what is not below.
    """
    names = sorted(ends(gold | answer))
    below = {x: reached(gold, x) for x in names}
    told = {x: reached(answer, x) for x in names}
    wrong = 0
    for x, y in permutations(names, 2):
        if strategy == "parent":
            given = frozenset(u for u, v in answer if v == x)
            denied = y in given
        else:
            given = frozenset(u for u in names if x in told[u])
            denied = y not in told[x]
        if strategy == "oset":
            between = {v for v in told[x] if v == y or y in told[v]}
            under = {v for u in between for v in told[u]} | between | {x}
            given = frozenset(u for u, v in answer if v in between) - under
        wrong += y in below[x] if denied else not identifies(gold, below, x, y, given)
    return wrong


def reached(edges: Edges, start: str) -> frozenset[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        u = waiting.pop()
        for a, b in edges:
            if a == u and b not in found:
                found.add(b)
                waiting.append(b)
    return frozenset(found)


def identifies(
    edges: Edges, below: Mapping[str, frozenset[str]], x: str, y: str, given: frozenset[str]
) -> bool:
    """The adjustment criterion, path by path."""
    causal = {v for v in below[x] if v == y or y in below[v]}
    if any(z in causal or any(z in below[v] for v in causal) for z in given):
        return False
    links = edges | {(v, u) for u, v in edges}
    for path in simple_paths(frozenset(links), x, y):
        directed = all((a, b) in edges for a, b in pairwise(path))
        if not directed and connected(edges, below, path, given):
            return False
    return True


def connected(
    edges: Edges, below: Mapping[str, frozenset[str]], path: Sequence[str], given: frozenset[str]
) -> bool:
    """Is this path open given these nodes?"""
    for a, b, c in zip(path, path[1:], path[2:], strict=False):
        if (a, b) in edges and (c, b) in edges:
            if b not in given and not given & below[b]:
                return False
        elif b in given:
            return False
    return True
