"""What the published CausaLab suites can settle: ``python -m benchmarks.causalab_suites DATA --out FILE``.

DATA is the folder with the published ``*.jsonl`` files. Every configuration gives one simulated episode
(:mod:`~generator.episode_simulation`, seed 0): two records, the manipulator's crystal, a reactor. The order
of targets is drawn once per configuration. Everything else is exact: counts, ranges, fewest interventions.

- Linear suites: one intervention on each property; counts after 0, 1, …, all properties. Repeating a target
  adds nothing there, which is checked at the full budget.
- Hidden and quadratic suites: the full budget, properties in turn; counts after every round.
- Golden suite: the published chains themselves.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.causalab_rows import HEAD, Left, left, row, share
from symcause.answers import Unknown
from symcause.families.linear.audits.plan.sufficient_targets import sufficient_targets
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.problem.problem import Coefficients, Domain, LinearProblem
from symcause.families.linear.space.space_choice import open_space
from symcause.formats.pools.problem_files import read_problems

SEED = 0
INTEGERS = Coefficients(Domain.INTEGER, 1, 3)
LINEAR = ("3nodes", "4nodes", "5nodes", "6nodes", "4nodes_freqparent")
DISTURBED = ("4nodes_hidden_n1", "4nodes_hidden_freqnode_n1")
QUADRATIC = ("4nodes_quad_hard",)
GOLDEN = ("4nodes_golden",)


@dataclass(frozen=True)
class Suite:
    """The section of a suite and its line in the summary."""

    lines: list[str]
    summary: str


def configurations(folder: Path, suite: str, most: int | None) -> list[LinearProblem]:
    found = []
    for item in read_problems(folder / f"{suite}.jsonl"):
        if item.error is not None:
            raise item.error
        assert isinstance(item.problem, LinearProblem)
        found.append(item.problem)
    return found[:most]


def distinct_order(problem: LinearProblem) -> list[str]:
    """The properties in the order in which the protocol intervenes on them."""
    order = list(problem.controllable)
    random.Random(f"targets {SEED} {problem.id}").shuffle(order)
    return order


def classes(problem: LinearProblem) -> Iterator[tuple[str, LinearProblem]]:
    yield "rational", replace(problem, coefficients=Coefficients())
    yield "integers 1..3", replace(problem, coefficients=INTEGERS)


def linear_suite(folder: Path, suite: str, most: int | None) -> Suite:
    problems = configurations(folder, suite, most)
    episodes = [simulate(p, SEED, targets=distinct_order(p)) for p in problems]
    count = len(problems[0].controllable)
    lines = [f"## {suite}", "", *HEAD]
    before: dict[str, list[Left]] = {}
    for name, _ in classes(episodes[0]):
        for step in range(count + 1):
            found = [left(dict(classes(e.shortened(step)))[name]) for e in episodes]
            lines.append(row(name, f"{step} distinct target{'s' * (step != 1)}", found))
            before.setdefault(name, found)
    full = [left(simulate(p, SEED)) for p in problems]
    lines.append(row("rational", f"full budget ({_budget(problems)})", full))
    fewest = {name: _fewest(episodes, name) for name in before}
    lines += ["", *FEWEST]
    for name, (sizes, stuck) in fewest.items():
        lines.append(_fewest_row(name, sizes, stuck, problems))
    stuck_ids = [p.id for p, x in zip(problems, full, strict=True) if x.graphs != 1]
    if stuck_ids:
        lines += ["", f"No interventions identify (rational): {', '.join(stuck_ids)}."]
    return Suite(lines, _summary(suite, problems, before, fewest))


def _summary(
    suite: str,
    problems: Sequence[LinearProblem],
    before: dict[str, list[Left]],
    fewest: dict[str, tuple[list[int], int]],
) -> str:
    cells = [suite, _budget(problems)]
    for name, found in before.items():
        sizes, stuck = fewest[name]
        cells.append(f"{statistics.median(x.graphs or 0 for x in found):g}")
        cells.append(share([x.entailed for x in found]))
        cells.append(f"{statistics.median(sizes):g}" if sizes else "–")
        cells.append(f"{stuck}/{len(problems)}")
    return "| " + " | ".join(cells) + " |"


def _budget(problems: Sequence[LinearProblem]) -> str:
    budgets = sorted({p.episode.budget for p in problems if p.episode and p.episode.budget})
    return ", ".join(map(str, budgets))


def _fewest(episodes: Sequence[LinearProblem], name: str) -> tuple[list[int], int]:
    """The fewest interventions that leave one graph if gold is the truth; how often none do."""
    sizes: list[int] = []
    for episode in episodes:
        found = sufficient_targets(dict(classes(episode.shortened(0)))[name])
        if not isinstance(found, Unknown) and found.identifies:
            sizes.append(len(found.targets))
    return sizes, len(episodes) - len(sizes)


def _fewest_row(name: str, sizes: list[int], stuck: int, problems: Sequence[LinearProblem]) -> str:
    shown = ", ".join(f"{size} ({sizes.count(size)}×)" for size in sorted(set(sizes))) or "none"
    return f"| {name} | {shown} | {stuck}/{len(problems)} |"


def rounds_suite(folder: Path, suite: str, most: int | None) -> Suite:
    """Suites in which repeated interventions matter: counts after every round of the properties."""
    problems = configurations(folder, suite, most)
    episodes = [simulate(p, SEED) for p in problems]
    lines = [f"## {suite}", "", *HEAD]
    before: dict[str, list[Left]] = {}
    fewest: dict[str, tuple[list[int], int]] = {}
    for name, versions in variants(episodes):
        moments = range(0, len(episodes[0].interventions) + 1, len(episodes[0].controllable))
        reached: dict[int, int] = {}
        for step in moments:
            found = [left(version.shortened(step)) for version in versions]
            lines.append(row(name, f"{step} interventions", found))
            before.setdefault(name, found)
            for i, x in enumerate(found):
                if x.graphs == 1:
                    reached.setdefault(i, step)
        fewest[name] = (list(reached.values()), len(versions) - len(reached))
    shown = dict(list(before.items())[:2])
    return Suite(lines, _summary(suite, problems, shown, fewest))


def variants(episodes: Sequence[LinearProblem]) -> Iterator[tuple[str, list[LinearProblem]]]:
    """The classes under which an episode is looked at."""
    if episodes[0].hidden is None:
        yield "rational, squares ≥ half the smallest", list(episodes)
        return
    for known in (False, True):
        for name, _ in classes(episodes[0]):
            versions = [dict(classes(episode))[name] for episode in episodes]
            if not known:
                versions = [
                    replace(v, hidden=replace(v.hidden, nodes=None)) for v in versions if v.hidden
                ]
            yield f"{name}, affected variables {'known' if known else 'unknown'}", versions


def golden_suite(folder: Path, suite: str, most: int | None) -> list[str]:
    problems = configurations(folder, suite, most)
    used, needed, fewest, shorter = [], [], [], 0
    for problem in problems:
        length = len(problem.interventions)
        counts = [open_space(problem.shortened(i)).count() for i in range(length + 1)]
        first = next((i for i, c in enumerate(counts) if c == 1), None)
        used.append(length)
        if first is not None:
            needed.append(first)
            shorter += first < length
        found = sufficient_targets(problem.shortened(0))
        if not isinstance(found, Unknown) and found.identifies:
            fewest.append(len(found.targets))
    return [
        f"## {suite}",
        "",
        "| chains | interventions, median | shortest sufficient prefix, median | "
        "fewest targets, median | a shorter prefix would do |",
        "| --- | --- | --- | --- | --- |",
        f"| {len(problems)} | {statistics.median(used):g} | {statistics.median(needed):g} | "
        f"{statistics.median(fewest):g} | {shorter}/{len(problems)} |",
    ]


FEWEST = [
    "| class | fewest targets to one graph | no set of targets suffices |",
    "| --- | --- | --- |",
]

SUMMARY = [
    "## In short",
    "",
    "*Graphs*: left before any intervention (median); *entailed*: the target is, then. *Needed*:",
    "interventions to one graph, the median (linear suites: the fewest; others: full rounds of the",
    "properties, affected variables unknown). *Never*: not within the budget.",
    "",
    "| suite | budget | graphs, rational | entailed | needed | never "
    "| graphs, integers | entailed | needed | never |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
]


def report(folder: Path, most: int | None) -> Iterator[str]:
    yield from INTRODUCTION.splitlines()
    linear = [linear_suite(folder, suite, most) for suite in LINEAR]
    rounds = [rounds_suite(folder, suite, most) for suite in (*DISTURBED, *QUADRATIC)]
    width = SUMMARY[-1].count("|")
    yield ""
    yield from SUMMARY
    for suite in (*linear, *rounds):
        missing = width - suite.summary.count("|")
        yield suite.summary + " – |" * missing
    for suite in (*linear, *rounds):
        yield ""
        yield from suite.lines
    for name in GOLDEN:
        yield ""
        yield from golden_suite(folder, name, most)


INTRODUCTION = """# What the published CausaLab suites can settle

