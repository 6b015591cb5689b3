"""Runs in a folder of released linear logs, each as the audit of the folder tells it.

A log about another problem is passed over. Which files are logs, and whose, tells
:mod:`~symcause.families.linear.release.run_folder`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from symcause.errors import SymcauseError
from symcause.families.linear.audits.log.run_outcomes import run_part
from symcause.families.linear.audits.log.trajectory import trajectory
from symcause.families.linear.documents.runs_part import RunPart
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.release.run_folder import logs_below, model_of, problem_of
from symcause.families.linear.release.run_log import Chosen, read_run


def runs_of(
    problem: LinearProblem, folder: Path, tolerance: Fraction, chosen: Chosen
) -> Iterator[RunPart]:
    """Every log of the folder that is about the problem, in the order of their names."""
    for path in logs_below(folder):
        if problem_of(path) not in (None, problem.id):
            continue
        name, model = str(path.relative_to(folder)), model_of(path, folder)
        try:
            run = read_run(path, problem, chosen)
            found = trajectory(run.problem, run.steps, tolerance=tolerance)
        except SymcauseError as error:
            yield RunPart(log=name, model=model, error=str(error))
        else:
            yield run_part(name, model, found, run.last_word)
