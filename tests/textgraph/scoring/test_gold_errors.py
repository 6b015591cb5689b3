"""Scores and rankings if gold has errors: against every true graph that the errors leave possible."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.errors import UsageError
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.scoring.gold_errors.error_allowance import (
    Allowance,
    read_allowance,
)
from symcause.families.textgraph.scoring.gold_errors.lead_margins import LeadCounts, lead_margins
from symcause.families.textgraph.scoring.gold_errors.pool_leads import _Worst, pool_lead
from symcause.families.textgraph.scoring.gold_errors.score_ranges import score_ranges
from tests.amounts import amount
from tests.cli.cases import Shell

Edge = tuple[int, int]
Edges = frozenset[Edge]

SIZES = {"gold_errors": 100, "pool_leads": 20, "merges": 59, "merge_ties": 40}
"""How many cases were published: none may be missed."""


def cases(name: str) -> list[dict[str, Any]]:
    """The lines of a file of shared cases; skips where they are not at hand."""
    path = Path(os.environ.get("SYMCAUSE_DATA", "/nowhere")) / "budget" / name
    if not path.is_file():
        pytest.skip(f"SYMCAUSE_DATA has no budget/{name}")
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(found) == SIZES[path.stem]
    return found


def graph(edges: object, nodes: int) -> Digraph:
    assert isinstance(edges, list | frozenset)
    return Digraph.of([(str(u), str(v)) for u, v in sorted(edges)], map(str, range(nodes)))


def true_graphs(gold: Edges, nodes: int, allowed: Allowance) -> Iterator[Edges]:
    """Gold with every choice of errors, drawn edge by edge."""
    cells = [(u, v) for u in range(nodes) for v in range(nodes) if u != v and (u, v) not in gold]
    for more in range(min(allowed.k, allowed.missing) + 1):
        for less in range(min(allowed.k - more, allowed.spurious) + 1):
            for added in combinations(cells, more):
                for deleted in combinations(sorted(gold), less):
                    yield (gold | set(added)) - set(deleted)


def f1(gold: Edges, answer: Edges) -> Fraction:
    both = len(gold) + len(answer)
    return Fraction(2 * len(gold & answer), both) if both else Fraction(1)


def distance(gold: Edges, answer: Edges) -> int:
    """Pair by pair: a reversed edge is one change."""
    nodes = {end for edge in gold | answer for end in edge}
    total = sum(((u, u) in gold) != ((u, u) in answer) for u in nodes)
    for u, v in combinations(sorted(nodes), 2):
        here, there = ({e for e in ((u, v), (v, u)) if e in g} for g in (gold, answer))
        turned = len(here) == len(there) == 1 and here != there
        total += 1 if turned else len(here ^ there)
    return total


def drawn(rng: Random, nodes: int, loops: bool) -> Edges:
    cells = [(u, v) for u in range(nodes) for v in range(nodes) if loops or u != v]
    return frozenset(rng.sample(cells, rng.randint(0, min(5, len(cells)))))


@pytest.mark.parametrize("seed", range(amount(15, 300)))
def test_ranges_and_leads_are_those_of_all_true_graphs(seed: int) -> None:
    rng = Random(seed)
    nodes, loops = rng.choice((1, 2, 3, 3, 4)), rng.random() < 0.4
    gold, answer, other = (drawn(rng, nodes, loops) for _ in range(3))
    k = rng.randint(0, 3 if nodes < 4 else 2)
    allowed = Allowance.of(k, rng.randint(0, 4), rng.randint(0, 4))
    worlds = list(true_graphs(gold, nodes, allowed))
    found = score_ranges(graph(gold, nodes), graph(answer, nodes), allowed)
    scores = [f1(world, answer) for world in worlds]
    assert found.f1 == (min(scores), max(scores))
    once, twice = ([d(w, answer) for w in worlds] for d in (distance, lambda a, b: len(a ^ b)))
    assert found.shd == (min(once), max(once))
    assert found.shd_reversal_2 == (min(twice), max(twice))
    counts = LeadCounts.of(*(graph(edges, nodes) for edges in (gold, answer, other)))
    for j, margin in enumerate(lead_margins(counts, k)):
        every = true_graphs(gold, nodes, Allowance.of(j))
        assert margin.lead == min(f1(world, answer) - f1(world, other) for world in every)


def test_shared_cases() -> None:
    for case in cases("gold_errors.jsonl"):
        gold, answer, other = (graph(case[k], case["nodes"]) for k in ("gold", "answer", "other"))
        found = score_ranges(
            gold, answer, Allowance.of(case["k"], case["missing"], case["spurious"])
        )
        assert [str(end) for end in found.f1] == case["f1"]
        assert list(found.shd) == case["shd"]
        assert list(found.shd_reversal_2) == case["shd_reversal_2"]
        margins = lead_margins(LeadCounts.of(gold, answer, other), case["k"])
        assert [str(margin.lead) for margin in margins] == case["lead"]


def test_shared_pools() -> None:
    for case in cases("pool_leads.jsonl"):
        counts = [
            LeadCounts.of(*(graph(one[k], one["nodes"]) for k in ("gold", "first", "second")))
            for one in case["samples"]
        ]
        assert [str(m.lead) for m in _Worst(counts, case["k"]).course(case["k"])] == case["lead"]
        found = pool_lead(counts, case["k"])
        assert (found.robust_up_to, found.cut) == (case["robust_up_to"], case["cut"])
        assert sum(one.gold for one in counts) == case["edges"]


@pytest.mark.parametrize("seed", range(amount(10, 60)))
def test_pools_share_their_errors_in_the_worst_way(seed: int) -> None:
    """Every way to share so many errors between three samples."""
    rng = Random(seed)
    counts = [LeadCounts.of(*(graph(drawn(rng, 4, False), 4) for _ in range(3))) for _ in range(3)]
    alone = [[m.lead for m in lead_margins(one, 6)] for one in counts]
    for most, margin in enumerate(_Worst(counts, 6).course(6)):
        shares = [(a, b) for a in range(most + 1) for b in range(most + 1 - a)]
        worst = min(alone[0][a] + alone[1][b] + alone[2][most - a - b] for a, b in shares)
        assert margin.lead == worst / 3


CYCLE = [(0, 1), (1, 2), (2, 3), (3, 0)]


def test_worked_numbers() -> None:
    answer = graph([(0, 1), (1, 2), (3, 2)], 4)
    found = [score_ranges(graph(CYCLE, 4), answer, Allowance.of(k)) for k in range(4)]
    spans = [tuple(map(str, one.f1)) for one in found]
    assert spans == [("4/7", "4/7"), ("1/3", "3/4"), ("0", "6/7"), ("0", "1")]
    assert [one.shd for one in found] == [(2, 2), (1, 3), (1, 4), (0, 5)]
    perfect = graph([(i, i + 1) for i in range(879)], 880)
    assert str(score_ranges(perfect, perfect, Allowance.of(27)).f1[0]) == "568/577"
    agreed = score_ranges(perfect, perfect, read_allowance("missing=22,spurious=5"))
    assert str(agreed.f1[0]) == "1748/1775"
    first, second = graph([(0, 1), (1, 2), (2, 3)], 4), graph([(0, 1), (1, 2), (0, 2)], 4)
    counts = LeadCounts.of(graph(CYCLE, 4), first, second)
    leads = [str(margin.lead) for margin in lead_margins(counts, 4)]
    assert leads == ["2/7", "0", "-2/7", "-1/3", "-2/5"]
    assert pool_lead([counts], 200).robust_up_to == 0
    assert score_ranges(graph([], 1), graph([(0, 0)], 1), Allowance.of(1)).f1 == (0, 0)


def test_a_lead_on_37_edges_is_found() -> None:
    rng = Random(5)
    cells = [(u, v) for u in range(25) for v in range(25) if u != v]
    gold = rng.sample(cells, 37)
    graphs = (gold, gold[:20] + rng.sample(cells, 15), gold[:14] + rng.sample(cells, 20))
    counts = LeadCounts.of(*(graph(list(set(edges)), 25) for edges in graphs))
    assert len(lead_margins(counts, 27)) == 28  # trying all would take years


@pytest.mark.parametrize(
    "text", ["-1", "201", "x", "", "missing=1,missing=2", "missing=201", "1.5"]
)
def test_what_is_no_number_of_errors_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--gold-errors"):
        read_allowance(text)


def test_check_and_score(tmp_path: Path, shell: Shell) -> None:
    gold, answer = tmp_path / "gold.txt", tmp_path / "answer.txt"
    gold.write_text("\n".join(f"{u} -> {v}" for u, v in CYCLE))
    answer.write_text("0 -> 1\n1 -> 2\n3 -> 2\n")
    assert "gold_errors" not in shell.one("check", gold, answer)[1]
    code, document = shell.one("check", gold, answer, "--gold-errors", 2)
    assert code == 1
    assert document["gold_errors"] == {
        "k": 2,
        "missing": 2,
        "spurious": 2,
        "f1": {"low": "0", "high": "6/7"},
        "shd": {"low": 1, "high": 4},
        "shd_reversal_2": {"low": 1, "high": 5},
    }
    assert "0 to 200" in shell.refused("check", gold, answer, "--gold-errors", 201)
    said = {"A": "0 -> 1\n1 -> 2\n2 -> 3", "B": "0 -> 1\n1 -> 2\n0 -> 2"}
    lines = [{"instanceId": "gold", "model": m, "response": text} for m, text in said.items()]
    predictions = tmp_path / "predictions.jsonl"
    predictions.write_text("\n".join(map(json.dumps, lines)))
    _, (*rows, last) = shell.json("score", gold, predictions, "--gold-errors", 1)
    assert [row["gold_errors"]["k"] for row in rows] == [1, 1]
    tables = {table["key"]: table for table in last["summary"]["tables"]}
    (row,) = tables["robust"]["rows"]
    found = dict(zip(tables["robust"]["columns"], row, strict=True))
    assert found == {
        **{"task": "free", "first": "A", "second": "B", "n": 1, "lead": pytest.approx(2 / 7)},
        **{"robust_up_to": 0, "cut": False, "edges": 4, "share": 0.0},
    }
    page = tmp_path / "page.html"
    shell("score", gold, predictions, "--gold-errors", 1, "--html", page)
    (drawn,) = re.findall(
        r"<svg[^>]*>(?:(?!</svg>).)*A leads B.*?</svg>", page.read_text(encoding="utf-8")
    )[:1]
    assert ">F1</text>" in drawn and ">errors</text>" in drawn, "the axes say what they are"


def test_a_run_is_continued_with_the_same_errors_only(tmp_path: Path, shell: Shell) -> None:
    gold, out = tmp_path / "gold.txt", tmp_path / "out.jsonl"
    gold.write_text("a -> b")
    predictions = tmp_path / "predictions.jsonl"
    predictions.write_text('{"instanceId": "gold", "model": "A", "response": "a -> b"}')
    run = ("score", gold, predictions, "--out", out)
    assert shell(*run)[0] == 0
    assert "--gold-errors" in shell.refused(*run, "--resume", "--gold-errors", 1)
