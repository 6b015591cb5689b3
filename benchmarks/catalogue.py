"""Mechanisms within an AST size: the exact list from the catalogue, and a bottom-up search with a budget.

The search keeps one expression for each behaviour on the rows, at most 80,000 a size, and gives up after
four seconds a variable, as audits without a catalogue do. It finds the smallest size at which the rows can
be explained, but it merges different functions that agree on the rows, so it misses mechanisms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from statistics import median
from time import process_time

from benchmarks.problems import make_problem
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.catalogue.dynamic_programme import Programme
from symcause.families.boolean.catalogue.level_store import MOST_VARIABLES, cap
from symcause.families.boolean.models.functions import Function, compile_expression
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.models.expressions import Expression, Operation, Variable
from symcause.models.variable_names import OPERATORS

TITLE = "Mechanisms within an AST size (bounds a variable: 0.07 s, 0.14 s, 0.7 s for caps 5, 8, 10)"

CAPS = (5, 8, 10)
STATES, SECONDS = 80_000, 4.0


def run(quick: bool) -> list[str]:
    """Three tables: first use, the exact lists, and what a budgeted search misses."""
    return [*_first_use(), "", *_lists(quick), "", *_search(quick)]


def _first_use() -> list[str]:
    lines = [
        "| operators | first use up to AST 5 | 8 | 10 | 14 (four parents) |",
        "| --- |" + " ---: |" * 4,
    ]
    book, counts = catalogue(OPERATORS), range(MOST_VARIABLES + 1)
    steps = [(count, size) for size in CAPS for count in counts] + [(4, cap(4))]
    lines.append(_row("all five, shipped", steps, lambda k, c: book.count_fitting(k, c, 0, 0)))
    for operators in (OPERATORS, ("not", "and", "or")):
        programme = Programme(operators, False)
        lines.append(_row(f"{' '.join(operators)}, computed", steps, programme.known))
    return lines


def _row(title: str, steps: list[tuple[int, int]], work: Callable[[int, int], object]) -> str:
    """The CPU time of the steps, added up by size."""
    times = dict.fromkeys((size for _, size in steps), 0.0)
    for count, size in steps:
        start = process_time()
        work(count, size)
        times[size] += process_time() - start
    return f"| {title} | " + " | ".join(f"{seconds:.3f} s" for seconds in times.values()) + " |"


def _lists(quick: bool) -> list[str]:
    lines = [
        "| n | AST | variables | median s | worst s | mechanisms, median | most |",
        "|" + " ---: |" * 7,
    ]
    for n in (8, 10):
        problems = [
            make_problem(n, max_parents=4, worlds=10, seed=s) for s in range(2 if quick else 10)
        ]
        for size in CAPS:
            times, found = list[float](), list[int]()
            for problem in problems:
                evidence = Evidence(problem)
                for variable in _endogenous(problem):
                    start = process_time()
                    space = evidence.local_space(variable, HypothesisClass(max_ast=size))
                    found.append(sum(1 for _ in space.mechanisms()))
                    times.append(process_time() - start)
            lines.append(
                f"| {n} | {size} | {len(times)} | {median(times):.3f} | {max(times):.3f} "
                f"| {median(found):.0f} | {max(found)} |"
            )
    return lines


def _search(quick: bool) -> list[str]:
    """How many of the mechanisms of size at most 8 the budgeted search sees."""
    lines = [
        "| n | variables | mechanisms | seen by the search | variables with misses | search s | exact s |",
        "|" + " ---: |" * 7,
    ]
    for n in (6, 8) if quick else (6, 8, 10):
        spent = exact = 0.0
        all_of_them = seen = missing = number = 0
        for seed in range(1 if quick else 4):
            problem = make_problem(n, max_parents=3, worlds=10, seed=seed)
            evidence = Evidence(problem)
            for variable in _endogenous(problem):
                start = process_time()
                space = evidence.local_space(variable, HypothesisClass(max_ast=8))
                expected = set(space.mechanisms())
                middle = process_time()
                found = bottom_up(problem, evidence.rows(variable), 8)
                spent += process_time() - middle
                exact += middle - start
                assert found <= expected
                number += 1
                all_of_them += len(expected)
                seen += len(found)
                missing += len(found) < len(expected)
        lines.append(
            f"| {n} | {number} | {all_of_them} | {seen} | {missing} | {spent:.2f} | {exact:.2f} |"
        )
    return lines


def _endogenous(problem: BooleanProblem) -> tuple[str, ...]:
    assert problem.gold_scm is not None
    return tuple(problem.gold_scm.functions)


def bottom_up(problem: BooleanProblem, rows: LocalRows, size: int) -> set[Function]:
    """The mechanisms that a search by behaviour on the rows comes across within its budget."""
    names = problem.disclosure.admissible(rows.variable)
    ones, columns = rows.mask, dict(zip(rows.variables, rows.columns, strict=True))
    goal, stop = rows.ones, process_time() + SECONDS
    levels: list[dict[int, Expression]] = [{}]
    known: set[int] = set()
    found: set[Function] = set()
    for total in range(1, size + 1):
        level: dict[int, Expression] = {}
        for behaviour, expression in _candidates(names, columns, levels, total, ones):
            if behaviour == goal:
                found.add(compile_expression(expression))
            if behaviour not in known and len(level) < STATES:
                known.add(behaviour)
                level[behaviour] = expression
            if process_time() > stop:
                return found
        levels.append(level)
    return found


def _candidates(
    names: tuple[str, ...],
    columns: dict[str, int],
    levels: list[dict[int, Expression]],
    total: int,
    ones: int,
) -> Iterator[tuple[int, Expression]]:
    """Expressions of exactly this size over the kept ones, with two or three arguments."""
    if total == 1:
        for name in names:
            yield columns[name], Variable(name)
        return
    for behaviour, expression in levels[total - 1].items():
        yield ones ^ behaviour, Operation("not", (expression,))
    for sizes in _sums(total - 1):
        for chosen in _choices(sizes, levels):
            arguments = tuple(expression for _, expression in chosen)
            both = either = odd = chosen[0][0]
            for behaviour, _ in chosen[1:]:
                both, either, odd = both & behaviour, either | behaviour, odd ^ behaviour
            values = (("and", both), ("or", either), ("xor", odd), ("iff", both | ones ^ either))
            for operator, behaviour in values:
                yield behaviour, Operation(operator, arguments)


def _sums(total: int) -> list[tuple[int, ...]]:
    pairs = [(a, total - a) for a in range(1, total // 2 + 1)]
    return pairs + [
        (a, b, total - a - b)
        for a in range(1, total // 3 + 1)
        for b in range(a, (total - a) // 2 + 1)
    ]


def _choices(
    sizes: tuple[int, ...], levels: list[dict[int, Expression]]
) -> Iterator[tuple[tuple[int, Expression], ...]]:
    groups = [
        combinations_with_replacement(tuple(levels[size].items()), sizes.count(size))
        for size in sorted(set(sizes))
    ]
    for chosen in product(*groups):
        yield tuple(pair for group in chosen for pair in group)
