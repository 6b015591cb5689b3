"""Borrowed arguments: maps and multipliers of other graphs never prove a false claim, by brute force."""

from __future__ import annotations

from random import Random
from typing import Any

from symcause.budgets import Meter
from symcause.families.textgraph.alignment.best_alignment import alignments
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.kernel import verify
from tests.amounts import amount
from tests.textgraph.cases import brute_force, small_tasks
from tests.textgraph.certify.test_certificates import made


def gold_of(task: AlignmentTask) -> TextGraph:
    names = task.gold_nodes
    return TextGraph.of("gold", names, [(names[u], names[v]) for u, v in task.gold_edges])


def certified(task: AlignmentTask, seed: int) -> dict[str, Any]:
    found = list(alignments(task, budget=Meter(20_000_000), seed=seed))[-1]
    return made(gold_of(task), found)


def test_borrowed_arguments_prove_nothing_false() -> None:
    """Every pair of a problem and another's evidence, with ends off by the smallest step."""
    rng = Random("borrowed")
    tasks = list(small_tasks(amount(5, 15), seed=5))
    documents = [certified(task, number) for number, task in enumerate(tasks)]
    accepted = refused = 0
    for task, own in zip(tasks, documents, strict=True):
        best, gold = brute_force(task), gold_of(task)
        for other in (own, *rng.sample(documents, 4)):
            for low, high in ((best, best), (best + 1, best + 1), (best, best - 1), (0, best - 1)):
                if low < 0 or high < 0:
                    continue
                borrowed = {**own, "evidence": other["evidence"]}
                borrowed["claim"] = {"name": "alignment", "low": low, "high": high}
                said = verify(gold, borrowed).accepted is True
                assert not said or low <= best <= high
                accepted, refused = accepted + said, refused + (not said)
    assert accepted >= 3 and refused > 30
