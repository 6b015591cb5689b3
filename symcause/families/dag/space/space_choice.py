"""The choice of a dag space: everything equivalent, or what background knowledge leaves."""

from __future__ import annotations

from collections.abc import Iterable

from symcause.budgets import Meter
from symcause.equivalence.class_sizes import DEFAULT_ENGINE
from symcause.families.dag.problem import GraphProblem
from symcause.families.dag.space.class_space import ClassSpace
from symcause.families.dag.space.knowledge_space import KnownSpace


def opened(
    problem: GraphProblem, engine: str = DEFAULT_ENGINE, meter: Meter | None = None
) -> ClassSpace:
    """The class of a graph, or what respects the knowledge in it; questions draw on its *meter*."""
    kind = KnownSpace if problem.knowledge else ClassSpace
    return kind(problem, engine, meter=meter or Meter())


def open_space(
    problem: GraphProblem,
    *,
    targets: Iterable[str | Iterable[str]] = (),
    engine: str = DEFAULT_ENGINE,
    meter: Meter | None = None,
) -> ClassSpace:
    """The class of a graph, after further interventions on *targets*."""
    return opened(problem.after(targets), engine, meter)
