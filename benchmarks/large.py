"""Audits of large ambiguous problems: seconds and memory of the whole audit, in a process of its own.

*Random*: mechanisms of a few random parents. *Chain* and *tree*: every variable follows its neighbours, so
very many variables may cause each other although each has few parents. The second table counts with the
recursion written down plainly: sums taken anew for each set, one term after the other.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from time import process_time

import msgspec

from benchmarks.problems import _disclosure, _mechanism, _world, make_problem
from symcause.api import audit
from symcause.errors import LimitError
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.models.disclosure import Setting
from symcause.solvers.acyclic.choice_weight import count_acyclic, counting_steps

TITLE = "Audits of large ambiguous problems (bound: 10 s without a time limit)"

CASES = (
    ("random", 25, 4, 8, Setting.HIDDEN_ORDER),
    ("random", 25, 4, 8, Setting.HIDDEN_ROOTS),
    ("random", 25, 3, 30, Setting.HIDDEN_ROOTS),
    ("random", 30, 3, 8, Setting.HIDDEN_ORDER),
    ("random", 30, 3, 8, Setting.HIDDEN_ROOTS),
    ("random", 35, 4, 3, Setting.HIDDEN_ORDER),
    ("random", 40, 3, 3, Setting.HIDDEN_ORDER),
    ("random", 40, 3, 12, Setting.HIDDEN_ROOTS),
    ("random", 40, 3, 40, Setting.HIDDEN_ORDER),
    ("chain", 40, 3, 20, Setting.HIDDEN_ORDER),
    ("chain", 100, 2, 20, Setting.HIDDEN_ORDER),
    ("tree", 100, 2, 10, Setting.HIDDEN_ORDER),
    ("chain", 100, 2, 40, Setting.HIDDEN_ROOTS),
)


def run(quick: bool) -> list[str]:
    """One line per problem, then the recursion against the plain one."""
    lines = [
        "| problem | parents | worlds | setting | verdict | explanations | audit s | MB |",
        "| --- | ---: | ---: | --- | --- | --- | ---: | ---: |",
    ]
    for place, (shape, n, parents, worlds, setting) in enumerate(CASES):
        for seed in range(1 if quick else 4):
            asked = [sys.executable, "-m", "benchmarks.large", str(place), str(seed)]
            answer = subprocess.run(asked, capture_output=True, check=True).stdout
            verdict, count, seconds, megabytes = msgspec.json.decode(answer)
            lines.append(
                f"| {shape}, n = {n} | {parents} | {worlds} | {setting} | {verdict} | {count} "
                f"| {seconds:.1f} | {megabytes:.0f} |"
            )
    return [*lines, "", *_against_plain(quick)]


def problem_of(
    shape: str, n: int, parents: int, worlds: int, setting: Setting, seed: int
) -> BooleanProblem:
    """A random problem, or one where every variable follows its neighbours."""
    if shape == "random":
        return make_problem(n, 3, parents, worlds, 11, setting, seed)
    rng = random.Random(f"{shape}/{n}/{worlds}/{seed}")
    names = tuple(f"X{i + 1}" for i in range(n))
    before = {
        i: [i - 1, i - 2] if shape == "chain" else sorted({(i - 1) // 2, (i - 2) // 3})
        for i in range(3, n)
    }
    mechanisms = {
        names[i]: _mechanism(rng, [names[p] for p in places]) for i, places in before.items()
    }
    gold = Answer(mechanisms, names[:3])
    model = gold.compiled(names[:3])
    made = tuple(_world(rng, model, names, f"train_{i:02}", 11) for i in range(worlds))
    disclosure = _disclosure(setting, names, list(names), 3)
    return BooleanProblem(f"{shape}{n}", disclosure, made, max_parents=parents, gold=gold)


def _against_plain(quick: bool) -> list[str]:
    lines = [
        "| n | worlds | terms | asked beforehand s | counted s | plain recursion s | ratio |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for n, worlds in ((20, 22), (23, 26), (25, 16), (25, 8), (30, 8))[: 4 if quick else 5]:
        (branch,) = ExactSpace.of(make_problem(n, 3, 3, worlds, 11, seed=1)).branches
        start = process_time()
        try:
            steps: int | None = counting_steps(branch.choices)
        except LimitError:
            steps = None
        asked = process_time() - start
        if steps is None:
            lines.append(f"| {n} | {worlds} | too many | {asked:.3f} | | | |")
            continue
        start = process_time()
        count = count_acyclic(branch.choices)
        direct = process_time() - start
        start = process_time()
        assert _plain(branch.choices) == count
        plain = process_time() - start
        lines.append(
            f"| {n} | {worlds} | {steps:,} | {asked:.3f} | {direct:.3f} | {plain:.2f} "
            f"| {plain / direct:.0f} |"
        )
    return lines


def _plain(choices: Sequence[Mapping[int, int]]) -> int:
    """F(S) from the sets below it, over all sets that can be reached; no components."""
    full = (1 << len(choices)) - 1
    totals, levels = {0: 1}, [{0}, *(set[int]() for _ in choices)]
    for level in levels:
        for placed in sorted(level):
            inside = {
                v: w
                for v, options in enumerate(choices)
                if not placed >> v & 1
                and (w := sum(weight for mask, weight in options.items() if not mask & ~placed))
            }
            for size in range(1, len(inside) + 1):
                for chosen in combinations(inside, size):
                    term, reached = (-1) ** (size + 1) * totals[placed], placed
                    for v in chosen:
                        term *= inside[v]
                        reached |= 1 << v
                    totals[reached] = totals.get(reached, 0) + term
                    levels[placed.bit_count() + size].add(reached)
    return totals.get(full, 0)


def _measure(place: int, seed: int) -> None:
    """Audit one problem and print what it took."""
    problem = problem_of(*CASES[place], seed)
    start = process_time()
    found = audit(problem)
    seconds = process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    megabytes = peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    count = (
        "unknown"
        if found.count is None
        else f"{found.count:.1e}"
        if found.count > 10**6
        else str(found.count)
    )
    sys.stdout.buffer.write(msgspec.json.encode((found.verdict, count, seconds, megabytes)))


if __name__ == "__main__":
    _measure(int(sys.argv[1]), int(sys.argv[2]))
