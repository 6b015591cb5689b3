"""Audits and counts of generated problems, against plain listing and the published search budget.

*Audit*: everything ``symcause audit`` computes, n = 10, hidden order, at most 4 parents. *Count*: the
direct recursion. *Peers in the same run*: a plain SAT enumeration with blocking clauses (small classes),
and the bottom-up search with row-equivalence pruning, 80,000 states a size and 4 s a variable, for the
local alternatives of every variable: how often does it miss some that exist?
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

from benchmarks.problems import make_problem
from symcause.api import audit
from symcause.families.boolean.audits.alternatives.shortcuts import list_alternatives
from symcause.families.boolean.baselines.bottom_up_search import SECOND, SearchLimits, search
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.opinions.opinion_engines import count_members
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.mechanisms.descendants import descendants

TITLE = "Audit and count"

SLACK, CAP = 4, 10
PUBLISHED = SearchLimits(cap=CAP, states=80_000, steps=4 * SECOND)


def run(quick: bool) -> list[str]:
    """Rows of the table."""
    number = 7 if quick else 30
    lines = ["| what | median s | worst s | target |", "| --- | ---: | ---: | --- |"]
    ten = [make_problem(10, 3, 4, 10, 11, seed=s) for s in range(number)]
    audit(ten[0])  # load the catalogue
    lines.append(_row("complete audit, n = 10", ten, audit, "median at most 1 s"))
    lines.append(_row("count, n = 10", ten, _count, "at most 0.02 s"))
    for n, worlds in ((15, 16), (20, 22), (23, 26)):
        some = [make_problem(n, 3, 4, worlds, 11, seed=s) for s in range(3 if quick else 8)]
        goal = "20 endogenous at most 10 s" if n == 23 else ""
        lines.append(_row(f"count, n = {n}, 4 parents", some, _count, goal))
    some = ten[: 1 if quick else 10]
    lines += ["", *_against_enumeration(quick), "", *_against_search(some, 3 if quick else 7)]
    return lines


def _count(problem: BooleanProblem) -> int:
    return ExactSpace.of(problem).count


def _row(
    what: str, problems: list[BooleanProblem], work: Callable[[BooleanProblem], object], goal: str
) -> str:
    times = []
    for problem in problems:
        start = process_time()
        work(problem)
        times.append(process_time() - start)
    return f"| {what} | {median(times):.3f} | {max(times):.3f} | {goal} |"


def _against_enumeration(quick: bool) -> list[str]:
    """Counting against listing every member by SAT, on problems with few members."""
    lines = [
        "| n | models | recursion s | SAT enumeration s | ratio |",
        "| ---: | ---: | ---: | ---: | ---: |",
    ]
    wanted = 3 if quick else 8
    for seed in range(200):
        problem = make_problem(7, 3, 3, 9, 11, seed=seed)
        start = process_time()
        count = _count(problem)
        direct = process_time() - start
        if not 10 <= count <= 20_000:
            continue
        start = process_time()
        other = count_members(problem, problem.default_class(), "sat")
        listed = process_time() - start
        assert other == count, (other, count)
        lines.append(f"| 7 | {count} | {direct:.4f} | {listed:.3f} | {listed / direct:.0f} |")
        wanted -= 1
        if not wanted:
            break
    return lines


def _against_search(problems: list[BooleanProblem], variables_each: int) -> list[str]:
    """The exact list of local alternatives against the budgeted search."""
    exact_time = search_time = 0.0
    variables = missed = incomplete = 0
    for problem in problems:
        evidence, gold = Evidence(problem), problem.gold_scm
        assert gold is not None
        assert problem.gold is not None
        for variable in gold.endogenous[:variables_each]:
            cap = min(problem.gold.mechanisms[variable].size + SLACK, CAP)
            start = process_time()
            exact = set(list_alternatives(evidence, gold, variable, cap))
            exact_time += process_time() - start
            start = process_time()
            found = _search(problem, evidence, variable, cap)
            search_time += process_time() - start
            variables += 1
            missed += bool(exact) and not found
            incomplete += bool(exact - found)
    return [
        f"local alternatives, AST at most gold + {SLACK} and {CAP}, {variables} variables:",
        f"exact list {exact_time:.1f} s; bottom-up search with the published budget {search_time:.1f} s",
        f"the search finds none although some exist: {missed} variables;",
        f"the search misses at least one: {incomplete} of {variables} variables",
    ]


def _search(problem: BooleanProblem, evidence: Evidence, variable: str, cap: int) -> set[object]:
    gold = problem.gold_scm
    assert gold is not None
    rows, below = evidence.rows(variable), descendants(gold, variable)
    columns = {
        v: column
        for v, column in zip(rows.variables, rows.columns, strict=True)
        if v not in below and v in problem.disclosure.admissible(variable)
    }
    budget = SearchLimits(cap, PUBLISHED.states, PUBLISHED.steps)
    found = search(columns, rows.ones, rows.mask, problem.operators, budget)
    return {compile_expression(f.expression) for f in found} - {gold.functions[variable]}
