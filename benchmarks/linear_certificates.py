"""Certificates of linear episodes, and the next intervention: build, size, verify, answer.

Episodes are generated with fixed seeds. At full budget one graph is left; after one intervention many are.
The bounds we promise: 6 KB at 8 variables with the full budget, 25 KB with one intervention; verified
within half a second; the next intervention within 10 s. To build one is to verify it, too.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from time import process_time

from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.families.linear.audits.next.intervention_rank import next_intervention
from symcause.families.linear.certify.certificates import Findings, LinearClaimKind, certified
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.problem.problem import Coefficients, Domain, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.verifier.kernel import verify

TITLE = (
    "Linear certificates and next interventions (bounds: verify 0.5 s, next 10 s at 8 variables)"
)

INTEGERS = Coefficients(Domain.INTEGER, 1, 3)


def run(quick: bool) -> list[str]:
    """Certificates of counts, then the next intervention."""
    return [*_certificates(quick), "", *_next(quick)]


def _certificates(quick: bool) -> list[str]:
    rows = [
        "| variables | class | interventions | graphs | bytes | build s | verify s |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for size in (4, 6, 8) if quick else (4, 5, 6, 7, 8, 10):
        episodes = [draw(LinearOptions(variables=size), 1, i) for i in range(2 if quick else 5)]
        for used in (None, 1):
            cut = [p if used is None else p.shortened(used) for p in episodes]
            rows.append(_row(size, "rational", used, cut))
        rows.append(_row(size, "1..3", None, [replace(p, coefficients=INTEGERS) for p in episodes]))
    return rows


def _row(size: int, name: str, used: int | None, problems: list[LinearProblem]) -> str:
    """One line of the table: medians over the episodes."""
    graphs: list[int] = []
    lengths: list[int] = []
    builds: list[float] = []
    checks: list[float] = []
    for problem in problems:
        space = LinearSpace(problem)
        count, models = space.count(), space.models()
        assert isinstance(count, int) and not isinstance(models, Unknown)
        found = Findings(Verdict.UNKNOWN, count, models)
        began = process_time()
        made = certified(problem, problem, LinearClaimKind.COUNT, found)
        builds.append(process_time() - began)
        assert not isinstance(made, Unknown), made.reason
        document = json.loads(json.dumps(made.to_dict()))
        began = process_time()
        assert verify(problem, document).accepted
        checks.append(process_time() - began)
        graphs.append(count)
        lengths.append(len(json.dumps(document)))
    return (
        f"| {size} | {name} | {'all' if used is None else used} | {statistics.median(graphs):g} "
        f"| {statistics.median(lengths):.0f} | {statistics.median(builds):.3f} "
        f"| {statistics.median(checks):.3f} |"
    )


def _next(quick: bool) -> list[str]:
    rows = [
        "The next intervention, processor seconds:",
        "",
        "| variables | interventions | graphs | best worst case at least | at most | seconds |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for size in (4, 6, 8) if quick else (4, 5, 6, 7, 8):
        for used in (0, 2):
            problem = draw(LinearOptions(variables=size), 1, 0).shortened(used)
            began = process_time()
            found = next_intervention(problem)
            seconds = process_time() - began
            assert not isinstance(found, Unknown), found.reason
            best = found.best
            rows.append(
                f"| {size} | {used} | {found.graphs} | {best.low} | {best.worst} | {seconds:.2f} |"
            )
    return rows
