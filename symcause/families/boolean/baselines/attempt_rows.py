"""Attempts of Boolean baselines as rows of a table, scored like any answer.

A baseline sees :func:`~baselines.protocol.public`, the problem without gold, held-out worlds and metadata.
What it hands in becomes the published answer text and goes the way of a model's response. One that fails,
or is stopped, hands in a legal answer that explains nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from symcause.families.boolean.baselines.attempt_protocol import Attempt, failure, public
from symcause.families.boolean.baselines.baseline_interface import handed
from symcause.families.boolean.baselines.baseline_registry import baseline
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.scoring.scoring_protocol import Line, Task


def attempted(scorer: Scorer, task: Task, seed: int, score: Callable[[str], Line]) -> Line:
    """A baseline's answer, scored."""
    return _scored(baseline(task.model)(public(scorer.problem), seed), score)


def unattempted(scorer: Scorer, reason: str, score: Callable[[str], Line]) -> Line:
    """The answer of a baseline that failed or was stopped, scored."""
    return _scored(failure(public(scorer.problem), reason), score)


def _scored(attempt: Attempt, score: Callable[[str], Line]) -> Line:
    given = handed(attempt)
    claims = {"solved": given.solved, "optimal": given.optimal, "note": given.note}
    return {**score(given.text), "attempt": claims}
