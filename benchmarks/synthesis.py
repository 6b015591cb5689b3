"""Synthesis baselines on generated problems: seconds of a core, and how many times those of exact search.

The problems have the published shape: 5 to 10 variables, three of them roots, 10 worlds of 11 rows, in all
four settings. Baselines whose tool is not installed are left out; ratios are of medians of the same run.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

from benchmarks.problems import make_problem
from symcause.attempts.attempt_record import ANSWERED
from symcause.families.boolean.baselines.baseline_registry import baseline, entry
from symcause.families.boolean.baselines.public_problem import public
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import check
from symcause.models.disclosure import Setting
from symcause.solvers.synthesis.tool_versions import installed_version

TITLE = "Synthesis: baselines that others might write"

PLAIN = "simplest"
GOALS = {
    "asp-edges": (10, 0.05),
    "quine-mccluskey": (10, 0.05),
    "decision-tree": (10, 0.05),
    "cegis": (10, 0.3),
    "sygus": (10, 3.0),
    "asp-ast": (6, 1.1),
}
"""The largest problems that a baseline is measured on, and the seconds of a core that each may take."""


def run(quick: bool) -> list[str]:
    """Rows of the table."""
    lines = [
        "| baseline | variables | problems | answered | median s | worst s | goal | × simplest |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for n in (5, 6, 8, 10):
        problems = list(problems_of(n, 2 if quick else 10))
        plain = median(taken(PLAIN, problems)[1])
        lines.append(f"| {PLAIN} | {n} | {len(problems)} | {len(problems)} | {plain:.4f} | | | 1 |")
        for name in filter(has_tool, GOALS):
            most, goal = GOALS[name]
            if n > most:
                continue
            answered, times = taken(name, problems)
            middle = median(times)
            lines.append(
                f"| {name} | {n} | {len(problems)} | {answered} | {middle:.4f} | {max(times):.4f} "
                f"| ≤ {goal:g} | {middle / plain:.1f} |"
            )
    return lines


def problems_of(n: int, of_each: int) -> Iterator[BooleanProblem]:
    """So many of each setting."""
    for seed in range(of_each):
        for setting in Setting:
            yield public(make_problem(n, 3, 2 + (seed % 3 if n > 6 else 0), 10, 11, setting, seed))


def has_tool(name: str) -> bool:
    """Can the baseline run here?"""
    tool = entry(name).tool
    return tool is None or installed_version(tool) is not None


def taken(name: str, problems: list[BooleanProblem]) -> tuple[int, list[float]]:
    """How many were answered, and the seconds of each; what is loaded is loaded before."""
    baseline(name)(problems[0])
    answered, times = 0, []
    for problem in problems:
        start = process_time()
        attempt = baseline(name)(problem)
        times.append(process_time() - start)
        answered += attempt.status == ANSWERED
        assert attempt.answer is None or check(problem, attempt.answer).train_exact
    return answered, times


def worst() -> Iterator[tuple[str, float, float]]:
    """For the table of goals: what is measured, the goal and the worst of some problems."""
    for name in filter(has_tool, GOALS):
        most, goal = GOALS[name]
        sizes = [n for n in (6, 10) if n <= most]
        problems = [problem for n in sizes for problem in problems_of(n, 2)]
        taken(name, problems[:1])  # the first one loads the tool
        yield f"{name}, n ≤ {most}, worst of {len(problems)}", goal, max(taken(name, problems)[1])
