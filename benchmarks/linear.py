"""Version spaces of crystals: counting at full budget, the SMT path, integers, disturbance, growth with n.

Episodes are generated with fixed seeds: two records and 4(k − 1) interventions in turn. The bounds we
promise: an 8-variable episode at full budget is counted within 0.5 s, the whole audit of 4 to 8 variables
takes at most 0.3 s, and the SMT path at most 2 s for 6 variables.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace
from time import process_time

from symcause.audits.question import question
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.problem.problem import Coefficients, Domain, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.space_choice import open_space, range_of_target

TITLE = (
    "Linear episodes (bounds: count 8 variables at full budget 0.5 s; audit of 4 to 8 variables 0.3 s; "
    "SMT for 6 variables 2 s)"
)

INTEGERS = Coefficients(Domain.INTEGER, 1, 3)


def run(quick: bool) -> list[str]:
    """Growth of the exact path, then the other engines."""
    return [*_growth(quick), "", *_audits(quick), "", *_engines(quick)]


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _spread(times: list[float]) -> str:
    return f"{statistics.median(times):.3f} | {max(times):.3f}"


def _growth(quick: bool) -> list[str]:
    rows = [
        "Exact path, processor seconds (median and most over the episodes):",
        "",
        "| variables | interventions | graphs before | count before | most | count at the end | most |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    sizes = (4, 6, 8) if quick else (3, 4, 5, 6, 7, 8, 9, 10)
    for size in sizes:
        episodes = [draw(LinearOptions(variables=size), 1, i) for i in range(2 if quick else 5)]
        graphs = LinearSpace(episodes[0].shortened(0)).count()
        before = [_seconds(lambda p=p: LinearSpace(p.shortened(0)).count()) for p in episodes]
        end = [_seconds(lambda p=p: LinearSpace(p).count()) for p in episodes]
        used = len(episodes[0].interventions)
        rows.append(f"| {size} | {used} | {graphs} | {_spread(before)} | {_spread(end)} |")
    return rows


def _audits(quick: bool) -> list[str]:
    rows = [
        "The whole audit, processor seconds: verdict, edges, range, profile, two members, explanations.",
        "",
        "| variables | no intervention | most | one | most | full budget | most |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    options = [LinearOptions(variables=size) for size in ((4, 8) if quick else (4, 5, 6, 7, 8))]
    for asked in (*options, LinearOptions(quadratic=True), LinearOptions(hidden=1)):
        episodes = [draw(asked, 3, i) for i in range(2 if quick else 5)]
        _audit(episodes[0])  # what is loaded is loaded
        cells = []
        for kept in (0, 1, len(episodes[0].acts)):
            times = [_seconds(lambda p=p, k=kept: _audit(p.shortened(k))) for p in episodes]
            cells.append(_spread(times))
        kind = " quadratic" if asked.quadratic else " disturbed" if asked.hidden else ""
        rows.append(f"| {asked.variables}{kind} | {' | '.join(cells)} |")
    return rows


def _audit(problem: LinearProblem) -> object:
    return list(question("audit", problem).answers(problem))


def _engines(quick: bool) -> list[str]:
    count = 2 if quick else 5
    six = [draw(LinearOptions(variables=6), 2, i) for i in range(count)]
    four = [draw(LinearOptions(), 2, i) for i in range(count)]
    hidden = [draw(LinearOptions(hidden=1), 2, i) for i in range(count)]
    quadratic = [draw(LinearOptions(quadratic=True), 2, i) for i in range(count)]
    cases: list[tuple[str, list[LinearProblem], Callable[[LinearProblem], object]]] = [
        ("SMT, 6 variables, no intervention", [p.shortened(0) for p in six], _smt),
        ("SMT, 6 variables, full budget", six, _smt),
        ("integers 1..3, 6 variables, no intervention", [p.shortened(0) for p in six], _integers),
        ("integers 1..3, 6 variables, full budget", six, _integers),
        ("range of the target, 6 variables, full budget", six, _target),
        (
            "hidden disturbance, 4 variables, 1 intervention",
            [p.shortened(1) for p in hidden],
            _count,
        ),
        ("hidden disturbance, 4 variables, full budget", hidden, _count),
        (
            "quadratic, rounded, 4 variables, 6 interventions",
            [p.shortened(6) for p in quadratic],
            _count,
        ),
        ("quadratic, rounded, 4 variables, full budget", quadratic, _count),
        ("linear, 4 variables, full budget", four, _count),
    ]
    rows = ["| question | median s | most s |", "| --- | --- | --- |"]
    for label, problems, asked in cases:
        times = [_seconds(lambda p=p, q=asked: q(p)) for p in problems]
        rows.append(f"| {label} | {_spread(times)} |")
    return rows


def _count(problem: LinearProblem) -> object:
    return open_space(problem).count()


def _smt(problem: LinearProblem) -> object:
    return LinearSpace(problem, engine="smt").count()


def _integers(problem: LinearProblem) -> object:
    return LinearSpace(replace(problem, coefficients=INTEGERS)).models()


def _target(problem: LinearProblem) -> object:
    return range_of_target(open_space(problem))
