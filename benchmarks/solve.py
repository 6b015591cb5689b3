"""Exact search on generated problems, beside the budgeted baselines on the same pool.

The problems have the published shape (6 to 10 variables, three of them roots, at most 2 to 4 parents, 10
worlds of 11 rows) and their gold lies in the class, so the exact search must explain the training worlds of
every one. The published stages of symbolic search may take ten minutes a problem: the budgeted baselines
are stopped after some seconds a problem, which counts as a failure, and in a quick run they see only the
first few problems of the pool.
"""

from __future__ import annotations

from statistics import median
from time import process_time

from benchmarks.problems import make_problem
from symcause.attempts.attempt_record import STOPPED, Attempt
from symcause.families.boolean.baselines.baseline_registry import baseline
from symcause.families.boolean.baselines.public_problem import public
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import check
from symcause.models.disclosure import Setting
from symcause.processes.isolation import Stopped, call

TITLE = "Solve: exact search and the published baselines"

EXACT = "simplest"
PUBLISHED = ("symbolic-search", "structure-learning")


def run(quick: bool) -> list[str]:
    """Rows of the table."""
    lines = [
        "| setting | baseline | problems | train exact | stopped | median s | worst s | target |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    _attempt(EXACT, _problem(Setting.ORDERED, 0))  # load the catalogue
    for setting in Setting:
        problems = [_problem(setting, seed) for seed in range(20 if quick else 200)]
        for name in (EXACT, *PUBLISHED):
            some = problems[:4] if quick and name != EXACT else problems
            lines.append(_row(name, setting, some, 10 if quick else 60))
    return lines


def _problem(setting: Setting, seed: int) -> BooleanProblem:
    return make_problem(6 + seed % 5, 3, 2 + seed % 3, 10, 11, setting, seed)


def _attempt(name: str, problem: BooleanProblem) -> tuple[Attempt, float]:
    """What the baseline hands in, and the CPU time it took."""
    start = process_time()
    attempt = baseline(name)(public(problem), 0)
    return attempt, process_time() - start


def _row(name: str, setting: Setting, problems: list[BooleanProblem], seconds: float) -> str:
    exact = stopped = 0
    times = []
    for problem in problems:
        found = _attempt(name, problem) if name == EXACT else _bounded(name, problem, seconds)
        attempt, spent = found
        stopped += attempt.status == STOPPED
        times.append(spent)
        explains = attempt.answer is not None and check(problem, attempt.answer).train_exact
        assert explains == attempt.solved
        exact += explains
    goal = "1.000, median below 0.2 s" if name == EXACT else f"stopped after {seconds} s"
    return (
        f"| {setting} | {name} | {len(problems)} | {exact / len(problems):.3f} | {stopped} "
        f"| {median(times):.3f} | {max(times):.3f} | {goal} |"
    )


def _bounded(name: str, problem: BooleanProblem, seconds: float) -> tuple[Attempt, float]:
    found = call(_attempt, name, problem, seconds=seconds)
    if isinstance(found, Stopped):
        return Attempt(status=STOPPED), seconds
    assert isinstance(found, tuple)
    return found
