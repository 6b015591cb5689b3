"""Peers in the same run: the same question put to another program, the same answer, and the quotient.

*Plain listing* writes the question down: every function of every set of parents against every row, every
choice of them without a circle. *SAT listing* asks python-sat for one model after the other and forbids it.
clingo and cvc5 solve a problem as the baselines ``asp-edges``, ``asp-ast`` and ``sygus`` pose it; they are
left out where they are not installed. *cliquepicking* gets the finished essential graph. The plain
interpreter of answers stands for a scorer that decodes, parses and replays row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, product
from statistics import median
from time import process_time

from cliquepicking import mec_size

from benchmarks.equivalence import _arcs, _best, _sparse, _three_tree
from benchmarks.problems import make_problem
from benchmarks.replay import milliseconds
from benchmarks.scoring import _endless, _parse, _plain, _texts
from benchmarks.synthesis import PLAIN, has_tool, problems_of, taken
from symcause.equivalence import class_size, essential_graph
from symcause.families.boolean.opinions.opinion_engines import count_members
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.space.exact.exact_space import ExactSpace

TITLE = "Peers on the same question"

SOLVERS = {"asp-edges": "clingo", "asp-ast": "clingo", "sygus": "cvc5"}
"""What a baseline asks."""

LISTED = 40_000
"""Plain listing goes through at most so many choices of mechanisms; a problem with more is left out."""


def run(quick: bool) -> Iterator[str]:
    """A line a question and a peer."""
    yield "| question | symcause s | peer | peer s | quotient |"
    yield "| --- | ---: | --- | ---: | ---: |"
    yield from _counted(quick)
    yield from _solved(quick)
    yield from _sizes(quick)
    yield from _scored(quick)


def _line(question: str, own: float, peer: str, other: float) -> str:
    return f"| {question} | {own:.3g} | {peer} | {other:.3g} | {other / own:.3g} |"


def _counted(quick: bool) -> Iterator[str]:
    """Counts of small problems, which can be listed."""
    for n in (5, 6) if quick else (5, 6, 7):
        own, plain, sat = [], [], []
        for seed in range(3 if quick else 10):
            problem = make_problem(n, 2, 2, 3, 6, seed=seed)
            if choices(problem) > LISTED:
                continue
            count, seconds = _best(lambda p: ExactSpace.of(p).count, problem)
            begun = process_time()
            listed = plain_count(problem)
            between = process_time()
            other = count_members(problem, problem.default_class(), "sat")
            sat.append(process_time() - between)
            plain.append(between - begun)
            own.append(seconds)
            assert count == listed == other, (problem.id, count, listed, other)
        if own:
            question = f"count, n = {n}, {len(own)} problems"
            yield _line(question, median(own), "plain listing", median(plain))
            yield _line(question, median(own), "SAT listing", median(sat))


Mechanisms = list[frozenset[str]]
"""The parents of every mechanism of one variable that its rows allow."""


def mechanisms(problem: BooleanProblem) -> dict[str, Mechanisms]:
    """By the definition: a table for each set of parents, of which every parent matters, row by row."""
    roots = problem.disclosure.roots
    assert roots is not None and problem.max_parents is not None
    listed: dict[str, Mechanisms] = {}
    for variable in (v for v in problem.variables if v not in roots):
        others = [v for v in problem.variables if v != variable]
        rows = [
            dict(zip(problem.variables, row, strict=True))
            for world in problem.training
            if variable not in world.targets
            for row in world.rows
        ]
        listed[variable] = [
            frozenset(parents)
            for size in range(problem.max_parents + 1)
            for parents in combinations(others, size)
            for outputs in product("01", repeat=2**size)
            if _fits(parents, outputs, variable, rows)
        ]
    return listed


def _fits(
    parents: tuple[str, ...], outputs: tuple[str, ...], variable: str, rows: list[dict[str, str]]
) -> bool:
    table = dict(zip(product("01", repeat=len(parents)), outputs, strict=True))
    for at in range(len(parents)):
        turned = ((*key[:at], "10"[int(key[at])], *key[at + 1 :]) for key in table)
        if all(table[key] == table[other] for key, other in zip(table, turned, strict=True)):
            return False
    return all(table[tuple(row[p] for p in parents)] == row[variable] for row in rows)


def choices(problem: BooleanProblem) -> int:
    """How many choices of mechanisms there are, circles included."""
    whole = 1
    for listed in mechanisms(problem).values():
        whole *= len(listed)
    return whole


def plain_count(problem: BooleanProblem) -> int:
    """Every choice of mechanisms, one by one."""
    listed = mechanisms(problem)
    return sum(
        _acyclic(dict(zip(listed, chosen, strict=True))) for chosen in product(*listed.values())
    )


def _acyclic(parents: dict[str, frozenset[str]]) -> bool:
    try:
        TopologicalSorter(parents).prepare()
    except CycleError:
        return False
    return True


def _solved(quick: bool) -> Iterator[str]:
    """A simplest or fitting model, beside the exact search for the simplest."""
    for n in (6,) if quick else (6, 10):
        problems = list(problems_of(n, 1 if quick else 5))
        own = median(taken(PLAIN, problems)[1])
        for name, tool in SOLVERS.items():
            if has_tool(name) and not (name == "asp-ast" and n > 6):
                other = median(taken(name, problems)[1])
                yield _line(
                    f"solve, n = {n}, {len(problems)} problems", own, f"{tool}, {name}", other
                )


def _sizes(quick: bool) -> Iterator[str]:
    """Sizes of Markov equivalence classes."""
    n = 250 if quick else 1000
    for what, dag in (
        (f"sparse, degree 3, n = {n}", _sparse(n, 3)),
        ("3-tree, n = 250", _three_tree(250)),
    ):
        size, own = _best(class_size, dag)
        again, other = _best(mec_size, _arcs(essential_graph(dag)))
        assert size == again, what
        yield _line(f"class size, {what}", own, "cliquepicking, the finished graph", other)


def _scored(quick: bool) -> Iterator[str]:
    """Answers that all differ."""
    problem = make_problem(10, worlds=17, rows=11, seed=10)
    scorer, stream = Scorer(problem), _endless(_texts(problem, 2000))
    other = milliseconds(lambda: _plain(problem, next(stream), _parse), quick)
    own = milliseconds(lambda: scorer.check(next(stream)).document(), quick)
    yield _line("score of one answer, n = 10", own / 1000, "plain interpreter", other / 1000)
