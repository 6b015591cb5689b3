"""How much work an alignment may do: in steps, or in the user's own time."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.textgraph.alignment.best_alignment import alignments
from symcause.families.textgraph.alignment.rewired_answers import rewired
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.questions.align import Align
from tests.textgraph.cases import random_edges


@cache
def _asked(**options: object) -> AlignDocument:
    rng = Random(5)
    gold, answer = random_edges(rng, 12, 22), random_edges(rng, 12, 22)
    problem = TextGraph.of("gold", sorted({end for edge in gold for end in edge}), gold)
    text = "\n".join(f"{a} -> {b}" for a, b in answer)
    question = Align(answer=text, pairs="all", **options)  # type: ignore[arg-type]
    return list(question.answers(problem))[-1]


def test_more_effort_is_never_worse() -> None:
    found = [_asked(effort=steps) for steps in (1, 100_000, 10_000_000)]
    for less, more in pairwise(found):
        assert less.edges is not None and more.edges is not None
        assert less.edges.low <= more.edges.low <= more.edges.high <= less.edges.high
    assert found[0].status == "bounded" and found[-1].status == "optimal"
    assert not any(document.stopped for document in found)


def test_the_default_is_an_effort() -> None:
    assert _asked() == _asked(effort=10_000_000)


def test_an_effort_is_for_the_rewired_answers_too() -> None:
    """What takes more than is left is not begun, and the document says what was left out."""
    rng = Random(6)
    task = AlignmentTask.of(random_edges(rng, 60, 400), random_edges(rng, 60, 400))
    *_, main = alignments(task, budget=Meter(1), seed=0)
    budget = Meter(1)
    assert rewired(main, budget=budget, seed=0) is None and budget.spent <= 1
    for effort, runs in ((1, None), (10_000_000, 20)):
        found = _asked(effort=effort)
        assert (found.rewired_f1 and found.rewired_f1.runs) == runs
        assert bool(found.reason) == (runs is None)
    assert _asked(effort=1).reason == (
        "0 of 20 rewired answers were looked at: no answer within 1 step of work"
    )


def test_what_the_users_own_time_cuts_short_says_so() -> None:
    found = _asked(seconds=0.001)
    assert found.stopped == "time" and found.edges is not None
    assert found.edges.low <= found.edges.high


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_what_is_no_time(seconds: float) -> None:
    with pytest.raises(UsageError, match="not a time"):
        _asked(seconds=seconds)


def test_a_budget_is_not_exceeded_by_much() -> None:
    rng = Random(6)
    task = AlignmentTask.of(random_edges(rng, 30, 45), random_edges(rng, 30, 45))
    for steps in (50_000, 500_000):
        budget = Meter(steps)
        list(alignments(task, budget=budget, seed=0))
        assert budget.spent <= 2 * steps + 100_000
