"""Graphs, answers and tasks that the tests of text graphs share."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.problem import TextGraph

Edge = tuple[str, str]

FLOOD = TextGraph.of(
    "flood",
    ["rain", "flood", "damage", "repair", "sun"],
    [("rain", "flood"), ("flood", "damage"), ("damage", "repair"), ("repair", "damage")],
    node_explicitness={"rain": 1, "flood": 1, "damage": 2, "repair": 3},
    text="Rain fell for days. The river rose, and the town was never the same.",
    metadata={"explicitness": 0.75, "num_nodes": 5, "num_edges": 4, "domains": ["hydrology"]},
)
"""A small gold graph with a cycle and an isolated node."""


def published(name: str) -> list[dict[str, Any]]:
    """The lines of a file of shared cases; skips where they are not at hand."""
    folder = os.environ.get("SYMCAUSE_DATA")
    path = Path(folder or "/nowhere") / "recite" / name
    if not path.is_file():
        pytest.skip(f"SYMCAUSE_DATA has no recite/{name}")
    text = path.read_text(encoding="utf-8")
    return (
        [json.loads(line) for line in text.splitlines()]
        if name.endswith("l")
        else [json.loads(text)]
    )


def random_edges(rng: Random, nodes: int, edges: int, *, loops: bool = False) -> list[Edge]:
    """This many different edges between nodes ``n0``, ``n1``, …"""
    names = [f"n{i:03d}" for i in range(nodes)]
    pairs = [(a, b) for a in names for b in names if loops or a != b]
    return sorted(rng.sample(pairs, min(edges, len(pairs))))


def random_graph(rng: Random, nodes: int, edges: int, *, loops: bool = False) -> Digraph:
    names = [f"n{i:03d}" for i in range(nodes)]
    return Digraph.of(random_edges(rng, nodes, edges, loops=loops), names)


def planted(nodes: int, pairs: int, keep: float, seed: int) -> AlignmentTask:
    """A noisy renamed copy of a sparse graph, the true pair among this many allowed ones per node."""
    rng = Random(seed)
    edges = nodes * 3 // 2
    gold = random_edges(rng, nodes, edges)
    names = [f"n{i:03d}" for i in range(nodes)]
    renamed = dict(zip(names, rng.sample(names, nodes), strict=True))
    answer = {(renamed[a], renamed[b]) for a, b in gold if rng.random() < keep}
    while len(answer) < edges:
        a, b = rng.sample(names, 2)
        answer.add((a, b))
    allowed = {(name, other) for name in names for other in rng.sample(names, pairs - 1)}
    return AlignmentTask.of(gold, sorted(answer), sorted(allowed | set(renamed.items())))


def small_tasks(count: int, seed: int = 0) -> Iterator[AlignmentTask]:
    """Tasks that brute force can settle: loops, cycles, all pairs or some."""
    rng = Random(seed)
    for _ in range(count):
        gold = random_edges(rng, rng.randint(2, 5), rng.randint(1, 9), loops=True)
        answer = random_edges(rng, rng.randint(2, 5), rng.randint(1, 9), loops=True)
        allowed = None
        if rng.random() < 0.5:
            here, there = ({end for edge in edges for end in edge} for edges in (gold, answer))
            allowed = [(u, i) for u in sorted(here) for i in sorted(there) if rng.random() < 0.6]
        yield AlignmentTask.of(gold, answer, allowed)


def brute_force(task: AlignmentTask) -> int:
    """The most edges that any injective partial map along allowed pairs keeps."""
    images = [
        [i for i in range(len(task.answer_nodes)) if (u, i) in task.pair_set]
        for u in range(len(task.gold_nodes))
    ]

    def best(u: int, mapped: dict[int, int]) -> int:
        if u == len(images):
            return task.kept_edges(mapped)
        free = [i for i in images[u] if i not in mapped.values()]
        return max(best(u + 1, mapped), *(best(u + 1, {**mapped, u: i}) for i in free), 0)

    return best(0, {})
