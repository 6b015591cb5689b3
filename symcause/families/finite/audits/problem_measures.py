"""Problem measures of finite audits, of no answer: what may go with how hard a problem is.

A measure that is out of reach, or needs gold or queries where there are none, is None.
"""

from __future__ import annotations

from math import log2

from symcause.answers import Unknown
from symcause.audits.of_space.query_parts import QueryStatus
from symcause.audits.space import EdgeStatus
from symcause.families.finite.audits.gold_judgement import gold_part
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.space_choice import AnySpace, open_space
from symcause.models.disclosure import Setting
from symcause.scoring.difficulty.difficulty_study import HIDDEN_ORDER, HIDDEN_ROOTS
from symcause.scoring.difficulty.success_record import Measures, known

NAMES = (
    *("log2_count", "open_edges", "undetermined", "gold_size", "variables", "values", "rows"),
    *(HIDDEN_ORDER, HIDDEN_ROOTS),
)
"""In the order of tables."""


def problem_measures(problem: FiniteProblem) -> Measures:
    """All measures of one problem."""
    space = open_space(problem)
    rows = [row for world in problem.training for row in world.rows]
    hidden = problem.setting in (Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS)
    return known(
        {
            "log2_count": lambda: _log2_count(space),
            "open_edges": lambda: _open_edges(space),
            "undetermined": lambda: _undetermined(space),
            "gold_size": lambda: _gold_size(problem),
            "variables": lambda: len(problem.variables),
            "values": lambda: sum(problem.sizes) / len(problem.sizes),
            "rows": lambda: len(rows),
            HIDDEN_ORDER: lambda: int(hidden),
            HIDDEN_ROOTS: lambda: int(problem.setting is Setting.HIDDEN_ROOTS),
        }
    )


def _log2_count(space: AnySpace) -> float | None:
    count = space.count()
    return log2(count) if isinstance(count, int) and count else None


def _open_edges(space: AnySpace) -> float | None:
    edges = space.edges()
    if isinstance(edges, Unknown):
        return None
    return sum(status is EdgeStatus.OPEN for _, status in edges.items())


def _undetermined(space: AnySpace) -> float | None:
    """The share of queries without one answer."""
    answering = Answering(space)
    statuses = [answering.answer(query).status for query in space.problem.queries]
    if not statuses or QueryStatus.UNKNOWN in statuses:
        return None
    return sum(status is not QueryStatus.SETTLED for status in statuses) / len(statuses)


def _gold_size(problem: FiniteProblem) -> float | None:
    part = gold_part(problem)
    return None if part is None else part.total_size
