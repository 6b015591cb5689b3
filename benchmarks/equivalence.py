"""Sizes of Markov equivalence classes: the bounds we promise, growth with n, and the engines.

*Alone* is what the package ``cliquepicking`` needs for the same number on the finished essential graph:
from a DAG in memory a size should take at most three times as long.

Graphs are seeded. A *sparse* DAG has a random order and edges with probability degree / n; a *chordal* one
is a random 3-tree without colliders: a single undirected component.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations, islice
from math import log10
from time import process_time
from typing import TypeVar

from cliquepicking import mec_size

from symcause.equivalence import (
    ENGINES,
    EssentialGraph,
    class_size,
    essential_graph,
    members,
    samples,
)
from symcause.equivalence import target_choice as next_target
from symcause.errors import LimitError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

T = TypeVar("T")

TITLE = "Equivalence classes of DAGs (bound: three times what cliquepicking alone needs)"


def run(quick: bool) -> list[str]:
    """Three tables: size by n, what else a class can be asked, engine by engine."""
    return [*_sizes(quick), "", *_questions(quick), "", *_engines(quick)]


def _sizes(quick: bool) -> list[str]:
    rows = [
        "| graph | edges | undirected | size | essential graph ms | size ms | alone ms | times |",
        "|" + " --- |" * 8,
    ]
    graphs: list[tuple[str, DAG]] = []
    for n in (250, 500, 1000, *(() if quick else (2000, 4000))):
        graphs.append((f"sparse, {n} variables, degree 3", _sparse(n, 3)))
    for n in (250, 500, 1000):
        graphs.append((f"3-tree, {n} variables", _three_tree(n)))
    for n in (125, 250, 500, *(() if quick else (1000,))):
        graphs.append((f"K{n}", _complete(n)))
    for name, dag in graphs:
        essential, first = _best(essential_graph, dag)
        size, seconds = _best(class_size, dag)
        again, alone = _best(mec_size, _arcs(essential))
        assert size == again, f"the package disagrees on {name}"
        rows.append(
            f"| {name} | {len(dag.edges):,} | {len(essential.undirected):,} | 10^{log10(size):.1f} |"
            f" {1e3 * first:.2f} | {1e3 * seconds:.2f} | {1e3 * alone:.2f} | {seconds / alone:.1f} |"
        )
    return rows


def _questions(quick: bool) -> list[str]:
    rows = [
        "| graph | first member s | 100 more s | first sample s | 100 more s | next target s |",
        "|" + " --- |" * 6,
    ]
    graphs = [
        ("sparse, 1000 variables", _sparse(1000, 3)),
        ("3-tree, 60 variables", _three_tree(60)),
        ("K60", _complete(60)),
    ]
    if not quick:
        graphs.append(("3-tree, 200 variables", _three_tree(200)))
    for name, dag in graphs:
        listing, drawing = members(dag), samples(dag, seed=1)
        cells = [
            _timed(next, listing)[1],
            _timed(list, islice(listing, 100))[1],
            _timed(next, drawing)[1],
            _timed(list, islice(drawing, 100))[1],
            _timed(next_target, dag)[1],
        ]
        rows.append(f"| {name} | " + " | ".join(f"{cell:.2f}" for cell in cells) + " |")
    return rows


def _engines(quick: bool) -> list[str]:
    rows = ["| graph | " + " | ".join(f"{e} s" for e in ENGINES) + " |"]
    rows.append("|" + " --- |" * (len(ENGINES) + 1))
    graphs = [(f"K{n}", _complete(n)) for n in ((5, 6, 7) if quick else (6, 7, 9, 11))]
    graphs += [
        (f"3-tree, {n} variables", _three_tree(n)) for n in ((8, 20, 40) if quick else (8, 80))
    ]
    for name, dag in graphs:
        cells, answers = [], set()
        for engine in ENGINES:
            try:
                size, seconds = _timed(partial(class_size, engine=engine), dag)
                cells.append(f"{seconds:.2f}")
                answers.add(size)
            except LimitError:
                cells.append("refused")
        assert len(answers) == 1, f"the engines disagree on {name}"
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return rows


def _arcs(essential: EssentialGraph) -> list[tuple[int, int]]:
    """The essential graph as the package takes it: an undirected edge stands both ways."""
    directed = [(a, b) for b, mask in enumerate(essential.parents) for a in bits(mask)]
    return directed + [(a, b) for b, mask in enumerate(essential.neighbours) for a in bits(mask)]


def _best(work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """The result, and the shortest of several times."""
    runs = [_timed(work, *arguments) for _ in range(5)]
    return runs[0][0], min(seconds for _, seconds in runs)


def _timed(work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    start = process_time()
    result = work(*arguments)
    return result, process_time() - start


def _sparse(n: int, degree: int) -> DAG:
    source = random.Random(n)
    names = [f"X{i}" for i in range(n)]
    order = source.sample(names, n)
    return DAG.of([e for e in combinations(order, 2) if source.random() < degree / n], nodes=names)


def _three_tree(n: int) -> DAG:
    source = random.Random(n)
    cliques = [(0, 1, 2)]
    edges = [(0, 1), (0, 2), (1, 2)]
    for node in range(3, n):
        a, b, c = source.choice(cliques)
        edges += [(a, node), (b, node), (c, node)]
        cliques += [(a, b, node), (a, c, node), (b, c, node)]
    return DAG.of([(f"X{a}", f"X{b}") for a, b in edges])


def _complete(n: int) -> DAG:
    names = [f"X{i}" for i in range(n)]
    return DAG.of(combinations(names, 2), nodes=names)
