"""Goals of the linear family and of whole commands, one line each: measured now, beside its goal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from symcause.api import audit
from symcause.audits.question import ask
from symcause.families.linear.audits.next.intervention_rank import (
    NextIntervention,
    next_intervention,
)
from symcause.families.linear.documents.disambiguation_document import LinearDisambiguate
from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.problem.problem import LinearProblem

POOL = 167
"""Problems of the pool whose three answers are scored."""


def lines(quick: bool, line: Callable[[str, float, float], str]) -> list[str]:
    """The rows of the table; *line* makes one of work, goal and seconds."""
    audit(draw(LinearOptions(variables=3, quadratic=True), 9, 0))  # what is loaded is loaded
    found = []
    for size in (4, 5, 6, 7):
        problems = [draw(LinearOptions(variables=size, quadratic=True), 3, i) for i in range(4)]
        taken = [_seconds(partial(audit, p)) for p in problems]
        found.append(line(f"audit, {size} variables, quadratic, worst of 4", 0.3, max(taken)))
    found += [*_next(quick), _plans(quick)]
    found.append(line(f"score of 3 answers, linear, a pool of {POOL}", 1.5, _score()))
    return found


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _next(quick: bool) -> list[str]:
    """Quadratic and disturbed states of four variables; quadratic ones of more."""
    few = {
        "quadratic": [(LinearOptions(quadratic=True), i, n) for i in range(4) for n in (1, 3)],
        "disturbed": [(LinearOptions(hidden=1), i, n) for i in range(4) for n in (1, 3)],
    }
    larger = {
        f"quadratic, {size} variables": [
            (LinearOptions(variables=size, quadratic=True), 0, n) for n in (1, 3, 8)
        ]
        for size in ((6,) if quick else (6, 7, 8))
    }
    asked = {**few, **larger}
    return [_known(f"next, {kind}", states) for kind, states in asked.items()]


def _known(work: str, asked: Sequence[tuple[LinearOptions, int, int]]) -> str:
    """How often `next` knows a worst case, or says more of it than that anything can happen.

    Asked of every intervention of every state, not of the best ones alone.
    """
    states = [draw(options, 1, i).shortened(steps) for options, i, steps in asked]
    answers = [next_intervention(state) for state in states]
    left = [a for a in answers if not (isinstance(a, NextIntervention) and a.graphs == 1)]
    known = [a for a in left if isinstance(a, NextIntervention)]
    candidates = [(c, a.graphs) for a in known for c in a.candidates]
    exact = sum(c.exact for c, _ in candidates)
    below = sum(not c.exact and c.worst < graphs for c, graphs in candidates)
    met = len(known) == len(left) and exact + below == len(candidates)
    told = (
        f"{len(left)} states, {len(candidates)} interventions: "
        f"{exact} exact, {below} below the graphs now"
    )
    return f"| {work} | exact, or a bound that says more | {told} | {'met' if met else 'missed'} |"


def _plans(quick: bool) -> str:
    """How many problems under a hidden disturbance have a plan."""
    problems = [draw(LinearOptions(hidden=1), 2, i).shortened(1) for i in range(2 if quick else 5)]
    documents = [ask("disambiguate", problem) for problem in problems]
    planned = sum(
        isinstance(found, LinearDisambiguate) and found.count_after == 1 for found in documents
    )
    met = "met" if planned == len(problems) else "missed"
    told = f"{planned} of {len(problems)}"
    return f"| disambiguate under a hidden disturbance | answered | {told} | {met} |"


def _score() -> float:
    problems = [draw(LinearOptions(), 5, i) for i in range(POOL)]
    with TemporaryDirectory() as folder:
        pool, answers = Path(folder) / "pool.jsonl", Path(folder) / "answers.jsonl"
        pool.write_text("".join(json.dumps(write_linear(p)) + "\n" for p in problems))
        answers.write_text("".join(json.dumps(_answer(p)) + "\n" for p in problems[:3]))
        return median(_command("score", str(pool), str(answers)) for _ in range(3))


def _answer(problem: LinearProblem) -> dict[str, object]:
    """Gold, as a model would answer."""
    model = problem.gold_model()
    assert model is not None
    edges = [{"from": cause, "to": effect} for cause, effect in sorted(model.edges)]
    return {"instanceId": problem.id, "model": "gold", "response": json.dumps({"edges": edges})}


def _command(*words: str) -> float:
    """CPU seconds of a command, children included."""
    before = os.times()
    asked: Sequence[str] = [sys.executable, "-m", "symcause", *words]
    subprocess.run(asked, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])
