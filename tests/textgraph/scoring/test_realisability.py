"""Labels of judges against one-to-one readings: every injective map, and a run with evaluations."""

from __future__ import annotations

import json
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from symcause.budgets import Meter
from symcause.families.textgraph.scoring.judges.label_realisability import Labels, realisability
from tests.amounts import amount
from tests.cli.cases import Shell
from tests.textgraph.scoring.test_gold_errors import cases

Edge = tuple[str, str]
CHAINS = [("a", "b"), ("b", "c")], [("p", "q"), ("q", "r")]


def nearest(gold: list[Edge], answer: list[Edge], labels: Labels, allowed: set[Edge]) -> int:
    """The fewest labels to change, by trying every injective partial map."""
    here, there = (sorted({end for edge in g for end in edge}) for g in (gold, answer))
    found = []
    for size in range(min(len(here), len(there)) + 1):
        for some in combinations(here, size):
            for images in permutations(there, size):
                mapped = dict(zip(some, images, strict=True))
                if not set(mapped.items()) <= allowed:
                    continue
                kept = [(mapped.get(u), mapped.get(v)) in answer for u, v in gold]
                met = {(mapped.get(u), mapped.get(v)) for u, v in gold}
                supported = [edge in met for edge in answer]
                wrong = sum(k != bool(labels.gold >> i & 1) for i, k in enumerate(kept))
                wrong += sum(k != bool(labels.answer >> i & 1) for i, k in enumerate(supported))
                found.append(wrong)
    return min(found)


@pytest.mark.parametrize("seed", range(amount(12, 150)))
def test_the_nearest_labels_are_those_of_all_maps(seed: int) -> None:
    rng = Random(seed)
    gold = list({(rng.choice("abc"), rng.choice("abc")): None for _ in range(rng.randint(1, 4))})
    answer = list({(rng.choice("xyz"), rng.choice("xyz")): None for _ in range(rng.randint(1, 4))})
    every = {(u, i) for u in "abc" for i in "xyz"}
    allowed = None if rng.random() < 0.5 else set(rng.sample(sorted(every), 6))
    labels = Labels(rng.getrandbits(len(gold)), rng.getrandbits(len(answer)))
    found = realisability(gold, answer, labels, allowed)
    wanted = nearest(gold, answer, labels, every if allowed is None else allowed)
    assert found.nearest == (wanted, wanted)
    assert found.realisable is (wanted == 0)
    assert found.counts_agree is (labels.gold.bit_count() == labels.answer.bit_count())
    low, high = realisability(gold, answer, labels, allowed, Meter(0)).nearest
    assert low <= wanted <= high


def test_shared_cases() -> None:
    for case in cases("merges.jsonl"):
        gold, answer, allowed = (
            [(str(a), str(b)) for a, b in case[key]] for key in ("gold", "answer", "allowed")
        )
        marked = [[(str(a), str(b)) for a, b in case["labels"][k]] for k in ("gold", "answer")]
        labels = Labels(
            sum(1 << gold.index(e) for e in marked[0]), sum(1 << answer.index(e) for e in marked[1])
        )
        wanted = case["realisable"]["one"]
        assert realisability(gold, answer, labels, allowed).nearest == (wanted, wanted)


@pytest.mark.parametrize(
    ("gold", "answer", "changes"), [(0b11, 0b11, 0), (0b11, 0b01, 1), (0b01, 0, 1), (0b01, 0b10, 0)]
)
def test_worked_labels(gold: int, answer: int, changes: int) -> None:
    assert realisability(*CHAINS, Labels(gold, answer)).nearest == (changes, changes)


def _section(name: str, hits: list[bool]) -> list[dict[str, object]]:
    words = {True: "PRESENCE_STRONG_MATCH", False: "PRESENCE_NO_MATCH"}
    if name == "edge_precision_evaluations":
        return [
            {"edge_number": k, "graph_evaluation": {"presence_label": words[hit]}}
            for k, hit in enumerate(hits, 1)
        ]
    return [{"edge_number": k, "presence_label": words[hit]} for k, hit in enumerate(hits, 1)]


def test_a_run_with_evaluations(tmp_path: Path, shell: Shell) -> None:
    gold, said, judged = (tmp_path / name for name in ("gold.txt", "said.jsonl", "judged.jsonl"))
    gold.write_text("a -> b\nb -> c\n")
    lines = [
        {"instanceId": "gold", "model": model, "response": "p -> q\nq -> r"} for model in "ABC"
    ]
    said.write_text("\n".join(map(json.dumps, lines)))
    sides = {"A": ([True, True], [True, True]), "B": ([True, True], [True, False])}
    sides["C"] = ([True, True], [True])
    rows = [
        {
            "sample_id": "gold",
            "model": model,
            "task_type": "causal_graph_generation",
            "evaluator_type": "fine_grained",
            "evaluation_answer": json.dumps(
                {
                    "edge_recall_evaluations": _section("edge_recall_evaluations", wanted),
                    "edge_precision_evaluations": _section("edge_precision_evaluations", found),
                }
            ),
        }
        for model, (wanted, found) in sides.items()
    ]
    judged.write_text("\n".join(map(json.dumps, rows)))
    assert "--evaluations" in shell.refused("score", gold, said, "--realisable", "one")
    _, (*scores, last) = shell.json(
        "score", gold, said, "--evaluations", judged, "--realisable", "one"
    )
    parts = {row["model"]: row["realisable"] for row in scores}
    assert parts["A"]["counts_agree"] and parts["A"]["realisable"]
    assert parts["B"]["realisable"] is False and parts["B"]["nearest"] == {"low": 1, "high": 1}
    assert parts["C"]["realisable"] is None and "1 of 2 answer edges" in parts["C"]["reason"]
    tables = {table["key"]: table for table in last["summary"]["tables"]}
    shown = [row[1:] for row in tables["realisable"]["rows"]]
    assert shown[0] == ["A", 1, 1, 1, 0, 0, 0.0, 0]
    assert shown[2] == ["C", 0, 0, 0, 0, 0, None, 1]
