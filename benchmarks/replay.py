"""Replay: compiled models on all rows at once against walking the syntax tree row by row.

Both compute the same figures (exact worlds, right cells) from the same problems and answers; the
compiled replay includes the comparison, not the compilation, which scoring pays once per mechanism.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from benchmarks.interpreting import interpret
from benchmarks.problems import make_problem
from symcause.families.boolean.models.replay import replay as replay_world
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.replay_scores import ReplayEvidence

TITLE = "Replay of compiled models (bound: at least 50 times as fast as interpreting row by row)"


def run(quick: bool) -> list[str]:
    """One line a size of problem."""
    lines = [
        "| variables | worlds x rows | row by row ms | world by world ms | all at once ms | ratio |",
        "|" + " ---: |" * 6,
    ]
    for n, worlds in ((6, 16), (8, 17), (10, 17), (10, 24)):
        problem = make_problem(n, worlds=worlds, rows=11, seed=n)
        assert problem.gold is not None
        answer = problem.gold
        model = problem.compiled(answer)
        evidence = ReplayEvidence(problem.variables, problem.worlds)
        expected = plain_replay(problem, answer)
        found = evidence.replay(model).train
        assert (found.exact_worlds, found.right_cells) == expected
        slow = milliseconds(lambda p=problem, a=answer: plain_replay(p, a), quick)
        single = milliseconds(
            lambda p=problem, m=model: [replay_world(m, w, p.variables) for w in p.worlds], quick
        )
        fast = milliseconds(lambda e=evidence, m=model: e.replay(m), quick)
        lines.append(
            f"| {n} | {worlds} x 11 | {slow:.2f} | {single:.2f} | {fast:.3f} | {slow / fast:.0f} |"
        )
    return lines


def plain_replay(problem: BooleanProblem, answer: Answer) -> tuple[int, int]:
    """(exact worlds, right cells) by the definition: clamp, copy, walk the trees."""
    roots = answer.roots or problem.disclosure.roots or ()
    order = answer.mentioned_order()
    exact = right = 0
    for world in problem.worlds:
        good = cells = 0
        targets = set(world.targets)
        for row in world.rows:
            seen = {v: bit == "1" for v, bit in zip(problem.variables, row, strict=True)}
            state = {v: seen[v] for v in (*roots, *targets)}
            for name in order:
                if name not in targets:
                    state[name] = interpret(answer.mechanisms[name], state)
                    cells += 1
                    good += state[name] == seen[name]
        exact += good == cells > 0
        right += good
    return exact, right


def milliseconds(work: Callable[[], object], quick: bool) -> float:
    """CPU time of one call: the best of a few series, each long enough to be measured."""
    work()
    best = float("inf")
    for _ in range(3 if quick else 10):
        calls, start = 0, process_time()
        while (spent := process_time() - start) < 0.1:
            work()
            calls += 1
        best = min(best, spent / calls)
    return best * 1000