Made by `python -m benchmarks.causalab_suites DATA --out docs/causalab-suites.md`: one episode
for each of a suite's 50 configurations, seed 0, as `symcause convert CONFIG --simulate` makes it.
Values and bases are drawn; everything else is exact. [Linear models](linear.md) defines the words.

- *Graphs*: those of the class that explain the evidence. *One graph*: in how many episodes.
- *Target entailed*: all members predict one value for the reactor. *± 5*: one answer is within 5 of
  every prediction, which the released environment accepts.
- *Classes*: rational coefficients, and the integers 1..3 of the published linear equations.
- *Linear suites*: after so many distinct targets, in an order drawn for each configuration.
  Repetition adds nothing, so where no set of targets suffices, no interventions do.
- *Hidden and quadratic suites*: after so many interventions, properties in turn. Quadratic readings
  are rounded to 0.01 as released, the base that a `set` stores included; a squared term must be at
  least half as large as the smallest one in its configuration."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with the published files")
    parser.add_argument("--out", type=Path, help="write to a file")
    parser.add_argument("--most", type=int, help="at most this many configurations per suite")
    chosen = parser.parse_args()
    lines: list[str] = []
    for line in report(chosen.data, chosen.most):
        lines.append(line)
        print(line, flush=True)
    if chosen.out is not None:
        chosen.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
