"""Options that several questions about a graph share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.question import option

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem

ENGINES = ("cliquepicking", "cliques", "recursion", "sat", "count")
"""Who can count; the names of :data:`symcause.equivalence.ENGINES`."""


@dataclass(frozen=True)
class TargetOptions:
    """What has been intervened on."""

    targets: tuple[str | tuple[str, ...], ...] = option(
        (),
        "One set of variables intervened on together; once per set. Quote a name with a comma.",
        "many",
        metavar="A,B",
    )

    def applied(self, problem: GraphProblem) -> GraphProblem:
        """The problem after these interventions."""
        return problem.after(self.targets)


@dataclass(frozen=True)
class EngineOptions(TargetOptions):
    """Who counts."""

    engine: str = option(
        ENGINES[0],
        "Who counts: clique picking (the package, or ours), or a second opinion for small graphs.",
        "choice",
        choices=ENGINES,
    )
