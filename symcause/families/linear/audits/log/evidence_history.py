"""The evidence history of a linear log: what was known at each step, and after the last."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Moment:
    """The evidence of a step; notes that are no evidence or say something else, and what else there is."""

    problem: LinearProblem
    unmatched: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class History:
    """One moment a step, the problem as it stands at the end, and the experiments that were refused."""

    moments: tuple[Moment, ...]
    final: LinearProblem
    refused: tuple[str, ...] = ()
