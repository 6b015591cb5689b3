"""Background knowledge about graphs: worked facts, and random classes against listing."""

from __future__ import annotations

import json
import random
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.equivalence import class_size, essential_graph, members
from symcause.equivalence.restricted_classes import KnownClass
from symcause.errors import SymcauseError
from symcause.models.dags import DAG
from symcause.models.knowledge_reader import read_knowledge
from tests.cli.cases import Shell
from tests.evidence.listing import drawn_knowledge

CHAIN = "A -> B\nB -> C\nC -> D"
FULL = "\n".join(f"{a} -> {b}" for a, b in combinations("ABCD", 2))
FORK = "A -> C\nB -> C\nC -> D"
DIAMOND = "A -> B\nA -> C\nB -> C\nB -> D\nC -> D"


@pytest.mark.parametrize(
    ("text", "options", "size", "contains"),
    [
        (CHAIN, (), 4, True),
        (CHAIN, ("--require", "B->A"), 3, False),
        (CHAIN, ("--forbid", "B->C"), 2, False),
        (CHAIN, ("--tiers", "C,D\nA,B\n"), 2, False),
        (FULL, (), 24, True),
        (FULL, ("--tiers", "A,B\nC,D\n"), 4, True),
        (FULL, ("--require", "A->B"), 12, True),
        (FULL, ("--require", "A->B", "--require", "C->D"), 6, True),
        (FULL, ("--require", "D->A", "--require", "A->B"), 4, False),
        (FORK, ("--require", "D->C"), 0, False),
        (FORK, ("--require", "A->B"), 0, False),
        (FORK, ("--forbid", "A->B"), 1, True),
        (DIAMOND, (), 10, True),
        (DIAMOND, ("--require", "A->B"), 3, True),
        (DIAMOND, ("--forbid", "B->C"), 5, False),
        (DIAMOND, ("--candidates", DIAMOND + "\nB -> A\n"), 2, True),
    ],
)
def test_worked_classes(
    text: str,
    options: tuple[str, ...],
    size: int,
    contains: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    graph = tmp_path / "g.txt"
    graph.write_text(text)
    told = list(options)
    for i, word in enumerate(told):
        if word in ("--tiers", "--candidates"):
            file = tmp_path / f"{word[2:]}.txt"
            file.write_text(told[i + 1])
            told[i + 1] = str(file)
    shell = Shell(capsys)
    code, document = shell.one("imec", graph, *told)
    assert (code, document["size"], document["contains_graph"]) == (0, size, contains)
    code, counted = shell.one("count", graph, *told)
    assert (code, counted["count"]) == (0, size)
    if options:
        assert counted["knowledge"] == document["knowledge"] is not None


def test_signs_have_no_meaning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = tmp_path / "g.txt"
    graph.write_text(CHAIN)
    assert "sign" in Shell(capsys).refused("imec", graph, "--sign", "A->B=+")
    assert "unate" in Shell(capsys).refused("count", graph, "--unate")
    assert "A->B" in Shell(capsys).refused("imec", graph, "--require", "A")
    assert "B is in no tier" in Shell(capsys).refused(
        "imec", graph, "--knowledge", _written(tmp_path, {"tiers": [["A"], ["C", "D"]]})
    )


def _written(folder: Path, knowledge: dict[str, Any]) -> Path:
    path = folder / "known.json"
    path.write_text(json.dumps(knowledge))
    return path


def _drawn(rng: random.Random, nodes: int) -> DAG:
    names = "ABCDEFG"[:nodes]
    order = rng.sample(names, nodes)
    density = rng.choice((0.3, 0.5, 0.8, 1.0))
    edges = [(a, b) for a, b in combinations(order, 2) if rng.random() < density]
    return DAG.of(edges, nodes=names)


@pytest.mark.parametrize(
    ("number", "nodes"), [(140, 5), pytest.param(1500, 6, marks=pytest.mark.exhaustive)]
)
def test_classes_are_the_listings(number: int, nodes: int) -> None:
    """Size, members, the MPDAG, draws, and what every experiment leaves."""
    rng = random.Random(4)
    seen = set()
    while number:
        dag = _drawn(rng, nodes)
        targets = [rng.sample(dag.nodes, 1)] if rng.random() < 0.3 else []
        told = drawn_knowledge(list(dag.nodes), rng)
        told.pop("unate", None)
        told.pop("signs", None)
        if "candidates" in told:  # few would leave nothing
            told["candidates"] += [f"{a}->{b}" for a, b in dag.edges]
        try:
            known = read_knowledge(told, dag.nodes)
            symcause.count(dag, targets=targets, **told)
        except SymcauseError:
            continue
        if not known:
            continue
        number -= 1
        respecting = [m for m in members(dag, targets) if not known.broken(m.edges)]
        found = KnownClass(essential_graph(dag, targets), known)
        assert found.size == len(respecting) == symcause.count(dag, targets=targets, **told).count
        assert {frozenset(m.edges) for m in found.members()} == {
            frozenset(m.edges) for m in respecting
        }
        seen.add(found.size)
        if not respecting:
            continue
        directed, undirected = found.mpdag
        every = set.intersection(*(set(m.edges) for m in respecting))
        assert set(found.named(directed)) == every
        some = set.union(*(set(m.edges) for m in respecting)) - every
        assert {frozenset(e) for e in found.named(undirected)} == {frozenset(e) for e in some}
        statuses = symcause.space(dag, targets=targets, **told).edges()
        for a, b in permutations(dag.nodes, 2):
            held = {(a, b) in m.edges for m in respecting}
            word = "open" if len(held) > 1 else "always" if True in held else "never"
            assert statuses[a, b] == word
        assert not known.broken(found.draw(rng).edges)
        told_next = symcause.next_experiments(dag, targets=targets, **told)
        for experiment in told_next.experiments:
            (name,) = experiment.experiment["targets"]  # type: ignore[misc]
            left: dict[frozenset[str], int] = {}
            for member in respecting:
                causes = frozenset(a for a, b in member.edges if b == name)
                left[causes] = left.get(causes, 0) + 1
            assert experiment.worst == max(left.values())
            mean = f"{sum(n * n for n in left.values())}/{len(respecting)}"
            from fractions import Fraction

            assert Fraction(str(experiment.expected)) == Fraction(mean)
    assert {0, 1} < seen and max(seen) > 10


def test_large_components() -> None:
    """A clique of 12 with required edges, and 40 nodes with tiers alone."""
    names = [f"N{i:02}" for i in range(12)]
    clique = DAG.of(combinations(names, 2), nodes=names)
    known = read_knowledge({"require": ["N00->N01", "N03->N02"]}, names)
    assert KnownClass(essential_graph(clique), known).size == class_size(clique) // 4
    many = [f"N{i:02}" for i in range(40)]
    large = DAG.of(combinations(many, 2), nodes=many)
    tiers = read_knowledge({"tiers": [many[:20], many[20:]]}, many)
    half = DAG.of(combinations(many[:20], 2), nodes=many[:20])
    assert KnownClass(essential_graph(large), tiers).size == class_size(half) ** 2
