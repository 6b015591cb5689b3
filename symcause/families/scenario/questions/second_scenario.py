"""The second scenario of a question: the twin, named by its file or, in Python, given as it is."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, TypeAlias

from symcause.errors import KindError, UsageError

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem

Second: TypeAlias = "str | PathLike[str] | ScenarioProblem"


def second_scenario(given: Second) -> tuple[ScenarioProblem, str]:
    """The scenario and what it is called: its file, or its id where there is none."""
    from symcause.families.scenario.problem.problem import ScenarioProblem
    from symcause.formats.pools.problem_files import read_problem

    if isinstance(given, ScenarioProblem):
        return given, given.id
    if not isinstance(given, str | PathLike):
        kind = type(given).__name__
        raise KindError(f"a twin is a scenario or the path of its file, not {kind}")
    path = fspath(given)
    problem = read_problem(path)
    if not isinstance(problem, ScenarioProblem):
        raise UsageError("this is no scenario", file=path)
    return problem, path
