"""What an episode of CausaLab leaves, and the rows of tables that say so."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.problem.hypothesis_metrics import PUBLISHED_TARGET_TOLERANCE
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space_choice import open_space, range_of_target
from symcause.families.linear.space.target_range import TargetRange


@dataclass(frozen=True)
class Left:
    """What one episode leaves at one moment; None where it could not be settled."""

    graphs: int | None
    entailed: bool | None
    within: bool | None


def left(problem: LinearProblem) -> Left:
    space = open_space(problem, meter=Meter(60_000_000))
    graphs = space.count()
    target = range_of_target(space)
    known = isinstance(target, TargetRange)
    return Left(
        None if isinstance(graphs, Unknown) else graphs,
        target.entailed() if isinstance(target, TargetRange) else None,
        target.entailed(PUBLISHED_TARGET_TOLERANCE) if known and target is not None else None,
    )


def row(label: str, moment: str, found: Sequence[Left]) -> str:
    """Median, most, share unique, shares entailed."""
    graphs = [x.graphs for x in found if x.graphs is not None]
    unique = sum(g == 1 for g in graphs)
    exact = share([x.entailed for x in found])
    within = share([x.within for x in found])
    middle = f"{statistics.median(graphs):g}" if graphs else "–"
    most = max(graphs) if graphs else "–"
    open_cases = len(found) - len(graphs)
    note = f" ({open_cases} unknown)" if open_cases else ""
    return f"| {label} | {moment} | {middle} | {most} | {unique}/{len(found)}{note} | {exact} | {within} |"


def share(flags: Sequence[bool | None]) -> str:
    known = [flag for flag in flags if flag is not None]
    return f"{sum(known)}/{len(known)}" if known else "–"


HEAD = [
    "| class | after | graphs, median | graphs, most | one graph | target entailed | entailed ± 5 |",
    "| --- | --- | --- | --- | --- | --- | --- |",
]
